"""Locks of folders: who holds one, and what frees it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jimbot.runs import holder, lock_folder

HOLDS = """
import sys
from pathlib import Path
from jimbot.runs import lock_folder
lock = lock_folder(Path(sys.argv[1]), "walk")
print("held", flush=True)
input()
"""


def test_the_process_that_holds_a_lock_is_named_until_it_is_killed(tmp_path: Path) -> None:
    assert holder(tmp_path) is None
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        for _ in range(2):  # an attempt of somebody else changes nothing
            assert holder(tmp_path) == process.pid
            with pytest.raises(ValueError, match=f"another walk is writing to {tmp_path}"):
                lock_folder(tmp_path, "walk")
        process.kill()
    assert holder(tmp_path) is None
    with lock_folder(tmp_path, "walk"):
        assert holder(tmp_path) == os.getpid()
    assert holder(tmp_path) is None


def test_agents_are_imported_where_there_are_neither_fcntl_nor_signals_of_unix() -> None:
    code = (
        "import signal, sys; sys.modules['fcntl'] = None; del signal.SIGHUP, signal.SIGKILL;"
        "import jimbot.agents, jimbot.runs.workers; jimbot.agents.make_agent('greedy')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
