"""Files of records: one game is written at once, or not at all; nothing is added to the file of another run.

Beside ``NAME.jsonl`` is ``NAME.jsonl.run.json``, which says what run it belongs to. The same run goes on
after an interruption: half a game at the end is cut off, complete ones are not played again. ``.zst`` files
hold one frame per game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from jimbot.runs.folder import difference
from jimbot.runs.lock import taken
from jimbot.runs.machine import write_all, write_whole
from jimbot.runs.reading import MAX_LINE, lines_of, open_file, read_json
from jimbot.training.data.records import Record, check_record

ABOUT = ".run.json"
PIECE = 1 << 14  # read at once of a packed file: what a byte may unpack to is thousands


def is_compressed(path: Path) -> bool:
    return path.suffix == ".zst"


class RecordWriter:
    """Writes games of records. ``done`` are the ids of those that were there already."""

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        about = Path(f"{path}{ABOUT}")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            _refuse_other(path, about, run)
        else:
            write_whole(about, json.dumps(run, indent=2) + "\n")
        self.path = path
        self._file = path.open("ab", buffering=0)  # what failed must not be written later
        if not taken(self._file):
            self._file.close()
            raise ValueError(f"another rollout is writing to {path}")
        try:
            self.done, self._size, self.rows = _complete(path)
            self._file.truncate(self._size)
        except BaseException:
            self._file.close()
            raise

    def write(self, game: Sequence[Record]) -> None:
        lines = []
        for record in game:
            if (wrong := check_record(record)) is not None:
                raise ValueError(f"record {record.get('step_id')} of {record.get('episode_id')}: {wrong}")
            lines.append(_line(record))
        data = "".join(lines).encode()
        if is_compressed(self.path):
            data = _zstandard().ZstdCompressor(level=6, write_checksum=True).compress(data)
        try:
            write_all(self._file.fileno(), data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._size += len(data)
        self.done.add(game[0]["episode_id"])
        self.rows += len(game)

    def close(self) -> None:
        self._file.close()


_lists: dict[tuple[int, ...], str] = {}


def _line(record: Record) -> str:
    """As json.dumps, but lists of legal ids repeat and are written once."""
    ids = tuple(record["legal_action_ids"])
    text = _lists.get(ids)
    if text is None:
        if len(_lists) > 4096:
            _lists.clear()
        text = _lists[ids] = json.dumps(ids)
    whole = json.dumps({**record, "legal_action_ids": 0}, separators=(",", ":"), ensure_ascii=False)
    return whole.replace('"legal_action_ids":0', f'"legal_action_ids":{text}', 1) + "\n"


def _refuse_other(path: Path, about: Path, run: dict[str, Any]) -> None:
    known = read_json(about) if about.is_file() else None
    if known != run:
        found = f" ({difference(known, run) or 'with other settings'})" if known else ""
        raise ValueError(f"{path} holds another run{found}; choose another --out, or remove it")


def _complete(path: Path) -> tuple[set[str], int, int]:
    """Ids of the complete games of a file, the bytes they take, and their records. A damaged line is refused:
    a kill leaves at most half a line at the end."""
    done: set[str] = set()
    size = rows = pending = 0
    for number, (line, end) in enumerate(_lines(path), 1):
        record = _parsed(path, number, line)
        pending += 1
        if record.get("done"):
            if not isinstance(record.get("episode_id"), str):
                raise ValueError(f"{path}, line {number}: episode_id is no text")
            done.add(record["episode_id"])
            size, rows, pending = end, rows + pending, 0
    return done, size, rows


def _lines(path: Path) -> Iterator[tuple[bytes, int]]:
    """Whole lines, and where in the file what holds them ends."""
    if is_compressed(path):
        yield from _compressed_lines(path)
        return
    with open_file(path) as file:
        at = 0
        for line in lines_of(file, path):
            if not line.endswith(b"\n"):
                return
            at += len(line)
            yield line, at


def _compressed_lines(path: Path) -> Iterator[tuple[bytes, int]]:
    library = _zstandard()
    with open_file(path) as file:
        data = file.read(PIECE)
        at = 0
        while data:
            frame = library.ZstdDecompressor().decompressobj()
            parts, size, unpacked = [], 0, 0
            while True:
                try:
                    parts.append(frame.decompress(data))
                except library.ZstdError as error:
                    raise ValueError(f"{path} is damaged behind byte {at}: {error}") from None
                size += len(data)
                unpacked += len(parts[-1])
                if unpacked > MAX_LINE:
                    raise ValueError(f"{path} holds a game of more than {MAX_LINE:,} bytes behind byte {at}")
                if frame.eof:
                    break
                data = file.read(PIECE)
                if not data:
                    return  # half a frame
            rest = frame.unused_data
            at += size - len(rest)
            for line in b"".join(parts).splitlines():
                yield line, at
            data = rest or file.read(PIECE)


def read_records(path: Path, validate: bool = True) -> Iterator[Record]:
    """The records of a file. A last line without its end is not read; a damaged one is refused by number."""
    for number, (line, _) in enumerate(_lines(path), 1):
        record = _parsed(path, number, line)
        if validate and (wrong := check_record(record)) is not None:
            raise ValueError(f"{path}, line {number}: {wrong}")
        yield record


def _parsed(path: Path, number: int, line: bytes) -> Record:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise ValueError(f"{path}, line {number}: no record: {line[:60]!r}")
    return record


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise ValueError("files that end in .zst need zstandard: pip install 'jimbot[data]'") from None
    return zstandard


def ends_whole(path: Path) -> bool:
    """Whether the last line of a plain file has its end."""
    file: IO[bytes]
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        if file.tell() == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
