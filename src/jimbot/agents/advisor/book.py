"""What the adviser keeps on disk: answers to use again, the bucket of questions, the account of costs.

One SQLite file, so that all processes that play share one budget.
"""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HOUR = 3600.0
MAX_ANSWERS = 10_000
TABLES = """
CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, phase TEXT, features TEXT, words TEXT, time REAL);
CREATE INDEX IF NOT EXISTS by_phase ON answers (phase, time);
CREATE TABLE IF NOT EXISTS bucket (one INTEGER PRIMARY KEY CHECK (one = 1), tokens REAL, time REAL);
CREATE TABLE IF NOT EXISTS calls (time REAL, provider TEXT, outcome TEXT, seconds REAL, tokens_in INTEGER,
  tokens_out INTEGER, dollars REAL);
"""


class Book:
    """``per_hour`` questions an hour: a bucket of this many tokens that fills up evenly."""

    def __init__(self, file: Path, per_hour: int, clock: Callable[[], float] = time.time) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = sqlite3.connect(file, timeout=5, isolation_level=None, check_same_thread=False)
            self._db.executescript(f"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; {TABLES}")
        except sqlite3.Error as error:
            raise ValueError(f"{file} cannot be the adviser's book: {error}") from None
        self._per_hour, self._clock = per_hour, clock

    def take_token(self) -> bool:
        """Whether another question may be put now. It is then counted, whatever comes of it."""
        now = self._clock()
        self._db.execute("BEGIN IMMEDIATE")
        try:
            row = self._db.execute("SELECT tokens, time FROM bucket").fetchone()
            tokens, before = row if row is not None else (float(self._per_hour), now)
            tokens = min(self._per_hour, tokens + max(0.0, now - before) * self._per_hour / HOUR)
            if taken := tokens >= 1:
                tokens -= 1
            self._db.execute("INSERT OR REPLACE INTO bucket VALUES (1, ?, ?)", (tokens, now))
        finally:
            self._db.execute("COMMIT")
        return taken

    def find(self, prompt: str, phase: str, features: set[str], similarity: float) -> str | None:
        """The decision, in words, that was advised in this position or in the most similar one."""
        row = self._db.execute("SELECT words FROM answers WHERE key = ?", (_key(prompt),)).fetchone()
        if row is not None:
            return str(row[0])
        rows = self._db.execute("SELECT features, words FROM answers WHERE phase = ?", (phase,))
        best, found = similarity, None
        for text, words in rows:
            alike = cosine(features, set(json.loads(text)))
            if alike >= best:
                best, found = alike, str(words)
        return found

    def keep(self, prompt: str, phase: str, features: set[str], words: str) -> None:
        row = (_key(prompt), phase, json.dumps(sorted(features)), words, self._clock())
        self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)", row)
        self._db.execute(
            "DELETE FROM answers WHERE key IN (SELECT key FROM answers ORDER BY time DESC LIMIT -1 OFFSET ?)",
            (MAX_ANSWERS,),
        )

    def account(
        self, provider: str, outcome: str, seconds: float, tokens_in: int, tokens_out: int, dollars: float
    ) -> None:
        row = (self._clock(), provider, outcome, seconds, tokens_in, tokens_out, dollars)
        self._db.execute("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def costs(self) -> list[dict[str, Any]]:
        """Questions, tokens and dollars, by provider and outcome."""
        names = ("provider", "outcome", "calls", "tokens_in", "tokens_out", "dollars")
        rows = self._db.execute(
            "SELECT provider, outcome, count(*), sum(tokens_in), sum(tokens_out), sum(dollars) "
            "FROM calls GROUP BY provider, outcome ORDER BY provider, outcome"
        )
        return [dict(zip(names, row, strict=True)) for row in rows]

    def close(self) -> None:
        self._db.close()


def cosine(one: set[str], other: set[str]) -> float:
    """How alike two sets are, 0 to 1."""
    return len(one & other) / math.sqrt(len(one) * len(other)) if one and other else 0.0


def _key(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()
