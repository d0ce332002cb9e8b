"""The tiny networks that tests load are those that their trainers would save today."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")
pytest.importorskip("yaml")

from tests.networks.make import KINDS, make

from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.models.files import read_network

STALE = "write them again: make tiny-networks"


def file_of(folder: Path) -> Path:
    (file,) = (path for path in folder.iterdir() if path.suffix != ".json")
    return file


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_its_trainer_saves_today(kind: str, networks: Path, tmp_path: Path) -> None:
    make(kind, tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(p.name for p in (networks / kind).iterdir())
    now, kept = read_network(file_of(tmp_path)), read_network(file_of(networks / kind))
    assert (now.network, now.shape) == (kept.network, kept.shape), STALE
    assert {name: row.shape for name, row in now.weights.items()} == {
        name: row.shape for name, row in kept.weights.items()
    }, STALE
    assert now.about.keys() == kept.about.keys(), STALE


@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_a_game_without_a_failure(kind: str, networks: Path) -> None:
    spec = f"policy:checkpoint={file_of(networks / kind)}"
    assert play_seed(make_agent(spec), RunOptions(spec), 0, "11111111").failure is None, STALE
