"""What decisions cost: of one that is asked about, and the dearest of a run."""

from __future__ import annotations

import pytest

from jimbot import Game
from jimbot.agents import View
from jimbot.agents.advice import Adviser, review, why_not
from jimbot.game import Action

ROUND = "jimbot1 seed=WHY phase=SELECTING_HAND hand=[S_A,S_K,S_Q,S_J,S_T,D_2,C_3,H_4] target=300"


def test_a_blunder_is_dear_and_the_line_shows_it() -> None:
    """A made straight flush beats the blind; to play the two with the last hand loses the run."""
    game = Game.from_notation(f"{ROUND} hands_left=1 discards_left=0")
    adviser = Adviser("heuristic")
    best = adviser.consider(View(game, 0)).action
    found = why_not(adviser, View(game, 1), Action("play 5"), worlds=64)
    assert found.best == str(best)
    assert found.rank > 1
    assert found.cost > 0.3
    assert "100 % after the other" in found.line
    assert why_not(adviser, View(game, 1), best, worlds=64).cost == 0


def test_what_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="is not legal now: "):
        why_not(Adviser("heuristic"), View(Game.from_notation(ROUND), 0), Action("leave_shop"))


def test_it_hangs_on_nothing_hidden() -> None:
    game = Game.from_notation(ROUND)
    asked = [
        why_not(Adviser("heuristic"), View(one, 0), Action("discard 5,6,7"), worlds=32)
        for one in (game, game.determinize(5))
    ]
    assert asked[0] == asked[1]


def test_the_dearest_decision_of_a_run_is_found() -> None:
    """A run that throws its last hand away, after decisions that were as good as any."""
    game = Game.from_notation(f"{ROUND} hands_left=2 discards_left=0")
    decisions = []
    for action in (Action("play 5,6,7"), Action("play 0")):
        decisions.append((game.clone(), action))
        game.apply(action)
    found = review(decisions, Adviser("heuristic"), most=5)
    assert (found.decisions, found.weighed, found.agreed) == (2, 2, 0)
    dearest = found.regrets[0]
    assert dearest.cost == max(one.cost for one in found.regrets)
    assert dearest.cost > dearest.error > 0 or dearest.error == 0
    assert dearest.better.startswith("play")
    assert dearest.reason


def test_what_the_adviser_would_have_done_is_no_regret() -> None:
    game, adviser = Game.from_notation(ROUND), Adviser("heuristic")
    action = adviser.consider(View(game, 0)).action
    found = review([(game, action)], adviser)
    assert (found.agreed, found.regrets) == (1, ())
