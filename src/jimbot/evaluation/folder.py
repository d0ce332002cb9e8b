"""The folder of an evaluation: manifest, one line per game, transcripts. It can be taken up after any end."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jimbot.evaluation.manifest import FORMAT, difference
from jimbot.evaluation.runs import Record
from jimbot.machine import write_whole
from jimbot.runs.provenance import lock_folder


class ResultFolder:
    """Open for one evaluation at a time. A game counts once its line is whole; its transcript comes first."""

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is a file; results are kept in a folder")
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._lock = lock_folder(path, "evaluation")
        try:
            self._take_up(manifest)
        except ValueError:
            self._lock.close()
            raise
        self._games = (path / "games.jsonl").open("ab", buffering=0)

    def _take_up(self, manifest: dict[str, Any]) -> None:
        path = self.path
        kept = path / "manifest.json"
        self.manifest = _read_manifest(path) if kept.exists() else manifest
        if kept.exists():
            other = difference(self.manifest, manifest)
            if other is not None:
                raise ValueError(f"{path} holds another evaluation: {other}; choose another folder")
        elif any(entry.name != "lock" for entry in path.iterdir()):
            raise ValueError(f"{path} is not empty and holds no evaluation; choose another folder")
        else:
            write_whole(kept, json.dumps(manifest, indent=2))
        (path / "transcripts").mkdir(exist_ok=True)
        self.records = _read_games(path, mend=True)

    def add(self, record: Record) -> None:
        if record.transcript:
            write_whole(self.path / transcript_path(record.seed), record.transcript, sync=False)
        line = {name: value for name, value in asdict(record).items() if name != "transcript"}
        self._games.write((json.dumps(line) + "\n").encode())
        self.records.append(record)

    def write(self, name: str, data: str | bytes) -> None:
        """Writes a file of the folder, whole or not at all."""
        write_whole(self.path / name, data)

    def close(self) -> None:
        self._games.close()
        self._lock.close()


def read_folder(path: Path) -> tuple[dict[str, Any], list[Record]]:
    """The manifest and the games of an evaluation, in the order of the seeds."""
    return _read_manifest(path), sorted(_read_games(path), key=lambda record: record.index)


def transcript_path(seed: str) -> str:
    return f"transcripts/{quote(seed, safe='')}.txt"


def csv_text(records: Iterable[Record]) -> str:
    """One row per seed."""
    out = io.StringIO()
    rows = [_row(record) for record in records]
    table = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def _row(record: Record) -> dict[str, object]:
    death, failure = record.death, record.failure
    return {
        "index": record.index,
        "seed": record.seed,
        "won": int(record.won),
        "ante": record.ante,
        "blinds": record.blinds,
        "death_ante": death.ante if death else "",
        "death_blind": death.blind if death else "",
        "death_boss": death.boss if death else "",
        "money": record.money,
        "jokers": " ".join(record.jokers),
        "decisions": record.decisions,
        "seconds": f"{record.seconds:.6f}",
        "truncated": int(record.truncated),
        "failure_step": failure.step if failure else "",
        "failure": failure.reason if failure else "",
        "transcript": transcript_path(record.seed),
    }


def _read_manifest(path: Path) -> dict[str, Any]:
    file = path / "manifest.json"
    try:
        data = json.loads(file.read_text())
    except FileNotFoundError:
        raise ValueError(f"{path} holds no evaluation: {file} is missing") from None
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{file} is not the manifest of an evaluation")
    return data


def _read_games(path: Path, mend: bool = False) -> list[Record]:
    """The whole lines. Mending cuts off the last one if the writer was killed in the middle of it."""
    file = path / "games.jsonl"
    data = file.read_bytes() if file.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if mend and whole != data:
        write_whole(file, whole)
    records: dict[str, Record] = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            record = Record.from_json(json.loads(line))
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{file}, line {number}: not a record of a game ({error})") from None
        if record.seed in records:
            raise ValueError(f"{file}, line {number}: seed {record.seed!r} appears twice")
        records[record.seed] = record
    return list(records.values())
