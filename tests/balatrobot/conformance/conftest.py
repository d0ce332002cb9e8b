from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .remote import Remote


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """A server with the debug methods, one for all rows of a file."""
    folder: Path = tmp_path_factory.mktemp("saves")
    with Server([0], "127.0.0.1", lambda: Session(debug_endpoints=True)) as server:
        yield Remote(server.ports[0], folder)
