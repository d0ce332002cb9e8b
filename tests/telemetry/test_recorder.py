"""Recording never blocks, never fails, loses little: batches, drops, kills, dead addresses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from jimbot.runs import telemetry
from jimbot.runs.publishing import Lane
from jimbot.runs.telemetry import Point, Recorder
from jimbot.runs.telemetry.recorder import MAX_WAITING
from jimbot.runs.telemetry.switch import sinks_of

BATCH = Lane.batch


class Kept:
    """A sink in memory that may be held up or fail."""

    name = "memory"

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.open = threading.Event()
        self.open.set()
        self.batches: list[list[Point]] = []

    def write(self, points: Sequence[Point]) -> None:
        self.open.wait()
        if self.error is not None:
            raise self.error
        self.batches.append(list(points))

    def close(self) -> None:
        self.batches.append([])

    def numbers(self) -> list[float | str]:
        return [p.values["n"] for batch in self.batches for p in batch if p.measure == "test"]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture(autouse=True)
def _off() -> Iterator[None]:
    yield
    telemetry.stop()


def test_all_points_arrive_in_order_and_in_batches(said: list[str]) -> None:
    sink = Kept()
    recorder = Recorder([sink], "run", said.append)
    for n in range(3 * BATCH):
        recorder.record("test", {"a": "b"}, {"n": n})
    recorder.close()
    assert sink.numbers() == list(range(3 * BATCH))
    assert max(map(len, sink.batches)) <= BATCH
    assert not said


def test_a_batch_is_written_within_a_second(said: list[str]) -> None:
    sink = Kept()
    recorder = Recorder([sink], "run", said.append)
    recorder.record("test", {}, {"n": 1})
    time.sleep(1.5)  # a second, and what a busy machine needs
    assert sink.numbers() == [1]
    recorder.close()


def test_a_sink_that_hangs_costs_nobody_anything(said: list[str]) -> None:
    stuck, free = Kept(), Kept()
    stuck.open.clear()
    recorder = Recorder([stuck, free], "run", said.append)
    number = 2 * MAX_WAITING
    for n in range(number):
        recorder.record("test", {}, {"n": n})
        if n % BATCH == 0:
            recorder._lanes[1].flush(5)
    assert number - MAX_WAITING - BATCH <= recorder.dropped <= number - MAX_WAITING
    stuck.open.set()
    recorder.close()
    assert free.numbers() == list(range(number))
    assert len(stuck.numbers()) + recorder.dropped == number
    assert said == [f"telemetry: {recorder.dropped} points for memory were dropped"]


@pytest.mark.parametrize("error", [OSError("gone"), ValueError("refused"), RuntimeError("a bug")])
def test_a_sink_that_fails_is_reported_once(error: Exception, said: list[str]) -> None:
    recorder = Recorder([Kept(error)], "run", said.append)
    for n in range(5):
        recorder.record("test", {}, {"n": n})
        recorder.flush()
    recorder.close()
    assert len([text for text in said if str(error) in text]) == 1
    assert recorder.dropped >= 5


def test_a_folder_that_cannot_be_written_is_reported_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    telemetry.start(str(tmp_path / "file" / "inside"), "test")
    telemetry.record("test", {}, n=1)
    telemetry.flush()
    telemetry.stop()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "Not a directory; it is tried again, and the work goes on" in lines[0]
    assert "were dropped" in lines[1]


def test_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="telemetry goes to a folder"):
        sinks_of("runs,,http://localhost:9000")


KILLED = """
import sys, time
from jimbot.runs import telemetry
telemetry.start(sys.argv[1], "killed")
n = 0
while True:
    telemetry.record("test", {}, n=n)
    n += 1
    print(n, flush=True)
    time.sleep(0.01)
"""


@pytest.mark.slow
def test_kill_9_loses_at_most_a_second(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    time.sleep(3.5)
    killed = time.time_ns()
    process.send_signal(signal.SIGKILL)
    process.wait()
    (journal,) = tmp_path.glob("*.jsonl")
    rows = [json.loads(line) for line in journal.read_bytes().splitlines()]
    numbers = [row["values"]["n"] for row in rows if row["measure"] == "test"]
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 50
    assert killed - rows[-1]["time"] <= 1e9


def test_a_forked_process_records_on_its_own(tmp_path: Path) -> None:
    telemetry.start(str(tmp_path), "parent")
    telemetry.record("test", {}, n=1)
    child = os.fork()
    if child == 0:
        telemetry.record("test", {}, n=2)
        telemetry.stop()
        os._exit(0)
    os.waitpid(child, 0)
    telemetry.stop()
    texts = [file.read_text() for file in tmp_path.glob("*.jsonl")]
    assert len(texts) == 2
    assert sorted('"n":2.0' in text for text in texts) == [False, True]
