"""A game behind the protocol: reached, or the reason why not and what to do about it."""

from __future__ import annotations

from jimbot.live.backends import RealBackend
from jimbot.live.client.client import Client
from jimbot.live.client.exceptions import ApiError, BalatrobotError, Refused, TimedOut, TransportError
from jimbot.live.protocol.names import ABOUT


class Unreachable(RuntimeError):
    """No game answers at the address; the message says what to do."""


def reach(base_url: str, *, execute: bool = False, timeout: float | None = None) -> RealBackend:
    """A backend on the game at this address."""
    client = Client(base_url, timeout)
    try:
        client.check_version()
        return RealBackend(client, execute=execute)
    except BalatrobotError as error:
        client.close()
        raise Unreachable(f"{base_url}: {advice(error)}") from error


def advice(error: BalatrobotError) -> str:
    """What went wrong, and the remedy."""
    if isinstance(error, Refused):
        return (
            "connection refused: no game listens there (crashed, or its port is not ready). Start one with "
            "'jimbot serve' or 'uvx balatrobot serve', and look into its log in logs/"
        )
    if isinstance(error, TimedOut):
        return (
            "the game does not answer in time: it is still starting, or it hangs. Check that "
            "'uvx balatrobot serve --help' works, wait longer, and start several games one after the other"
        )
    if isinstance(error, TransportError):
        return f"{error}. If the game crashes often, run fewer at once and check its mods and Lovely's log"
    return str(error)


def is_real_game(base_url: str) -> bool:
    """Whether somebody's own game listens there: everything that does not say that it is our server."""
    with Client(base_url) as client:
        try:
            served_by = client.call(ABOUT).get("served_by")
        except ApiError:
            return True
        except BalatrobotError as error:
            raise Unreachable(f"{base_url}: {advice(error)}") from error
    return served_by != "jimbot"
