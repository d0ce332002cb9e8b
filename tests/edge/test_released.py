"""Long calls of the native module: a thread may be in one when the interpreter ends, and none is endless."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from jimbot import _core
from jimbot.agents import judge
from jimbot.agents.models import SHIPPED
from jimbot.envs import Batch
from jimbot.models.native import native_network

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"
BEGIN = """
import threading, time
import numpy as np
from jimbot import _core
from jimbot.agents import View, judge, make_agent
from jimbot.envs import Batch
from jimbot.game import Game
weights = judge.weights().core
blind = _core.Game.start("EXIT", 0, 1, 255, 0, False, False, 100)
hand = blind.clone()
hand.apply(_core.Action("select_blind"))
query = _core.SeedQuery()
query.named("voucher", 1, 8, [])
batch = Batch(256, threads=2)
batch.reset(range(256))
position = Game("EXIT")
position.apply("select_blind")
agent = make_agent("search:worlds=64,candidates=8")
agent.reset(1)
"""
CALLS = {
    "weigh_hands": "_core.weigh_hands(hand, 20, 20000, 1)",
    "mean_score": "_core.mean_score(hand, _core.Action('play 0,1,2,3,4'), 400000, 1)",
    "SeedFinder.find": "_core.SeedFinder(query, 0, 1).find(0, 10_000_000, 1, None)",
    "worth_with": "_core.worth_with(blind, weights, np.array([[0], [3]], np.uint8), 100_000, 1)",
    "strength": "_core.strength(blind, 0, 10_000, 1, True)",
    "timings": "_core.timings(1_000_000)",
    "batch": "batch.step(batch.random_moves(1))",
    "agent": "agent.act(View(position, 1))",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_interpreter_ends_while_a_thread_is_in_a_call(call: str) -> None:
    end = f"""
def work():
    while True:
        {call}
threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("over")
"""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + end], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "over\n", "")


def test_the_lock_is_given_up_in_one_way_alone() -> None:
    for file in sorted(BINDINGS.glob("*")):
        text = file.read_text() if file.name != "released.h" else ""
        for other in ("gil_scoped_release", "PyEval_SaveThread", "Py_BEGIN_ALLOW_THREADS"):
            assert other not in text, f"{file.name}: {other}; Released is for that"


def test_a_call_that_cannot_be_interrupted_has_an_end() -> None:
    game = _core.Game.start("BOUNDS", 0, 1, 255, 0, False, False, 100)
    with pytest.raises(ValueError, match="n is 3000000; 1 to 1000000 is allowed"):
        _core.timings(3_000_000)
    with pytest.raises(ValueError, match="rounds is 100000; 1 to 10000 is allowed"):
        _core.strength(game, 0, 100_000, 1, True)


def test_parts_of_a_condition_may_be_shared() -> None:
    """Each level joins the one below twice: 2 to the power of 60 facts if they were asked one by one."""
    query = _core.SeedQuery()
    query.named("voucher", 1, 1, ["v_hone"])
    plain = _core.SeedFinder(query, 0, 1).find(0, 3000, 1, None)
    for level in range(60):
        query.join("all" if level % 2 else "any", [level, level])
    assert _core.SeedFinder(query, 0, 1).find(0, 3000, 1, None) == plain
    assert plain


def test_conditions_of_conditions_have_a_bound() -> None:
    query = _core.SeedQuery()
    query.join("all", [])
    for level in range(999):
        query.join("none", [level])
    assert len(_core.SeedFinder(query, 0, 1).find(0, 10, 1, None)) == 0
    with pytest.raises(ValueError, match="conditions are at most 1000 deep"):
        query.join("none", [999])


def test_what_was_written_into_the_arrays_of_a_batch_is_checked() -> None:
    batch = Batch(2, flat=True)
    batch.reset([1, 2])
    batch.fact_rows[:] = 1e300
    with pytest.raises(ValueError, match=r"is 1e\+300; .* is allowed"):
        batch._core.info(0)
    batch.rows[:] = 255
    for step in range(300):
        batch.step(batch.random_moves(step))
    assert batch.flat is not None
    assert np.isfinite(batch.flat).all()


def test_a_search_plays_on_to_one_blind_at_least() -> None:
    network = native_network(SHIPPED)
    strategist = _core.Strategist(judge.weights().core, 2, 0, 0, network=network, trust=0.01)
    with pytest.raises(ValueError, match="blinds is 0; 1 to 1000 is allowed"):
        _core.Search(network, strategist, 2, 2, 0, 0.003, 0.0, 1)
