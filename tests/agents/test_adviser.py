"""The adviser: its first line is what the agent does, and the same position gets the same advice."""

from __future__ import annotations

import itertools

import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.advice import Adviser
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.game.seeds import seed_list

AGENTS = ("heuristic", "policy", "search:worlds=16", "search:ms=20")
STAKES = ("white", "black", "gold")


def differences(spec: str, stake: str, seed: str, most: int = 100_000) -> list[str]:
    """Decisions of a run that were not the first of the advice that another adviser gave before; of an agent
    that is ended by the clock it is the same one, which remembers."""
    player, sitting = Adviser(spec), Sitting(Game(seed, "red", stake))
    asked = player if "ms=" in spec else Adviser(spec)
    pilot, wrong = autopilot(sitting, player), []
    while not sitting.game.over and len(sitting.past) < most:
        first = sitting.hints(asked, 1)[0].action
        move = next(pilot)
        if str(move.action) != first:
            wrong.append(f"{len(sitting.past)}: advised {first}, made {move.action}")
    return wrong


@pytest.mark.parametrize("spec", ["heuristic", "policy", "search:worlds=4"])
def test_the_first_advice_is_the_decision(spec: str) -> None:
    assert differences(spec, "gold", "TESTSEED", most=20) == []


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "stake"), list(itertools.product(AGENTS, STAKES)))
def test_the_first_advice_is_the_decision_in_whole_games(spec: str, stake: str) -> None:
    """tools/studies/advice.py plays hundreds of games like this."""
    assert differences(spec, stake, seed_list("dev-1@77000")[0]) == []


@pytest.mark.parametrize("spec", ["heuristic", "planner:deep", "policy"])
def test_the_seed_of_a_view_does_not_change_the_advice(spec: str) -> None:
    """Twenty views of one position, twenty advisers: one advice."""
    game = Game.from_notation("jimbot1 seed=LUCK phase=SELECTING_HAND jokers=[j_joker]")
    said = {Adviser(spec).suggest(View(game, draw_seed), 3)[0] for draw_seed in range(20)}
    assert len(said) == 1


def test_a_search_by_the_clock_says_the_same_twice() -> None:
    adviser = Adviser("search:ms=20")
    game = Game("CLOCK")
    game.apply("select_blind")
    said = [adviser.suggest(View(game, seed), 3) for seed in range(3)]
    assert said[0] == said[1] == said[2]


def test_advice_after_undo_is_the_advice_before() -> None:
    adviser, sitting = Adviser("search:ms=20"), Sitting(Game("UNDO"))
    pilot = autopilot(sitting, adviser)
    said = []
    for _ in range(4):
        said.append(sitting.hints(adviser, 2))
        next(pilot)
    sitting.undo(4)
    for before in said:
        assert sitting.hints(adviser, 2) == before
        sitting.redo()


def test_a_sale_is_followed_by_what_it_made_room_for() -> None:
    """Over whole runs: where the agent planned a second action, it is advised as soon as it is its turn."""
    followed = 0
    for seed in seed_list("dev-6@77100"):
        adviser, sitting = Adviser("heuristic"), Sitting(Game(seed))
        while not sitting.game.over:
            first = adviser.consider(View(sitting.game, 0)).alternatives[0]
            sitting.act(first.action)
            if first.then is not None and sitting.game.is_legal(first.then):
                followed += 1
                assert adviser.suggest(View(sitting.game, 0), 1)[0].action == str(first.then)
    assert followed


def test_an_autopilot_comes_to_an_end() -> None:
    """A policy that moves jokers back and forth stops as it does on its own."""
    sitting = Sitting(Game("AUTO", "red", "white"))
    for _ in autopilot(sitting, Adviser("policy")):
        assert len(sitting.past) < 3000
    assert sitting.game.over


def test_it_leaves_the_agent_as_fair_as_it_was() -> None:
    """Games that differ only in what is hidden get the same advice."""
    game = Game.from_notation("jimbot1 seed=FAIR phase=SHOP money=30 jokers=[j_joker]")
    agent = make_agent("heuristic")
    assert Adviser(agent).suggest(View(game, 3)) == Adviser(agent).suggest(View(game.determinize(8), 4))
