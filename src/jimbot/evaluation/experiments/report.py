"""Runs of any kind on one HTML page: side by side first, then each for itself."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.catalogue import Catalogue
from jimbot.evaluation.experiments.curves import Curve, Log, curves, learning_curve, smoothed
from jimbot.evaluation.experiments.entry import (
    EVALUATION,
    GATE,
    TRAINING,
    TUNING,
    Entry,
    read_json,
    read_records,
)
from jimbot.evaluation.pages import drawing, html_table, note, page, section
from jimbot.evaluation.pages.plots import Curves, Dot, Dots, Line, LyingBars
from jimbot.evaluation.report import evaluation_parts, survival
from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import compare, summary
from jimbot.game.records import counted, percent

MAX_RUNS = 40  # shown one by one on a page
MAX_CURVES = 12
# Figures of a log that are drawn, where it has them, together.
TOGETHER = {
    "Blinds beaten": ("blinds", "valid_blinds", "rollout/blinds", "eval/blinds", "plus", "minus"),
    "Share of games won": ("wins", "valid_wins", "win_rate", "valid_win_rate", "rollout/wins", "eval/wins"),
    "Reward": ("episode_reward_mean", "rollout/ep_rew_mean", "eval/rewards"),
    "Steps per second": ("steps_per_second", "seconds/steps_per_second", "time/fps"),
    "Memory, GB": ("memory", "memory_gb"),
    "Losses": ("policy_loss", "value_loss", "loss", "train/loss", "train/value_loss"),
    "Entropy": ("entropy", "train/entropy_loss"),
}

Runs = Mapping[str, tuple[Entry, Path]]  # by label


def find_runs(folders: Sequence[Path]) -> dict[str, tuple[Entry, Path]]:
    """Every run in or below these folders, by a label that is its own; ValueError if one has none."""
    found: dict[str, tuple[Entry, Path]] = {}
    for folder in folders:
        catalogue = Catalogue(folder, keep=False)
        entries = catalogue.refresh(seconds=600)
        if not entries:
            raise ValueError(f"{folder} holds no run of evaluation, training, tuning or gates")
        for entry in sorted(entries, key=lambda entry: entry.path):
            name = folder.resolve().name if entry.path == "." else entry.path
            label = name if name not in found else f"{folder}/{entry.path}"
            found[label] = entry, Path(os.path.normpath(catalogue.root / entry.path))
    return found


def report_page(folders: Sequence[Path]) -> str:
    """One page about all runs in these folders."""
    runs = find_runs(folders)
    parts = [html_table(*overview(runs))] if len(runs) > 1 else []
    records = {label: _records(path) for label, (entry, path) in runs.items() if entry.kind == EVALUATION}
    logs = {label: curves(path) for label, (entry, path) in runs.items() if entry.kind in (TRAINING, TUNING)}
    parts += _side_by_side(runs, records, logs)
    for label, (entry, path) in list(runs.items())[:MAX_RUNS]:
        parts.append(
            section(f"{entry.kind.capitalize()}: {label}", _run_parts(entry, path, records.get(label)))
        )
    if len(runs) > MAX_RUNS:
        parts.append(note(f"{len(runs) - MAX_RUNS} more runs are in the table above only."))
    title = next(iter(runs)) if len(runs) == 1 else counted(len(runs), "run")
    return page(f"JimBot report: {title}", parts)


def overview(runs: Runs) -> tuple[list[str], list[list[str]]]:
    """Names of columns, and a row for each run."""
    names = ["run", "kind", "who", "deck", "stake", "seeds", "games", "wins", "blinds", "steps", "note"]
    rows = []
    for label, (entry, _) in runs.items():
        about = (entry.kind, entry.title, entry.deck or "", entry.stake or "", entry.seeds or "")
        rows.append([label, *about, *figure_texts(entry).values(), entry.note])
    return names, rows


def figure_texts(entry: Entry) -> dict[str, str]:
    """The figures of a run for people; empty where they are not known."""
    wins = "" if entry.win_rate is None else f"{percent(entry.win_rate)}"
    if entry.win_rate_low is not None and entry.win_rate_high is not None:
        wins += f" ({percent(entry.win_rate_low)} to {percent(entry.win_rate_high)})"
    blinds = "" if entry.blinds is None else f"{entry.blinds:.2f}"
    if entry.blinds_low is not None and entry.blinds_high is not None:
        blinds += f" ({entry.blinds_low:.2f} to {entry.blinds_high:.2f})"
    return {
        "games": "" if entry.n is None else f"{entry.n:,}",
        "wins": wins,
        "blinds": blinds,
        "steps": "" if entry.steps is None else f"{entry.steps:,}",
    }


# -- side by side -------------------------------------------------------------------------------------------


def _side_by_side(runs: Runs, records: Mapping[str, Sequence[Record]], logs: Mapping[str, Log]) -> list[str]:
    parts = []
    played = {label: games for label, games in records.items() if games}
    if len(played) > 1:
        entries = {label: runs[label][0] for label in played}
        parts += [
            drawing("Blinds beaten, mean with 95 % interval", intervals(entries, "blinds")),
            drawing("Share of games won, with 95 % interval", intervals(entries, "win_rate")),
        ]
        if len(played) <= MAX_CURVES:
            parts.append(drawing("Runs that beat at least this many blinds", survival(played)))
        parts += differences(played)
    if len(logs) > 1:
        parts.append(drawing("Learning curves", learning(logs)))
    return parts


def intervals(entries: Mapping[str, Entry], figure: str) -> Dots:
    """``figure`` is blinds or win_rate."""
    known = {}
    for label, entry in entries.items():
        value = getattr(entry, figure)
        if value is not None:
            low, high = getattr(entry, f"{figure}_low"), getattr(entry, f"{figure}_high")
            known[label] = Dot(value, value if low is None else low, value if high is None else high)
    words = {"blinds": "furthest blind beaten (24: won)", "win_rate": "share of games won"}
    return Dots(list(known), list(known.values()), words[figure])


def learning(logs: Mapping[str, Log], name: str | None = None, window: int = 1) -> Curves:
    """One curve of each run: the named one, or the one to look at first."""
    lines, labels = {}, set()
    for label, log in list(logs.items())[:MAX_CURVES]:
        own = name or learning_curve(log)
        if own is not None and own in log.curves:
            lines[label] = _line(smoothed(log.curves[own], window))
            labels.add(own)
    return Curves(lines, next((log.by for log in logs.values()), "steps"), ", ".join(sorted(labels)))


def spread(part: Mapping[str, Any], unit: str = "") -> str:
    """A difference with its interval."""
    style = "+.1%" if unit == "%" else "+.2f"
    return f"{part['difference']:{style}} ({part['low']:{style}} to {part['high']:{style}})"


def differences_of(played: Mapping[str, Sequence[Record]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each evaluation against the first, on the seeds that both played; those with none are left out."""
    first, *others = played or ("",)
    for label in others:
        try:
            yield label, compare(played[label], played[first])
        except ValueError:  # no seeds in common
            continue


