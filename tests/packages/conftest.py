"""A network that nobody has trained, and a package of it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")

from jimbot.agents.models import model_file
from jimbot.models.decisions import DecisionNet, Shape, save_net
from jimbot.release.packages.layout import PackageContent, export
from jimbot.runs import sha256


def metrics(model):
    """As if these weights had played."""
    return {"n": 2, "wins": 0, "seeds": "two.txt", "model_sha256": sha256(model_file(model))}


@pytest.fixture(scope="session")
def network(tmp_path_factory):
    folder = tmp_path_factory.mktemp("network")
    import torch

    torch.manual_seed(0)
    model = folder / "best.pt"
    save_net(model, DecisionNet(Shape(32, 16, 0, 0)), {"recipe": "distill", "values": False})
    about = {"recipe": "distill", "train_seeds": ["train-10"], "sha256": sha256(model)}
    (folder / "manifest.json").write_text(json.dumps(about))
    return folder


@pytest.fixture
def package(network, tmp_path):
    folder = tmp_path / "student-1"
    export(folder, PackageContent("deploy_student", network, metrics(network), seed_files=("two.txt",)))
    return folder
