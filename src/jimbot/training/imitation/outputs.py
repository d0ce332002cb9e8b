"""What a recipe leaves behind: best.pt, last.pt, train_metrics.json, config.json, manifest.json, tb_logs."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet, save_net
from jimbot.runs import made_with
from jimbot.runs.lock import lock_folder
from jimbot.runs.machine import write_whole
from jimbot.training.imitation.rows import Rows


class Outputs:
    """The folder of one training. Every file is written whole or not at all; a new training starts over."""

    def __init__(self, folder: Path, recipe: str, settings: Any) -> None:
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file; a training needs a folder")
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._lock = lock_folder(folder, "training")
        self._lines: list[dict[str, Any]] = []
        self._best: float | None = None
        self.extra: dict[str, Any] = {}
        self.values = recipe in ("pv", "dagger")  # whether chances to win and prices are learned as well
        self.config = {"recipe": recipe} | {
            name: str(value) if isinstance(value, Path) else value for name, value in asdict(settings).items()
        }
        self._json("config.json", self.config)
        self.manifest: dict[str, Any] = {"recipe": recipe, "train_seeds": [], **made_with(("numpy", "torch"))}
        self._boards = _summary_writer(folder / "tb_logs")

    def data(self, source: Path | str, rows: Rows) -> None:
        """What is learned from: its seeds can never be tested on."""
        self.manifest["data"] = str(source)
        self.manifest["games"] = len(rows.games)
        self.manifest["decisions"] = len(rows)
        kept = rows.held_out_seeds()
        self.manifest["train_seeds"] = sorted({game.seed for game in rows.games} - kept)
        self.manifest["held_out_seeds"] = sorted(kept)
        self.write_manifest()

    def write_manifest(self) -> None:
        self._json("manifest.json", self.manifest)

    def epoch(self, line: dict[str, Any], net: DecisionNet, score: float) -> None:
        self._lines.append(line)
        about = {
            "recipe": self.config["recipe"],
            "epoch": len(self._lines),
            "score": score,
            "values": self.values,
        }
        save_net(self.folder / "last.pt", net, about)
        if self._best is None or score >= self._best:
            self._best = score
            save_net(self.folder / "best.pt", net, about)
        self._json("train_metrics.json", self.summary())
        for name, value in flat(line).items():
            if self._boards is not None:
                self._boards.add_scalar(name, value, len(self._lines))

    def summary(self) -> dict[str, Any]:
        return {"best_score": self._best, "epochs": self._lines, **self.extra}

    def close(self) -> dict[str, Any]:
        self._json("train_metrics.json", self.summary())
        if self._boards is not None:
            self._boards.close()
        self._lock.close()
        return self.summary()

    def _json(self, name: str, data: Any) -> None:
        write_whole(self.folder / name, json.dumps(data, indent=2) + "\n")


def _summary_writer(folder: Path) -> Any:
    """TensorBoard where it is installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder))


def flat(line: dict[str, Any], prefix: str = "") -> dict[str, float]:
    out: dict[str, float] = {}
    for name, value in line.items():
        if isinstance(value, dict):
            out |= flat(value, f"{prefix}{name}/")
        elif isinstance(value, int | float):
            out[prefix + name] = float(value)
    return out


def told(line: dict[str, Any]) -> str:
    """One line for people."""
    parts = [f"epoch {line['epoch']}", f"loss {line['loss']:.3f}"]
    for phase in ("hand", "shop", "pack", "blind"):
        if phase in line:
            found = line[phase]
            parts.append(f"{phase} top-1 {percent(found['top1'])} top-3 {percent(found['top3'])}")
    parts.append(f"{line['decisions_per_second']:,.0f} decisions/s")
    return ", ".join(parts)
