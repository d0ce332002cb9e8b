"""Fitting: the loss is the one that is meant, it learns, and held-out games stay out of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from jimbot.agents.judge.examples import HELD_OUT, Examples
from jimbot.agents.judge.network import (
    BLINDS,
    INPUTS,
    Weights,
    clear_probabilities,
    fresh_weights,
    win_chance,
)

torch = pytest.importorskip("torch")
fitting = pytest.importorskip("jimbot.agents.judge.fit")

RECIPE = fitting.Recipe(uses=2, batch=128, rate=2e-3, decay=1e-2, dropout=0.0)
START = fresh_weights(hidden=(64, 16))


def made_up(count: int = 1200, games: int = 190) -> Examples:
    """Two kinds of positions before blind 20: one wins every game, the other loses blind 22."""
    draw_seed = np.random.default_rng(0)
    game = np.sort(draw_seed.integers(0, games, count))
    good = game // HELD_OUT % 2 == 0  # so that both kinds are held out
    features = np.zeros((count, INPUTS), np.float16)
    features[:, 20] = 1
    features[:, 100] = good
    features[:, 101:110] = draw_seed.random((count, 9))
    at, index = np.nonzero(features)
    return Examples(
        index.astype(np.uint16),
        features[at, index],
        np.bincount(at).astype(np.uint16),
        np.full(count, 20, np.int8),
        np.where(good, BLINDS, 22).astype(np.int8),
        np.zeros(count, np.bool_),
        np.where(good, 1, 8).astype(np.int8),
        game,
    )


def fit(examples: Examples, start: Weights = START, seed: int = 0, **change: object) -> object:
    data = fitting.Data(examples, "cpu")
    return fitting.fit(data, len(examples), start, replace(RECIPE, **change), seed)


def curves(*ends: int) -> torch.Tensor:
    return fitting.curve_of(torch.tensor(ends))


@pytest.mark.parametrize(
    ("blind", "end", "trials"),
    [(0, 0, 1), (3, 5, 3), (20, 24, 4), (0, 24, 24), (23, 23, 1), (23, 24, 1)],
)
def test_each_blind_that_was_faced_is_a_trial(blind: int, end: int, trials: int) -> None:
    loss = fitting.loss_of(torch.zeros(1, BLINDS), torch.tensor([blind]), curves(end))
    assert float(loss) == pytest.approx(trials * np.log(2), rel=1e-5)


def test_the_loss_is_surprise() -> None:
    logits = torch.zeros(1, BLINDS)
    logits[0, 4], logits[0, 5] = 3.0, -2.0
    sure, unsure = 1 / (1 + np.exp(-3.0)), 1 / (1 + np.exp(2.0))
    for end, expected in ((4, np.log(1 - sure)), (5, np.log(sure) + np.log(1 - unsure))):
        loss = fitting.loss_of(logits, torch.tensor([4]), curves(end))
        assert float(loss) == pytest.approx(-expected, rel=1e-5)


def test_the_loss_of_what_may_happen_is_the_mean_of_what_happens() -> None:
    logits = torch.randn(1, BLINDS, generator=torch.Generator().manual_seed(1))
    blind = torch.tensor([4])
    lost, won = (fitting.loss_of(logits, blind, curves(end)) for end in (7, 24))
    mixed = fitting.loss_of(logits, blind, 0.3 * curves(7) + 0.7 * curves(24))
    assert float(mixed) == pytest.approx(float(0.3 * lost + 0.7 * won), rel=1e-5)


def test_targets_look_ahead() -> None:
    """By hand: from the end of a game backwards, the next estimate and the next target."""
    examples = made_up(40, 5)
    dared = np.isin(np.arange(40), (5, 6, 20, 39))
    examples = replace(
        examples,
        blind=np.sort(np.arange(40) % 23).astype(np.int8),
        end=np.full(40, 23, np.int8),
        dared=dared,
    )
    judge, trace = fresh_weights(3, (64, 16)), 0.7
    data = fitting.Data(examples, "cpu")
    data.look_ahead(judge, examples.game, trace)
    probabilities = clear_probabilities(judge, examples.rows())
    number = np.arange(BLINDS)
    said = np.where(number >= examples.blind[:, None], probabilities, 1).cumprod(1)
    said = np.concatenate([np.ones((40, 1)), said], 1)
    expected = np.zeros((40, BLINDS + 1))
    for row in reversed(range(40)):
        if row + 1 == 40 or examples.game[row] != examples.game[row + 1]:
            expected[row] = np.arange(BLINDS + 1) <= 23
        elif dared[row + 1]:
            expected[row] = said[row]
        else:
            expected[row] = trace * expected[row + 1] + (1 - trace) * said[row + 1]
            expected[row, : examples.blind[row] + 1] = 1
    np.testing.assert_allclose(data.curve.numpy(), expected, atol=1e-3)
    data.look_ahead(judge, examples.game, 1.0)
    last = examples.last()
    np.testing.assert_array_equal(data.curve[last], curves(23).repeat(len(last), 1))


def test_what_follows_a_dare_is_settled() -> None:
    """Games of 4, 3 and 1 positions, with dares on the way to the second, the sixth and the seventh."""
    dared = np.isin(np.arange(8), (1, 5, 6))
    examples = replace(made_up(8), game=np.array([1, 1, 1, 1, 2, 2, 2, 3]), dared=dared)
    assert examples.settled.tolist() == [False, True, True, True, False, False, True, True]


def test_positions_on_the_device_are_those_of_the_games() -> None:
    examples = made_up(60)
    both = fitting.Data.join([fitting.Data(examples, "cpu")] * 2)
    rows = torch.tensor([0, 59, 60, 100, 3])
    np.testing.assert_array_equal(both.rows(rows).numpy(), examples.rows()[rows % 60].astype(np.float32))


def test_torch_gives_what_numpy_gives() -> None:
    weights = fresh_weights(5)
    rows = np.random.default_rng(1).random((9, INPUTS), np.float32)
    blinds = np.arange(0, 18, 2)
    network = fitting.Network(weights)
    with torch.no_grad():
        logits = network(torch.from_numpy(rows))
    probabilities = fitting.win_chance(logits, torch.from_numpy(blinds)).numpy()
    np.testing.assert_allclose(torch.sigmoid(logits).numpy(), clear_probabilities(weights, rows), rtol=1e-4)
    np.testing.assert_allclose(probabilities, win_chance(weights, rows, blinds), rtol=1e-4)
    assert np.array_equal(network.weights().flat, weights.flat)


def test_it_learns() -> None:
    examples = made_up()
    found = fit(examples, uses=8)
    assert found.before.examples == found.after.examples == examples.held_out.sum()
    assert found.after.loss < 0.3 * found.before.loss
    assert found.after.error < 0.5 * found.before.error
    good, bad = win_chance(found.weights, examples.rows()[[0, -1]], 20)
    assert (examples.end[0], examples.end[-1]) == (BLINDS, 22)
    assert good > 0.9
    assert bad < 0.1
    (said, won, n), (unsure, lost, m) = (found.after.stakes[stake] for stake in (1, 8))
    assert (won, lost, n + m) == (1, 0, found.after.examples)
    assert said > 0.9
    assert unsure < 0.1


def test_as_long_as_it_pays() -> None:
    """A young judge is fitted several times in a row, one that knows it all once."""
    examples = made_up()
    young = fit(examples, uses=2)
    assert 1 < young.count <= fitting.MAX_FITS
    known = fit(examples, start=young.weights, uses=2, rate=1e-9)
    assert known.count == 1
    assert known.before.loss == young.after.loss


def test_dropout_is_for_learning_only() -> None:
    examples = made_up()
    found = fit(examples, uses=8, dropout=0.3)
    assert found.after.loss < 0.5 * found.before.loss
    again = fitting.quality(
        fitting.Network(found.weights), fitting.Data(examples, "cpu"), torch.arange(len(examples))
    )
    assert again == fitting.quality(
        fitting.Network(found.weights, 0.3), fitting.Data(examples, "cpu"), torch.arange(len(examples))
    )


def test_held_out_games_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They decide when to stop, and nothing else."""
    monkeypatch.setattr(fitting, "MAX_FITS", 1)
    examples = made_up()
    other = np.where(examples.game == HELD_OUT, 23, examples.end).astype(np.int8)
    assert examples.held_out[other != examples.end].all()
    seen, lied = (fit(e, uses=4) for e in (examples, replace(examples, end=other)))
    assert seen.share == lied.share == 1
    assert np.array_equal(seen.weights.flat, lied.weights.flat)
    assert seen.after.loss != lied.after.loss
    upset = np.where(examples.held_out, examples.end, 20).astype(np.int8)
    assert not np.array_equal(seen.weights.flat, fit(replace(examples, end=upset), uses=4).weights.flat)


