"""Recordings of whole runs, by any recorder: finding the files and reading them."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from jimbot.live.parity import traces
from jimbot.runs.reading import lines_of, open_file

ORACLE = "balatro_oracle/1"
STATE = ("state", "ante", "money", "won", "vouchers_used", "round", "jokers", "consumables", "hand", "deck")
ENDINGS = (".jsonl", ".jsonl.gz")
MAX_BYTES = 128 << 20  # of a recording, unpacked; a long run takes 5 MB


@dataclass(frozen=True)
class Recording:
    """One recorded run: its header and its steps, in order."""

    header: dict[str, Any]
    steps: list[dict[str, Any]]

    @property
    def name(self) -> str:
        return str(self.header["run"])

    @property
    def detail(self) -> str | None:
        """How much the recording logs: None for all there is, else full, noid, noround or basic."""
        return self.header.get("detail")

    @property
    def source(self) -> str:
        """What was recorded: balatro (the real game), jimbot, or unknown."""
        return str(self.header.get("recorded_by", "balatro"))


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines, packed or not; of a trace that is not whole, those of whole lines.
    Errors name the file and the line."""
    number = 0
    try:
        with open_file(path) as packed, _unpacked(packed, path) as file:
            for number, line in enumerate(lines_of(file, path, all_of_them=MAX_BYTES), 1):
                if not line.endswith(b"\n") and path.name.endswith(traces.PART):
                    return
                row = json.loads(line.decode())
                if not isinstance(row, dict):
                    raise ValueError(f"{path} line {number}: a JSON object is expected")
                yield row
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} line {number + 1}: the file is damaged ({error})") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} line {number}: the file is damaged ({error})") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{path} line {number}: not JSON ({error.msg})") from None
    except RecursionError:
        raise ValueError(f"{path} line {number}: not a recording (nested too deeply)") from None


def _unpacked(file: IO[bytes], path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.GzipFile(fileobj=file)) if path.name.endswith(".gz") else file


def _check_step(step: dict[str, Any], where: str) -> None:
    kinds: dict[str, tuple[type, ...]] = {
        "i": (int,),
        "method": (str,),
        "result": (str,),
        "params": (dict, type(None)),
        "prefix": (bool,),
        "state": (dict, type(None)),
    }
    for name, allowed in kinds.items():
        if name not in step:
            raise ValueError(f"{where}: the step has no {name!r}")
        if not isinstance(step[name], allowed):
            raise ValueError(f"{where}: {name!r} is {type(step[name]).__name__}, not {allowed[0].__name__}")
    missing = [name for name in STATE if step["state"] is not None and name not in step["state"]]
    if missing:
        raise ValueError(f"{where}: the state has no {missing[0]!r}")


def _checked(path: Path, lines: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for number, step in enumerate(lines, 2):
        _check_step(step, f"{path} line {number}")
        yield step


def read_recording(path: Path) -> Recording:
    """A recorded run: one of the shared recordings or a trace of our own."""
    lines = read_lines(path)
    header = next(lines, None)
    if header is None:
        raise ValueError(f"{path}: the file is empty")
    if header.get("format") == traces.FORMAT:
        run = path.name.removesuffix(".gz").removesuffix(".jsonl")
        return Recording({"run": run, **header}, traces.read_steps(path, header, lines))
    if header.get("format") == ORACLE:
        return Recording(header, list(_checked(path, lines)))
    if "scenario" in header:
        raise ValueError(f"{path} holds single-step scenarios; see 'jimbot parity scenarios'")
    known = f"{ORACLE!r} and {traces.FORMAT!r} are known"
    raise ValueError(f"{path} line 1: format {header.get('format')!r} is not a recording; {known}")


def recordings(folder: Path) -> list[Path]:
    """Every recorded run below a folder."""
    return sorted(
        p for p in folder.rglob("*.jsonl*") if p.name.endswith(ENDINGS) and "scenario" not in p.name
    )


def find_recordings(paths: Iterable[Path]) -> list[Path]:
    """Files as they are named, folders with every recording below them."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = recordings(path)
            if not inside:
                raise ValueError(f"{path} holds no recording ({' or '.join('*' + e for e in ENDINGS)})")
            found += inside
        elif not path.exists():
            raise ValueError(f"{path}: no such file or folder")
        elif not path.name.endswith(ENDINGS):
            raise ValueError(f"{path}: the name of a recording must end in {' or '.join(ENDINGS)}")
        else:
            found.append(path)
    return list(dict.fromkeys(found))
