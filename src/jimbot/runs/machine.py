"""What commands and servers ask of the machine: its cores, its processor, and files written whole."""

from __future__ import annotations

import errno
import os
import platform
import re
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

NEEDED = ("cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3")


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor() -> str:
    """The processor in words."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def lacks() -> list[str] | None:
    """What a portable build needs (x86-64-v2) and the processor lacks; None where that is not known."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE)
    except OSError:
        return None
    return None if found is None else [flag for flag in NEEDED if flag not in found[1].split()]


def write_whole(path: str | os.PathLike[str], data: str | bytes, *, sync: bool = True) -> None:
    """Writes a file, or leaves what was there. Without ``sync`` a crash of the machine may lose the new one.

    The file keeps its mode, and a link to it stays a link; what is no regular file is refused. OSError names
    the path, ValueError says that it is none.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    temporary = f"{target}.{secrets.token_hex(8)}.tmp"
    try:
        mode = _mode_of(target)
        file = open(temporary, "xb")  # noqa: SIM115 (what was begun is removed)
        try:
            with file:
                if mode is not None:
                    os.chmod(temporary, mode)
                file.write(data.encode() if isinstance(data, str) else data)
                if sync:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None


def sweep(folder: Path) -> None:
    """Removes what `write_whole` had begun there when its process was killed. Nobody else may write there."""
    for left in folder.glob("*.tmp"):
        if re.search(r"\.[0-9a-f]{16}\.tmp$", left.name):
            left.unlink()


@contextmanager
def whole_folder(place: Path) -> Iterator[Path]:
    """Within: an empty folder, which is called ``place`` at the end. After an error there is none."""
    for left in place.parent.glob(f".{escape(place.name)}.*.tmp"):  # of a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    beside = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    beside.mkdir(parents=True)
    try:
        yield beside
        os.replace(beside, place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


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
