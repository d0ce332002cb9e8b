"""Clients of the real game or of a server: one game, or a pool of them."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy
from jimbot.live.client.exceptions import (
    ApiError,
    BadRequest,
    BalatrobotError,
    CallError,
    InternalError,
    InvalidState,
    LaunchError,
    NoHealthyServer,
    NotAllowed,
    OutcomeUnknown,
    PoolBusy,
    TimedOut,
    TransportError,
)

if TYPE_CHECKING:
    from jimbot.live.client.client import AsyncClient, Client
    from jimbot.live.client.conduct import Patience
    from jimbot.live.client.pool import Pool
    from jimbot.live.client.raw_client import RawClient
else:  # clients need httpx, exceptions do not
    __getattr__ = lazy(
        __name__,
        {
            "client": ("AsyncClient", "Client"),
            "pool": ("Pool",),
            "conduct": ("Patience",),
            "raw_client": ("RawClient",),
        },
    )

__all__ = [
    "ApiError",
    "AsyncClient",
    "BadRequest",
    "BalatrobotError",
    "CallError",
    "Client",
    "InternalError",
    "InvalidState",
    "LaunchError",
    "NoHealthyServer",
    "NotAllowed",
    "OutcomeUnknown",
    "Patience",
    "Pool",
    "PoolBusy",
    "RawClient",
    "TimedOut",
    "TransportError",
]
