"""The folder of an evaluation: manifest, one line per game, transcripts. It can be resumed after any end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from jimbot.evaluation.manifest import FORMAT, difference
from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import game_row
from jimbot.runs import Manifest, RunFolder, whole_lines
from jimbot.runs.console import as_csv
from jimbot.runs.machine import write_all, write_whole


class ResultFolder(RunFolder):
    """Open for one evaluation at a time. A game counts once its line is whole; its transcript comes first."""

    what = "evaluation"
    kept = "results"
    format = FORMAT
    needs: ClassVar = {"agent": str, "deck": str, "stake": str, "seed_source": str, "seeds": list}

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        return difference(there, here)

    def open(self) -> None:
        (self.path / "transcripts").mkdir(exist_ok=True)
        self.records = _read_games(self.path, self.manifest, mend=True)
        self._games = (self.path / "games.jsonl").open("ab", buffering=0)

    def read(self, files: Mapping[str, str | None]) -> None:
        """What the agent has read beyond its folder, with fingerprints; what it writes is kept if it was kept
        before."""
        known = self.manifest.get("modules", {})
        now = known | {path: digest for path, digest in files.items() if digest or path in known}
        if now != known:
            self.note(modules=now)

    def add(self, record: Record) -> None:
        if record.transcript:
            write_whole(self.path / transcript_path(record.seed), record.transcript, sync=False)
        line = {name: value for name, value in asdict(record).items() if name != "transcript"}
        write_all(self._games.fileno(), (json.dumps(line) + "\n").encode())
        self.records.append(record)

    def close(self) -> None:
        self._games.close()
        super().close()


def read_folder(path: Path) -> tuple[Manifest, list[Record]]:
    """The manifest and the games of an evaluation, in the order of the seeds."""
    manifest = ResultFolder.read_manifest(path)
    return manifest, sorted(_read_games(path, manifest), key=lambda record: record.index)


def transcript_path(seed: str) -> str:
    return f"transcripts/{quote(seed, safe='')}.txt"


def csv_text(records: Iterable[Record]) -> str:
    """One row per seed."""
    rows = [game_row(record) | {"transcript": transcript_path(record.seed)} for record in records]
    return as_csv(list(rows[0]), rows)


def _read_games(path: Path, manifest: Manifest, mend: bool = False) -> list[Record]:
    """The games that count. A line that is no JSON is half of one: a full disk has cut it, and the next one
    was written behind it. Mending takes such lines out; their games are played again."""
    file = path / "games.jsonl"
    records: dict[str, Record] = {}
    lines = whole_lines(file, mend)
    cut: list[int] = []
    places = {str(seed): index for index, seed in enumerate(manifest["seeds"])}
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            if not mend:
                raise ValueError(
                    f"{file}, line {number}: no record of a game; an evaluation that goes on plays it again"
                ) from None
            cut.append(number)
            continue
        try:
            record = Record.from_json(data)
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{file}, line {number}: not a record of a game ({error})") from None
        if record.seed in records:
            raise ValueError(f"{file}, line {number}: seed {record.seed!r} appears twice")
        if places.get(record.seed) != record.index:
            raise ValueError(
                f"{file}, line {number}: seed {record.seed!r} is not number {record.index} of this evaluation"
            )
        records[record.seed] = record
    if cut:
        kept = [line for number, line in enumerate(lines, 1) if number not in cut]
        write_whole(file, b"".join(line + b"\n" for line in kept))
        sys.stderr.write(f"jimbot: {file}: line {cut[0]} was cut off; its game is played again\n")
    return list(records.values())
