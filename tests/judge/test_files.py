"""Files of weights carry their layout: they load wherever their inputs have a place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot.agents import make_agent
from jimbot.agents.judge import WEIGHTS, files, weights
from jimbot.agents.judge.files import FORMAT, read_weights, write_weights
from jimbot.agents.judge.network import (
    BLINDS,
    INPUTS,
    LAYOUT,
    Block,
    Weights,
    fresh_weights,
    weight_count,
    win_chance,
)

FIRST_COUNT = 642 * 256 + 257 * 64 + 65 * BLINDS  # of the first layout


def contents(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for hidden in ((256, 64), (32, 8)):
        judge = fresh_weights(3, hidden)
        write_weights(tmp_path / "mine.npz", judge)
        read = read_weights(tmp_path / "mine.npz")
        assert read.hidden == hidden
        assert np.array_equal(read.flat, judge.flat)
        write_weights(tmp_path / "half.npz", judge, np.float16)
        np.testing.assert_allclose(read_weights(tmp_path / "half.npz").flat, judge.flat, atol=2e-3)


def test_a_layout_with_more_inputs_takes_what_was_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the file came from a version with fewer jokers and without some blocks, in another order."""
    judge = fresh_weights(4, (16, 8))
    fewer = [Block(b.name, b.start, b.size, 100 if b.name == "jokers" else b.used) for b in LAYOUT]
    fewer = [b for b in reversed(fewer) if b.name not in ("rental", "challenges")]
    with monkeypatch.context() as before:
        before.setattr(files, "LAYOUT", fewer)
        write_weights(tmp_path / "older.npz", judge)
    first = read_weights(tmp_path / "older.npz").layers[0][0]
    for block in LAYOUT:
        known = next((b.used for b in fewer if b.name == block.name), 0)
        rows = slice(block.start, block.start + known)
        assert np.array_equal(first[rows], judge.layers[0][0][rows]), block.name
        assert not first[block.start + known : block.start + block.size].any(), block.name


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"blocks": ["jonkers"]}, "is of another version: inputs 'jonkers' are not known here"),
        ({"columns": [193]}, "is of another version: 193 inputs 'jokers', with room for 192 here"),
        ({"first": np.zeros((149, 16))}, r"is broken: first is \(149, 16\), not \(150, 16\)"),
        ({"last": np.full((8, BLINDS), np.nan)}, "holds a weight in last that is no finite number"),
        ({"first_bias": np.full(16, np.inf)}, "holds a weight in first_bias that is no finite number"),
        ({"second": None}, "is broken: no second"),
        ({"last_bias": np.zeros(BLINDS, np.int64)}, "is broken: no last_bias"),
        ({"second": np.zeros(16)}, "is broken"),
        ({"format": "jimbot-judge-weights-9"}, "is no file of weights"),
    ],
)
def test_what_has_no_place_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    data = {
        "format": FORMAT,
        "blocks": ["jokers"],
        "columns": [150],
        "first": np.zeros((150, 16)),
        "first_bias": np.zeros(16),
        "second": np.zeros((16, 8)),
        "second_bias": np.zeros(8),
        "last": np.zeros((8, BLINDS)),
        "last_bias": np.zeros(BLINDS),
    }
    np.savez(tmp_path / "good.npz", **data)
    assert read_weights(tmp_path / "good.npz").hidden == (16, 8)
    changed = {key: value for key, value in (data | change).items() if value is not None}
    np.savez(tmp_path / "bad.npz", **changed)
    with pytest.raises(ValueError, match=rf"bad\.npz {message}"):
        read_weights(tmp_path / "bad.npz")
    with pytest.raises(ValueError, match=message):
        make_agent(f"heuristic:judge={tmp_path / 'bad.npz'}")


def test_hidden_layers_that_the_core_cannot_have_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must have a multiple of 8 units, at most 2048, not 12 and 8"):
        fresh_weights(0, (12, 8))
    with pytest.raises(ValueError, match=f"such a judge has {weight_count()} weights, not 3"):
        Weights(np.zeros(3, np.float32))
    broken = np.zeros(weight_count(), np.float32)
    broken[7] = np.nan
    with pytest.raises(ValueError, match="a weight of the judge is nan"):
        Weights(broken)


def test_the_first_layout(tmp_path: Path) -> None:
    """641 inputs in the order of the first version: their places are known, the others count for nothing."""
    flat = np.random.default_rng(0).normal(0, 0.05, FIRST_COUNT).astype(np.float16)
    np.save(tmp_path / "old.npy", flat)
    judge = read_weights(tmp_path / "old.npy")
    assert judge.hidden == (256, 64)
    first = flat[: 641 * 256].reshape(641, 256).astype(np.float32)
    here = {block.name: block.start for block in LAYOUT}
    matrix = judge.layers[0][0]
    # numbers of the first version
    for name, place, row in (
        ("blind", 3, 3),
        ("jokers", 149, 58 + 149),
        ("unseen", 0, 441),
        ("unseen", 1, 640),
        ("packs", 0, 442),
        ("counters", 0, 452),
    ):
        index = np.flatnonzero((matrix == first[row]).all(1))
        assert index.tolist() == [here[name] + place], (name, place)
    assert np.count_nonzero(matrix.any(1)) == 641
    np.testing.assert_array_equal(judge.layers[2][1], flat[-BLINDS:].astype(np.float32))
    assert 0 < win_chance(judge, np.zeros(INPUTS), 0) < 1


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("weights")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "zip").write_bytes(b"PK\x03\x04 no more")
    np.savez(tmp_path / "several.npz", a=np.zeros(3), b=np.zeros(3))
    np.save(tmp_path / "whole.npy", np.zeros(FIRST_COUNT, np.int64))
    np.save(tmp_path / "pickle.npy", np.array([{}], object), allow_pickle=True)
    for name in ("text", "empty", "zip", "several.npz", "whole.npy", "pickle.npy"):
        with pytest.raises(ValueError, match=f"{name} is no file of weights"):
            read_weights(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        read_weights(tmp_path / "nothing")
    np.save(tmp_path / "short.npy", np.zeros(3, np.float32))
    message = f"short.npy holds 3 weights; a judge of the first layout has {FIRST_COUNT}"
    with pytest.raises(ValueError, match=message):
        read_weights(tmp_path / "short.npy")


def test_the_judge_of_the_package() -> None:
    assert contents(WEIGHTS)["first"].dtype == np.float16
    assert weights().hidden[0] >= 256
