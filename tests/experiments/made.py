"""Run folders as programs leave them, made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import summary

ABOUT = {"commit": "abc", "versions": {"jimbot": "0.1.0"}, "machine": {}, "started": "2026-01-01T00:00:00Z"}


def games(count: int, shift: int = 0) -> list[dict[str, Any]]:
    """Lines of games.jsonl."""
    out = []
    for i in range(count):
        won = (i + shift) % 5 == 0
        death = None if won else {"ante": 2, "blind": "boss", "boss": "bl_hook"}
        out.append(
            {
                "index": i,
                "seed": f"S{i}",
                "won": won,
                "ante": 8 if won else 2,
                "blinds": 24 if won else 3 + (i + shift) % 7,
                "death": death,
                "money": i % 30,
                "jokers": ["j_joker", "j_baron"][: i % 3],
                "decisions": 100,
                "seconds": 0.1,
                "truncated": False,
                "failure": None,
            }
        )
    return out


def evaluation(
    folder: Path, count: int = 20, agent: str = "greedy", finished: bool = True, shift: int = 0
) -> Path:
    folder.mkdir(parents=True)
    lines = games(count, shift)
    manifest = {
        "format": "jimbot-eval-1",
        "agent": agent,
        "deck": "b_red",
        "stake": "stake_white",
        "agent_seed": 0,
        "challenge": None,
        "seed_source": f"dev-{count}",
        "seeds": [line["seed"] for line in lines],
        **ABOUT,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "games.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    if finished:
        (folder / "results.json").write_text(json.dumps(result(lines, agent, count)))
    return folder


def result(lines: list[dict[str, Any]], agent: str, count: int) -> dict[str, Any]:
    head = {"agent": agent, "seeds": f"dev-{count}", "deck": "b_red", "stake": "stake_white", "commit": "abc"}
    return head | summary([Record.from_json(dict(line)) for line in lines])


def training(folder: Path, updates: int = 30) -> Path:
    folder.mkdir(parents=True)
    settings = {"updates": 100, "steps_per_update": 1000}
    manifest = {"format": "jimbot-train-1", "settings": settings, "start": None, "train_seeds": [], **ABOUT}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "metrics.jsonl").write_text("".join(metrics_line(i) for i in range(1, updates + 1)))
    return folder


def metrics_line(update: int) -> str:
    line = {"update": update, "steps": 1000 * update, "blinds": update / 10, "wins": 0.0, "entropy": 1.5}
    if update % 10 == 0:
        line["valid_blinds"] = update / 8
    return json.dumps(line) + "\n"


def gate(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps({"format": "jimbot-gate-1", "gate": "p18", **ABOUT}))
    report = {
        "gate": "p18",
        "passed": False,
        "gates": {"perf": False},
        "stages": {"play": 3.0},
        "decision": None,
    }
    (folder / "report.json").write_text(json.dumps(report))
    perf = {"passed": False, "failed": ["further"], "delta_avg_ante": 0.1, "ci95_low": -0.2, "ci95_high": 0.4}
    (folder / "gate_perf.json").write_text(json.dumps(perf))
    return folder
