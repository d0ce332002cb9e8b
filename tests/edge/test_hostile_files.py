"""Files that somebody else has written: what is damaged or hostile is refused by name, in one line, at once."""

from __future__ import annotations

import io
import json
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot.agents import make_agent
from jimbot.agents.familiar import FEATURES, Familiar
from jimbot.agents.judge import WEIGHTS
from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.files import read_weights
from jimbot.agents.tuning import read_tuning
from jimbot.live.parity.recordings import read_recording
from jimbot.runs import RunFolder
from jimbot.runs.arrays import read_array, read_arrays
from jimbot.runs.checkpoints import Checkpoint
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes
from jimbot.training.data.record_files import RecordWriter, read_records

DEEP = "[" * 200_000
DEEP_OBJECT = '{"a":' * 100_000


class Bomb:
    """What unpickling it would do is seen."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


def refused(read: Callable[[Path], object], path: Path, why: str = "") -> None:
    with pytest.raises(ValueError) as caught:
        read(path)
    shown = str(caught.value)
    assert why in shown
    assert path.name in shown
    assert "\n" not in shown
    assert len(shown) < 600


def npy(shape: tuple[int, ...], data: bytes = b"", kind: str = "<f4") -> bytes:
    """A .npy file that claims to hold an array of this shape."""
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data


def archive(**parts: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, part in parts.items():
            file.writestr(name.replace("__", "."), part)
    return data.getvalue()


def changed(path: Path, **arrays: Any) -> bytes:
    """The arrays of a .npz file, some of them others."""
    with np.load(path) as file:
        found = dict(file)
    data = io.BytesIO()
    np.savez(data, **(found | arrays))
    return data.getvalue()


# -- arrays -----------------------------------------------------------------------------------------------

HOSTILE_ARRAYS = {
    "claims a terabyte": npy((10**12,)),
    "claims more than numbers hold": npy((2**40, 2**40)),
    "claims less than nothing": npy((-4,)),
    "is cut off": npy((4,), b"\0" * 15),
    "holds objects": npy((1,), pickle.dumps([1]), "|O"),
    "has a head without end": b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65_535,
    "has a head of nested brackets": b"\x93NUMPY\x01\x00" + struct.pack("<H", 9_000) + b"[" * 9_000,
    "is of a version to come": b"\x93NUMPY\x09\x00\x00\x00",
    "is empty": b"",
    "is text": b"hello",
}


@pytest.mark.parametrize("what", HOSTILE_ARRAYS)
@pytest.mark.parametrize("packed", [False, True], ids=["npy", "npz"])
def test_an_array(tmp_path: Path, what: str, packed: bool) -> None:
    path = tmp_path / "array.bin"
    data = HOSTILE_ARRAYS[what]
    path.write_bytes(archive(first__npy=data) if packed else data)
    refused(lambda p: read_arrays(p, p) if packed else read_array(p), path)
    refused(read_weights, path)
    refused(Examples.load, path)


def test_arrays_that_are_fine_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "fine.npz"
    given = {"a": np.arange(6.0).reshape(2, 3), "b": np.asfortranarray(np.eye(3)), "c": np.array("text")}
    np.savez(path, **given)  # type: ignore[arg-type]
    for name, array in read_arrays(path, path).items():
        np.testing.assert_array_equal(array, given[name])
    np.save(tmp_path / "one.npy", given["b"])
    np.testing.assert_array_equal(read_array(tmp_path / "one.npy"), given["b"])


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("part", ["first", "second_bias", "last"])
def test_weights_of_a_judge_are_finite(tmp_path: Path, number: float, part: str) -> None:
    with np.load(WEIGHTS) as file:
        array = file[part].astype(np.float32)
    array.flat[array.size // 2] = number
    path = tmp_path / "judge.npz"
    path.write_bytes(changed(WEIGHTS, **{part: array}))
    refused(read_weights, path, f"holds a weight in {part} that is no finite number")
    refused(lambda p: make_agent(f"heuristic:judge={p}"), path, "no finite number")


@pytest.mark.parametrize(
    "change",
    [
        {"format": np.array(["x", "y"])},
        {"blocks": np.array(["blind"])},
        {"columns": np.array([10**12] * 40)},
        {"columns": np.array([-1] * 40)},
        {"second": np.zeros((2, 2, 2), np.float32)},
        {"last": np.array(["x"])},
    ],
    ids=str,
)
def test_weights_of_another_shape(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "judge.npz"
    path.write_bytes(changed(WEIGHTS, **change))
    refused(read_weights, path)


def test_the_command_prints_one_line(tmp_path: Path) -> None:
    path = tmp_path / "judge.npy"
    path.write_bytes(npy((10**12,)))
    command = ["eval", "--agent", f"heuristic:judge={path}", "--seeds", "dev-1"]
    done = subprocess.run([sys.executable, "-m", "jimbot", *command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "judge.npy" in done.stderr


# -- networks ---------------------------------------------------------------------------------------------


def test_files_of_tensors(tmp_path: Path) -> None:
    good = safetensors_bytes({"a": np.arange(4, dtype=np.float32)}, {"format": "x"})
    path = tmp_path / "net.safetensors"

    def head(text: str) -> bytes:
        return struct.pack("<Q", len(text)) + text.encode() + b"\0" * 16

    entry = '{"a":{"dtype":"F32","shape":%s,"data_offsets":%s}}'
    for data in (
        good[:-1],
        b"",
        struct.pack("<Q", 2**60) + b"{}",
        head(DEEP),
        head(DEEP_OBJECT),
        head("[]"),
        head(entry % ("[1000000000000]", "[0,16]")),
        head(entry % ("[4]", "[0,4000000000000]")),
        head(entry % ("[4]", "[16,0]")),
        head(entry % ("[4]", "[-8,8]")),
        head(entry % ('"x"', "[0,16]")),
        head('{"a":3}'),
        head('{"__metadata__":{"format":3}}'),
    ):
        path.write_bytes(data)
        refused(read_safetensors, path)
        refused(lambda p: make_agent(f"policy:checkpoint={p}"), path)


ONE = {"x": np.zeros(1, np.float32)}
UNKNOWN = {"x": np.array([np.nan], np.float32)}


def network(
    arrays: Any = None, network: str = "decisions", shape: str = '{"redraws":0,"rounds":0}', about: str = "{}"
) -> bytes:
    from jimbot.models.files import FORMAT
    from jimbot.models.inputs import decision_inputs, move_inputs

    inputs = decision_inputs(0, 0) if network == "decisions" else move_inputs()
    meta = {"format": FORMAT, "network": network, "shape": shape, "inputs": inputs, "about": about}
    return safetensors_bytes(ONE if arrays is None else arrays, meta)


HUGE = '{"hidden":1000000000000}'
GAMES = json.dumps(
    {"environment": {"hands": "cards", "planner": {}, "observation": "dict"}, "normalization": None}
)
HOSTILE_NETWORKS: dict[str, tuple[Callable[[], bytes], str]] = {
    "is text": (lambda: b"hello", "damaged, or no model at all"),
    "is empty": (lambda: b"", "damaged, or no model at all"),
    "is a pickle": (lambda: pickle.dumps(Bomb(Path("mark"))), "damaged, or no model at all"),
    "is of torch": (lambda: archive(archive__data__pkl=pickle.dumps(Bomb(Path("mark")))), "damaged, or no model"),
    "has no format": (lambda: safetensors_bytes(ONE, {}), "has the format None; 'jimbot-network-1' is known"),
    "is of another kind": (lambda: network(network="nonsense"), ""),
    "has a deep shape": (lambda: network(shape=DEEP), ""),
    "has a list for a shape": (lambda: network(shape="[]"), ""),
    "lacks its options of inputs": (lambda: network(shape="{}"), ""),
    "says a list about itself": (lambda: network(about="[]"), "it says nothing about itself"),
    "says something deep": (lambda: network(about=DEEP_OBJECT), ""),
    "has no numbers": (lambda: network(UNKNOWN), "in x that are no finite numbers"),
    "lacks layers": (lambda: network(), ""),
    "claims a large network of moves": (lambda: network(network="moves", shape=HUGE, about=GAMES), "width 10000"),
    "claims other layers": (lambda: network(network="moves", shape='{"nonsense":1}', about=GAMES), "can be played"),
    "lacks moves": (lambda: network(network="moves", shape="{}", about=GAMES), "no policy that can be played"),
    "claims many layers": (
        lambda: network(network="layers", shape='{"hidden":[1000000000000]}', about=GAMES), "hidden 10000"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE_NETWORKS)
@pytest.mark.parametrize("name", ["best.pt", "model.safetensors", "model.zip"])
def test_a_hostile_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    make, why = HOSTILE_NETWORKS[what]
    content = make()
    (tmp_path / name).write_bytes(archive(policy__safetensors=content) if name == "model.zip" else content)
    refused(lambda p: make_agent(f"policy:checkpoint={p}"), tmp_path / name, why)
    assert not (tmp_path / "mark").exists(), "something was unpickled"


# -- JSON and records -------------------------------------------------------------------------------------


class Walk(RunFolder):
    what, kept, format = "walk", "steps", "walk-1"

    def difference(self, there: Any, here: Any) -> str | None:
        return None

    def open(self) -> None:
        pass


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "tuning": ("tuning.json", read_tuning),
    "fitted features": ("familiar.json", Familiar.load),
    "manifest": ("manifest.json", lambda path: Walk.read_manifest(path.parent)),
    "sums of a checkpoint": ("files.json", lambda path: Checkpoint(path.parent, 0).check()),
    "records": ("records.jsonl", lambda path: list(read_records(path))),
    "recording": ("run.jsonl", read_recording),
}


@pytest.mark.parametrize("what", READERS)
@pytest.mark.parametrize("text", [DEEP, DEEP_OBJECT, "[]", "3", "\xff\xfe", '{"a":', '{"format": [1]}'])
def test_json_that_is_something_else(tmp_path: Path, what: str, text: str) -> None:
    name, read = READERS[what]
    path = tmp_path / name
    path.write_bytes(text.encode("latin-1") + b"\n")
    with pytest.raises(ValueError) as caught:
        read(path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), "x", None, []])
@pytest.mark.parametrize("part", ["mean", "deviation", "usual"])
def test_fitted_features_are_finite(tmp_path: Path, number: Any, part: str) -> None:
    path = tmp_path / "familiar.json"
    many = [1.0] * len(FEATURES)
    usual = {"positions": 2, "mean": many, "deviation": many, "usual": 1.0, "far": 2.0}
    data = {"format": "jimbot-familiar-1", "features": FEATURES, "source": "x"}
    path.write_text(json.dumps(data | {"kinds": {"hand": usual, "shop": usual}}))
    assert Familiar.load(path).kinds["hand"].usual == 1.0
    wrong = usual | {part: number if part == "usual" else [number, *many[1:]]}
    path.write_text(json.dumps(data | {"kinds": {"hand": usual, "shop": wrong}}))
    refused(Familiar.load, path)


@pytest.mark.parametrize(
    "line",
    [DEEP, "[]", '{"done": true}', '{"done": true, "episode_id": [1]}', '{"done": true, "episode_id": 3}'],
)
def test_a_rollout_does_not_go_on_with_something_else(tmp_path: Path, line: str) -> None:
    path = tmp_path / "records.jsonl"
    RecordWriter(path, {"run": 1}).close()
    path.write_text(line + "\n")
    refused(lambda p: RecordWriter(p, {"run": 1}), path, "line 1")
