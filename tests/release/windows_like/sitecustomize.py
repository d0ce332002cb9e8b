"""Loaded by every Python that has this folder on its path: JimBot finds only what Windows has, too.

Libraries and the standard library go on finding what this system has: they are portable by themselves.
"""

import asyncio
import builtins
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import types
import warnings

MODULES = {
    "crypt",
    "curses",
    "fcntl",
    "grp",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
}
NAMES = {
    os: "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK WNOHANG chown fchmod fchown fork forkpty getegid geteuid getgid"
    " getloadavg getpgid getpgrp getuid killpg mkfifo mknod nice openpty posix_spawn pread pwrite register_at_fork"
    " sched_getaffinity sched_setaffinity setpgid setsid statvfs sysconf uname wait3 wait4 waitid",
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH alarm"
    " pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigwait",
    socket: "AF_UNIX",
}


def asked_by_jimbot(depth: int = 2) -> bool:
    return str(sys._getframe(depth).f_globals.get("__name__")).startswith("jimbot")


def guarded(names: frozenset[str]) -> type[types.ModuleType]:
    class Guarded(types.ModuleType):
        def __getattribute__(self, name: str) -> object:
            if name in names and asked_by_jimbot():
                raise AttributeError(f"{name} is not on this system")
            return super().__getattribute__(name)

    return Guarded


for module, names in NAMES.items():
    module.__class__ = guarded(frozenset(names.split()))

_import = builtins.__import__
_start = subprocess.Popen.__init__
_context = multiprocessing.get_context


def import_(name, globals=None, locals=None, fromlist=(), level=0):
    if name in MODULES and level == 0 and str((globals or {}).get("__name__")).startswith("jimbot"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)


def start(self, *words, **options):
    if asked_by_jimbot():
        for name in ("pass_fds", "preexec_fn"):
            if options.get(name):
                raise ValueError(f"{name} is not supported on this system")
        options.pop("start_new_session", None)  # it has no meaning there
    _start(self, *words, **options)


def get_context(method=None):
    if method in ("fork", "forkserver") and asked_by_jimbot():
        raise ValueError(f"cannot find context for {method!r}")
    return _context(method)


def no_handler(self, *arguments):
    raise NotImplementedError


def opened(event: str, arguments: tuple) -> None:
    if event == "open" and str(arguments[0]).startswith(("/proc/", "/dev/shm/")):
        frame = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__") in ("pathlib", "io", "codecs", __name__):
            frame = frame.f_back
        if frame is not None and str(frame.f_globals.get("__name__")).startswith("jimbot"):
            raise FileNotFoundError(2, "no such file", str(arguments[0]))


builtins.__import__ = import_
subprocess.Popen.__init__ = start
multiprocessing.get_context = get_context
asyncio.SelectorEventLoop.add_signal_handler = no_handler
sys.addaudithook(opened)
# Files and pipes whose encoding is left to the system: PYTHONWARNDEFAULTENCODING=1 notices them.
warnings.filterwarnings("error", category=EncodingWarning, module=r"jimbot\.")
