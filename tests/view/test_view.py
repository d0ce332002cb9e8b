"""Positions, choices, jokers and scores as plain data: true to the game, and nothing hidden in them."""

from __future__ import annotations

import json

import pytest

from jimbot import Game, _core
from jimbot.agents import View
from jimbot.runs.console import plain
from jimbot.view import choices, decision_words, explain, live_jokers, position, steps
from jimbot.view.picture.decision_text import decision_text


def at_hand(tokens: str, seed: str = "VIEW") -> Game:
    return Game.from_notation(f"jimbot1 seed={seed} phase=SELECTING_HAND {tokens}")


def positions(seed: str = "ANYWHERE", most: int = 150) -> list[Game]:
    """Every position of a random run."""
    game, out = Game(seed, one_chip=True), []
    for i in range(most):
        if game.over:
            break
        out.append(game.clone())
        game.apply(_core.random_decision(game.reveal(), i))
    return out


def test_jokers_show_what_they_give_now() -> None:
    game = at_hand("skips=3 jokers=[j_throwback,j_joker,j_ride_the_bus:4]")
    throwback, joker, bus = live_jokers(game)
    assert (throwback.now, str(throwback)) == ("X1.75 Mult", "Throwback: X1.75 Mult now")
    assert "Currently" not in throwback.rule
    assert (joker.now, str(joker)) == ("", "Joker: +4 Mult")
    assert bus.now == "+4 Mult"


def test_copiers_name_whom_they_copy() -> None:
    blueprint, joker, brainstorm = live_jokers(at_hand("jokers=[j_blueprint,j_joker,j_brainstorm]"))
    assert str(blueprint) == "Blueprint: acts as Joker"
    assert (joker.acts_as, joker.idle) == ("", False)
    assert brainstorm.acts_as == "Joker"
    alone = live_jokers(at_hand("jokers=[j_joker,j_blueprint]"))[1]
    assert (alone.acts_as, alone.idle, str(alone)) == (
        "",
        True,
        "Blueprint: does nothing now: no joker is to its right",
    )


def test_face_down_jokers_show_nothing() -> None:
    game = at_hand("on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_blueprint,j_joker,j_throwback]")
    assert all(joker.face_down for joker in game.jokers)
    assert {(joker.name, joker.now, joker.acts_as, joker.idle) for joker in live_jokers(game)} == {
        ("??", "", "", False)
    }


def test_a_position_is_plain_and_the_same_for_all_who_see_the_same() -> None:
    for game in positions():
        shown = position(game)
        json.dumps(plain(shown))
        assert plain(position(View(game, 3))) == plain(shown) == plain(position(View(game, 4)))
        assert (shown.phase, shown.money, len(shown.hand)) == (game.phase, game.money, len(game.hand))


def test_every_choice_is_legal_and_none_is_missing() -> None:
    kinds = set()
    for game in positions():
        offered = choices(game)
        kinds |= {choice.kind for choice in offered}
        legal = {(action.kind, action.index) for action in game.legal_actions()}
        for choice in offered:
            assert (choice.kind, choice.index or 0) in legal
            if choice.least == 0:
                assert game.is_legal(choice.action())
        listed = {(choice.kind, choice.index or 0) for choice in offered}
        assert {pair for pair in legal if pair[0] != "sort_hand"} == listed
    assert {"play", "discard", "select_blind", "cash_out", "leave_shop", "buy_card"} <= kinds


def test_words_are_those_of_the_terminal() -> None:
    for game in positions():
        for action in game.legal_actions():
            assert decision_words(game, action) == decision_text(game, action).plain


def test_a_score_is_explained() -> None:
    game = at_hand("hand=[S_K,H_K,D_2] jokers=[j_joker]")
    found = explain(game, [0, 1])
    assert (found.hand, found.score, found.exact, found.note) == ("Pair", 30 * 6, True, "")
    assert [step.source for step in found.steps] == ["Pair", "S_K", "H_K", "Joker"]
    assert list(found.steps) == steps(game.score([0, 1]))
    assert found.scoring == (0, 1)


def test_what_is_open_is_said() -> None:
    lucky = explain(at_hand("hand=[S_K/e:LUCKY,H_K]"), [0, 1])
    assert (lucky.exact, lucky.note) == (False, "without chance effects")
    assert lucky.rolls
    hidden = explain(at_hand("on_deck=boss boss=bl_house"), [0])
    assert (hidden.score, "face down" in hidden.note) == (None, True)
    refused = explain(at_hand("on_deck=boss boss=bl_psychic hand=[S_K,H_K]"), [0, 1])
    assert refused.refused
    assert "does not let it score" in refused.note


@pytest.mark.parametrize("tokens", ["", "jokers=[j_blueprint]", "on_deck=boss boss=bl_hook"])
def test_looking_changes_nothing(tokens: str) -> None:
    game = at_hand(tokens)
    before = game.to_bytes()
    position(game)
    explain(game, [0])
    assert game.to_bytes() == before
