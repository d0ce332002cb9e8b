"""Checkpoints for production, and reports of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("ray")
pytest.importorskip("onnxruntime")
pytest.importorskip("onnxscript")

from jimbot.models.balatro_net import NetShape
from jimbot.models.files import read_network
from jimbot.training import analyze, export
from jimbot.training.rllib import policy

from .test_rllib_policy import SHAPE, write

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("shape", [SHAPE, NetShape(32, 8, 16, False, 12)], ids=["plain", "LSTM"])
def test_an_exported_file_decides_as_its_checkpoint(
    shape: NetShape, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checkpoint, output = tmp_path / "best_model.pt", tmp_path / "production_model.pt"
    write(checkpoint, shape, state=True)
    with pytest.raises(SystemExit) as ended:
        export.main(["--checkpoint", str(checkpoint), "--output", str(output)])
    assert ended.value.code == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert shown["observations"] == 1000
    assert shown["compared"]["file"] == {"largest_difference": 0.0, "same_decisions": 1.0}
    assert shown["compared"]["onnx"]["largest_difference"] < 1e-4
    assert shown["compared"]["onnx"]["same_decisions"] > 0.998
    one, two = (read_network(path).weights for path in (checkpoint, output))
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert policy.about_file(output) == policy.about_file(checkpoint)


def line(iteration: int) -> str:
    clock = {"iteration": 2.0, "sampling": 0.5, "learning": 1.0, "steps_per_second": 250.0}
    figures = {"episode_reward_mean": 0.1 * iteration, "entropy": 1.5, "seconds": clock}
    return json.dumps(
        {"iteration": iteration, "steps": 500 * iteration, "episodes": 20 * iteration} | figures
    )


def test_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "best_model.pt")
    (tmp_path / "metrics.jsonl").write_text("".join(line(i) + "\n" for i in (1, 2, 3)))
    given = ["--checkpoint", str(tmp_path / "best_model.pt"), "--games", "6"]
    with pytest.raises(SystemExit) as ended:
        analyze.main([*given, "--out", str(tmp_path / "report")])
    assert ended.value.code == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["n"] == 6
    assert 0 <= shown["mean_blinds_low"] <= shown["mean_blinds"] <= shown["mean_blinds_high"]
    report = json.loads((tmp_path / "report/report.json").read_text())
    assert report["evaluation"]["seeds"] == "valid-6@100000", "seeds that did not choose the checkpoint"
    assert report["curves"]["entropy"] == [[500, 1.5], [1000, 1.5]], "up to the checkpoint, at 1,000 steps"
    assert report["throughput"]["steps_per_second"] == 250
    assert report["throughput"]["games_per_hour"] == 36000
    assert len(report["failures"]) == 6
    page = (tmp_path / "report/report.html").read_text()
    for part in ("95 % interval", "games_per_hour", "The games that ended first", "Entropy"):
        assert part in page
    assert page.count("data:image/svg+xml;base64,") >= 4


@pytest.mark.parametrize("program", [analyze, export])
def test_a_missing_checkpoint(program: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--checkpoint", str(tmp_path / "none.pt")]
    given += ["--output", str(tmp_path / "x.pt")] if program is export else []
    with pytest.raises(SystemExit) as ended:
        program.main(given)  # type: ignore[attr-defined]
    assert ended.value.code == 2
    assert f"there is no checkpoint {tmp_path / 'none.pt'}" in capsys.readouterr().err
