"""A few expert games, played once for all tests."""

from __future__ import annotations

import pytest

from jimbot.game.seeds import seed
from jimbot.training.data.lessons import Expert
from jimbot.training.data.shards import write_shard

GAMES = 11


@pytest.fixture(scope="session")
def expert():
    return Expert("heuristic:tier=lite,rounds=4")


@pytest.fixture(scope="session")
def lessons(expert):
    return expert.play([seed("train", i) for i in range(GAMES)], threads=2)


@pytest.fixture(scope="session")
def shard(lessons, tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "shard-000000.safetensors"
    write_shard(path, lessons, {"expert": "heuristic"})
    return path
