"""Reasons between rounds: what a decision changes of a round, of the money, of what is to come."""

from __future__ import annotations

import re

import pytest

from jimbot import Game
from jimbot.agents import View
from jimbot.agents.advice import Adviser
from jimbot.game import Action
from jimbot.view.build_reasons import Changes, build_reason, rounded
from jimbot.view.second_choice import Weighed, against, obvious

NUMBER = re.compile(r"(?<![A-Za-z])\$?\d[\d,.]*")
SHOP = "jimbot1 seed=WHY phase=SHOP money=12 jokers=[j_joker]"


def reason(tokens: str, action: str, then: str | None = None) -> str:
    view = View(Game.from_notation(tokens), 0)
    return build_reason(view, Action(action), None if then is None else Action(then))


@pytest.fixture(scope="module")
def said() -> list[tuple[str, str]]:
    """Phase and reason of each first advice outside of rounds, of a run at Gold Stake."""
    adviser, game, found = Adviser("heuristic"), Game("REASONS", "red", "gold"), []
    for _ in range(60):
        first = adviser.suggest(View(game, 0), 1)[0]
        if game.phase != "SELECTING_HAND":
            found.append((game.phase, first.reason))
        game.apply(first.action)
    return found


def test_every_decision_of_a_run_has_a_reason_of_one_sentence_and_two_numbers(said) -> None:
    assert {"BLIND_SELECT", "ROUND_EVAL", "SHOP"} <= {phase for phase, _ in said}
    for phase, words in said:
        assert words, phase
        assert ". " not in words
        measured = re.sub(r"^(?:.*no more chips at once, but|for later:).*", "", words)
        if not re.search(r"level: |chance|each|chosen|random", measured):  # the card's own words have theirs
            assert len(NUMBER.findall(measured)) <= 2, words


def test_a_joker_is_bought_for_what_it_does_to_a_round() -> None:
    words = reason(f"{SHOP} shop=[j_cavendish]", "buy_card 0")
    found = re.search(r"lifts a round against [\w ]+ from about ([\d,]+) to ([\d,]+)", words)
    assert found is not None
    before, after = (float(one.replace(",", "")) for one in found.groups())
    assert after / before == pytest.approx(3, rel=0.2)
    assert words.endswith("interest")


def test_a_joker_for_money_is_described_by_its_own_words() -> None:
    words = reason(f"{SHOP} shop=[j_golden]", "buy_card 0")
    assert words.startswith("no more chips at once, but $4 at the end of each round") or "$4" in words


def test_what_is_drawn_is_not_measured() -> None:
    """A Judgement brings a random joker: the reason is its rule."""
    words = reason("jimbot1 seed=WHY phase=SHOP consumables=[c_judgement]", "use 0")
    assert "round" not in words
    assert "joker" in words.lower()


def test_what_costs_chips_at_first_is_said_so_where_it_is_advised() -> None:
    """Merry Andy takes a hand card for three discards."""
    tokens = f"{SHOP} shop=[j_merry_andy] ante=8"
    view = View(Game.from_notation(tokens), 0)
    advised = build_reason(view, Action("buy_card 0"))
    other = build_reason(view, Action("buy_card 0"), first=False)
    assert not advised.startswith("lowers")
    assert advised.startswith(("fewer chips at once, but", "no more chips at once, but", "lifts"))
    assert "Merry Andy" not in other


def clause(tokens: str, first: tuple[str, float | None], other: tuple[str, float | None]) -> str:
    view = View(Game.from_notation(tokens), 0)
    return against(Changes(view), *(Weighed(Action(action), to_win) for action, to_win in (first, other)))


