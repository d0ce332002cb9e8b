"""Worker processes: answers, refusals, deaths and their last note."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.runs import Died, Worker, share_out

MODULE = """
import os
from jimbot.runs.worker_process import serve

def begin(greeting):
    if greeting["times"] < 0:
        raise ValueError("times is below 0; 0 or more is allowed")
    def answer(question, note):
        note(question["number"])
        print("this is no answer")
        if question["number"] == 13:
            os._exit(7)
        return {"number": question["number"] * greeting["times"], "pid": os.getpid()}
    return answer

serve(begin)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "times_worker.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "times_worker"


def test_a_worker_that_dies_leaves_its_note_and_is_replaced(module: str) -> None:
    worker = Worker(module, {"times": 3})
    first = worker.ask({"number": 4})
    assert first["number"] == 12
    assert worker.ask({"number": 5})["pid"] == first["pid"]
    with pytest.raises(Died, match="exit code 7") as death:
        worker.ask({"number": 13})
    assert death.value.noted == 13
    assert worker.ask({"number": 6})["number"] == 18
    worker.stop()
    with pytest.raises(Died):
        worker.ask({"number": 1})
    worker.close()


def test_a_refused_greeting_is_told(module: str) -> None:
    worker = Worker(module, {"times": -1})
    with pytest.raises(ValueError, match="times is below 0"):
        worker.ask({"number": 1})
    worker.stop()
    worker.close()


@pytest.mark.parametrize("size", [1, 2])
def test_jobs_are_shared_out(module: str, size: int) -> None:
    def work(worker: Worker, number: int) -> int:
        try:
            return int(worker.ask({"number": number})["number"])
        except Died:
            return -1

    team = [Worker(module, {"times": 2}) for _ in range(size)]
    results = sorted(share_out([1, 2, 13, 4, 5], team, work))
    assert results == [-1, 2, 4, 8, 10]
    assert all(worker.stopped for worker in team)
