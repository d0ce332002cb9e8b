"""`jimbot parity report`: what the recordings cover."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from jimbot.apps.cli import options
from jimbot.game.content import content
from jimbot.game.records import counted
from jimbot.live.parity.coverage import Coverage
from jimbot.live.parity.recordings import find_recordings, read_recording
from jimbot.live.parity.replay import replay
from jimbot.live.parity.scenarios import is_scenarios, read_scenarios, run_scenario
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import write_whole


def report(
    traces: Annotated[
        list[Path], typer.Argument(metavar="TRACE...", help="Recordings, scenarios, or folders of them.")
    ],
    out: Annotated[Path | None, options.text("FILE.md", "Write the report to this file as Markdown.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show which items of the game the recordings cover.

    An item is seen in a step if it is owned, used or faced there; it is matched if every such step matched.

    Example: jimbot parity report ../shared/oracle --out coverage.md
    """
    with options.bad_input():
        found = _collect(traces, quiet=as_json)
        if out is not None:
            write_whole(out, _markdown(found))
    if as_json:
        print_json(found)
    elif out is not None:
        console().print(f"written to {out}")
    else:
        _print(found)


def _collect(traces: list[Path], quiet: bool) -> dict[str, Any]:
    coverage = Coverage()
    runs: list[Path] = []
    scenarios: list[Path] = []
    for path in traces:
        if path.is_dir():
            scenarios += sorted(filter(is_scenarios, path.rglob("*.jsonl*")))
            runs += find_recordings([path])
        else:
            scenarios += [path] if is_scenarios(path) else []
            runs += [] if is_scenarios(path) else find_recordings([path])
    sources: Counter[str] = Counter()
    with progress("replaying", len(runs), quiet=quiet) as advance:
        for path in runs:
            sources[replay(read_recording(path), watch=coverage.watch).source] += 1
            advance(1)
    steps = [row for path in scenarios for row in read_scenarios(path)]
    for row in steps:
        run_scenario(row, coverage.watch)
    return {
        "runs": len(runs),
        "recorded_by": dict(sources),
        "scenarios": len(steps),
        "coverage": coverage.table(),
    }


def _head(found: dict[str, Any]) -> str:
    sources = ", ".join(f"{count} from {name}" for name, count in found["recorded_by"].items())
    return f"{counted(found['runs'], 'run')} ({sources}), {counted(found['scenarios'], 'single step')}."


def _name(kind: str, key: str) -> str:
    tables = content()
    table = {"boss": "blind", "tarot": "consumable", "planet": "consumable", "spectral": "consumable"}
    if kind == "pack":
        row = tables["booster"].get(key) or tables["booster"][f"{key}_1"]
    else:
        row = tables[table.get(kind, kind)][key]
    return str(row.get("name", key))


def _print(found: dict[str, Any]) -> None:
    out = console()
    out.print(_head(found) + "\n")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("kind", "items", "seen", "matched", "mismatched"):
        table.add_column(name, justify="left" if name == "kind" else "right")
    for kind, row in found["coverage"].items():
        counts = [str(row[name]) for name in ("items", "seen", "matched", "mismatched")]
        table.add_row(kind, *counts)
    out.print(table)
    for kind, row in found["coverage"].items():
        bad = [key for key, count in row["steps"].items() if count["mismatched"]]
        if bad:
            out.print(f"\nmismatched {kind}: {', '.join(_name(kind, key) for key in bad)}")
        if row["never"]:
            out.print(f"\nnever seen {kind}: {', '.join(_name(kind, key) for key in row['never'])}")


def _markdown(found: dict[str, Any]) -> str:
    lines = ["# Coverage of the recordings", "", _head(found), ""]
    lines += ["| kind | items | seen | matched | mismatched |", "|---|---|---|---|---|"]
    for kind, row in found["coverage"].items():
        lines.append(f"| {kind} | {row['items']} | {row['seen']} | {row['matched']} | {row['mismatched']} |")
    for kind, row in found["coverage"].items():
        lines += ["", f"## {kind}", "", "| item | steps seen | matched | mismatched |", "|---|---|---|---|"]
        for key, count in sorted(row["steps"].items(), key=lambda item: -item[1]["seen"]):
            numbers = f"{count['seen']} | {count['matched']} | {count['mismatched']}"
            lines.append(f"| {_name(kind, key)} `{key}` | {numbers} |")
        if row["never"]:
            never = ", ".join(_name(kind, key) for key in row["never"])
            lines += ["", f"Never seen: {never}."]
    return "\n".join(lines) + "\n"
