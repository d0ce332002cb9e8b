"""The tutorials run, from their first cell to their last, and one page lists them all."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

pytest.importorskip("nbclient")
ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "tutorials").glob("*.ipynb"))
NEEDS = {"sb3": "sb3_contrib", "cloning": "torch", "first_reward": "gymnasium", "real_game": "httpx"}
HEAVY = {"rllib"}


@pytest.mark.documents
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=path.stem, marks=[pytest.mark.deep, pytest.mark.ray] if path.stem in HEAVY else []
        )
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    importlib.import_module("notebooks").run(path)


def test_all_are_listed() -> None:
    page = (ROOT / "docs" / "tutorials" / "index.md").read_text(encoding="utf-8")
    assert NOTEBOOKS
    assert all(f"({path.name})" in page for path in NOTEBOOKS)
