"""One process that we started, with everything it starts: watched, logged and ended as a group.

A process number may be given to a stranger once its process is reaped. So the first process is only looked
at while it lives, its group is signalled while its number is still ours, and it is reaped last of all.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence

from jimbot.live.games.capped_log import CappedLog
from jimbot.runs.groups import APART, end_group

PIECE = 65_536
LOOK = 0.02


class Child:
    def __init__(self, argv: Sequence[str], env: Mapping[str, str], log: CappedLog) -> None:
        self._process = subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=dict(env),
            bufsize=0,
            **APART,
        )
        self.pid = self._process.pid
        self._log = log
        self._reaped = False
        self._copier = threading.Thread(target=self._copy, name=f"log of {self.pid}", daemon=True)
        self._copier.start()

    def exit_code(self) -> int | None:
        """The status of the first process, negative for a signal; None while it runs."""
        if not hasattr(os, "waitid"):  # Windows: the open handle keeps the number; macOS before Python 3.13
            return self._process.poll()
        if self._reaped:
            return self._process.returncode
        try:
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # this program ignores SIGCHLD: the number is no longer ours
            self._reaped = True
            return self._process.wait()
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def wait(self, seconds: float) -> int | None:
        """The exit status, if it comes in time."""
        deadline = time.monotonic() + seconds
        while (code := self.exit_code()) is None and time.monotonic() < deadline:
            time.sleep(LOOK)
        return code

    def stop(self, grace: float) -> int:
        """Asks the group to end, ends it after `grace` seconds, returns the first process's status."""
        if self._reaped:
            return self._process.returncode
        deadline = time.monotonic() + grace
        end_group(self.pid, force=False)
        self.wait(grace)
        # The pipe closes when the last process of the group has left it.
        self._copier.join(max(0.0, deadline - time.monotonic()))
        end_group(self.pid, force=True)
        code = self._process.wait()
        self._reaped = True
        self._copier.join(1.0)
        return code

    def _copy(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        with pipe:
            while piece := pipe.read(PIECE):
                self._log.write(piece)
