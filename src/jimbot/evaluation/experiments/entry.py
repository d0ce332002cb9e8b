"""What the index tells of a run folder: its kind, who ran there, and the figures people ask for first."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.sampled import last_object, objects, open_plain, sampled_lines
from jimbot.evaluation.runs import Record
from jimbot.runs.statistics import quantile, wilson

EVALUATION, TRAINING, TUNING, GATE = "evaluation", "training", "tuning", "gate"
KINDS = (EVALUATION, TRAINING, TUNING, GATE)
FORMATS = {
    "jimbot-eval-1": EVALUATION,
    "jimbot-train-1": TRAINING,
    "jimbot-rllib-1": TRAINING,
    "jimbot-judge-2": TRAINING,
    "jimbot-study-1": TUNING,
    "jimbot-tuning-1": TUNING,
    "jimbot-gate-1": GATE,
}
MOST_JSON = 32 * 2**20  # bytes of a JSON file that is read at all

Json = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """A run folder. ``path`` is relative to the root; None stands for what is not known."""

    path: str
    kind: str
    title: str  # the agent, the learner or the gate
    finished: bool
    started: str | None = None
    changed: float = 0.0  # when something was last written, in seconds since 1970
    deck: str | None = None
    stake: str | None = None
    seeds: str | None = None
    commit: str | None = None
    n: int | None = None  # games
    wins: int | None = None
    win_rate: float | None = None
    win_rate_low: float | None = None
    win_rate_high: float | None = None
    blinds: float | None = None
    blinds_low: float | None = None
    blinds_high: float | None = None
    steps: int | None = None  # of a training; iterations or trials of a tuning
    seconds_per_game: float | None = None
    deaths: Mapping[str, int] | None = None  # by boss
    note: str = ""


def read_entry(root: Path, path: str, names: frozenset[str], changed: float) -> Entry | None:
    """What a folder with these files holds; None if it is no run."""
    folder = root / path
    if "results.json" in names and "games.jsonl" in names:
        return _evaluation(folder, path, changed, read_json(folder / "results.json"))
    manifest = read_json(folder / "manifest.json") if "manifest.json" in names else {}
    kind = FORMATS.get(str(manifest.get("format")))
    if kind == EVALUATION:
        return _evaluation(folder, path, changed, None, manifest)
    if kind == GATE:
        return _gate(folder, path, changed, manifest)
    if kind == TUNING:
        return _tuning(folder, path, changed, manifest)
    if kind == TRAINING or "metrics.jsonl" in names or "train_metrics.json" in names:
        return _training(folder, path, changed, manifest)
    return None


def read_json(file: Path) -> Json:
    """A JSON object of a run folder; empty where there is none that can be read."""
    try:
        with open_plain(file) as opened:
            data = opened.read(MOST_JSON + 1)
        found = json.loads(data) if len(data) <= MOST_JSON else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _evaluation(
    folder: Path, path: str, changed: float, result: Json | None, manifest: Json | None = None
) -> Entry:
    about = result if result is not None else manifest or {}
    entry = Entry(
        path,
        EVALUATION,
        str(about.get("agent", "?")),
        finished=result is not None,
        started=_text(about.get("started")),
        changed=changed,
        deck=_text(about.get("deck")),
        stake=_text(about.get("challenge") or about.get("stake")),
        seeds=_text(about.get("seeds" if result is not None else "seed_source")),
        commit=_text(about.get("commit")),
    )
    return _running(folder, entry, about) if result is None else _told(entry, result)


def _told(entry: Entry, result: Json) -> Entry:
    """With the figures of results.json."""
    deaths = result.get("deaths")
    return replace(
        entry,
        n=_whole(result.get("n")),
        wins=_whole(result.get("wins")),
        win_rate=_number(result.get("win_rate")),
        win_rate_low=_number(result.get("win_rate_low")),
        win_rate_high=_number(result.get("win_rate_high")),
        blinds=_number(result.get("mean_blinds")),
        blinds_low=_number(result.get("mean_blinds_low")),
        blinds_high=_number(result.get("mean_blinds_high")),
        seconds_per_game=_number(result.get("seconds_per_game")),
        deaths=_counts(deaths.get("boss")) if isinstance(deaths, dict) else None,
        note="the agent failed in some games" if result.get("failures") else "",
    )


def _running(folder: Path, entry: Entry, manifest: Json) -> Entry:
    """With the figures of the games so far."""
    records, share = read_records(folder)
    if not records:
        return replace(entry, n=0)
    wins = sum(record.won for record in records)
    rate = wilson(wins, len(records))
    middle, low, high = mean_bounds([record.blinds for record in records])
    seeds = manifest.get("seeds")
    total = len(seeds) if isinstance(seeds, list) else 0
    return replace(
        entry,
        n=round(len(records) / share),
        wins=round(wins / share),
        win_rate=rate.value,
        win_rate_low=rate.low,
        win_rate_high=rate.high,
        blinds=middle,
        blinds_low=low,
        blinds_high=high,
        note=f"{len(records)} of {total} games" if share == 1 else "figures from a sample of its games",
    )


def read_records(folder: Path) -> tuple[list[Record], float]:
    """The games of an evaluation, or a sample of very many; and which share of them that is."""
    sample = sampled_lines(folder / "games.jsonl")
    records: dict[str, Record] = {}
    for line in objects(sample.lines):
        try:
            record = Record.from_json(line)
        except (TypeError, KeyError, ValueError):
            continue
        records[record.seed] = record
    return sorted(records.values(), key=lambda record: record.index), sample.share


def mean_bounds(values: list[int]) -> tuple[float, float, float]:
    """The mean with its 95 % interval by the normal distribution: for figures that change as one looks."""
    n = len(values)
    middle = sum(values) / n
    spread = (sum((value - middle) ** 2 for value in values) / max(1, n - 1)) ** 0.5
    half = quantile(0.975) * spread / n**0.5
    return middle, middle - half, middle + half


def _training(folder: Path, path: str, changed: float, manifest: Json) -> Entry:
    config = read_json(folder / "config.json")
    settings = manifest.get("settings")
    settings = settings if isinstance(settings, dict) else config
    last = last_object(folder / "metrics.jsonl") or last_object(folder / "log.jsonl")
    recipe = manifest.get("recipe") or config.get("recipe")
    fallback = {"jimbot-train-1": "native PPO", "jimbot-judge-2": "judge"}.get(str(manifest.get("format")))
    title = recipe or settings.get("algorithm") or fallback or "training"
    reached = [last.get(name) for name in ("valid_blinds", "blinds", "eval/blinds", "rollout/blinds")]
    epochs = read_json(folder / "train_metrics.json").get("epochs") if recipe else None
    steps = next((last[name] for name in ("steps", "timesteps", "iteration") if name in last), None)
    result = manifest.get("result")
    result = result if isinstance(result, dict) else {}
    done = bool(result) or any(folder.glob("*_final.*"))
    return Entry(
        path,
        TRAINING,
        str(title),
        finished=done or bool(epochs),
        started=_text(manifest.get("started")),
        changed=changed,
        commit=_text(manifest.get("commit")),
        steps=_whole(steps) if epochs is None else len(epochs),
        blinds=_number(result.get("mean_blinds")) or next(filter(None, map(_number, reached)), None),
        win_rate=_number(result.get("win_rate", last.get("valid_wins", last.get("valid_win_rate")))),
        note="" if epochs is None else "epochs",
    )


def _tuning(folder: Path, path: str, changed: float, manifest: Json) -> Entry:
    settings = manifest.get("settings") or manifest.get("options") or {}
    last = last_object(folder / "log.jsonl")
    trials = _lines(folder / "trials.csv") - 1
    return Entry(
        path,
        TUNING,
        str(settings.get("agent") or settings.get("algorithm") or settings.get("name") or "tuning"),
        finished=(folder / "best.json").is_file() or (folder / "tuning.json").is_file(),
        started=_text(manifest.get("started")),
        changed=changed,
        commit=_text(manifest.get("commit")),
        steps=_whole(last.get("iteration")) if last else max(0, trials),
    )


def _gate(folder: Path, path: str, changed: float, manifest: Json) -> Entry:
    report = read_json(folder / "report.json")
    gates = report.get("gates") or {}
    failed = [name for name, passed in gates.items() if not passed]
    told = "passed" if report.get("passed") else f"failed: {', '.join(map(str, failed))}"
    return Entry(
        path,
        GATE,
        str(manifest.get("gate", "gate")),
        finished=bool(report),
        started=_text(manifest.get("started")),
        changed=changed,
        commit=_text(manifest.get("commit")),
        note=told if report else "",
    )


def _lines(file: Path) -> int:
    return len(sampled_lines(file).lines)


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _whole(value: Any) -> int | None:
    number = _number(value)
    return None if number is None else int(number)


def _counts(value: Any) -> dict[str, int] | None:
    if not isinstance(value, dict):
        return None
    return {str(key): int(count) for key, count in value.items() if isinstance(count, int)}
