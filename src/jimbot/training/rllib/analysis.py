"""What a checkpoint is worth and how it came about: an HTML page with pictures, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jimbot.evaluation import Evaluation, Record, evaluate
from jimbot.evaluation.experiments.curves import flat
from jimbot.evaluation.pages import drawing, html_table, page
from jimbot.evaluation.pages.plots import Curves, Line
from jimbot.evaluation.report import games_parts
from jimbot.evaluation.summary import figures
from jimbot.game.content import content
from jimbot.runs.machine import cores, write_whole
from jimbot.training.folder import METRICS, metrics_of
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.policy import About, about_file

CURVES = {  # picture -> metrics drawn together
    "Reward of games": ("episode_reward_mean",),
    "Blinds beaten": ("blinds", "valid_blinds"),
    "Share of games won": ("win_rate", "valid_win_rate"),
    "Length of games": ("episode_len_mean",),
    "Losses": ("policy_loss", "value_loss"),
    "Entropy": ("entropy",),
    "KL divergence": ("kl_divergence",),
    "Steps per second": ("seconds/steps_per_second",),
}
WORST = 10  # games listed as failures
FIRST_SEED = 100_000  # validation seeds before it are those of evaluations during training


def judged(checkpoint: Path, games: int, workers: int | None = None) -> Evaluation:
    """On validation seeds that did not choose the checkpoint."""
    start = Games.of(about_file(checkpoint).settings["env_config"]).start
    return evaluate(
        f"policy:checkpoint={checkpoint}",
        seeds=f"valid-{games}@{FIRST_SEED}",
        deck=start.deck,
        stake=str(start.stake),
        workers=workers or cores(),
    )


def analyze(checkpoint: Path, games: int, out: Path) -> dict[str, Any]:
    """Writes ``report.html`` and ``report.json``; returns what the latter holds."""
    about = about_file(checkpoint)
    found = judged(checkpoint, games)
    result, records = found.summary, found.records
    lines = _metrics(about)
    report = {
        "checkpoint": str(checkpoint),
        "steps": about.steps,
        "algorithm": about.settings["algorithm"],
        "evaluation": result,
        "throughput": throughput(lines),
        "failures": [_failure(record) for record in _worst(records)],
        "curves": curves(lines),
    }
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / "report.json", json.dumps(report, indent=2) + "\n")
    write_whole(out / "report.html", _page(report, records))
    return report


def _metrics(about: About) -> list[dict[str, Any]]:
    """Of the iterations up to the checkpoint, where its run is still there."""
    run = Path(about.run)
    if not (run / METRICS).is_file():
        return []
    return [line for line in metrics_of(run) if line["steps"] <= about.steps]


def curves(lines: Sequence[dict[str, Any]]) -> dict[str, list[tuple[int, float]]]:
    """Metric -> (steps, value) of every iteration that has it."""
    wanted = [metric for metrics in CURVES.values() for metric in metrics]
    known = [(line["steps"], dict(flat(line))) for line in lines]
    points = {name: [(steps, found[name]) for steps, found in known if name in found] for name in wanted}
    return {name: found for name, found in points.items() if found}


def throughput(lines: Sequence[dict[str, Any]]) -> dict[str, float] | None:
    if not lines:
        return None
    seconds = sum(line["seconds"]["iteration"] for line in lines)
    last = lines[-1]
    return {
        "steps_per_second": last["steps"] / seconds,
        "games_per_hour": 3600 * last["episodes"] / seconds,
        "hours": seconds / 3600,
        "sampling_share": _share(lines, "sampling"),
        "learning_share": _share(lines, "learning"),
    }


def _share(lines: Sequence[dict[str, Any]], part: str) -> float:
    known = [line["seconds"] for line in lines if line["seconds"][part] is not None]
    total = sum(seconds["iteration"] for seconds in known)
    return sum(seconds[part] for seconds in known) / total if total else 0.0


def _worst(records: Sequence[Record]) -> list[Record]:
    return sorted((r for r in records if not r.won), key=lambda r: (r.blinds, r.decisions))[:WORST]


def _failure(record: Record) -> dict[str, Any]:
    death = record.death
    return {
        "seed": record.seed,
        "blinds": record.blinds,
        "lost_to": None if death is None else _blind_name(death.blind, death.boss),
        "ante": record.ante,
        "money": record.money,
        "jokers": len(record.jokers),
        "decisions": record.decisions,
        "error": None if record.failure is None else record.failure.reason,
    }


def _blind_name(blind: str, boss: str) -> str:
    return content()["blind"][boss]["name"] if blind == "boss" else f"{blind} blind"


def _page(report: dict[str, Any], records: Sequence[Record]) -> str:
    result = report["evaluation"]
    games = f"{result['n']} games on {result['seeds']}"
    parts = [
        f"<p>{report['algorithm']} after {report['steps']:,} moves; {games}</p>",
        html_table(["figure", "value"], figures(result).items()),
    ]
    if report["throughput"]:
        rows = [[name, f"{value:,.3g}"] for name, value in report["throughput"].items()]
        parts += ["<h2>Throughput</h2>", html_table(["figure", "value"], rows)]
    if report["failures"]:
        names = list(report["failures"][0])
        rows = [["" if row[name] is None else str(row[name]) for name in names] for row in report["failures"]]
        parts += ["<h2>The games that ended first</h2>", html_table(names, rows)]
    parts += games_parts(records, result)
    for title, metrics in CURVES.items():
        known = {name: report["curves"][name] for name in metrics if name in report["curves"]}
        if known:
            parts.append(drawing(title, _curve(known)))
    return page(f"{Path(report['checkpoint']).name}: performance report", parts)


def _curve(lines: dict[str, list[tuple[int, float]]]) -> Curves:
    drawn = {name: Line([x for x, _ in points], [y for _, y in points]) for name, points in lines.items()}
    return Curves(drawn, "moves")
