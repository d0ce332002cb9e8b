"""What the index says of a run folder: its kind, who ran there, and the figures people ask for first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError, WrapValidator

from jimbot.evaluation.experiments.sampled import last_object, objects, sampled_lines
from jimbot.evaluation.runs import Record
from jimbot.runs.reading import open_file
from jimbot.runs.statistics import quantile, wilson

EVALUATION, TRAINING, TUNING, GATE = "evaluation", "training", "tuning", "gate"
KINDS = (EVALUATION, TRAINING, TUNING, GATE)
FORMATS = {  # of manifests from before they named their kind
    "jimbot-eval-1": EVALUATION,
    "jimbot-train-1": TRAINING,
    "jimbot-rllib-1": TRAINING,
    "jimbot-judge-2": TRAINING,
    "jimbot-study-1": TUNING,
    "jimbot-tuning-1": TUNING,
    "jimbot-gate-1": GATE,
}
MAX_JSON = 32 * 2**20  # bytes of a JSON file that is read at all

Json = dict[str, Any]


def _or_unknown(value: Any, check: Any) -> Any:
    try:
        return check(value)
    except ValidationError:
        return None


UNKNOWN = WrapValidator(_or_unknown)  # what does not fit is as good as not there
Text = Annotated[str | None, BeforeValidator(lambda value: None if value is None else str(value))]
Number = Annotated[float | None, Strict(), UNKNOWN]
Whole = Annotated[int | None, UNKNOWN]


class Entry(BaseModel):
    """A run folder. ``path`` is relative to the root; None means unknown."""

    model_config = ConfigDict(frozen=True)

    path: str
    kind: str
    title: Annotated[str, BeforeValidator(str)]  # the agent, the learner or the gate
    finished: bool
    started: Text = None
    changed: float = 0.0  # when something was last written, in seconds since 1970
    deck: Text = None
    stake: Text = None
    seeds: Text = None
    commit: Text = None
    n: Whole = None  # games
    wins: Whole = None
    win_rate: Number = None
    win_rate_low: Number = None
    win_rate_high: Number = None
    blinds: Number = None
    blinds_low: Number = None
    blinds_high: Number = None
    steps: Whole = None  # of a training; iterations or trials of a tuning
    seconds_per_game: Number = None
    deaths: Annotated[dict[str, int] | None, UNKNOWN] = None  # by boss
    note: str = ""


FIGURES = ("n", "wins", "win_rate", "win_rate_low", "win_rate_high", "seconds_per_game")  # of results.json
BLINDS = ("blinds", "blinds_low", "blinds_high")  # of results.json with mean_ before


def read_entry(root: Path, path: str, names: frozenset[str], changed: float) -> Entry | None:
    """What a folder with these files holds; None if it is no run."""
    folder = root / path
    manifest = read_json(folder / "manifest.json")
    kind = manifest.get("kind") or FORMATS.get(str(manifest.get("format")))
    if kind not in KINDS:
        return None
    about = {"path": path, "kind": kind, "changed": changed}
    about |= {name: manifest.get(name) for name in ("started", "commit")}
    read = {EVALUATION: _evaluation, TRAINING: _training, TUNING: _tuning, GATE: _gate}[kind]
    return Entry.model_validate(about | read(folder, manifest))


def read_json(file: Path) -> Json:
    """A JSON object of a run folder; empty where there is none that can be read."""
    try:
        with open_file(file, follow=False) as opened:
            data = opened.read(MAX_JSON + 1)
        found = json.loads(data) if len(data) <= MAX_JSON else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _object(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _evaluation(folder: Path, manifest: Json) -> Json:
    about = {
        "title": manifest.get("agent", "?"),
        "deck": manifest.get("deck"),
        "stake": manifest.get("challenge") or manifest.get("stake"),
        "seeds": manifest.get("seed_source"),
    }
    result = read_json(folder / "results.json")
    if not result:
        return about | {"finished": False} | _so_far(folder, manifest)
    return about | {
        "finished": True,
        **{name: result.get(name) for name in FIGURES},
        **{name: result.get(f"mean_{name}") for name in BLINDS},
        "deaths": _object(result.get("deaths")).get("boss"),
        "note": "the agent failed in some games" if result.get("failures") else "",
    }


def _so_far(folder: Path, manifest: Json) -> Json:
    """The figures of the games so far."""
    records, share = read_records(folder)
    if not records:
        return {"n": 0}
    wins = sum(record.won for record in records)
    rate = wilson(wins, len(records))
    seeds = manifest.get("seeds")
    total = len(seeds) if isinstance(seeds, list) else 0
    return {
        "n": round(len(records) / share),
        "wins": round(wins / share),
        "win_rate": rate.value,
        "win_rate_low": rate.low,
        "win_rate_high": rate.high,
        **dict(zip(BLINDS, mean_bounds([record.blinds for record in records]), strict=True)),
        "note": f"{len(records)} of {total} games" if share == 1 else "figures from a sample of its games",
    }


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


def _training(folder: Path, manifest: Json) -> Json:
    config = read_json(folder / "config.json")
    settings = _object(manifest.get("settings")) or config
    last = last_object(folder / "metrics.jsonl") or last_object(folder / "log.jsonl")
    recipe = manifest.get("recipe") or config.get("recipe")
    fallback = {"jimbot-train-1": "native PPO", "jimbot-judge-2": "judge"}.get(str(manifest.get("format")))
    epochs = read_json(folder / "train_metrics.json").get("epochs") if recipe else None
    epochs = epochs if isinstance(epochs, list) else None
    reached = [last.get(name) for name in ("valid_blinds", "blinds", "eval/blinds", "rollout/blinds")]
    steps = next((last[name] for name in ("steps", "timesteps", "iteration") if name in last), None)
    result = _object(manifest.get("result"))
    return {
        "title": recipe or settings.get("algorithm") or fallback or "training",
        "finished": bool(result or epochs) or any(folder.glob("*_final.*")),
        "steps": steps if epochs is None else len(epochs),
        "blinds": next(filter(None, (result.get("mean_blinds"), *reached)), None),
        "win_rate": result.get("win_rate", last.get("valid_wins", last.get("valid_win_rate"))),
        "note": "" if epochs is None else "epochs",
    }


def _tuning(folder: Path, manifest: Json) -> Json:
    settings = _object(manifest.get("settings") or manifest.get("options"))
    last = last_object(folder / "log.jsonl")
    trials = len(sampled_lines(folder / "trials.csv").lines) - 1
    return {
        "title": settings.get("agent") or settings.get("algorithm") or settings.get("name") or "tuning",
        "finished": (folder / "best.json").is_file() or (folder / "tuning.json").is_file(),
        "steps": last.get("iteration") if last else max(0, trials),
    }


def _gate(folder: Path, manifest: Json) -> Json:
    report = read_json(folder / "report.json")
    failed = [name for name, passed in _object(report.get("gates")).items() if not passed]
    found = "passed" if report.get("passed") else f"failed: {', '.join(map(str, failed))}"
    return {
        "title": manifest.get("gate", "gate"),
        "finished": bool(report),
        "note": found if report else "",
    }
