"""The command line, as its own tests call it, with a journal of runs elsewhere than that of the user."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import jimbot  # noqa: F401 (a fixture)


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder
