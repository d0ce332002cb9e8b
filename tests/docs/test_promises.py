"""Every promise of the documents has its place and tests that hold it, or says how ours differs."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
COUNTS = {"A": 95, "B": 41, "C": 60}


@pytest.fixture(scope="module")
def promises() -> ModuleType:
    spec = importlib.util.spec_from_file_location("promises", ROOT / "tools" / "promises.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["promises"] = found
    spec.loader.exec_module(found)
    return found


def test_no_promise_is_missing_or_there_twice(promises: ModuleType) -> None:
    found = Counter(row["number"] for row in promises.rows())
    wanted = [f"{system}{i}" for system, count in COUNTS.items() for i in range(1, count + 1)]
    assert len(wanted) == 196
    assert found == Counter(wanted)


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def test_every_promise_names_tests_that_are_there(promises: ModuleType) -> None:
    for row in promises.rows():
        tests = row["tests"].split()
        assert tests, row["number"]
        for test in tests:
            file, _, name = test.partition("::")
            assert name.startswith("test_"), (row["number"], test)
            assert (TESTS / file).is_file(), (row["number"], test)
            assert name in names_in(file), (row["number"], test)


def test_every_place_is_there(promises: ModuleType) -> None:
    """A file of the project, or a module, or what a module holds."""
    for row in promises.rows():
        where = row["where"]
        if not where.startswith("jimbot."):
            assert (ROOT / where).exists(), (row["number"], where)
            continue
        module, _, name = where.partition(":")
        path = ROOT / "src" / module.replace(".", "/")
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert source.is_file(), (row["number"], where)
        assert re.search(rf"\b{name}\b", source.read_text(encoding="utf-8")), (row["number"], where)


def test_a_figure_that_is_not_kept_says_so(promises: ModuleType) -> None:
    """Tests that only look at pages hold no figure."""
    for row in promises.rows():
        if row["tests"].startswith("docs/"):
            assert row["note"] or row["where"] == "LICENSE" or not row["where"].startswith("jimbot."), row


def test_the_licence_is_mit() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License")
    assert "WITHOUT WARRANTY OF ANY KIND" in text


def test_requirements_of_the_trainer_hold_torch() -> None:
    lines = (ROOT / "trainer" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("torch==") for line in lines)
