"""The environment can be learned: a small masked PPO clearly beats random legal play on unseen seeds."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tiny_ppo.py"


@pytest.mark.deep  # that learning improves is tested with less in tests/training
def test_a_tiny_ppo_beats_more_blinds_than_random_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("tiny_ppo", EXAMPLE)
    assert spec
    assert spec.loader
    ppo = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, ppo)  # its dataclass looks itself up
    spec.loader.exec_module(ppo)
    policy = ppo.train(ppo.Settings(seconds=600, max_steps=100_000))
    trained, random = ppo.evaluate(policy), ppo.evaluate(None)
    gain = trained - random
    error = 1.96 * gain.std(ddof=1) / len(gain) ** 0.5
    print(
        f"trained {trained.mean():.3f} random {random.mean():.3f} difference {gain.mean():.3f} +- {error:.3f}"
    )
    assert gain.mean() - error > 0.04, capsys.readouterr().out
