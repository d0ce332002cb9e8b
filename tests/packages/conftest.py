"""A network that nobody has trained, and a package of it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")

from jimbot.models.decisions import DecisionNet, Shape, save_net
from jimbot.release.packages.layout import PackageContent, export

METRICS = {"n": 2, "wins": 0, "seeds": "two.txt"}


@pytest.fixture(scope="session")
def network(tmp_path_factory):
    folder = tmp_path_factory.mktemp("network")
    import torch

    torch.manual_seed(0)
    save_net(folder / "best.pt", DecisionNet(Shape(32, 16, 0, 0)), {"recipe": "distill", "values": False})
    (folder / "manifest.json").write_text(json.dumps({"recipe": "distill", "train_seeds": ["train-10"]}))
    return folder


@pytest.fixture
def package(network, tmp_path):
    folder = tmp_path / "student-1"
    export(folder, PackageContent("deploy_student", network, METRICS, seed_files=("two.txt",)))
    return folder
