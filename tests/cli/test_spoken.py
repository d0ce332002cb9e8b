"""Decisions in words: every legal one is read in its written and in its spoken form."""

from __future__ import annotations

import re

import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.apps.spoken import in_words, read_decision, written
from jimbot.game import Action
from jimbot.view import choices, decision_words

HAND = "jimbot1 seed=SAID phase=SELECTING_HAND hand=[S_A,H_A,D_T,C_7,S_7,D_3,H_4,C_9]"


def test_whole_runs_can_be_played_in_either_way() -> None:
    for number, agent in enumerate(("greedy", "heuristic")):
        game, player = Game(f"SAID{number}"), make_agent(agent)
        player.reset(0)
        for step in range(120):
            if game.over:
                break
            action = player.act(View(game, step))
            assert read_decision(game, written(action)) == action
            if game.phase != "SELECTING_HAND":
                said = read_decision(game, decision_words(game, action))
                assert decision_words(game, said) == decision_words(game, action)
            game.apply(action)


def test_every_choice_is_read_by_its_words() -> None:
    game = Game.from_notation(
        "jimbot1 seed=SAID phase=SHOP money=50 jokers=[j_joker] consumables=[c_hermit] shop=[j_blueprint,c_pluto]"
    )
    for choice in choices(game):
        found = in_words(game, choice.text.upper())
        assert found is not None
        assert (found.kind, game.is_legal(found)) == (choice.kind, True) or choice.text.startswith("buy")


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("play 1,2", "play 0,1"),
        ("Play A♠ A♥", "play 0,1"),
        ("discard 3 6", "discard 2,5"),
        ("play 10♦", "play 2"),
        ("sort_hand suit", "sort_hand suit"),
        ("rearrange_hand 2,1,3,4,5,6,7,8", "rearrange_hand 1,0,2,3,4,5,6,7"),
    ],
)
def test_hands(said: str, action: str) -> None:
    assert read_decision(Game.from_notation(HAND), said) == Action(action)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("sort by rank", "'sort' takes one argument"),
        ("play the kings", "no card 'the'"),
        ("play 0", "no card '0'"),
        ("buy Blueprint", "no shop card"),
        ("", "could not read ''"),
    ],
)
def test_what_cannot_be_read_is_named(said: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_decision(Game.from_notation(HAND), said)


def test_a_tarot_in_words_with_its_cards() -> None:
    game = Game.from_notation(f"{HAND} consumables=[c_fool,c_strength]")
    assert read_decision(game, "use Strength on A♥ 10♦") == Action("use 1 on 1,2")
    assert read_decision(game, "use 2 on 2,3") == Action("use 1 on 1,2")


def test_the_terminal_reads_words_and_says_why_not(jimbot) -> None:
    done = jimbot("play --seed TESTSEED", keys="select blind\nwhy play 4♣\nplay 9♠ 9♣\nwhy\nwhy fly\n")
    assert done.code == 0
    assert "less to win than" in done.out
    assert "redrawn games" in done.out
    assert "56 of 300 chips" in done.out
    assert "! write 'why' and a decision, such as 'why p 1 3 5'" in done.out
    assert "! unknown command 'fly'" in done.out


def test_auto_shows_what_moves_scored(jimbot) -> None:
    done = jimbot("play --seed TESTSEED --agent greedy", keys="n\nauto 1\n")
    assert "greedy: play 9♠ 9♣ 5♣ 5♦ 4♣: 96 chips" in done.out or " chips\n" in done.out
