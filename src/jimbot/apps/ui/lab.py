"""What the pages of the lab show: runs, curves, comparisons, reports; all from the folder of runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from jimbot.apps.ui import places
from jimbot.evaluation.experiments.catalogue import Catalogue, state
from jimbot.evaluation.experiments.curves import Log, curves
from jimbot.evaluation.experiments.entry import EVALUATION, GATE, Entry, read_records
from jimbot.evaluation.experiments.report import (
    differences_of,
    figure_texts,
    intervals,
    learning,
    plots_of,
    report_page,
    spread,
)
from jimbot.evaluation.pages.plots import Plot
from jimbot.evaluation.report import furthest, money_at_death, survival
from jimbot.evaluation.runs import Record

__all__ = ["Log"]

FRESH = 2.0  # seconds for which the index is taken as it is


class _Index:
    """One index for all visitors."""

    def __init__(self, root: Path) -> None:
        self.catalogue = Catalogue(root)
        self.entries: list[Entry] = []
        self.looked = -1e9
        self.lock = threading.Lock()

    def refresh(self) -> list[Entry]:
        with self.lock:
            if time.monotonic() - self.looked > FRESH or self.catalogue.pending:
                self.entries = self.catalogue.refresh()
                self.looked = time.monotonic()
            return self.entries


@lru_cache(maxsize=4)
def _index(root: Path) -> _Index:
    return _Index(root)


def entries() -> list[Entry]:
    """All runs, the newest first; within two seconds, however many there are."""
    return _index(places.root()).refresh()


def pending_words() -> str:
    pending = _index(places.root()).catalogue.pending
    return f"; {pending:,} more folders are read as you go on" if pending else ""


def folder(path: str) -> Path:
    """Of a run that is in the index."""
    entries()
    return _index(places.root()).catalogue.find(path)


def rows(found: Sequence[Entry], now: float) -> list[dict[str, object]]:
    """The table of runs."""
    out: list[dict[str, object]] = []
    for entry in found:
        texts = figure_texts(entry)
        out.append(
            {
                "run": entry.path,
                "kind": entry.kind,
                "who": entry.title,
                "blinds": texts["blinds"],
                "wins": texts["wins"],
                "games": texts["games"],
                "steps": texts["steps"],
                "state": state(entry, now),
                "seeds": entry.seeds or "",
                "deck": (entry.deck or "").removeprefix("b_"),
                "stake": (entry.stake or "").removeprefix("stake_"),
                "changed": datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d %H:%M"),
                "note": entry.note,
            }
        )
    return out


# -- evaluations --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _records(path: Path, changed: float) -> list[Record]:
    return read_records(path)[0]


def records(path: str) -> list[Record]:
    """The games of an evaluation, read again only when it has gone on."""
    return _records(folder(path), _entry(path).changed)


def _entry(path: str) -> Entry:
    return next(entry for entry in entries() if entry.path == path)


def _evaluations(paths: Sequence[str]) -> dict[str, Entry]:
    return {entry.path: entry for entry in entries() if entry.path in paths and entry.kind == EVALUATION}


def interval_chart(paths: Sequence[str], figure: str) -> Plot:
    return intervals(_evaluations(paths), figure)


def survival_chart(paths: Sequence[str]) -> Plot:
    return survival({path: games for path in _evaluations(paths) if (games := records(path))})


def difference_rows(paths: Sequence[str]) -> list[str]:
    """Each evaluation against the first, in words."""
    played = {path: games for path in _evaluations(paths) if (games := records(path))}
    return [
        f"{label} against {next(iter(played))}, {found['n']} seeds in common: blinds"
        f" {spread(found['blinds'])}, wins {spread(found['win_rate'], '%')}"
        for label, found in differences_of(played)
    ]


# -- trainings ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _log(path: Path, changed: float) -> Log:
    return curves(path)


def log(path: str) -> Log:
    return _log(folder(path), _entry(path).changed)


def curve_chart(logs: Mapping[str, Log], name: str, window: int = 1) -> Plot:
    return learning(logs, name, window)


def pictures(path: str) -> Iterator[tuple[str, Plot]]:
    """The charts of one run."""
    entry = _entry(path)
    if entry.kind == EVALUATION:
        games = records(path)
        if games:
            yield "Runs by furthest blind beaten (24: won)", furthest(games)
        if any(game.death for game in games):
            yield "Runs by dollars left at death", money_at_death(games)
    elif entry.kind != GATE:
        yield from plots_of(log(path))


def report(paths: Sequence[str]) -> str:
    """The same page as `jimbot report` writes."""
    return report_page([folder(path) for path in paths])
