"""What the five documents promise, each with its place and the tests that hold it: docs/promises.csv."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "docs" / "promises.csv"
DOCUMENTS = {"A": "000 and 001", "B": "002", "C": "003 and 004"}


def rows(system: str = "") -> list[dict[str, str]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["number"].startswith(system)]


def table(system: str) -> list[str]:
    lines = ["| | promise | where | tests | |", "|---|---|---|---|---|"]
    for row in rows(system):
        tests = ", ".join(f"`{test}`" for test in row["tests"].split())
        note = row["note"]
        promise = row["promise"].replace("|", "\\|")
        lines.append(f"| {row['number']} | {promise} | `{row['where']}` | {tests} | {note} |")
    return lines


def counts() -> list[str]:
    lines = ["| documents | promises | with a note |", "|---|---|---|"]
    for system, documents in DOCUMENTS.items():
        found = rows(system)
        lines.append(f"| {documents} | {len(found)} | {sum(bool(row['note']) for row in found)} |")
    return lines


PARTS: dict[str, Callable[[], list[str]]] = {
    "promises": counts,
    **{f"promises_{system}": (lambda system=system: table(system)) for system in DOCUMENTS},
}
