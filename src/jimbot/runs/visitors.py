"""Who may ask a server: requests that are addressed to it and that no foreign page has sent.

A page in a browser can send requests to any address of the machine it is shown on. They carry the page's
`Origin`; and if the page has its own name point to this machine, their `Host` is that name. This is the rule
of every server of the package.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]*)\]|(?P<name>[^:\[\]/]*))(?::\d*)?")


class Visitors:
    """Who may ask a server on ``host``. Without `allowed` names: requests that name this machine and come
    from no web page, or with `own_pages` from one of the server itself. A name that is allowed is a host
    (`games.example`) or an origin (`http://localhost:3000`)."""

    def __init__(self, host: str, allowed: Iterable[str] = (), own_pages: bool = False) -> None:
        self._own_pages = own_pages
        names = [name.lower().rstrip("/") for name in allowed]
        for name in names:
            if not name or (":" in name and "://" not in name):
                raise ValueError(
                    f"{name!r} cannot be allowed; a host without its port (games.example) or an origin "
                    "(http://localhost:3000) is expected"
                )
        self._origins = frozenset(name for name in names if "://" in name)
        self._hosts = frozenset({host.lower(), "localhost", socket.gethostname().lower(), *names})
        self._loopback = is_loopback(host)

    def why_refused(self, headers: Iterable[tuple[str, str]]) -> str | None:
        """Why a request with these headers is not answered."""
        headers = list(headers)
        origins = self._origins
        if self._own_pages:
            hosts = [value.lower() for name, value in headers if name.lower() == "host"]
            origins |= {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
        for name, value in headers:
            if name.lower() == "host" and not self._may_ask(value):
                return f"Host {value[:80]!r} is not served here unless it is allowed by name"
            if name.lower() == "origin" and value.lower() not in origins:
                return f"Pages of {value[:80]!r} may not ask unless they are allowed by name"
        return None

    def _may_ask(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for us. An address is no name that could be made to
        point here, nor is a name without a dot, which only the local network knows; on the loopback interface
        only its own addresses are."""
        found = HOST.fullmatch(host.strip())
        if found is None:
            return False
        name = (found["v6"] or found["name"] or "").lower().rstrip(".")
        if not name or name in self._hosts:
            return found["v6"] is None
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return found["v6"] is None and "." not in name and not self._loopback
        return address.is_loopback or not self._loopback


def resolve(host: str) -> tuple[socket.AddressFamily, str]:
    """The address of a host, IPv4 where it has both: clients of the mod ask 127.0.0.1."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:
        raise ValueError(
            f"host {host!r} cannot be resolved; use a name or address of this machine"
        ) from error
    family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    return family, str(address[0])


def is_loopback(host: str) -> bool:
    """Whether the address of a host can be reached from this machine alone."""
    return ipaddress.ip_address(resolve(host)[1]).is_loopback
