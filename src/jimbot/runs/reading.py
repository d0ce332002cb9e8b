"""Reading files that somebody else may have written: what is damaged or hostile is refused in one line.

Only regular files of a bounded size are read: a link may lead to a device that never ends, and a small packed
file may hold a line of gigabytes. Arrays are read by ``jimbot.runs.arrays``; nothing here loads numpy.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import IO, Any

Place = str | os.PathLike[str]
MAX_BYTES = 64 << 20  # of a document, transcript or list of seeds
MAX_MODEL = 4 << 30  # of a file of arrays
MAX_LINE = 64 << 20
MAX_LINES = 1 << 30  # of a file of lines, unpacked


def open_file(path: Place, follow: bool = True) -> BufferedReader:
    """A regular file, to read. Without ``follow`` a symbolic link is refused: it may lead elsewhere."""
    name = os.fspath(path)
    if not follow and os.path.islink(name):
        raise OSError(errno.ELOOP, "is a link", name)
    flags = (getattr(os, flag, 0) for flag in ("O_BINARY", "O_CLOEXEC", "O_NONBLOCK"))
    descriptor = os.open(name, os.O_RDONLY | sum(flags) | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(descriptor, "rb")
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    raise OSError(errno.EINVAL, "not a regular file", name)


def read_file(path: Place, most: int = MAX_BYTES, follow: bool = True) -> bytes:
    """The content of a regular file that is not larger than ``most`` bytes."""
    with open_file(path, follow) as file:
        is_large = os.fstat(file.fileno()).st_size > most
        data = b"" if is_large else file.read(most + 1) or b""  # None: it would wait
    if is_large or len(data) > most:
        raise ValueError(f"{os.fspath(path)} holds more than {most:,} bytes")
    return data


def read_text(path: Place, most: int = MAX_BYTES) -> str:
    """The same, as UTF-8; line ends as Python reads them."""
    with reading(path, "no text"):
        return read_file(path, most).decode().replace("\r\n", "\n")


def lines_of(
    file: IO[bytes], path: Place, most: int = MAX_LINE, all_of_them: int = MAX_LINES
) -> Iterator[bytes]:
    """The lines of a file, packed or not, none longer than ``most`` bytes."""
    total = 0
    while line := file.readline(most + 1):
        total += len(line)
        if len(line) > most:
            raise ValueError(f"{os.fspath(path)} holds a line of more than {most:,} bytes")
        if total > all_of_them:
            raise ValueError(f"{os.fspath(path)} holds lines of more than {all_of_them:,} bytes")
        yield line


@contextmanager
def reading(path: Place, otherwise: str) -> Iterator[None]:
    """Within: whatever a library raises over the content of a file is a ValueError that says it is
    ``otherwise``, such as "no file of weights". What begins with its name stays as it is."""
    name = os.fspath(path)
    try:
        yield
    except Exception as error:
        reason = (str(error).splitlines() or [""])[0][:200] or type(error).__name__
        if (isinstance(error, ValueError) and reason.startswith(name)) or (
            isinstance(error, OSError) and error.filename
        ):
            raise
        raise ValueError(f"{name} is {otherwise}: {reason}") from None


@contextmanager
def in_file(path: Place) -> Iterator[None]:
    """Within: faults are reported with the name of this file."""
    try:
        yield
    except ValueError as error:
        text = str(error)
        raise ValueError(text if os.fspath(path) in text else f"{path}: {text}") from None


def parse_json(text: str | bytes, path: Place) -> Any:
    """The content of a file, or of a line of it."""
    with reading(path, "no JSON"):
        return json.loads(text)


def read_json(path: Place) -> Any:
    return parse_json(read_file(path), path)


def read_yaml(path: Place) -> Any:
    """The content of a YAML file. Aliases are refused: a few lines of them are more than any memory."""
    import yaml

    class Loader(yaml.SafeLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                raise ValueError("it holds an alias; values are written out")
            return super().compose_node(parent, index)

    with reading(path, "no YAML"):
        try:
            return yaml.load(read_file(path), Loader)
        except yaml.YAMLError as error:
            raise ValueError(" ".join(str(error).split())) from None