def differences(played: Mapping[str, Sequence[Record]]) -> list[str]:
    rows = [
        [label, str(found["n"]), spread(found["blinds"]), spread(found["win_rate"], "%")]
        for label, found in differences_of(played)
    ]
    if not rows:
        return []
    about = f"Paired differences to {next(iter(played))}, on the same seeds, with 95 % bootstrap intervals:"
    return [note(about), html_table(["run", "seeds in common", "blinds", "wins"], rows)]


# -- each for itself ----------------------------------------------------------------------------------------


def _records(path: Path) -> list[Record]:
    return read_records(path)[0]


def _run_parts(entry: Entry, path: Path, records: Sequence[Record] | None) -> list[str]:
    if entry.kind == EVALUATION:
        return _evaluation(path, records or [])
    if entry.kind == GATE:
        return gate_parts(path)
    return training_parts(path)


def _evaluation(path: Path, records: Sequence[Record]) -> list[str]:
    manifest = read_json(path / "manifest.json")
    needed = ("agent", "seed_source", "agent_seed", "versions", "started", "deck", "stake")
    if not records or any(name not in manifest for name in needed):
        return [note("No game of it can be read.")]
    result = read_json(path / "results.json") or summary(records)
    return evaluation_parts(path, manifest, result, records)


def training_parts(path: Path) -> list[str]:
    log = curves(path)
    parts = []
    if log.share < 1:
        parts.append(
            note(f"The log is large: curves are drawn from {percent(log.share)} of it, evenly chosen.")
        )
    drawn = [drawing(title, plot) for title, plot in plots_of(log)]
    if not drawn:
        return [note("Its log is empty so far.")]
    last = [[name, f"{curve.y[-1]:,.4g}"] for name, curve in log.curves.items()]
    return [*parts, f'<div class="two">{"".join(drawn)}</div>', html_table(["last figures", "value"], last)]


