"""What commands and servers ask of the machine: its cores, its processor, what they use of it, and files
written whole."""

from __future__ import annotations

import errno
import os
import platform
import secrets
import stat


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor() -> str:
    """The processor in words."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def write_whole(path: str | os.PathLike[str], data: str | bytes, *, sync: bool = True) -> None:
    """Writes a file, or leaves what was there. Without ``sync`` a crash of the machine may lose the new one.

    The file keeps its mode, and a link to it stays a link; what is no regular file is refused. OSError names
    the path, ValueError tells that it is none.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    temporary = f"{target}.{secrets.token_hex(8)}.tmp"
    try:
        mode = _mode_of(target)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            with open(descriptor, "wb") as file:
                if mode is not None:
                    os.fchmod(descriptor, mode)
                file.write(data.encode() if isinstance(data, str) else data)
                if sync:
                    file.flush()
                    os.fsync(descriptor)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None


def _mode_of(target: str) -> int | None:
    """The mode of a regular file; None where there is nothing yet."""
    try:
        found = os.stat(target).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, "not a regular file")
    return stat.S_IMODE(found)


def write_all(descriptor: int, data: bytes) -> None:
    """Appends to a file that only this process writes to: all of it, or nothing and OSError.

    A disk that is full takes the first part of a line; the rest of the file must stay readable.
    """
    end = os.fstat(descriptor).st_size
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        os.ftruncate(descriptor, end)
        raise


# -- this process and all that it has started, where there is a /proc ----------------------------------------


def memory_used() -> float:
    """Gigabytes; memory that processes share counts once."""
    total = 0
    for pid in _family():
        for line in _proc(pid, "smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1])
    return total / 2**20


def cpu_seconds() -> float:
    """Of all cores; processes that have ended do not count."""
    ticks = [_proc(pid, "stat").rpartition(")")[2].split()[11:13] for pid in _family()]  # user, system
    return sum(int(tick) for both in ticks for tick in both) / os.sysconf("SC_CLK_TCK")


def children() -> set[int]:
    """Processes that this one has started and that still run."""
    return {pid for pid, parent in _parents().items() if parent == os.getpid()}


def _family() -> set[int]:
    parents = _parents()
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return family


def _parents() -> dict[int, int]:
    """Every process and who has started it."""
    found: dict[int, int] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        fields = _proc(int(name), "stat").rpartition(")")[2].split() if name.isdigit() else []
        if fields:
            found[int(name)] = int(fields[1])
    return found


def _proc(pid: int, name: str) -> str:
    try:
        with open(f"/proc/{pid}/{name}") as file:
            return file.read()
    except OSError:  # it has ended
        return ""
