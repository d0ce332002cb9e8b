"""A worker module and who ends it: python -m jimbot.runs.guard MODULE NOTE

On Linux this process stays between a worker and who started it. It ends all that the worker has started as
soon as either of them has ended, however that was: the system hands it the children of those that end, so
that they stay below it also if they have left their parent, group and session.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import time
from contextlib import suppress

import psutil

from jimbot.runs.groups import below

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PATIENCE = 5.0  # seconds for processes that start others faster than they are ended


def main() -> None:
    module = sys.argv.pop(1)
    if sys.platform == "linux":
        _stay_between()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if sys.platform == "linux":
    # The end of our parent wakes us as SIGCONT, which also goes on with us where somebody has stopped us.
    ENDS = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}
    WATCHED = {signal.SIGCHLD, signal.SIGCONT, *ENDS}

    def _stay_between() -> None:
        """Returns in the worker alone."""
        import ctypes

        control = ctypes.CDLL(None).prctl
        control(PR_SET_CHILD_SUBREAPER, 1)
        control(PR_SET_PDEATHSIG, signal.SIGCONT)
        parent, this = os.getppid(), os.getpid()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
        worker = os.fork()
        if worker:
            _watch(worker, parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        control(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != this:
            os._exit(0)

    def _watch(worker: int, parent: int) -> None:
        """Ends as the worker does."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (0, 1):  # who reads them must notice that the worker has closed them
            os.dup2(nothing, pipe)
        while True:
            woken = signal.sigwaitinfo(WATCHED)
            code = _reap(worker)
            if code is not None:
                _end_below()
                _end_as(code)
            if woken.si_signo in ENDS:
                _end_below()
                _end_as(-woken.si_signo)
            if os.getppid() != parent or (woken.si_signo == signal.SIGCONT and woken.si_pid == parent):
                _end_below()
                os.killpg(0, signal.SIGKILL)

    def _reap(worker: int | None = None) -> int | None:
        """The exit code of the worker if it has ended."""
        code = None
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == worker:
                    code = os.waitstatus_to_exitcode(ended[1])
        return code

    def _end_below() -> None:
        until = time.monotonic() + PATIENCE
        while (left := below(os.getpid())) and time.monotonic() < until:
            for process in left:
                with suppress(psutil.Error):
                    process.kill()
            time.sleep(0.001)
            _reap()

    def _end_as(code: int) -> None:
        if code < 0:
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the worker has left one if that is wanted
            with suppress(OSError):  # SIGKILL has no handler
                signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {-code})
            os.kill(os.getpid(), -code)
        os._exit(code)


if __name__ == "__main__":
    main()
