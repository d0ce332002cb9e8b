"""The package's graph in the embedded engine, opened once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jimbot.knowledge import Knowledge, open_store


@pytest.fixture(scope="session")
def knowledge() -> Iterator[Knowledge]:
    pytest.importorskip("ladybug")
    found = Knowledge(open_store())
    yield found
    found.close()
