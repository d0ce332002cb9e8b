"""What the judge thinks of jokers: positions that are alike but for one."""

from __future__ import annotations

import pytest

from jimbot import Game
from jimbot.agents.judge import weights
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.jokers import JokerJudge, joker_tokens, jokers_at, shops, with_jokers, with_room
from jimbot.game.content import content
from jimbot.game.seeds import list_of


@pytest.fixture(scope="module")
def found() -> dict[int, list[Game]]:
    return shops((1, 3), 3)


def test_shops_are_those_of_train_seeds(found: dict[int, list[Game]]) -> None:
    for ante, games in found.items():
        assert [(game.phase, game.ante) for game in games] == [("SHOP", ante)] * 3
        lists = {list_of(game.seed) for game in games}
        assert {name for name, _ in lists} == {"train"}
        assert len(lists) == 3


def test_an_ante_that_is_not_reached_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jimbot.agents.judge.jokers.TRIES", 1)
    with pytest.raises(ValueError, match="in 2 games only 0 reached a shop of ante 9; 2 were wanted"):
        shops((9,), 2)


def test_room_is_made_by_the_joker_that_is_missed_least(found: dict[int, list[Game]]) -> None:
    judge, shop = JokerJudge(), found[3][0]
    free = with_jokers(shop, ["j_joker", "j_cavendish"])
    assert with_room(judge, free, 1) == free
    line = ["j_cavendish", "j_delayed_grat", "j_bull", "j_bootstraps", "j_blueprint"]
    full = with_jokers(shop, line)
    assert len(full.jokers) == full.joker_slots
    less = with_room(judge, full, 1)
    (gone,) = {j.key for j in full.jokers} - {j.key for j in less.jokers}
    probabilities = {
        key: judge.win_probabilities([with_jokers(shop, [k for k in line if k != key])], 1)[0] for key in line
    }
    assert gone == max(probabilities, key=lambda key: probabilities[key])
    assert probabilities[gone] - min(probabilities.values()) > 0.01


def test_a_negative_joker_makes_no_room(found: dict[int, list[Game]]) -> None:
    line = [
        "j_delayed_grat/x:NEGATIVE",
        "j_bull",
        "j_bootstraps",
        "j_blueprint",
        "j_throwback",
        "j_cavendish",
    ]
    full = with_jokers(found[3][0], line)
    assert len(full.jokers) == full.joker_slots == 6
    less = with_room(JokerJudge(), full, 1)
    assert less.jokers[0].edition == "negative"
    assert (len(less.jokers), less.joker_slots) == (5, 6)


def test_changes_are_those_of_the_core(found: dict[int, list[Game]]) -> None:
    """The strategist itself, asked in the shop without and with the joker."""

    def chance(game: Game) -> float:
        strategist = Play().strategist(weights())
        decision = strategist.decide(game.reveal(), 0)
        assert decision.alternatives
        return decision.chance

    shop = next(game for game in found[3] if not game.consumables and len(game.jokers) < game.joker_slots)
    view = jokers_at(JokerJudge(), 3, [shop])
    assert view.win_chance == pytest.approx(chance(shop), abs=1e-5)
    owned = {joker.key for joker in shop.jokers}
    for key in sorted({"j_cavendish", "j_juggler", "j_joker", "j_acrobat", "j_blueprint"} - owned):
        with_it = with_jokers(shop, [*joker_tokens(shop), key])
        assert with_it.money == shop.money
        assert [j.key for j in with_it.jokers] == [*(j.key for j in shop.jokers), key]
        assert view.change[key] == pytest.approx(chance(with_it) - chance(shop), abs=1e-5)


def test_all_jokers_are_judged_and_differ(found: dict[int, list[Game]]) -> None:
    shown: list[None] = []
    view = jokers_at(JokerJudge(), 1, found[1], lambda: shown.append(None))
    assert set(view.change) == set(view.error) == set(content()["joker"])
    assert len(shown) == view.positions == 3
    assert 0 < view.win_chance < 1
    assert view.change["j_cavendish"] > 0.05 > view.change["j_delayed_grat"]
    assert view.error["j_cavendish"] > 0


def test_a_joker_is_not_added_twice(found: dict[int, list[Game]]) -> None:
    owner = with_jokers(found[1][0], ["j_bull"])
    assert "j_bull" not in jokers_at(JokerJudge(), 1, [owner]).change
    assert "j_bull" in jokers_at(JokerJudge(), 1, [owner, found[1][1]]).change


def test_the_joker_line_in_notation() -> None:
    line = ["j_runner:45/x:FOIL", "j_joker"]
    game = with_jokers(Game(seed="A"), line)
    assert [token.partition("#")[0] for token in joker_tokens(game)] == line
    assert joker_tokens(Game(seed="A")) == []
