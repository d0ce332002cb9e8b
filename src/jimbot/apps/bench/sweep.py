"""Benchmarks over numbers of servers, repeated, as two tables: every run, and each setting summed up."""

from __future__ import annotations

import datetime
import json
import shlex
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jimbot.runs.console import as_csv
from jimbot.runs.machine import write_whole

DETAIL = "sweep_results.csv"
SUMMARY = "sweep_results_summary.csv"
DETAIL_COLUMNS = (
    "timestamp",
    "mode",
    "instances",
    "repeat",
    "steps_s_total",
    "base_port_used",
    "returncode",
    "parse_source",
    "play_avg_ms",
    "gamestate_avg_ms",
    "cmd",
)
SUMMARY_COLUMNS = ("mode", "instances", "repeats", "mean", "stdev", "min", "max")

Row = dict[str, Any]


def sweep(
    modes: Sequence[str],
    instances: Sequence[int],
    repeats: int,
    arguments: Sequence[str],
    first_port: int | None,
    folder: Path,
    advance: Callable[[int], None],
) -> list[Row]:
    """Runs the benchmark for every mode and number of instances; `arguments` go to each run as they are.

    The tables are rewritten after every run, so that an interrupted sweep keeps what it has.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    for mode in modes:
        for count in instances:
            for repeat in range(1, repeats + 1):
                ports = [] if first_port is None else ["--ports", f"{first_port}-{first_port + count - 1}"]
                rows.append(run(mode, count, repeat, [*arguments, *ports]))
                write_whole(folder / DETAIL, as_csv(DETAIL_COLUMNS, rows))
                write_whole(folder / SUMMARY, as_csv(SUMMARY_COLUMNS, summarise(rows)))
                advance(1)
    return rows


def run(mode: str, instances: int, repeat: int, arguments: Sequence[str]) -> Row:
    """One benchmark in a process of its own. A failed one leaves its numbers empty."""
    command = [sys.executable, "-m", "jimbot", "bench", "balatrobot", "--json"]
    command += ["--mode", mode, "--instances", str(instances), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    sys.stderr.write(done.stderr)
    row: Row = {
        "timestamp": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "mode": mode,
        "instances": instances,
        "repeat": repeat,
        "returncode": done.returncode,
        "parse_source": "none",
        "cmd": shlex.join(command),
    }
    if done.returncode == 0:
        row |= figures(json.loads(done.stdout))
    return row


def figures(report: Row) -> Row:
    latency = report["latency_ms"]
    return {
        "steps_s_total": round(report["steps_s_total"], 3),
        "base_port_used": report["per_instance"][0]["url"].rpartition(":")[2].strip("/"),
        "parse_source": "json",
        "play_avg_ms": _milliseconds(latency.get("play")),
        "gamestate_avg_ms": _milliseconds(latency.get("gamestate")),
    }


def _milliseconds(spread: Row | None) -> float | str:
    return "" if spread is None else round(spread["avg"], 4)


def summarise(rows: Sequence[Row]) -> list[Row]:
    """Steps per second by mode and instances, over the runs that succeeded."""
    speeds: dict[tuple[str, int], list[float]] = {}
    for row in rows:
        found = speeds.setdefault((row["mode"], row["instances"]), [])
        if "steps_s_total" in row:
            found.append(row["steps_s_total"])
    return [_sum_up(mode, instances, found) for (mode, instances), found in speeds.items()]


def _sum_up(mode: str, instances: int, speeds: Sequence[float]) -> Row:
    row: Row = {"mode": mode, "instances": instances, "repeats": len(speeds)}
    if speeds:
        row["mean"] = round(statistics.fmean(speeds), 3)
        row["stdev"] = round(statistics.stdev(speeds), 3) if len(speeds) > 1 else 0.0
        row["min"], row["max"] = min(speeds), max(speeds)
    return row
