"""Planted truths: two copies of an agent, a truly better one, a model that is too sure of itself."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from jimbot.agents import Advice, Agent, Alternative, View, make_agent
from jimbot.agents.familiar import Familiar
from jimbot.agents.policy import PolicyAgent
from jimbot.evaluation.calibration import calibration, error_interval
from jimbot.evaluation.runs import RunOptions
from jimbot.game import Action, Game
from jimbot.release.gates.buckets import risk_guard
from jimbot.release.gates.calibration import Forecast, calibrated, forecasts
from jimbot.release.gates.decision import Findings, decide
from jimbot.release.gates.plans import run_gate
from jimbot.release.gates.registry import Registry
from jimbot.release.gates.run import GateSettings
from jimbot.release.gates.statistics import milestone, perf

from .conftest import games


class Wobbly(Agent):
    """Plays its hands well, and buys or does not buy by its own seed: two of them reach other antes."""

    name = "wobbly"

    def __init__(self) -> None:
        self.hands = make_agent("planner:lite")

    def act(self, view: View):
        if view.phase == "SHOP":
            found = view.legal_indices("buy_card")
            if found and view.draw_seed % 3:
                return Action.buy_card(found[view.draw_seed // 3 % len(found)])
        return self.hands.act(view)


def decided(one: Agent, two: Agent, trial: int, milestone_seeds: int = 500) -> str:
    """The decision about one agent against another, with seeds of their own, on seeds of this trial."""
    draw = random.Random(trial)
    seeds = ["".join(draw.choices("123456789", k=9)) for _ in range(100 + milestone_seeds)]
    ours, theirs = games(one, seeds, 2 * trial), games(two, seeds, 2 * trial + 1)
    found = Findings(
        perf=perf(ours[:100], theirs[:100]),
        risk=risk_guard(ours[:100], theirs[:100]),
        milestone=milestone(ours[100:], theirs[100:]),
        canary="PASS",
    )
    return decide(found, allow_promote=True)[0]


def test_copies_have_drawing_of_their_own():
    seeds = [str(n) for n in range(1111111, 1111151)]
    one, two = games(Wobbly(), seeds, 0), games(Wobbly(), seeds, 1)
    assert sum(a.transcript != b.transcript for a, b in zip(one, two, strict=True)) > 20
    assert sum(a.ante != b.ante for a, b in zip(one, two, strict=True)) > 10


@pytest.mark.slow
def test_a_copy_is_not_promoted():
    assert all(decided(Wobbly(), Wobbly(), trial, 100) != "promote" for trial in range(4))


@pytest.mark.deep
def test_copies_are_not_promoted_in_95_of_100_trials():
    shown = Counter(decided(Wobbly(), Wobbly(), trial) for trial in range(100))
    print(dict(shown))
    assert shown["promote"] <= 5, shown


@pytest.mark.deep
def test_a_truly_better_agent_is_promoted_by_the_whole_gate(tmp_path):
    """The strategist with its judge against one that never shops."""
    registry = Registry(tmp_path / "registry")
    registry.crown_first(registry.register("hobbled", "planner:lite"), {})
    better = "heuristic:tier=lite,rounds=2"
    settings = GateSettings(
        gate="p17", allow_promote=True, challenger=better, artifacts=tmp_path, registry=registry.folder
    )
    code, path = run_gate(settings)
    assert registry.champion().model_id.startswith("challenger"), (path / "champion_decision.md").read_text()
    assert registry.pointer()["agent"] == registry.champion().agent == better
    assert code == 0
    line = registry.lines()[-1]
    assert line["decision"] == "promote"
    assert line["evidence"]["milestone"]["n"] == 500
    assert line["evidence"]["canary"] == "PASS"


# -- calibration --------------------------------------------------------------------------------------------


def overconfident(probabilities: np.ndarray, by: float) -> np.ndarray:
    odds = np.log(probabilities / (1 - probabilities))
    return 1 / (1 + np.exp(-by * odds))


def test_the_error_of_a_true_and_of_an_overconfident_model():
    draw = np.random.default_rng(1)
    probabilities = draw.uniform(0.02, 0.98, 40_000)
    happened = draw.random(40_000) < probabilities
    true = calibration(probabilities, happened)
    assert true["ece"] < 0.01
    sure = overconfident(probabilities, 3.0)
    found = calibration(sure, happened)
    expected = np.abs(sure - probabilities).mean()  # the gap that was planted
    assert found["ece"] == pytest.approx(expected, abs=0.02)
    assert found["ece"] > 0.1
    low, high = error_interval(sure[:2000], happened[:2000], list(range(2000)))
    assert low < found["ece"] < high
    assert len(found["bins"]) == 10
    with pytest.raises(ValueError, match="the same number"):
        calibration([0.5], [])


class Saying(PolicyAgent):
    """Plays as it can, and says the same chance to win before every decision."""

    def __init__(self, chance: float) -> None:
        self.own, self.chance = make_agent("planner:lite"), chance

    def reset(self, seed: int) -> None:
        self.own.reset(seed)

    def consider(self, view: View) -> Advice:
        return Advice((Alternative(self.own.act(view), self.chance),))


def test_an_overconfident_agent_is_found_by_its_games():
    seeds = [str(n) for n in range(2222222, 2222242)]
    won = np.mean([record.won for record in games("planner:lite", seeds)])
    for chance in (0.9, 0.0):
        found = calibrated(forecasts(Saying(chance), seeds, RunOptions("saying")))
        assert set(found) == {"hand (win)", "shop (win)", "blind (win)"}
        for table in found.values():
            assert table["ece"] == pytest.approx(abs(chance - won), abs=1e-9)
    assert won == 0  # it never shops: a report that it wins is wrong


def test_probabilities_are_held_against_what_happened_and_not_against_another_agent():
    shown = [Forecast("shop", "win", 0.9, game, game % 2 == 0) for game in range(10)]
    assert calibrated(shown)["shop (win)"]["ece"] == pytest.approx(0.4)


def test_hand_probabilities_are_to_clear_the_blind():
    found = forecasts(make_agent("heuristic:tier=lite,rounds=2"), ["1111111"], RunOptions("x"))
    hands = [one for one in found if one.phase == "hand"]
    assert hands
    assert {one.of for one in hands} == {"clear"}
    assert {one.of for one in found if one.phase != "hand"} == {"win"}
    assert any(one.happened for one in hands)


# -- unusual positions --------------------------------------------------------------------------------------


def positions(agent: Agent, seeds, **options):
    for seed in seeds:
        game = Game(seed, **options)
        agent.reset(0)
        for step in range(400):
            if game.over:
                break
            yield game
            game.apply(agent.act(View(game, step)))


def test_unusual_positions_stand_out_and_usual_ones_do_not():
    agent = make_agent("heuristic:tier=lite,rounds=2")
    known = Familiar.fit(positions(agent, [str(n) for n in range(3333333, 3333353)]), "twenty games")
    fresh = [known.unusual(game) for game in positions(agent, ["4444444", "5555555"])]
    assert np.mean(fresh) < 0.15  # never saturated: targets of 300 and 100,000 are both usual
    assert max(fresh) < 1
    endless = Game.from_notation("jimbot1 seed=6666666 ante=16 money=9999")
    assert known.unusual(Game("6666666")) < 0.1
    assert known.unusual(endless) > 0.5
