"""Policies in front of users: compared, watched, and playing games behind the protocol."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

pytest.importorskip("sb3_contrib")
pytest.importorskip("httpx")

from jimbot import Game
from jimbot.agents import make_agent
from jimbot.evaluation.runs import Record, RunOptions, agent_seed, play_game
from jimbot.game.seeds import draw_seed, seed_list
from jimbot.live.backends import RealBackend, SimBackend
from jimbot.live.client import Client
from jimbot.live.protocol import NoCall, has_call
from jimbot.live.protocol.memory import Memory
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session


@pytest.fixture(scope="module")
def spec(networks: Path) -> str:
    return f"policy:checkpoint={networks / 'sb3'}"


def played(spec: str, seeds: list[str]) -> list[Record]:
    """Here, without a command."""
    player, options = make_agent(spec), RunOptions(spec)
    return [play_game(player, Game(s), i, agent_seed(options, i)) for i, s in enumerate(seeds)]


def test_compare(jimbot, spec: str) -> None:
    done = jimbot(f"compare {spec} random --seeds dev-3 --workers 0 --json")
    assert done.code == 0, done.err
    records = played(spec, seed_list("dev-3"))
    assert done.json["n"] == 3
    assert done.json["first"] == spec
    assert done.json["blinds_first"] == pytest.approx(fmean(r.blinds for r in records))


def test_watch(jimbot, spec: str) -> None:
    (record,) = played(spec, ["TUTORIAL"])
    done = jimbot(f"watch --agent {spec} --seed TUTORIAL --delay 0")
    assert done.code == 0, done.err
    assert "> 1.  select blind" in done.out.lower()
    assert f"{record.decisions} decisions. Seed TUTORIAL." in done.out


RICH = "phase=SHOP money=60 jokers=[j_cavendish,j_duo,j_gros_michel,j_abstract,j_stuntman]"


def test_a_served_game(spec: str) -> None:
    """Through shops and packs to the end, by the same decisions as in process while the protocol reports all that
    a policy looks at: tags held and planets used are not in it. What it has no call for is refused."""
    game = Game.from_notation(f"jimbot1 seed=SERVED variant=steamodded {RICH}")
    session = Session()
    session.resume(game.clone(), Memory(seed="SERVED"))
    session.memory.update(session.core)
    here, there = make_agent(spec), make_agent(spec)
    kinds, alike = set(), 0
    with Server([0], "127.0.0.1", lambda: session) as server, Client(server_url(server)) as client:
        sim, real = SimBackend.of(game, execute=True), RealBackend(client, execute=True)
        for step in range(200):
            if real.over:
                break
            action = there.act(real.view(draw_seed(7, step)))
            shown = sim.state()
            if not shown["tags"] and "planets_used" not in shown["run"]:
                assert here.act(sim.view(draw_seed(7, step))) == action
                alike += 1
            if not has_call(action, real.view()):
                with pytest.raises(NoCall):
                    real.act(action)
                action = real.legal_actions()[0]
            sim.act(action)
            real.act(action)
            kinds.add(action.kind)
        assert (real.over, real.won) == (sim.over, sim.won) == (True, sim.won)
    assert alike > 10
    assert len(kinds) > 4, kinds


def server_url(server: Server) -> str:
    return f"http://127.0.0.1:{server.ports[0]}"
