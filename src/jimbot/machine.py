"""What commands and servers ask of the machine: its cores, its processor, and files written whole."""

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
