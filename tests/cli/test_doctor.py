"""`jimbot doctor` says what is here, what is missing for which command, and fails where nothing can work."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

import pytest

import jimbot as package
from jimbot.apps.cli.doctor import USES

ROOT = Path(__file__).resolve().parents[2]


def test_it_is_one_screen(jimbot, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    done = jimbot("doctor")
    assert done.code == 0
    assert f"jimbot {package.__version__}" in done.out
    assert str(Path(package.__file__).parent) in done.out.replace("\n", "")
    assert len(done.out.splitlines()) < 50


def test_it_knows_every_extra_for_users(jimbot):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(USES) == set(project["optional-dependencies"]) - {"all", "dev", "docs"}
    shown = {extra["name"]: extra for extra in jimbot("doctor --json").json["extras"]}
    assert set(shown) == set(USES)
    assert {"torch", "gymnasium", "stable-baselines3"} <= set(
        shown["sb3"]["installed"] | dict.fromkeys(shown["sb3"]["missing"])
    )


@pytest.mark.parametrize(("gone", "code"), [("torch", 0), ("numpy", 1)])
def test_it_says_how_to_get_what_is_missing(jimbot, monkeypatch, gone, code):
    real = importlib.metadata.version

    def version(name: str) -> str:
        if name == gone:
            raise importlib.metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    monkeypatch.setenv("COLUMNS", "200")
    done = jimbot("doctor")
    assert done.code == code
    wanted = (
        "FAULT: numpy is missing: pip install numpy" if code else r"pip install 'jimbot\[train\]' +\(torch\)"
    )
    assert re.search(wanted, done.out)
    assert ("What every command needs is here." in done.out) == (code == 0)
