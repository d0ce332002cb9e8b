"""Advice for cards: legal, the same for everyone who sees the same, steady, and honest about what is equal."""

from __future__ import annotations

import statistics
import time

import pytest

from jimbot import Game, _core
from jimbot.agents import View
from jimbot.agents.advice import Adviser
from jimbot.game.content import content
from jimbot.game.planner import clear_chance
from jimbot.view import card_advice

BOARDS = (
    "",
    "jokers=[j_joker,j_blueprint] target=900",
    "jokers=[j_baron,j_mime] target=1500",
    "jokers=[j_bloodstone,j_lusty_joker] target=1200",
    "on_deck=boss boss=bl_hook target=600",
    "on_deck=boss boss=bl_psychic target=600",
    "on_deck=boss boss=bl_wheel target=500",
    "on_deck=boss boss=bl_final_bell ante=8 target=800",
    "on_deck=boss boss=bl_house",
    "on_deck=boss boss=bl_house discards_left=0",
    "on_deck=boss boss=bl_mark discards_left=0",
    "discards_left=0 target=700",
    "hands_left=1 target=400",
)


def at_hand(tokens: str, seed: str = "ADVICE") -> Game:
    return Game.from_notation(f"jimbot1 seed={seed} phase=SELECTING_HAND {tokens}")


@pytest.mark.parametrize("board", BOARDS)
def test_it_is_legal_and_sorted_and_does_not_hang_on_hidden_facts(board: str) -> None:
    for number in range(3):
        game = at_hand(board, f"LEGAL{number}")
        advised = card_advice(game)
        assert all(game.is_legal(one.action) for one in advised)
        assert all(0 <= one.chance <= 1 for one in advised)
        assert all(one.expected_score >= 0 for one in advised)
        assert not advised[0].about_equal
        assert len({one.action for one in advised}) == len(advised)
        assert advised == card_advice(View(game, 5)) == card_advice(game.determinize(9))


@pytest.mark.parametrize("boss", [key for key in content()["blind"] if key not in ("bl_small", "bl_big")])
def test_there_is_advice_against_every_boss(boss: str) -> None:
    game = at_hand(f"on_deck=boss boss={boss} ante=8 target=100000 jokers=[j_joker,j_blueprint,j_mime]")
    for step in range(4):
        if game.phase != "SELECTING_HAND":
            break
        advised = card_advice(game, most=2)
        assert all(game.is_legal(one.action) for one in advised)
        game.apply(_core.random_decision(game.reveal(), step))


def test_a_sure_clear_comes_first() -> None:
    first = card_advice(at_hand("hand=[S_A,S_K,S_Q,S_J,S_T,D_2,C_3,H_4] target=300"))[0]
    assert (first.chance, first.hand) == (1.0, "Straight Flush")
    assert first.reason.startswith("the Straight Flush scores ")
    assert first.reason.endswith("with three hands to spare")


def test_what_is_kept_is_said() -> None:
    game = at_hand("hand=[S_9,H_9,C_9,D_7,H_5,D_2,S_3,C_J] hands_left=1 target=2000")
    best = card_advice(game)[0]
    assert best.action == "discard 3,4,5,6,7"
    assert (best.keeps, best.kept) == ("Three of a Kind", "9♠ 9♥ 9♣")
    assert "fishes for a " in best.reason
    assert "(keeps 9♠ 9♥ 9♣)" in best.reason


def test_expected_scores_are_those_of_the_game() -> None:
    game = at_hand("hand=[S_K,H_K,D_2,C_7,S_8,D_3,H_4,C_9] jokers=[j_joker] target=5000")
    plays = {one.action: one for one in card_advice(game, most=20) if one.action.startswith("play")}
    for one in plays.values():
        cards = [int(card) for card in one.action.split()[1].split(",")]
        assert one.expected_score == game.score(cards).score


def test_a_mean_score_after_a_discard_is_that_of_the_redrawn_hands() -> None:
    game = at_hand("hand=[S_K,H_K,D_2,C_7,S_8,D_3,H_4,C_9]")
    shown = _core.mean_score(game.reveal(), _core.Action("discard 2,3,4,5,6"), 400, 1)
    best = []
    for draw_seed in range(400):
        after = game.determinize(draw_seed)
        after.apply("discard 2,3,4,5,6")
        best.append(_core.best_plays(after.reveal())[0][2])
    assert shown == pytest.approx(sum(best) / len(best), rel=0.1)


def test_the_best_plays_are_the_best() -> None:
    game = at_hand("jokers=[j_joker,j_duo]")
    best: dict[str | None, float] = {}
    for action in game.legal_actions():
        if action.kind == "play":
            score = game.score(action.cards)
            best[score.hand] = max(best.get(score.hand, 0.0), score.score or 0.0)
    assert {hand: score for _, hand, score in _core.best_plays(game.reveal())} == best


def other(seed: int, game: Game) -> str:
    return card_advice(game, seed=seed)[0].action


@pytest.mark.parametrize("number", range(12))
def test_other_redraws_change_nothing_that_matters(number: int) -> None:
    """What another seed advises first is within a few points of the chance of what this one does."""
    game = at_hand(f"target={300 + 60 * number}", f"STEADY{number}")
    advised = card_advice(game)
    for seed in range(1, 6):
        first = other(seed, game)
        probabilities = [
            sum(clear_chance(game, action, seed=1000 + i) for i in range(16)) / 16
            for action in (advised[0].action, first)
        ]
        assert probabilities[1] > probabilities[0] - 0.03


def test_a_suggestion_is_there_at_once() -> None:
    """150 ms after the state, on a core of its own."""
    adviser, seconds = Adviser("heuristic"), []
    for number in range(9):
        game = at_hand("jokers=[j_baron,j_mime,j_bloodstone,j_blueprint] target=3000", f"QUICK{number}")
        begin = time.process_time()
        adviser.suggest(View(game, 1), 5)
        seconds.append(time.process_time() - begin)
    assert statistics.median(seconds) < 0.15
