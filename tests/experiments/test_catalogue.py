"""The index of run folders: complete, fresh, fast, and within its folder."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from tests.experiments.made import evaluation, gate, metrics_line, training

from jimbot.evaluation.experiments.catalogue import INDEX, Catalogue, filtered, state
from jimbot.evaluation.experiments.curves import curves, learning_curve
from jimbot.evaluation.experiments.sampled import sampled_lines


def test_runs_of_every_kind_are_found(tmp_path: Path) -> None:
    evaluation(tmp_path / "evals" / "one", 20, "greedy")
    evaluation(tmp_path / "evals" / "half", 10, "search:ms=100", finished=False)
    training(tmp_path / "native")
    gate(tmp_path / "gates" / "p18" / "20260101T000000Z")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "manifest.json").write_text("{}")
    found = {entry.path: entry for entry in Catalogue(tmp_path).refresh()}
    assert sorted(found) == ["evals/half", "evals/one", "gates/p18/20260101T000000Z", "native"]
    one, half = found["evals/one"], found["evals/half"]
    assert (one.kind, one.title, one.n, one.wins, one.finished) == ("evaluation", "greedy", 20, 4, True)
    assert one.win_rate_low < one.win_rate == 0.2 < one.win_rate_high
    assert one.deaths == {"bl_hook": 16}
    assert (half.finished, half.n, half.note) == (False, 10, "10 of 10 games")
    assert half.blinds_low < half.blinds < half.blinds_high
    assert (found["native"].kind, found["native"].steps, found["native"].blinds) == ("training", 30_000, 3.75)
    assert found["gates/p18/20260101T000000Z"].note == "failed: perf"
    assert state(one, time.time()) == "finished"
    assert state(half, time.time()) == "running"
    assert state(half, time.time() + 1000) == "left unfinished"


def test_a_run_is_what_its_manifest_says(tmp_path: Path) -> None:
    """However its program is called, and whatever else lies in its folder."""
    for name, manifest in {
        "recipe": {"kind": "training", "recipe": "pv"},
        "other": {"about": "metrics"},
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(json.dumps(manifest))
        (tmp_path / name / "metrics.jsonl").write_text('{"steps": 5, "blinds": 2}\n')
    (entry,) = Catalogue(tmp_path).refresh()
    assert (entry.path, entry.kind, entry.title, entry.steps) == ("recipe", "training", "pv", 5)


def test_filter(tmp_path: Path) -> None:
    evaluation(tmp_path / "a", agent="greedy")
    evaluation(tmp_path / "b", agent="search:ms=100")
    training(tmp_path / "c")
    entries = Catalogue(tmp_path).refresh()
    assert [e.path for e in filtered(entries, ["evaluation"], "SEARCH dev-20")] == ["b"]
    assert [e.path for e in filtered(entries, ["training"])] == ["c"]


def test_a_folder_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    folder = evaluation(tmp_path / "one", finished=False)
    training(tmp_path / "two")
    Catalogue(tmp_path).refresh()
    kept = json.loads((tmp_path / INDEX).read_text())
    kept["runs"] = [
        [path, signature, [*row[:2], "from the index", *row[3:]]] for path, signature, row in kept["runs"]
    ]
    (tmp_path / INDEX).write_text(json.dumps(kept))
    assert {entry.title for entry in Catalogue(tmp_path).refresh()} == {"from the index"}
    with (folder / "games.jsonl").open("a") as file:
        file.write(
            json.dumps({**json.loads((folder / "games.jsonl").read_text().splitlines()[0]), "seed": "NEW"})
            + "\n"
        )
    again = {entry.path: entry for entry in Catalogue(tmp_path).refresh()}
    assert again["one"].n == 21
    assert again["two"].title == "from the index"
    shutil.rmtree(folder)
    assert [entry.path for entry in Catalogue(tmp_path).refresh()] == ["two"]


@pytest.mark.parametrize("damage", ["", "{", '{"version": 99}', '{"version": 1, "fields": [], "runs": []}'])
def test_a_damaged_index_is_made_again(tmp_path: Path, damage: str) -> None:
    evaluation(tmp_path / "one")
    Catalogue(tmp_path).refresh()
    (tmp_path / INDEX).write_text(damage)
    assert [entry.path for entry in Catalogue(tmp_path).refresh()] == ["one"]


def test_nothing_outside_is_read(tmp_path: Path) -> None:
    evaluation(tmp_path / "outside" / "secret")
    root = tmp_path / "root"
    inner = evaluation(root / "inner", finished=False)
    (root / "link").symlink_to(tmp_path / "outside")
    (inner / "games.jsonl").unlink()
    (inner / "games.jsonl").symlink_to(tmp_path / "outside" / "secret" / "games.jsonl")
    found = Catalogue(root).refresh()
    assert [(entry.path, entry.n) for entry in found] == [("inner", 0)]
    with pytest.raises(ValueError, match="is no run"):
        Catalogue(root).find("../outside/secret")
    with pytest.raises(ValueError, match="is no folder"):
        Catalogue(root / "none")


def test_hostile_files_are_no_runs_but_do_no_harm(tmp_path: Path) -> None:
    for name, text in {
        "deep": "[" * 100_000,
        "list": "[1]",
        "wrong": '{"format": "jimbot-eval-1", "seeds": 3}',
        "lists": '{"kind": "tuning", "settings": [1], "commit": 3, "started": []}',
        "kinds": '{"kind": []}',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(text)
    (tmp_path / "wrong" / "games.jsonl").write_text('{"seed": 1}\nno json\n[]\n' + "[" * 100_000 + "\n")
    found = Catalogue(tmp_path).refresh()
    assert sorted((entry.path, entry.title, entry.n) for entry in found) == [
        ("lists", "tuning", None),
        ("wrong", "?", 0),
    ]


def test_an_index_of_a_root_that_is_only_read(tmp_path: Path) -> None:
    evaluation(tmp_path / "one")
    assert len(Catalogue(tmp_path, keep=False).refresh()) == 1
    assert not (tmp_path / INDEX).exists()


# -- logs ---------------------------------------------------------------------------------------------------


def test_a_small_log_is_read_whole(tmp_path: Path) -> None:
    folder = training(tmp_path / "run", 30)
    with (folder / "metrics.jsonl").open("a") as file:
        file.write('{"update": 31, "steps"')  # being written
    log = curves(folder)
    assert (log.by, log.share, learning_curve(log)) == ("steps", 1.0, "valid_blinds")
    assert log.curves["blinds"].x == tuple(1000.0 * i for i in range(1, 31))
    assert log.curves["valid_blinds"].y == (1.25, 2.5, 3.75)


def test_a_large_log_is_sampled_evenly(tmp_path: Path) -> None:
    folder = training(tmp_path / "run", 1)
    count = 120_000
    (folder / "metrics.jsonl").write_text("".join(map(metrics_line, range(1, count + 1))))
    sample = sampled_lines(folder / "metrics.jsonl")
    assert 0.05 < sample.share < 0.5
    log = curves(folder)
    blinds = log.curves["blinds"]
    assert blinds.x[0] == 1000.0
    assert blinds.x[-1] == 1000.0 * count
    assert list(blinds.x) == sorted(blinds.x)
    assert all(abs(1e4 * y - x) < 1e-3 for x, y in zip(blinds.x, blinds.y, strict=True))
    gaps = [b - a for a, b in zip(blinds.x, blinds.x[1:], strict=False)]
    assert max(gaps) < 0.03 * 1000 * count


# -- how fast -----------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_ten_thousand_evaluations_open_within_two_seconds(tmp_path: Path) -> None:
    pattern = evaluation(tmp_path / "pattern", 300)
    root = tmp_path / "root"
    for i in range(10_000):
        folder = root / f"{i // 100:03d}" / f"{i:05d}"
        folder.mkdir(parents=True)
        for name in ("manifest.json", "games.jsonl", "results.json"):
            os.link(pattern / name, folder / name)
    begin = time.process_time()  # other programs of the machine do not count
    catalogue = Catalogue(root)
    found = catalogue.refresh()
    first = time.process_time() - begin
    while catalogue.pending:
        found = catalogue.refresh()
    assert len(found) == 10_000
    begin = time.process_time()
    assert len(Catalogue(root).refresh()) == 10_000
    again = time.process_time() - begin
    print(f"10,000 evaluations: {first:.2f} s at first, {again:.2f} s from the index")
    assert max(first, again) < 2.0


@pytest.mark.deep
def test_a_gigabyte_of_logs_opens_within_two_seconds(tmp_path: Path) -> None:
    folder = training(tmp_path / "run", 1)
    block = "".join(map(metrics_line, range(1, 100_001))).encode()
    with (folder / "metrics.jsonl").open("wb") as file:
        while file.tell() < 2**30:
            file.write(block)
    begin = time.process_time()
    assert len(Catalogue(tmp_path).refresh()) == 1
    log = curves(folder)
    seconds = time.process_time() - begin
    print(f"1 GB of log: {seconds:.2f} s")
    assert log.curves["blinds"].x
    assert seconds < 2.0
