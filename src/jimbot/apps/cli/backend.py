"""Which game a command plays on: the options, and how it is reached."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.live.backends import Backend, RealBackend, SimBackend


class BackendName(enum.StrEnum):
    real = enum.auto()
    sim = enum.auto()


Name = Annotated[
    BackendName,
    typer.Option("--backend", help="real: the real game, or jimbot serve; sim: the simulator in process."),
]
CallsOnly = Annotated[
    bool,
    options.flag(
        "--calls-only", "Hold the simulator to the decisions that the real game's protocol can make."
    ),
]
Connect = Callable[[], Backend]
Lost = tuple[type[Exception], ...]


def connector(
    backend: BackendName, base_url: str, calls_only: bool, seeds: Sequence[str] | None
) -> tuple[Connect, Lost]:
    """How to reach the game, and which exceptions say that it is gone. It fails at once if it cannot be
    reached. A run with another seed than these is not left, unless there are none."""
    if backend is BackendName.sim:
        return lambda: SimBackend(execute=True, calls_only=calls_only), ()
    options.need("httpx", "live", "the real backend")
    from jimbot.live.client.exceptions import OutcomeUnknown, TransportError
    from jimbot.live.drive.reach import Unreachable, reach

    try:
        first: RealBackend | None = reach(base_url, execute=True)
    except Unreachable as error:
        options.fail(str(error))
    if first is not None and seeds is not None and not first.over and first.seed not in seeds:
        options.fail(
            f"{base_url} is in a run already (seed {first.seed}); finish it, or abandon it by --leave-run"
        )

    def connect() -> Backend:
        nonlocal first
        backend, first = first, None
        return backend or reach(base_url, execute=True)

    return connect, (TransportError, OutcomeUnknown, Unreachable)
