"""jimbot judge."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from jimbot.agents.judge.files import read_weights
from jimbot.game.content import content
from jimbot.game.records import percent


def test_learn(jimbot, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    out = tmp_path / "out"
    command = f"judge learn --games 20 --workers 1 --batch-size 64 --hidden 32,16 --plain 1 --high 0 --curiosity 0.1 --out {out}"
    done = jimbot(f"{command} --iterations 1")
    assert done.code == 0
    first, last = done.out.splitlines()
    log = json.loads((out / "log.jsonl").read_text())
    assert first.startswith(
        f"iteration 1: {percent(log['win_rate'])} won, {log['blinds']:.2f} blinds; by stake "
    )
    assert f"calibrated to {percent(log['unseen']['calibration_error'])}" in first
    assert f"heuristic:judge={out}/weights.npz" in last
    assert read_weights(out / "weights.npz").hidden == (32, 16)
    quiet = jimbot(f"{command} --iterations 2 --quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    assert len((out / "log.jsonl").read_text().splitlines()) == 2
    again = jimbot(f"{command} --iterations 2")
    assert [line.split(":")[0] for line in again.out.splitlines()] == [
        "2 of 2 iterations are done",
        "play with it",
    ]
    about = json.loads((out / "manifest.json").read_text())
    assert about["train_seeds"] == ["train-40@0"]
    assert about["settings"]["curiosity"] == 0.1
    other = jimbot(f"{command} --iterations 2 --learning-rate 0.1")
    assert other.code == 2
    assert "learning_rate is 0.0005 there and 0.1 here" in other.err


def test_learn_without_torch(jimbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else find(name))
    done = jimbot(f"judge learn --out {tmp_path / 'out'}")
    assert done.code == 2
    assert "judge learn needs torch: pip install 'jimbot[train]'" in done.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("judge learn", ["--out"]),
        ("judge learn --out {out} --games 18", ["--games", "'18'", "19 or more"]),
        ("judge learn --out {out} --device tpu", ["'tpu'", "'cpu', 'cuda'"]),
        ("judge learn --out {out} --curiosity -1", ["--curiosity"]),
        ("judge learn --out {out} --curiosity inf", ["--curiosity", "'inf'"]),
        ("judge learn --out {out} --hidden 512", ["hidden is '512'", "more is needed"]),
        ("judge learn --out {out} --hidden 12,8", ["12 and 8", "a multiple of 8 units"]),
        ("judge learn --out {out} --plain 0.8 --high 0.8", ["0.8, 0.8, 0.0", "1 together"]),
        ("judge learn --out {out} --start {out}/no.npy", ["no.npy", "No such file"]),
        ("judge learn --out {out} --start {short}", ["short.npy holds 3 weights", "first layout"]),
        ("judge jokers --judge {short}", ["short.npy holds 3 weights", "first layout"]),
        ("judge jokers --ante 9", ["--ante", "1 to 8"]),
    ],
)
def test_bad_input(jimbot, tmp_path: Path, arguments: str, parts: list[str]) -> None:
    np.save(tmp_path / "short.npy", np.zeros(3, np.float32))
    if "learn" in arguments:
        pytest.importorskip("torch")
    done = jimbot(arguments.format(out=tmp_path / "out", short=tmp_path / "short.npy"))
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert all(part in done.err for part in parts), done.err
    assert not (tmp_path / "out").exists()


def test_jokers(jimbot) -> None:
    found = jimbot("judge jokers --positions 2 --json").json
    assert [a["ante"] for a in found["antes"]] == [1, 3, 5, 7]
    assert all(a["positions"] == 2 and 0 < a["win_chance"] < 1 for a in found["antes"])
    means = [np.mean([a["change"] for a in joker["antes"]]) for joker in found["jokers"]]
    assert len(means) == len({joker["key"] for joker in found["jokers"]}) == 150
    assert means == sorted(means, reverse=True)
    assert means[0] > 0.05 > means[-1]


def test_jokers_of_an_ante_as_a_table(jimbot) -> None:
    found = jimbot("judge jokers --ante 3 --positions 2 --json").json
    lines = jimbot("judge jokers --ante 3 --positions 2").out.splitlines()
    assert lines[0].split() == ["joker", "ante", "3"]
    assert lines[1].split()[-1] == f"{100 * found['antes'][0]['win_chance']:.1f}"
    assert len(lines) == 153
    for line, joker in zip(lines[2:], found["jokers"], strict=False):
        change = joker["antes"][0]["change"] if joker["antes"] else None
        assert line.split() == [*joker["name"].split(), *([] if change is None else [f"{100 * change:+.1f}"])]
    assert lines[-1].startswith("2 shops per ante; half of the figures have a standard error below")


def test_calibration_lists_every_stake_and_draws_it(jimbot, tmp_path: Path) -> None:
    picture = tmp_path / "calibration.png"
    found = jimbot(f"judge calibrate --seeds dev-1@50000 --png {picture} --json").json
    assert list(found["stakes"]) == list(content()["stake"])
    for table in found["stakes"].values():
        assert sum(row["n"] for row in table["bins"]) == table["n"] > 20
        assert 0 <= table["ece_interval"][0] <= table["ece"] <= table["ece_interval"][1] <= 1
    assert picture.read_bytes().startswith(b"\x89PNG")
    seen = found["stakes"]["stake_white"]
    record = jimbot("eval --agent heuristic --seeds dev-1@50000 --workers 0 --json").json
    assert {row["happened"] for row in seen["bins"]} == {float(record["wins"])}
