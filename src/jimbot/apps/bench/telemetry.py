"""What recording telemetry costs an evaluation and a training, in processor time."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jimbot import Game
from jimbot.agents import make_agent
from jimbot.evaluation import play_game
from jimbot.game.seeds import read_seeds
from jimbot.runs import telemetry
from jimbot.runs.console import progress

GAMES = 10  # played at a time, with or without: short, so that other work on the machine disturbs both alike
STEPS = 60_000  # of the training
POINTS = 20_000  # recorded to know what one costs its caller


def measure(pairs: int, quiet: bool = False) -> dict[str, Any]:
    """The evaluation is played with and without, in turn; starting and ending the recorder counts. A training
    has so few points that pairs show nothing: there it is the share of thread and calls."""
    with progress("bench telemetry", pairs + 1, quiet) as advance, tempfile.TemporaryDirectory() as folder:
        figures: dict[str, Any] = {"pairs": pairs, **_evaluation(pairs, folder, lambda: advance(1))}
        figures |= _training(Path(folder))
        advance(1)
    return figures


def _evaluation(pairs: int, folder: str, advance: Callable[[], object]) -> dict[str, float]:
    agent, seeds = make_agent("heuristic"), read_seeds(f"dev-{pairs * GAMES}@70000")
    spent = {True: 0.0, False: 0.0}
    more = []
    for pair in range(pairs):
        part = seeds[pair * GAMES : (pair + 1) * GAMES]
        _games(agent, part)  # builds that are measured stay measured: both find them so
        times = {}
        for recorded in (bool(pair % 2), not pair % 2):
            begin = time.process_time()
            if recorded:
                telemetry.start(folder, "bench")
            _games(agent, part)
            telemetry.stop()
            times[recorded] = time.process_time() - begin
            spent[recorded] += times[recorded]
        more.append(times[True] - times[False])
        advance()
    percent = 100 / spent[False]
    return {
        "evaluation_more_percent": percent * sum(more),
        "evaluation_standard_error": percent * statistics.stdev(more) * pairs**0.5,
        "evaluation_seconds": spent[False],
    }


def _games(agent: Any, seeds: Any) -> None:
    for i, seed in enumerate(seeds):
        play_game(agent, Game(seed), i)


def _training(folder: Path) -> dict[str, float]:
    from jimbot.training.native.run import train
    from jimbot.training.native.settings import settings_of

    begin = time.process_time()
    telemetry.start(str(folder / "training"), "bench")
    writers = [thread for thread in threading.enumerate() if thread.name.startswith("telemetry")]
    train(settings_of("quick", steps=STEPS), folder / "run")
    telemetry.flush()
    seconds = time.process_time() - begin
    writing = sum(_thread_seconds(thread) for thread in writers)
    telemetry.stop()
    points = sum(len(path.read_bytes().splitlines()) for path in (folder / "training").glob("**/*.jsonl"))
    recording = points * _seconds_a_point(str(folder / "calls"))
    return {
        "training_share_percent": 100 * (writing + recording) / seconds,
        "training_points": points,
        "training_seconds": seconds,
    }


def _thread_seconds(thread: threading.Thread) -> float:
    nanoseconds = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text().split()[0]
    return int(nanoseconds) / 1e9


def _seconds_a_point(folder: str) -> float:
    telemetry.start(folder, "bench")
    begin = time.thread_time()
    for i in range(POINTS):
        telemetry.record("training", {"trainer": "bench"}, steps=float(i), blinds=1.0)
    spent = time.thread_time() - begin
    telemetry.stop()
    return spent / POINTS
