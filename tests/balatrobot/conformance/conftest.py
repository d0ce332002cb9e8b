from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .remote import Caller, InProcess, Remote


def with_debug() -> Session:
    return Session(debug_endpoints=True)


@pytest.fixture(scope="module", params=["socket", "session"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    """One game with the debug methods for all rows of a file: on a socket, and in process."""
    folder: Path = tmp_path_factory.mktemp("saves")
    if request.param == "session":
        yield InProcess(folder, with_debug())
    else:
        with Server([0], "127.0.0.1", with_debug) as server:
            yield Remote(folder, server.ports[0])
