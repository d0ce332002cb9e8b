"""What a recipe leaves behind: best.pt, last.pt, train_metrics.json, config.json, manifest.json, tb_logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.curves import flat
from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet, save_net
from jimbot.models.trained_on import train_seeds_of
from jimbot.runs import Manifest, RunFolder, made_with
from jimbot.runs.folder import difference
from jimbot.runs.settings import Settings
from jimbot.training.boards import summary_writer
from jimbot.training.imitation.rows import Rows

MAY_CHANGE = ("out", "workers", "device", "rounds")  # where a training goes on


class Outputs(RunFolder):
    """The folder of one training."""

    what = "training"
    kept = "trainings"
    format = "jimbot-recipe-1"

    def __init__(
        self, folder: Path, recipe: str, settings: Settings, values: bool = False, goes_on: bool = False
    ) -> None:
        """``values``: whether win probabilities and prices are learned as well; ``goes_on``: with an earlier
        training there, which had the same settings, instead of starting over."""
        self.goes_on = goes_on
        self._lines: list[dict[str, Any]] = []
        self._best: float | None = None
        self.extra: dict[str, Any] = {}
        self.values = values
        self._inherited: list[str] = []
        self.config = {"recipe": recipe} | settings.as_json()
        about = {"format": self.format, "recipe": recipe, "settings": settings.as_json(), "train_seeds": []}
        super().__init__(folder, about | made_with(("numpy", "torch")))

    def open(self) -> None:
        self._json("config.json", self.config)
        self._boards = summary_writer(self.path / "tb_logs")

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        fixed = [
            {"recipe": about["recipe"]} | {k: v for k, v in about["settings"].items() if k not in MAY_CHANGE}
            for about in (there, here)
        ]
        return difference(*fixed)

    def inherit(self, learned: Path | None) -> None:
        """What it begins with or learns from: the seeds behind that are behind this network too."""
        if learned is not None:
            self._inherited += [seed for seed in train_seeds_of(learned) if seed not in self._inherited]

    def data(self, source: Path | str, rows: Rows) -> None:
        """The games to learn from: nothing that was fitted to their seeds can ever be tested on them."""
        kept = rows.held_out_seeds()
        self.note(data=str(source), games=len(rows.games), decisions=len(rows), held_out_seeds=sorted(kept))
        self.train_on(*sorted({game.seed for game in rows.games} - kept))

    def train_on(self, *seeds: str) -> None:
        self.note(train_seeds=[*self._inherited, *seeds])

    def epoch(self, line: dict[str, Any], net: DecisionNet, score: float) -> None:
        self._lines.append(line)
        about = {
            "recipe": self.config["recipe"],
            "epoch": len(self._lines),
            "score": score,
            "values": self.values,
            "train_seeds": self.manifest["train_seeds"],
        }
        save_net(self.path / "last.pt", net, about)
        if self._best is None or score >= self._best:
            self._best = score
            save_net(self.path / "best.pt", net, about)
        self._json("train_metrics.json", self.summary())
        for name, value in flat(line):
            if self._boards is not None:
                self._boards.add_scalar(name, value, len(self._lines))

    def summary(self) -> dict[str, Any]:
        return {"best_score": self._best, "epochs": self._lines, **self.extra}

    def conclude(self) -> dict[str, Any]:
        self._json("train_metrics.json", self.summary())
        if self._boards is not None:
            self._boards.close()
        self.close()
        return self.summary()

    def _json(self, name: str, data: Any) -> None:
        self.write(name, json.dumps(data, indent=2) + "\n")


def described(line: dict[str, Any]) -> str:
    """One line for people."""
    parts = [f"epoch {line['epoch']}", f"loss {line['loss']:.3f}"]
    for phase in ("hand", "shop", "pack", "blind"):
        if phase in line:
            found = line[phase]
            parts.append(f"{phase} top-1 {percent(found['top1'])} top-3 {percent(found['top3'])}")
    parts.append(f"{line['decisions_per_second']:,.0f} decisions/s")
    return ", ".join(parts)
