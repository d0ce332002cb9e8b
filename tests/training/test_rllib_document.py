"""Every command of document 002, as it is written there, with small budgets."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("ray")

from . import ray_nodes

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.ray, pytest.mark.deep]


def run(place: Path, command: str, **more: str) -> str:
    """Runs a command of the document in ``place``; returns what it prints."""
    words = command.split()
    words[0] = {"python": sys.executable}.get(words[0], words[0])
    done = subprocess.run(
        words,
        cwd=place,
        env=ray_nodes.environment(place) | {"JIMBOT_MAX_TIMESTEPS": "1", "WANDB_API_KEY": ""} | more,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "core_worker.cc" not in done.stderr, "Ray's own lines are no concern of a reader"
    return done.stdout + done.stderr


def test_the_commands_of_the_document(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    with ray_nodes.cluster(tmp_path, 1) as (address, _):
        # the cluster of `ray start --head --port=6379`: here with a port of its own
        there = {"RAY_ADDRESS": address}
        shown = run(tmp_path, "python -m jimbot.training.run", **there)
        assert "Ray cluster at " in shown
        assert "num_gpus is 1, but there is no GPU here: 0 is used" in shown
        assert (tmp_path / "checkpoints/best_model.pt").is_file()
        shown = run(tmp_path, "python -m jimbot.training.run --config configs/experimental_ppo.yaml", **there)
        assert "4 runners share 1 cores (0.25 each)" in shown
        shown = run(
            tmp_path,
            "python -m jimbot.training.run --checkpoint checkpoints/best_model.pt",
            **there | {"JIMBOT_MAX_TIMESTEPS": "8100"},
        )
        assert "goes on at iteration 1" in shown
        shown = run(tmp_path, "python -m jimbot.training.run --experiment my_experiment --track", **there)
        assert "not logged in, so the run is kept in" in shown
        assert list((tmp_path / "runs/rllib/my_experiment/wandb").glob("offline-run-*"))
    assert any((tmp_path / "ray_results").rglob("events.out.tfevents.*")), (
        "for tensorboard --logdir ~/ray_results"
    )
    shown = run(tmp_path, "python -m jimbot.training.analyze --checkpoint checkpoints/best_model.pt")
    report = json.loads((tmp_path / "checkpoints/analysis/report.json").read_text())
    assert report["evaluation"]["n"] == 200
    assert report["curves"]["entropy"]
    page = (tmp_path / "checkpoints/analysis/report.html").read_text()
    assert "Steps per second" in page
    assert "data:image/svg+xml;base64," in page
    shown = run(
        tmp_path,
        "python -m jimbot.training.export --checkpoint checkpoints/best_model.pt --output production_model.pt",
    )
    compared = json.loads(shown.splitlines()[0])["compared"]
    assert compared["file"] == {"largest_difference": 0.0, "same_decisions": 1.0}
    assert compared["onnx"]["largest_difference"] < 1e-4
    assert compared["onnx"]["same_decisions"] > 0.998
    assert (tmp_path / "production_model.onnx").is_file()
    shown = run(
        tmp_path,
        "python -m jimbot.training.run --evaluate --checkpoint production_model.pt --eval-episodes 3",
    )
    assert json.loads(shown.splitlines()[0])["n"] == 3
