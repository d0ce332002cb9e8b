"""A package of the tiny network of decisions."""

from __future__ import annotations

import pytest

from jimbot.agents.models import model_file
from jimbot.release.packages.layout import PackageContent, export
from jimbot.runs import sha256


def metrics(model):
    """As if these weights had played."""
    return {"n": 2, "wins": 0, "seeds": "two.txt", "model_sha256": sha256(model_file(model))}


@pytest.fixture(scope="session")
def network(networks):
    return networks / "decisions"


@pytest.fixture
def package(network, tmp_path):
    folder = tmp_path / "student-1"
    export(folder, PackageContent("deploy_student", network, metrics(network), seed_files=("two.txt",)))
    return folder
