"""How long a suggestion takes: from the state of the game to the rows that are shown.

    python tools/studies/latency.py                     heuristic, and search with a budget of 500 ms
    python tools/studies/latency.py --decisions 60      more positions for each

On the way of the assistant the state is read over the protocol; on the page to play it is in the process. The
processor seconds are those of all threads, the server among them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import TypeVar

from jimbot.agents import make_agent
from jimbot.apps.sitting import Autopilot, Sitting
from jimbot.apps.ui.table import advice_rows
from jimbot.game import Game
from jimbot.live.client import Client
from jimbot.live.drive.companion import Companion, Look
from jimbot.live.drive.reach import reach
from jimbot.live.server import Server, Session
from jimbot.view import position

SEED = "LATENCY"
TOPK = 5
AGENTS = ("heuristic", "search:ms=500")
T = TypeVar("T")
Times = list[tuple[float, float]]  # seconds on the clock, of the processor


def timed(times: Times, act: Callable[[], T]) -> T:
    begin, spent = time.perf_counter(), time.process_time()
    result = act()
    times.append((time.perf_counter() - begin, time.process_time() - spent))
    return result


def assistant(agent: str, decisions: int) -> Times:
    """Beside a game behind the protocol; its first suggestion is made each time."""
    times: Times = []

    def looked() -> Look:
        look = beside.look(again=True)
        assert look is not None
        advice_rows(look.notice.suggestions)
        return look

    with Server([0], "127.0.0.1", Session) as server:
        url = f"http://127.0.0.1:{server.ports[0]}"
        with Client(url) as client:
            client.start(seed=SEED)
        beside = Companion(make_agent(agent), lambda: reach(url), (), TOPK)
        beside.look()
        beside.arm()
        while len(times) < decisions:
            look = timed(times, looked)
            if not look.notice.suggestions:
                break
            beside.execute(0, look)
        beside.close()
    return times


def page(agent: str, decisions: int) -> Times:
    """On the page to play; the heuristic plays on."""
    times: Times = []
    sitting, adviser = Sitting(Game(SEED)), make_agent(agent)
    pilot = Autopilot(sitting, make_agent("heuristic"))
    while len(times) < decisions and not sitting.game.over:
        timed(times, lambda: (position(sitting.game), advice_rows(sitting.hints(adviser, TOPK))))
        pilot.step()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=40, help="positions for each agent and way")
    decisions = parser.parse_args().decisions
    for agent in AGENTS:
        for way in (assistant, page):
            found = way(agent, decisions)
            wall, processor = ([1000 * one for one in column] for column in zip(*found, strict=True))
            print(
                f"{agent}, {way.__name__}, {len(found)} positions:"
                f" clock median {statistics.median(wall):.0f} ms, most {max(wall):.0f} ms;"
                f" processor median {statistics.median(processor):.0f} ms, most {max(processor):.0f} ms"
            )


if __name__ == "__main__":
    main()
