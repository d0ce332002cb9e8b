"""What a process and those that it has started use of the processes."""

from __future__ import annotations

import subprocess
import sys

from jimbot.runs import processes


def test_children_count() -> None:
    code = "x = bytearray(b'1') * 200_000_000; print('there', flush=True); input()"
    before, cpu = processes.memory_used(), processes.cpu_seconds()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "there\n"
        assert child.pid in processes.children()
        assert processes.memory_used() > before + 0.15
        assert processes.cpu_seconds() > cpu
        child.communicate("\n")
    assert child.pid not in processes.children()
