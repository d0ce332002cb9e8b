"""Worker processes: answers, refusals, deaths and their last note."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jimbot.runs import Died, Team, Worker, lock_folder, share_out

MODULE = """
import os, time
from jimbot.runs.worker_process import serve

def begin(greeting):
    if greeting["times"] < 0:
        raise ValueError("times is below 0; 0 or more is allowed")
    def answer(question, note):
        note(question["number"])
        print("this is no answer")
        if question["number"] == 13:
            os._exit(7)
        if question["number"] == 31 and not os.path.exists(greeting["died"]):
            open(greeting["died"], "w").close()
            os._exit(7)
        while question["number"] == 99:
            time.sleep(0.01)
        return {"number": question["number"] * greeting["times"], "pid": os.getpid()}
    return answer

serve(begin)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "times_worker.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "times_worker"


def test_a_worker_that_takes_too_long_is_ended_and_replaced(module: str) -> None:
    worker = Worker(module, {"times": 3}, patience=2.0)
    assert worker.ask({"number": 4})["number"] == 12
    with pytest.raises(Died, match="no answer within 2 seconds") as death:
        worker.ask({"number": 99})
    assert death.value.noted == 99
    assert worker.ask({"number": 5})["number"] == 15
    worker.stop()
    worker.close()


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


def test_a_refused_greeting_is_reported(module: str) -> None:
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


def test_a_team_answers_in_order_and_asks_again(module: str, tmp_path: Path) -> None:
    team = Team(module, {"times": 2, "died": str(tmp_path / "died")}, 2)
    answers = [team.put({"number": number}) for number in (1, 31, 3, 4)]
    assert [answer.result()["number"] for answer in answers] == [2, 62, 6, 8]
    with pytest.raises(Died, match="exit code 7"):
        team.put({"number": 13}).result()
    assert team.put({"number": 5}).result()["number"] == 10
    team.close()


def test_a_team_is_closed_in_the_middle_of_a_question(module: str) -> None:
    team = Team(module, {"times": 2}, 1)
    assert team.put({"number": 1}).result()["number"] == 2
    unanswered = [team.put({"number": 99}) for _ in range(3)]
    team.close()
    assert all(answer.cancelled() or isinstance(answer.exception(), Died) for answer in unanswered)


def test_a_worker_ends_with_its_parent(module: str, tmp_path: Path) -> None:
    """At once, not after its question; what it holds is free then."""
    script = f"""
import sys
from pathlib import Path
from jimbot.runs import Worker, lock_folder
lock = lock_folder(Path({str(tmp_path)!r}), "test")
worker = Worker("times_worker", {{"times": 1}}, holds=lock.fileno())
print(worker.ask({{"number": 1}})["pid"], flush=True)
worker.ask({{"number": 99}})
"""
    starter = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert starter.stdout is not None
    assert int(starter.stdout.readline())
    with pytest.raises(ValueError, match="another test is writing to"):
        lock_folder(tmp_path, "test")
    starter.kill()
    starter.wait()
    lock_folder(tmp_path, "test", patience=10).close()
