"""The judge's network in numpy is the core's, and files that are no weights are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.agents import agent
from jimbot.evaluation.seeds import list_of, seed, seed_list
from jimbot.judge import WEIGHTS, weights
from jimbot.judge.games import Play
from jimbot.judge.network import (
    BLINDS,
    FIRST_BIAS,
    clear_chances,
    fresh_weights,
    layers,
    read_weights,
    weight_count,
    win_chance,
)

AS_IT_IS = {"SHOP": "leave_shop", "BLIND_SELECT": "select_blind"}  # of these the judge sees the position only


def judged(judge: np.ndarray, numbers: range) -> list[tuple[float, float]]:
    """The chance to win by the core and by numpy, wherever the strategist asked in these games."""
    out = []
    for number in numbers:
        game = Game(seed("train", number))
        strategist, probe = Play().strategist(judge), Play().strategist(judge)
        luck = 1000 * number
        while not game.over:
            luck += 1
            decision = strategist.decide(game.reveal(), luck)
            if decision.alternatives and game.phase in AS_IT_IS:
                row = probe.features_after(game.reveal(), _core.Action(AS_IT_IS[game.phase]), luck)
                assert row[:BLINDS].sum() == 1
                blind = int(row[:BLINDS].argmax())
                assert blind == _core.blind_number(game.reveal())
                out.append((decision.chance, float(win_chance(judge, row, blind))))
            game.apply(decision.action)
    return out


@pytest.mark.parametrize("judge", [weights(), fresh_weights(7)], ids=["package", "fresh"])
def test_numpy_gives_what_the_core_gives(judge: np.ndarray) -> None:
    pairs = np.array(judged(judge, range(3)))
    assert len(pairs) > 20
    assert np.ptp(pairs[:, 0]) > 0.01
    np.testing.assert_allclose(pairs[:, 1], pairs[:, 0], atol=1e-5)


def test_the_chance_to_win_is_the_product_of_the_blinds_ahead() -> None:
    judge = np.zeros(weight_count(), np.float32)
    layers(judge)[-1][1][:] = np.linspace(-1, 3, BLINDS)  # nothing but the last bias
    chances = 1 / (1 + np.exp(-np.linspace(-1, 3, BLINDS)))
    rows = np.random.default_rng(1).random((3, _core.judge_shape()[0]))
    np.testing.assert_allclose(clear_chances(judge, rows), np.tile(chances, (3, 1)), rtol=1e-6)
    expected = [chances.prod(), chances[20:].prod(), chances[23]]
    np.testing.assert_allclose(win_chance(judge, rows, [0, 20, 23]), expected, rtol=1e-6)


def test_a_fresh_judge_knows_nothing_and_is_not_constant() -> None:
    judge = fresh_weights(1)
    rows = np.random.default_rng(1).random((50, _core.judge_shape()[0]))
    chances = clear_chances(judge, rows)
    assert abs(chances.mean() - 1 / (1 + np.exp(-FIRST_BIAS))) < 0.05
    assert chances.std() > 0.001
    assert not np.array_equal(judge, fresh_weights(2))
    assert np.array_equal(judge, fresh_weights(1))


def saved(path: Path, data: np.ndarray) -> Path:
    np.save(path, data)
    return path


def test_a_file_of_another_size_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "short.npy", np.zeros(weight_count() - 1, np.float32))
    message = rf"short.npy holds {weight_count() - 1} weights; the judge of this version has {weight_count()}"
    with pytest.raises(ValueError, match=message):
        read_weights(path)
    with pytest.raises(ValueError, match=message):
        agent(f"heuristic:judge={path}")
    with pytest.raises(ValueError, match=f"{weight_count()} weights, not {weight_count() - 1}"):
        Play().strategist(np.load(path))  # the core looks for itself


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("weights")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "zip").write_bytes(b"PK\x03\x04 no more")
    np.savez(tmp_path / "several.npz", a=np.zeros(3), b=np.zeros(3))
    saved(tmp_path / "whole.npy", np.zeros(weight_count(), np.int64))
    for name in ("text", "empty", "zip", "several.npz", "whole.npy"):
        with pytest.raises(ValueError, match=f"{name} is no file of weights"):
            read_weights(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        read_weights(tmp_path / "nothing")
    with pytest.raises(ValueError, match=f"holds {weight_count()} weights"):
        read_weights(saved(tmp_path / "square.npy", np.zeros((1, weight_count()), np.float32)))


def test_half_precision_is_read(tmp_path: Path) -> None:
    judge = fresh_weights(3)
    read = read_weights(saved(tmp_path / "half.npy", judge.astype(np.float16)))
    assert read.dtype == np.float32
    np.testing.assert_allclose(read, judge, atol=2e-3)
    assert not np.array_equal(read, judge)


def test_the_judge_of_the_package_tells_its_seeds() -> None:
    about = json.loads(WEIGHTS.with_suffix(".json").read_text())
    for name in about["train_seeds"]:
        assert list_of(seed_list(name.replace("-21000001", "-1@21000000"))[0]) == ("train", 21_000_000)
    assert np.load(WEIGHTS).dtype == np.float16
