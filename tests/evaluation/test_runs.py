"""What is recorded about a game: the furthest blind, the end, failures."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from jimbot import Game
from jimbot.agents import Agent, View, make_agent
from jimbot.evaluation.runs import Progress, Record, RunOptions, agent_seed, play_game, play_seed
from jimbot.game import Action


def at(tokens: str) -> Game:
    return Game.from_notation(f"jimbot1 seed=RUNS {tokens}")


def play(game: Game, progress: Progress, *actions: str) -> None:
    for action in actions:
        game.apply(Action(action))
        progress.watch(game)


@pytest.mark.parametrize(
    ("where", "blinds"),
    [("ante=1 on_deck=small", 1), ("ante=1 on_deck=big", 2), ("ante=3 on_deck=boss boss=bl_hook", 9)],
)
def test_a_blind_counts_by_its_place(where: str, blinds: int) -> None:
    game = at(f"one_chip=1 phase=SELECTING_HAND {where}")
    progress = Progress(game)
    play(game, progress, "play 0")
    assert progress.blinds == blinds


def test_blinds_that_come_again_after_hieroglyph_count_once() -> None:
    game = at("one_chip=1 phase=SELECTING_HAND ante=3 on_deck=boss boss=bl_hook money=50")
    progress = Progress(game)
    play(game, progress, "play 0", "cash_out")
    assert (game.ante, progress.blinds, progress.ante) == (4, 9, 4)
    game = game.edited("shop_vouchers=[v_hieroglyph]")
    play(game, progress, "buy_voucher 0", "leave_shop", "select_blind", "play 0")
    assert (game.ante, game.phase) == (3, "ROUND_EVAL")
    assert (progress.blinds, progress.ante) == (9, 4)


def test_a_skipped_blind_is_not_beaten_but_the_next_one_counts_by_its_place() -> None:
    game = Game("RUNS", one_chip=True)
    progress = Progress(game)
    play(game, progress, "skip_blind")
    assert progress.blinds == 0
    while game.phase == "PACK":
        play(game, progress, "skip_pack")
    play(game, progress, "select_blind", "play 0")
    assert progress.blinds == 2


def test_a_save_by_mr_bones_beats_the_blind() -> None:
    game = at("phase=SELECTING_HAND ante=3 on_deck=big hands_left=1 jokers=[j_mr_bones] score=2000")
    assert game.round_score < game.target
    progress = Progress(game)
    play(game, progress, "play 0")
    assert (game.phase, progress.blinds, game.jokers) == ("ROUND_EVAL", 8, [])


def test_a_save_by_mr_bones_at_the_last_boss_wins() -> None:
    game = at(
        "phase=SELECTING_HAND ante=8 on_deck=boss boss=bl_final_leaf hands_left=1 jokers=[j_mr_bones] score=30000"
    )

    class Play(Agent):
        def act(self, view: View) -> Action:
            return Action("play 0")

    record = play_game(Play(), game)
    assert (record.won, record.blinds, record.ante, record.death) == (True, 24, 8, None)
    assert record.transcript == ""


def test_a_lost_game() -> None:
    record = play_seed(make_agent("random"), RunOptions("random"), 0, "LOST")
    assert not record.won
    assert record.death is not None
    assert (record.death.ante, record.death.blind) == (1, "small")
    assert record.blinds == 0
    assert record.decisions == len(record.transcript.splitlines()) - 1
    again = Game.replay(record.transcript)
    assert again.lost
    assert again.money == record.money
    assert Record.from_json(asdict(record)) == record


def test_the_death_names_the_boss() -> None:
    record = play_game(
        make_agent("random"), at("phase=SELECTING_HAND ante=8 on_deck=boss boss=bl_final_leaf hands_left=1")
    )
    assert record.death is not None
    assert asdict(record.death) == {"ante": 8, "blind": "boss", "boss": "bl_final_leaf"}


class Fails(Agent):
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: View) -> Any:
        if view.phase == "SELECTING_HAND":
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer
        return Action("select_blind")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (KeyError("x"), "KeyError: 'x'"),
        (Action("cash_out"), "'cash_out' is not legal in SELECTING_HAND"),
        (None, "TypeError"),
        ("jump", "ValueError"),
    ],
)
def test_a_failure_is_reported_with_its_step(answer: Any, reason: str) -> None:
    record = play_game(Fails(answer), Game("FAIL"))
    assert record.failure is not None
    assert record.failure.step == 1
    assert reason in record.failure.reason
    assert not record.won
    assert record.transcript.splitlines()[1:] == ["select_blind"]


def test_a_game_without_end_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jimbot.agents.play.MAX_DECISIONS", 50)
    record = play_game(Fails(Action("sort_hand rank")), Game("ENDLESS"))
    assert record.failure is not None
    assert record.failure.step == 50
    assert "has not ended" in record.failure.reason


def test_the_agent_s_seed_knows_the_number_only() -> None:
    options = RunOptions("random")
    assert len({agent_seed(options, index) for index in range(1000)}) == 1000
    assert agent_seed(options, 3) != agent_seed(RunOptions("random", agent_seed=1), 3)
    seeds = []

    class Listens(Fails):
        def reset(self, seed: int) -> None:
            seeds.append(seed)

    for text in ("ONE", "TWO"):
        play_seed(Listens(ValueError()), options, 5, text)
    assert seeds == [agent_seed(options, 5)] * 2
