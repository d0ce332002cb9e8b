"""A process that we start, with everything it starts: kept apart from our Ctrl-C, and ended together.

Systems with process groups signal the group, also processes that have left their parent. Others (Windows)
end the tree below the process, which must still be there.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any

import psutil

# For subprocess.Popen. Each system ignores what the other one knows.
APART: dict[str, Any] = {
    "start_new_session": True,
    "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
}


def end_group(process: int, force: bool) -> bool:
    """Asks a process started ``APART`` to end with its group, or ends them; whether anybody was left."""
    if hasattr(os, "killpg"):
        return _signalled(process, signal.SIGKILL if force else signal.SIGTERM)
    tree = _tree(process)
    for each in tree:
        with suppress(psutil.Error):
            each.kill() if force else each.terminate()
    return bool(tree)


def end_all(process: int) -> None:
    """Ends a process that has not been reaped, and all below it, each with its group."""
    for each in _tree(process):
        end_group(each.pid, force=True)
        with suppress(psutil.Error):
            each.kill()


def below(process: int) -> list[psutil.Process]:
    """All that a process and those below it have started."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(process).children(recursive=True)
    return []


def _tree(process: int) -> list[psutil.Process]:
    """A process and all below it, which come first."""
    with suppress(psutil.NoSuchProcess):
        return [*below(process), psutil.Process(process)]
    return []


def group_lives(process: int) -> bool:
    return _signalled(process, 0) if hasattr(os, "killpg") else psutil.pid_exists(process)


def _signalled(group: int, number: int) -> bool:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):  # nobody is left, or only processes of others
        return False
    return True
