"""Who may ask: requests that are addressed to this server and that no foreign page has sent.

A page in a browser can send requests to any address of the machine it is shown on. They carry the page's
`Origin`; and if the page has its own name point to this machine, their `Host` is that name.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable


class Visitors:
    """Without `allowed` names, visitors that ask for this machine itself and are no page. An allowed name is
    a host (`games.example`) or an origin (`http://localhost:3000`)."""

    def __init__(self, host: str, loopback: bool, allowed: Iterable[str] = ()) -> None:
        names = [name.lower().rstrip("/") for name in allowed]
        for name in names:
            if not name or (":" in name and "://" not in name):
                raise ValueError(
                    f"{name!r} cannot be allowed; a host without its port (games.example) or an origin "
                    "(http://localhost:3000) is expected"
                )
        self._origins = frozenset(name for name in names if "://" in name)
        self._hosts = frozenset({host.lower(), "localhost", socket.gethostname().lower(), *names})
        self._loopback = loopback

    def may_ask(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for us. An address is no name that could be made to
        point here; on the loopback interface only its own addresses are."""
        name = _name(host)
        if not name or name in self._hosts:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._loopback

    def may_send(self, origin: str) -> bool:
        return origin.lower() in self._origins


def _name(host: str) -> str:
    """A `Host` without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")
