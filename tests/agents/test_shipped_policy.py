"""The network of the package: it is there, names how it was made, and plays without a planner."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")

from jimbot.agents import make_agent
from jimbot.agents.models import SHIPPED
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net


def test_it_is_small_and_says_how_it_was_made():
    assert SHIPPED.stat().st_size <= 16 * 2**20
    shown = json.loads(SHIPPED.with_suffix(".json").read_text())
    assert shown["commands"]
    assert shown["train_seeds"]
    assert all(result["seeds"].startswith(("valid", "dev")) for result in shown["results"])
    refuse_trained_on_test("policy", seed_list("test-1"))  # nothing of it comes from test seeds


def test_nothing_is_redrawn_or_played_out_for_it():
    net, _ = load_net(SHIPPED)
    assert (net.shape.redraws, net.shape.rounds) == (0, 0)


def test_it_wins_games():
    agent = make_agent("policy")
    games = [play_seed(agent, RunOptions("policy"), i, s) for i, s in enumerate(seed_list("valid-6@3000"))]
    assert [game.failure for game in games] == [None] * 6
    assert sum(game.won for game in games) >= 2
    assert sum(game.blinds for game in games) >= 6 * 15


def test_the_planner_may_play_its_cards():
    agent = make_agent("policy:planner=lite")
    game = play_seed(agent, RunOptions("policy"), 0, "1234ABCD")
    assert game.failure is None
    with pytest.raises(ValueError, match="unknown"):
        make_agent("policy:planner=strong")
