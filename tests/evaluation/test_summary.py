"""Figures, comparison and charts from made-up games."""

from __future__ import annotations

import pytest

from jimbot.evaluation import compare
from jimbot.evaluation.report import games_parts, joker_use, survival_line
from jimbot.evaluation.runs import Death, Failure, Record
from jimbot.evaluation.summary import summary


def game(index: int, won: bool, blinds: int, death: Death | None = None, money: int = 0) -> Record:
    return Record(
        index=index,
        seed=f"S{index}",
        won=won,
        ante=min(8, blinds // 3 + 1),
        blinds=blinds,
        death=death,
        money=money,
        jokers=("j_joker",) * (index % 3),
        decisions=10,
        seconds=0.5,
        transcript="",
    )


GAMES = [
    game(0, True, 24),
    game(1, False, 5, Death(2, "boss", "bl_hook"), 10),
    game(2, False, 1, Death(1, "big", "bl_arm"), 4),
    game(3, False, 8, Death(3, "boss", "bl_hook"), 1),
]


def test_summary() -> None:
    result = summary(GAMES)
    assert (result["n"], result["wins"], result["win_rate"]) == (4, 1, 0.25)
    assert result["win_rate_low"] < 0.25 < result["win_rate_high"]
    assert result["mean_blinds"] == 9.5
    assert result["mean_ante"] == (8 + 2 + 1 + 3) / 4
    assert result["seconds_per_game"] == 0.5
    assert result["deaths"] == {
        "ante": {"1": 1, "2": 1, "3": 1},
        "blind": {"small": 0, "big": 1, "boss": 2},
        "boss": {"bl_hook": 2},
    }
    assert result["money_at_death"] == {"mean": 5.0, "median": 4, "most": 10}
    assert result["joker_names_at_death"] == {"j_joker": 3}


def test_a_game_that_failed_counts_as_lost() -> None:
    failed = Record(9, "S9", False, 1, 0, None, 4, (), 3, 0.1, "", failure=Failure(3, "KeyError"))
    result = summary([*GAMES, failed])
    assert (result["n"], result["wins"]) == (5, 1)
    assert result["failures"] == [{"seed": "S9", "step": 3, "reason": "KeyError"}]


def test_comparison_pairs_by_seed() -> None:
    one = [game(i, i % 2 == 0, 10 + i % 4) for i in range(40)]
    two = [game(i, i % 4 == 0, 8 + i % 3) for i in reversed(range(50))]
    result = compare(one, two)
    assert (result["n"], result["wins_first"], result["wins_second"]) == (40, 20, 10)
    assert (result["only_first_wins"], result["only_second_wins"]) == (10, 0)
    assert result["win_rate"]["difference"] == 0.25
    assert result["win_rate"]["verdict"] == "the first is better"
    assert result["blinds"]["low"] < result["blinds"]["difference"] < result["blinds"]["high"]
    back = compare(two, one)
    assert back["win_rate"]["verdict"] == "the second is better"
    assert back["blinds"]["difference"] == -result["blinds"]["difference"]
    assert back["blinds"]["seeds_needed_for"]["1"] == result["blinds"]["seeds_needed_for"]["1"]


def test_pairs_that_are_all_alike_need_no_number_of_seeds() -> None:
    result = compare(GAMES, GAMES)
    assert result["win_rate"]["seeds_needed_for"] == {}
    assert result["blinds"]["seeds_needed"] is None
    with pytest.raises(ValueError, match="no seeds in common"):
        compare(GAMES[:1], GAMES[1:])


def test_survival_is_the_share_of_runs_that_beat_a_blind() -> None:
    line = survival_line(GAMES)
    assert list(line.x) == list(range(1, 25))
    assert [line.y[blind - 1] for blind in (1, 2, 5, 8, 9, 24)] == [1.0, 0.75, 0.75, 0.5, 0.25, 0.25]
    assert all(low <= y <= high for low, y, high in zip(line.low, line.y, line.high, strict=True))


def test_joker_use_counts_runs_not_copies() -> None:
    games = [game(i, i < 6, 24 if i < 6 else 3) for i in range(12)]
    assert joker_use(games) == [("Joker", 8 / 12, 8, 4)]


def test_the_charts_of_made_up_games() -> None:
    parts = "".join(games_parts(GAMES, summary(GAMES)))
    assert parts.count("data:image/svg+xml") == 4
    assert "Runs lost to a boss" in parts
    assert "No game has ended" in games_parts([], {})[0]