def test_what_makes_held_out_games_worse_is_not_kept() -> None:
    """Held-out games show the opposite of the others: nothing that is learned helps."""
    examples = made_up()
    learned = fit(examples, uses=8).weights
    opposite = np.where(examples.held_out, examples.end, np.where(examples.end == BLINDS, 20, BLINDS))
    found = fit(replace(examples, end=opposite.astype(np.int8)), start=learned, uses=4)
    assert found.share == 0
    assert np.array_equal(found.weights.flat, learned.flat)
    assert found.after == found.before


def test_the_seed_decides() -> None:
    first, same, other = (fit(made_up(), seed=s, dropout=0.2).weights.flat for s in (1, 1, 2))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("steps", [1, 2, 3, 9, 10, 11])
def test_any_number_of_steps(steps: int) -> None:
    examples = made_up(200)
    batch = int((~examples.held_out).sum()) // steps
    found = fit(replace(examples, game=examples.game * 0 + 1), uses=1, batch=batch)
    assert np.isfinite(found.weights.flat).all()
    assert not np.array_equal(found.weights.flat, START.flat)


def test_fewer_examples_than_a_batch_are_learned_from() -> None:
    found = fit(made_up(30, 18), batch=4096)
    assert not np.array_equal(found.weights.flat, START.flat)
    assert found.after.examples in range(30)


