"""A package of the tiny network of decisions."""

from __future__ import annotations

import pytest

from jimbot.release.packages.layout import PackageContent, export

METRICS = {"n": 2, "wins": 0, "seeds": "two.txt"}


@pytest.fixture(scope="session")
def network(networks):
    return networks / "decisions"


@pytest.fixture
def package(network, tmp_path):
    folder = tmp_path / "student-1"
    export(folder, PackageContent("deploy_student", network, METRICS, seed_files=("two.txt",)))
    return folder
