"""The journal of runs that were followed beside the game: one row for each, as it was seen last."""

from __future__ import annotations

import csv
import io
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from jimbot.apps.kept import state_folder
from jimbot.game import Game
from jimbot.game.content import content

COLUMNS = ("begun", "seen", "result", "seed", "deck", "stake", "ante", "round", "money", "jokers")
TABLE = f"create table if not exists runs (id integer primary key, {', '.join(COLUMNS)})"
SAME = "seed = ? and deck = ? and stake = ? and round <= ?"
GOING, LEFT, WON, LOST = "going on", "left", "won", "lost"


class RunJournal:
    """``note`` takes each position of the run that is played, ``gone`` says that its file was taken away. A
    run is ``left`` while another one is played, and lost when its file is gone before it was won. It is the
    same run when it has come at least as far: a file that is replaced is gone for a moment."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.path = path or state_folder() / "journal.sqlite"
        self._clock = clock
        self._run: int | None = None

    def note(self, game: Game) -> None:
        names, now = content(), time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(self._clock()))
        jokers = ", ".join(names["joker"][joker.key]["name"] for joker in game.jokers if not joker.face_down)
        which = game.seed, names["deck"][game.deck]["name"], names["stake"][game.stake]["name"]
        reached = WON if game.won else GOING, now, game.ante, game.round, game.money, jokers
        with self._open() as db:
            known = db.execute(f"select id from runs where {SAME} order by id desc", (*which, game.round))
            found = known.fetchone()
            if found is None:
                insert = "insert into runs (begun, seed, deck, stake) values (?, ?, ?, ?)"
                self._run = db.execute(insert, (now, *which)).lastrowid
            else:
                self._run = found[0]
            fields = "result = ?, seen = ?, ante = ?, round = ?, money = ?, jokers = ?"
            db.execute(f"update runs set {fields} where id = ?", (*reached, self._run))
            others = "update runs set result = ? where result = ? and id <> ?"
            db.execute(others, (LEFT, GOING, self._run))

    def gone(self) -> None:
        if self._run is not None:
            with self._open() as db:
                lost = "update runs set result = ? where result = ? and id = ?"
                db.execute(lost, (LOST, GOING, self._run))
            self._run = None

    def runs(self) -> list[dict[str, Any]]:
        """The run that was begun last first."""
        if not self.path.exists():
            return []
        with self._open() as db:
            rows = db.execute(f"select {', '.join(COLUMNS)} from runs order by id desc").fetchall()
        return [dict(zip(COLUMNS, row, strict=True)) for row in rows]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Within: one change, whole or not at all. ValueError names the file."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path)) as db, db:
                db.execute(TABLE)
                yield db
        except (sqlite3.Error, OSError) as error:
            raise ValueError(f"{self.path}: {error}") from None


def as_csv(rows: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
