"""What commands and servers ask of the machine: its cores, its processor, what they use of it, and files
written whole."""

from __future__ import annotations

import os
import platform


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

    OSError names the path, ValueError tells that it is none.
    """
    name = os.fspath(path)
    temporary = f"{name}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            if sync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, name)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)


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
