"""A terminal that types, for tests of what people do."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path


class Terminal:
    """A command of ours behind a terminal of its own."""

    def __init__(self, state: Path, *words: str, kind: str = "dumb") -> None:
        self.mine, theirs = pty.openpty()
        environment = os.environ | {"XDG_STATE_HOME": str(state), "TERM": kind}
        command = [sys.executable, "-m", "jimbot", *words]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.shown = ""

    def read_until(self, text: str, seconds: float = 60) -> None:
        assert self.shows(text, seconds), f"{text!r} is not in {self.shown!r}"

    def interrupt(self) -> None:
        """Readline loses a Ctrl-C that comes just as it begins to wait, so it is pressed again."""
        for _ in range(5):
            os.kill(self.process.pid, signal.SIGINT)
            if self.shows("Leave this run (it is kept)?", 10):
                return
        raise AssertionError(f"no question in {self.shown!r}")

    def shows(self, text: str, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while text not in self.shown:
            left = max(0.0, until - time.monotonic())
            if not select.select([self.mine], [], [], left)[0]:
                return False
            try:
                self.shown += os.read(self.mine, 65536).decode(errors="replace")
            except OSError:
                break
        return text in self.shown

    def type(self, text: str) -> None:
        self.shown = ""
        os.write(self.mine, text.encode())
