"""Strategies on the same seeds, each against a baseline: summary.json, summary.md, tables/compare.csv."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jimbot.evaluation import Record, evaluate
from jimbot.evaluation.folder import transcript_path
from jimbot.release.gates.buckets import BUCKETS, buckets
from jimbot.release.gates.statistics import middle, perf
from jimbot.release.gates.strategies import Strategy
from jimbot.runs.console import as_csv, json_text
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_text

SCHEMA = "ablation_v1"
COLUMNS = (
    "candidate", "delta_avg_ante", "delta_median_ante", "delta_win_rate", "perf_gate_pass", "ci95_low",
    "ci95_high",
)  # fmt: skip
PATIENCE = 300.0  # seconds for one game: a hundred times what the slowest needs


def played(place: Path, who: Strategy, seeds: Path, workers: int, stake: str = "white") -> list[Record]:
    """The games of a strategy with their transcripts; what their folder has already is not played again."""
    folder = games_folder(place, who.name, seeds, stake)
    found = evaluate(who.agent, seeds=str(seeds), stake=stake, workers=workers, out=folder, patience=PATIENCE)
    return [_with_transcript(folder, record) for record in found.records]


def games_folder(place: Path, who: str, seeds: Path, stake: str = "white") -> Path:
    """Named after what it holds: strategy, stake, seeds."""
    return place / "games" / f"{who}_{stake}_{seeds.stem}"


def ablation(
    place: Path,
    strategies: Sequence[Strategy],
    seeds: Path,
    baseline: str,
    workers: int = 1,
    stake: str = "white",
) -> dict[str, Any]:
    """Plays every strategy, writes the comparison into ``place`` and returns it. Agents that several
    strategies name are played once."""
    games: dict[str, list[Record]] = {}
    by_agent: dict[str, str] = {}
    for who in strategies:
        first = by_agent.setdefault(who.agent, who.name)
        if first != who.name:
            games[who.name] = games[first]
            continue
        games[who.name] = played(place, who, seeds, workers, stake)
    result = compared(games, {who.name: who.agent for who in strategies}, baseline, seeds, stake)
    write_comparison(place, result)
    return result


def compared(
    games: Mapping[str, Sequence[Record]],
    agents: Mapping[str, str],
    baseline: str,
    seeds: Path,
    stake: str,
) -> dict[str, Any]:
    """Every strategy beside the baseline."""
    rows = {}
    for name, records in games.items():
        against = perf(records, games[baseline])
        rows[name] = {
            "agent": agents[name],
            **middle(records),
            **buckets(records),
            "failures": [f"{r.seed}: {r.failure.reason}" for r in records if r.failure],
            "against_baseline": against.to_dict(),
        }
    return {
        "schema": SCHEMA,
        "seeds": seeds.name,
        "stake": stake,
        "baseline": baseline,
        "strategies": rows,
    }


def write_comparison(place: Path, result: Mapping[str, Any]) -> None:
    (place / "tables").mkdir(parents=True, exist_ok=True)
    write_whole(place / "summary.json", json_text(result) + "\n")
    write_whole(place / "summary.md", markdown(result))
    others = [
        {"candidate": name, **row["against_baseline"]}
        for name, row in result["strategies"].items()
        if name != result["baseline"]
    ]
    write_whole(place / "tables" / "compare.csv", as_csv(COLUMNS, others))


def markdown(result: Mapping[str, Any]) -> str:
    lines = [
        f"# Strategies on {result['seeds']}, {result['stake']} stake",
        "",
        f"Baseline: {result['baseline']}. Differences are to the baseline on the same seeds, with 95 %"
        " intervals of a bootstrap over seeds.",
        "",
        "| strategy | games | wins | mean ante | median | mean ante, difference | wins, difference |"
        " perf gate | ms a decision |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name, row in result["strategies"].items():
        differences = ("", "", "") if name == result["baseline"] else _differences(row["against_baseline"])
        cells = [
            name, str(row["n"]), str(row["wins"]), f"{row['avg_ante']:.2f}", f"{row['median_ante']:g}",
            *differences, f"{row['ms_per_decision']:.2f}",
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## Why runs were lost", "", "| strategy | " + " | ".join(BUCKETS) + " |"]
    lines.append("|---|" + "---|" * len(BUCKETS))
    for name, row in result["strategies"].items():
        lines.append(f"| {name} | " + " | ".join(str(row["buckets"][b]) for b in BUCKETS) + " |")
    return "\n".join(lines) + "\n"


def _differences(found: Mapping[str, Any]) -> tuple[str, str, str]:
    wins = f"[{found['win_rate_low']:+.1%}, {found['win_rate_high']:+.1%}]"
    return (
        f"{found['delta_avg_ante']:+.2f} [{found['ci95_low']:+.2f}, {found['ci95_high']:+.2f}]",
        f"{found['delta_win_rate']:+.1%} {wins}",
        "pass" if found["perf_gate_pass"] else "fail",
    )


def _with_transcript(folder: Path, record: Record) -> Record:
    path = folder / transcript_path(record.seed)
    return replace(record, transcript=read_text(path)) if path.is_file() else record
