"""Fitting: the loss is the one that is meant, it learns, and held-out games stay out of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from jimbot import _core
from jimbot.judge.examples import HELD_OUT, Examples
from jimbot.judge.network import BLINDS, clear_chances, fresh_weights, win_chance

torch = pytest.importorskip("torch")
fitting = pytest.importorskip("jimbot.judge.fit")

OPTIONS = {"epochs": 2, "batch": 64, "rate": 2e-3, "decay": 1e-2}


def made_up(count: int = 2000, games: int = 200) -> Examples:
    """Two kinds of positions before blind 20: one wins every game, the other loses blind 22."""
    luck = np.random.default_rng(0)
    game = np.sort(luck.integers(0, games, count))
    good = game // HELD_OUT % 2 == 0  # so that both kinds are held out
    features = np.zeros((count, _core.judge_shape()[0]), np.float16)
    features[:, 20] = 1
    features[:, 100] = good
    features[:, 101:110] = luck.random((count, 9))
    blind = np.full(count, 20, np.int8)
    return Examples(features, blind, np.where(good, BLINDS, 22).astype(np.int8), game)


@pytest.mark.parametrize(
    ("blind", "end", "trials"),
    [(0, 0, 1), (3, 5, 3), (20, 24, 4), (0, 24, 24), (23, 23, 1), (23, 24, 1)],
)
def test_each_blind_that_was_faced_is_a_trial(blind: int, end: int, trials: int) -> None:
    loss = fitting.loss_of(torch.zeros(1, BLINDS), torch.tensor([blind]), torch.tensor([end]))
    assert float(loss) == pytest.approx(trials * np.log(2), rel=1e-5)


def test_the_loss_is_surprise() -> None:
    logits = torch.zeros(1, BLINDS)
    logits[0, 4], logits[0, 5] = 3.0, -2.0
    sure, doubted = 1 / (1 + np.exp(-3.0)), 1 / (1 + np.exp(2.0))
    for end, expected in ((4, np.log(1 - sure)), (5, np.log(sure) + np.log(1 - doubted))):
        loss = fitting.loss_of(logits, torch.tensor([4]), torch.tensor([end]))
        assert float(loss) == pytest.approx(-expected, rel=1e-5)


def test_torch_gives_what_numpy_gives() -> None:
    weights = fresh_weights(5)
    rows = np.random.default_rng(1).random((9, _core.judge_shape()[0]), np.float32)
    blinds = np.arange(0, 18, 2)
    network = fitting.Network(weights)
    with torch.no_grad():
        logits = network(torch.from_numpy(rows))
    chances = fitting.win_chance(logits, torch.from_numpy(blinds)).numpy()
    np.testing.assert_allclose(torch.sigmoid(logits).numpy(), clear_chances(weights, rows), rtol=1e-4)
    np.testing.assert_allclose(chances, win_chance(weights, rows, blinds), rtol=1e-4)
    assert np.array_equal(fitting.weights_of(list(network.parameters())), weights)


def test_it_learns() -> None:
    examples, start = made_up(), fresh_weights()
    _, before = fitting.fit(examples, start, **{**OPTIONS, "rate": 1e-9})
    weights, after = fitting.fit(examples, start, **{**OPTIONS, "epochs": 8})
    assert before.examples == after.examples == examples.held_out.sum()
    assert after.loss < 0.3 * before.loss
    assert after.error < 0.5 * before.error
    good, bad = win_chance(weights, examples.features[[0, -1]], 20)
    assert (examples.end[0], examples.end[-1]) == (BLINDS, 22)
    assert good > 0.9
    assert bad < 0.1


def test_held_out_games_stay_out() -> None:
    examples = made_up()
    other = np.where(examples.held_out, 20, examples.end).astype(np.int8)
    assert (other != examples.end).any()
    (weights, seen), (same, lied) = (
        fitting.fit(e, fresh_weights(), **OPTIONS) for e in (examples, replace(examples, end=other))
    )
    assert np.array_equal(weights, same)
    assert seen.loss != lied.loss
    upset = np.where(examples.held_out, examples.end, 20).astype(np.int8)
    assert not np.array_equal(
        weights, fitting.fit(replace(examples, end=upset), fresh_weights(), **OPTIONS)[0]
    )


def test_the_seed_decides() -> None:
    first, same, other = (fitting.fit(made_up(), fresh_weights(), **OPTIONS, seed=s)[0] for s in (1, 1, 2))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("steps", [1, 2, 3, 9, 10, 11])
def test_any_number_of_steps(steps: int) -> None:
    examples = made_up(200)
    batch = int((~examples.held_out).sum()) // steps
    weights, _ = fitting.fit(examples, fresh_weights(), **{**OPTIONS, "epochs": 1, "batch": batch})
    assert np.isfinite(weights).all()
    assert not np.array_equal(weights, fresh_weights())


def test_fewer_examples_than_a_batch_are_learned_from() -> None:
    weights, quality = fitting.fit(made_up(30, 19), fresh_weights(), **{**OPTIONS, "batch": 4096})
    assert not np.array_equal(weights, fresh_weights())
    assert quality.examples in range(30)


def test_without_held_out_games_nothing_is_claimed() -> None:
    examples = made_up(100)
    _, quality = fitting.fit(replace(examples, game=examples.game * 0 + 1), fresh_weights(), **OPTIONS)
    assert (quality.examples, quality.loss, quality.calibration, quality.error) == (0, None, [], None)


def test_calibration() -> None:
    predicted = np.array([0.01, 0.03, 0.03, 0.5, 0.5, 1.0], np.float32)
    won = np.array([0, 0, 1, 1, 0, 1], bool)
    bins = fitting._calibration(predicted, won)
    expected = [(0.01, 0.0, 1), (0.03, 0.5, 2), (0.5, 0.5, 2), (1.0, 1.0, 1)]
    np.testing.assert_allclose(bins, expected, rtol=1e-5)
    assert fitting.Quality(6, 1.0, bins).error == pytest.approx((0.01 + 2 * 0.47) / 6, rel=1e-5)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a device here")
def test_a_missing_device_is_named() -> None:
    with pytest.raises(ValueError, match="device 'cuda' was given, and torch finds none here"):
        fitting.check_device("cuda")
    fitting.check_device("cpu")


def test_without_torch_the_extra_is_named() -> None:
    code = """
import sys
sys.modules["torch"] = None
import jimbot.judge.learn, jimbot.judge.jokers  # these do without
from pathlib import Path
try:
    jimbot.judge.learn.Learning(Path(sys.argv[1]), jimbot.judge.learn.Settings())
except ImportError as error:
    print(error)
print(Path(sys.argv[1]).exists())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "/tmp/no-such-folder"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["fitting the judge needs torch: pip install 'jimbot[train]'", "False"]
