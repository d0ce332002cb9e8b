"""A run that is killed at any of its calls to the file system goes on to what it would have been."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jimbot.runs import LoggedFolder, whole_lines
from jimbot.runs.checkpoints import CheckpointManager
from jimbot.runs.machine import write_all

ITERATIONS = 3
KILLED = 9
# What Python reports before it asks the system for it.
CHANGES = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "shutil.rmtree"}


class Count(LoggedFolder):
    """Adds one per iteration; its sum is in a checkpoint, its steps in the log."""

    what = "count"
    kept = "sums"
    format = "count-1"
    first = ("start.txt",)

    def begin(self) -> None:
        self.write("start.txt", "0")


def count(path: Path) -> None:
    with Count(path, {"format": "count-1", "settings": {"by": 1}}) as folder:
        checkpoints = CheckpointManager(folder.path / "checkpoints", keep=2)
        checkpoints.drop_after(len(folder.log))
        last = checkpoints.latest()
        total = int((path / "start.txt").read_text())
        if last is not None:
            total = int((last.check().path / "sum.txt").read_text())
        for iteration in range(len(folder.log) + 1, ITERATIONS + 1):
            total += iteration
            checkpoints.save(
                iteration, lambda beside, sum=total: (beside / "sum.txt").write_text(str(sum)), -total
            )
            folder.add({"iteration": iteration, "sum": total})


def lines(path: Path) -> None:
    """Appends to a file of lines, each in two writes, as a full buffer or a slow disk makes them."""
    path.mkdir(exist_ok=True)
    file = path / "lines.txt"
    there = len(whole_lines(file, mend=True))
    with file.open("ab", buffering=0) as opened:
        for number in range(there, ITERATIONS):
            for part in (b"%d " % number, b"times\n"):
                sys.audit("open", "half a line", None, None)
                write_all(opened.fileno(), part)


def killed_at(call: int, work: Callable[[Path], None], path: Path) -> bool:
    """Whether the process was killed before its n-th call; what it does not close, nobody closes."""
    child = os.fork()
    if child == 0:
        calls = 0

        def watch(event: str, args: tuple[object, ...]) -> None:
            nonlocal calls
            if event in CHANGES and (
                event != "open" or str(path) in str(args[0]) or args[0] == "half a line"
            ):
                calls += 1
                if calls == call:
                    os._exit(KILLED)

        try:
            sys.addaudithook(watch)
            work(path)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


def content(path: Path) -> dict[str, bytes]:
    """Every file of a run but its lock."""
    files = sorted(file for file in path.rglob("*") if file.is_file() and file.name != "lock")
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


@pytest.mark.parametrize(("work", "fewest"), [(count, 30), (lines, 5)])
def test_a_run_that_is_killed_anywhere_comes_to_the_same_files(
    work: Callable[[Path], None], fewest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # the machine does not crash, only the process
    work(tmp_path / "whole")
    whole = content(tmp_path / "whole")
    call = 1
    while killed_at(call, work, tmp_path / f"at {call}"):
        work(tmp_path / f"at {call}")
        assert content(tmp_path / f"at {call}") == whole, f"killed at call {call}"
        call += 1
    assert call > fewest
