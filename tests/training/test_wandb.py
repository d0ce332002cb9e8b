"""Weights & Biases: offline runs, what is not installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
from .small import trainer


def test_an_offline_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wandb = pytest.importorskip("wandb")
    monkeypatch.delenv("WANDB_API_KEY", raising=False)
    seen: dict[str, Any] = {}

    def look(found: Any, names: Any) -> None:
        run = wandb.run
        seen.update(project=run.project, tags=set(run.tags), offline=run.offline, seed=run.config["seed"])

    t = trainer(
        tmp_path,
        use_wandb=True,
        wandb_project="a-project",
        wandb_tags=["one", "two"],
        wandb_mode="offline",
        total_timesteps=128,
    )
    t.train(callback=look)
    assert seen == {"project": "a-project", "tags": {"one", "two"}, "offline": True, "seed": 1}
    assert list((t.run_dir / "wandb").glob("offline-run-*"))
    assert wandb.run is None, "the run was closed"


def test_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(ImportError, match="pip install wandb"):
        trainer(tmp_path, use_wandb=True).train()
