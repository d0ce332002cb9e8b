"""An installation that is killed at any of its calls to the file system: the next one gives the same store."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.runs.test_cut_points import content, killed_at

from jimbot.release.packages.store import PackageStore
from jimbot.release.packages.verify import faults_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.mark.slow
def test_an_installation_that_is_killed_anywhere(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # the machine does not crash, only the process
    monkeypatch.setattr("time.strftime", lambda *given: "2026-01-01T00:00:00Z")

    def install(path: Path) -> None:
        PackageStore(path).install(package, "dev")

    install(tmp_path / "whole")
    whole = content(tmp_path / "whole")
    call = 1
    while killed_at(call, install, tmp_path / f"at {call}"):
        store = PackageStore(tmp_path / f"at {call}")
        pointer = store.channel("dev")
        assert pointer is None or faults_of(store.package("dev")) == [], f"killed at call {call}"
        install(store.folder)
        there = content(store.folder)
        history = there.pop("channels/dev.json").count(b"package_id")
        assert history == (2 if pointer is None else 3), f"killed at call {call}"
        assert there == {name: data for name, data in whole.items() if name != "channels/dev.json"}
        call += 1
    assert call > 20