def test_without_held_out_games_nothing_is_claimed() -> None:
    examples = made_up(100)
    quality = fit(replace(examples, game=examples.game * 0 + 1)).after
    assert (quality.examples, quality.loss, quality.calibration, quality.error) == (0, None, [], None)


def test_calibration() -> None:
    predicted = np.array([0.01, 0.03, 0.03, 0.5, 0.5, 1.0], np.float32)
    won = np.array([0, 0, 1, 1, 0, 1], bool)
    bins = fitting._calibration(predicted, won)
    expected = [(0.01, 0.0, 1), (0.03, 0.5, 2), (0.5, 0.5, 2), (1.0, 1.0, 1)]
    np.testing.assert_allclose(bins, expected, rtol=1e-5)
    assert fitting.Quality(6, 1.0, bins, {}).error == pytest.approx((0.01 + 2 * 0.47) / 6, rel=1e-5)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a device here")
def test_a_missing_device_is_named() -> None:
    with pytest.raises(ValueError, match="device 'cuda' was given, and torch finds none here"):
        fitting.check_device("cuda")
    fitting.check_device("cpu")


def test_without_torch_the_extra_is_named() -> None:
    code = """
import sys
sys.modules["torch"] = None
import jimbot.agents.judge.learn, jimbot.agents.judge.jokers  # these do without
from jimbot.agents.judge.settings import JudgeLearning
from pathlib import Path
try:
    jimbot.agents.judge.learn.Learning(Path(sys.argv[1]), JudgeLearning())
except ImportError as error:
    print(error)
print(Path(sys.argv[1]).exists())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, "/tmp/no-such-folder"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["fitting the judge needs torch: pip install 'jimbot[train]'", "False"]