def plots_of(log: Log) -> Iterator[tuple[str, Curves]]:
    """Figures that belong together, as far as the log has them; without any, the curve to look at first."""
    known = {title: [name for name in names if name in log.curves] for title, names in TOGETHER.items()}
    first = learning_curve(log)
    if not any(known.values()) and first is not None:
        known = {first: [first]}
    for title, names in known.items():
        if names:
            yield title, Curves({name: _line(log.curves[name]) for name in names}, log.by)


def _line(curve: Curve) -> Line:
    return Line(curve.x, curve.y)


def gate_parts(path: Path) -> list[str]:
    """What a gate decided and why, from its files alone."""
    report = read_json(path / "report.json")
    if not report:
        return [note("This gate has not finished.")]
    gates = {name: read_json(path / f"gate_{name}.json") for name in report.get("gates", {})}
    rows = [
        [name, "passed" if one.get("passed") else "failed", "; ".join(map(str, one.get("failed", ())))]
        for name, one in gates.items()
    ]
    parts = [
        note(f"{str(report.get('gate')).upper()}: {'passed' if report.get('passed') else 'failed'}"),
        html_table(["gate", "result", "what failed"], rows),
    ]
    perf = gates.get("perf", {})
    named = [perf.get(name) for name in ("delta_avg_ante", "ci95_low", "ci95_high")]
    found = [float(value) for value in named if isinstance(value, int | float)]
    if len(found) == len(named):
        dot = Dots(["challenger"], [Dot(*found)], "antes", mark=0.0)
        parts.append(drawing("Challenger minus champion, mean ante", dot))
    stages = report.get("stages")
    if isinstance(stages, dict) and stages:
        seconds = [round(float(spent), 1) for spent in stages.values()]
        parts.append(drawing("Seconds by stage", LyingBars(list(stages), seconds)))
    decision = report.get("decision")
    if isinstance(decision, dict):
        parts.append(
            note(f"Decision: {decision.get('decision')}. {'; '.join(map(str, decision.get('reasons', ())))}")
        )
    return parts


def comparison_page(
    first: str, second: str, result: Mapping[str, Any], games: Mapping[str, Sequence[Record]]
) -> str:
    """Two agents on the same seeds, for `jimbot compare --html`."""
    wins, blinds = result["win_rate"], result["blinds"]
    won = [str(result[f"wins_{side}"]) for side in ("first", "second")]
    reached = [f"{result[f'blinds_{side}']:.2f}" for side in ("first", "second")]
    rows = [
        ["wins", *won, spread(wins, "%"), wins["verdict"]],
        ["furthest blind", *reached, spread(blinds), blinds["verdict"]],
    ]
    parts = [
        note(f"A: {first}; B: {second}; {result['n']} seeds in common."),
        html_table(["figure", "A", "B", "A - B, 95 % interval", "verdict"], rows),
        drawing("Runs that beat at least this many blinds, 95 % intervals", survival(games)),
    ]
    return page(f"{first} and {second}", parts)
