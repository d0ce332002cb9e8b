"""Canaries on running games, and audits decision by decision."""

from __future__ import annotations

import json
import textwrap
import threading

import pytest

from jimbot.agents import Advice, Agent, Alternative, make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.game import Action
from jimbot.live.backends import SimBackend
from jimbot.release.gates import canary as module
from jimbot.release.gates.audit import audit, differences
from jimbot.release.gates.canary import LEAST_DECISIONS, play_beside, run_canary, watch_beside

SEEDS = [str(n) for n in range(1111111, 1111117)]


class Wrong(Agent):
    """Suggests what is never legal at the choice of a blind."""

    def act(self, view):
        return Action("cash_out")

    def consider(self, view):
        if view.phase == "SHOP":
            raise ZeroDivisionError("no")
        return Advice((Alternative(self.act(view)),))


def test_what_a_candidate_says_is_compared_and_never_done():
    backend = SimBackend(execute=True)
    found = play_beside(backend, make_agent("planner:lite"), Wrong(), SEEDS, 60)
    assert found.status == "FAIL"
    assert any("cash_out" in failure for failure in found.failures)
    assert any("ZeroDivisionError" in failure for failure in found.failures)
    assert found.phases["SHOP"]  # the champion went on playing


def test_too_few_decisions_say_nothing():
    found = play_beside(
        SimBackend(execute=True), make_agent("planner:lite"), make_agent("planner:lite"), SEEDS, 5
    )
    assert (found.decisions, found.status) == (5, "SKIP")


@pytest.fixture(scope="module")
def url():
    pytest.importorskip("httpx")
    from jimbot.live.games.own_servers import own_servers

    with own_servers([0]) as servers:
        yield servers[0][1]


def test_both_look_on_while_somebody_plays(url, monkeypatch):
    from jimbot.live.drive.reach import reach

    monkeypatch.setattr(module, "POLL", 0.01)
    player, stop = reach(url, execute=True), threading.Event()
    player.reset("1111111")
    made = []

    def play():
        agent = make_agent("planner:lite")
        while not player.over and not stop.wait(0.05):
            action = agent.act(player.view(len(made)))
            player.act(action)
            made.append(str(action))

    thread = threading.Thread(target=play)
    watcher = reach(url)
    thread.start()
    try:
        found = watch_beside(
            watcher, make_agent("planner:lite"), make_agent("heuristic:tier=lite,rounds=2"), 15, 30
        )
    finally:
        stop.set()
        thread.join()
        watcher.close()
        player.close()
    assert found.decisions >= 10
    assert watcher.execute is False
    assert 0 <= found.divergence < 1


def test_a_game_that_nobody_plays_is_skipped(url, tmp_path):
    shown = run_canary(tmp_path, "planner:lite", "planner:lite", url, LEAST_DECISIONS, SEEDS, seconds=0.5)
    assert shown["status"] == "SKIP"
    assert f"{LEAST_DECISIONS} are needed" in shown["why"]
    assert json.loads((tmp_path / "canary_skip.json").read_text())["synthetic"] is False


def test_without_an_address_the_champion_plays_on_a_server_of_our_own(tmp_path):
    pytest.importorskip("httpx")
    shown = run_canary(tmp_path, "planner:lite", "planner:lite", None, LEAST_DECISIONS, SEEDS)
    assert shown["status"] == "PASS"
    assert (shown["game"], shown["divergence"]) == ("jimbot serve", 0.0)
    assert json.loads((tmp_path / "canary.json").read_text())["label"] == "measured"


@pytest.mark.slow
def test_an_agent_that_keeps_to_its_draw_seed_passes_the_audit():
    found = audit("planner:lite", SEEDS[:3])
    assert found["passed"]
    assert found["games_that_differ"] == 0
    assert found["decisions"] > 30


@pytest.mark.slow
def test_an_agent_with_draw_seed_from_elsewhere_is_found(tmp_path):
    path = tmp_path / "restless.py"
    path.write_text(
        textwrap.dedent(
            """
            import os
            from jimbot.agents import Agent, make_agent, register

            @register("restless")
            class Restless(Agent):
                def __init__(self):
                    self.own, self.steps = make_agent("planner:lite"), 0

                def reset(self, seed):
                    self.steps = 0

                def act(self, view):
                    self.steps += 1
                    plays = [a for a in view.legal_actions() if a.kind == "play"]
                    if plays and self.steps > 3:
                        return plays[int.from_bytes(os.urandom(2), "big") % len(plays)]
                    return self.own.act(view)
            """
        )
    )
    found = audit(str(path), SEEDS[:2])
    assert not found["passed"]
    first = found["differences"][0]
    assert first["decision"] >= 3
    assert first["first"] != first["second"]


def test_games_of_equal_length_with_other_decisions_differ():
    one = play_seed(make_agent("planner:lite"), RunOptions("x"), 0, SEEDS[0])
    lines = one.transcript.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("play"))
    lines[place] = "play 0"
    from dataclasses import replace

    found = differences(one, replace(one, transcript="\n".join(lines) + "\n"))
    assert found["decision"] == place - 1
    assert found["second"] == "play 0"
    assert differences(one, one) is None
