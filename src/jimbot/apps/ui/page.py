"""The table in the browser: static files that `make web` builds, handed out on this machine alone."""

from __future__ import annotations

import functools
import signal
import socket
import sys
import webbrowser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from jimbot.live.protocol.address import base_url
from jimbot.runs.visitors import Visitors
from jimbot.training.metrics import has_display

STATIC = Path(__file__).parent / "static"
# Nothing is asked of any other host, and nothing foreign runs; the engine is compiled from our own bytes.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    "": "application/octet-stream",
}


def is_built() -> bool:
    return (STATIC / "index.html").is_file()


class StaticHandler(SimpleHTTPRequestHandler):
    """Files by name, for requests that are meant for this server."""

    extensions_map = TYPES
    server_version, sys_version = "jimbot", ""

    def __init__(self, *args: Any, visitors: Visitors, **options: Any) -> None:
        self._visitors = visitors
        super().__init__(*args, directory=str(STATIC), **options)

    def send_head(self) -> Any:
        why = self._visitors.why_refused(self.headers.items())
        if why is not None:
            self.send_error(403, explain=why)
            return None
        return super().send_head()

    def list_directory(self, path: Any) -> None:
        self.send_error(404)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        named = "/assets/" in self.path  # by what is in it: a changed file has another name
        self.send_header("Cache-Control", "max-age=31536000, immutable" if named else "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Who plays what is nobody's business."""


def serve_page(listener: socket.socket, host: str, browse: bool) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    handler = functools.partial(StaticHandler, visitors=Visitors(host, own_pages=True))
    server = ThreadingHTTPServer(listener.getsockname()[:2], handler, bind_and_activate=False)
    server.socket.close()
    listener.setblocking(True)
    server.socket = listener
    server.daemon_threads = True
    address = base_url(host, listener.getsockname()[1])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.stdout.write(f"JimBot is at {address}; stop with Ctrl-C\n")
        sys.stdout.flush()
        if browse and has_display():
            webbrowser.open(address)
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
