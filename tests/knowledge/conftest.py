"""The package's graph in the embedded engine, opened once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jimbot.knowledge import Knowledge, open_store


@pytest.fixture(scope="session")
def knowledge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    pytest.importorskip("ladybug")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        found = Knowledge(open_store())
    yield found
    found.close()
