"""The page about the architecture is true: its tree names every room, and arrows between rooms point down."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "jimbot"


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("rooms")


def on_disk() -> set[str]:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return packages | {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}


def test_the_contract_names_every_room(rooms: ModuleType) -> None:
    named = [room for layer in rooms.layers() for room in layer]
    assert sorted(named) == sorted(on_disk() - {"lazy"})


def test_the_tree_names_every_room_and_what_is_in_two_of_them() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page[page.index("src/jimbot/") : page.index("tests/ ")]
    for room in on_disk():
        assert re.search(rf"(?<!\w){room}(\.py|/)", tree), f"{room} is missing"
    for folder in ("live", "envs"):
        for path in (PACKAGE / folder).glob("*/__init__.py"):
            assert f"\n    {path.parent.name}/" in tree, f"{folder}/{path.parent.name} is missing"


def test_arrows_point_down(rooms: ModuleType) -> None:
    height = {room: number for number, layer in enumerate(rooms.layers()) for room in layer}
    for room, others in rooms.arrows().items():
        for other in others:
            assert height[other] > height[room], f"{room} uses {other}, which is not below it"
