"""Clients of the real game or of a server: one game, or a pool of them."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.balatrobot.client.client import AsyncClient, Client
    from jimbot.balatrobot.client.conduct import Patience
    from jimbot.balatrobot.client.exceptions import (
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
    from jimbot.balatrobot.client.pool import AsyncPool, Pool
    from jimbot.balatrobot.client.raw_client import RawClient
else:  # clients need httpx, exceptions do not
    __getattr__ = lazy(
        __name__,
        {
            "client": ("AsyncClient", "Client"),
            "pool": ("AsyncPool", "Pool"),
            "conduct": ("Patience",),
            "raw_client": ("RawClient",),
            "exceptions": (
                "ApiError",
                "BadRequest",
                "BalatrobotError",
                "CallError",
                "InternalError",
                "InvalidState",
                "LaunchError",
                "NoHealthyServer",
                "NotAllowed",
                "OutcomeUnknown",
                "PoolBusy",
                "TimedOut",
                "TransportError",
            ),
        },
    )

__all__ = [
    "ApiError",
    "AsyncClient",
    "AsyncPool",
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
