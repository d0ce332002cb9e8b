"""Base URLs: the address behind one, and the one of an address."""

from __future__ import annotations

from urllib.parse import urlsplit


def address_of(url: str) -> tuple[str, int]:
    """Host and port of a base URL. The protocol knows no TLS and no path but `/`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme != "http" or not parts.hostname or not port or parts.path not in ("", "/") or parts.query:
        raise ValueError(f"base URL must be http://HOST:PORT, not {url!r}")
    return parts.hostname, port


def base_url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