@pytest.mark.parametrize(
    ("tokens", "first", "other", "words"),
    [
        (f"{SHOP} shop=[j_cavendish]", ("buy_card 0", 0.5), ("leave_shop", 0.4), "; keeping the money wins less often"),
        (f"{SHOP} shop=[j_cavendish]", ("buy_card 0", 0.5), ("leave_shop", 0.1), "; keeping the money wins far less often"),
        (f"{SHOP} shop=[j_cavendish]", ("buy_card 0", 0.5), ("reroll", 0.499), "; a reroll is about as good"),
        (f"{SHOP} shop=[j_cavendish]", ("buy_card 0", 0.5), ("leave_shop", 0.6), ""),
        (f"{SHOP} shop=[j_cavendish]", ("buy_card 0", None), ("leave_shop", None), ""),
        (f"{SHOP} shop=[j_cavendish,j_golden]", ("buy_card 1", 0.5), ("buy_card 0", 0.4), "; buying Cavendish adds more chips at once, but wins less often"),
        (f"{SHOP} shop=[j_cavendish,j_golden]", ("leave_shop", 0.5), ("buy_card 1", 0.4), "; buying Golden Joker adds no chips"),
        (f"{SHOP} shop=[j_cavendish,j_jolly]", ("buy_card 0", 0.5), ("buy_card 1", 0.4), "; buying Jolly Joker adds fewer chips"),
        ("jimbot1 seed=WHY", ("select_blind", 0.5), ("skip_blind", 0.4), "; skipping it for the tag wins less often"),
        ("jimbot1 seed=WHY ante=2 on_deck=small", ("skip_blind", 0.5), ("select_blind", 0.4), "; playing it now, a round scores only about"),
    ],
)  # fmt: skip
def test_why_the_obvious_alternative_is_worse(tokens, first, other, words) -> None:
    said = clause(tokens, first, other)
    assert said.startswith(words) if words.endswith("about") else said == words


def test_the_obvious_alternative_is_the_joker_that_adds_most() -> None:
    changes = Changes(View(Game.from_notation(f"{SHOP} shop=[j_golden,j_cavendish]"), 0))
    names = ("leave_shop", "buy_card 0", "buy_card 1", "sell_joker 0")
    others = [Weighed(Action(name), to_win) for name, to_win in zip(names, (0.4, 0.3, 0.2, 0.5), strict=True)]
    found = obvious(changes, Weighed(Action("reroll"), 0.6), others)
    assert found is not None
    assert str(found.action) == "buy_card 1"
    assert obvious(changes, Weighed(Action("reroll"), 0.6), others[-1:]) is None


def test_it_hangs_on_nothing_hidden() -> None:
    game = Game.from_notation(f"{SHOP} shop=[j_cavendish,j_blueprint]")
    for action in map(Action, ("buy_card 0", "buy_card 1", "leave_shop", "reroll", "sell_joker 0")):
        views = (View(game, 0), View(game.determinize(7), 3))
        assert len({build_reason(view, action) for view in views}) == 1


def test_waiting_comes_with_the_money_that_is_kept() -> None:
    assert "so $23 is kept for $4 of interest" in reason(
        "jimbot1 seed=WHY phase=SHOP shop=[j_blueprint] money=23", "leave_shop"
    )
    assert "can be paid with $0" in reason(
        "jimbot1 seed=WHY phase=SHOP shop=[j_blueprint] money=0", "leave_shop"
    )
    green = reason("jimbot1 seed=WHY phase=SHOP shop=[j_blueprint] money=23 deck=b_green", "leave_shop")
    assert "interest" not in green


def test_a_blind_comes_with_what_a_round_scores() -> None:
    words = reason("jimbot1 seed=WHY", "select_blind")
    assert re.fullmatch(r"a round scores about [\d,]+, over the 300 that Small Blind needs", words)
    late = reason("jimbot1 seed=WHY ante=8", "select_blind")
    assert late.startswith("a round scores only about ")
    assert "in place of the blind's money and a shop" in reason("jimbot1 seed=WHY", "skip_blind")


def test_chips_are_rounded_as_people_say_them() -> None:
    assert [rounded(chips) for chips in (0, 7, 123, 98_765)] == [0, 7, 120, 99_000]
