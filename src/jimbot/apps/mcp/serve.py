"""The server with all it offers, on stdin and stdout or on a port."""

from __future__ import annotations

import socket
from collections.abc import Callable

import anyio
from mcp.server.transport_security import TransportSecuritySettings

from jimbot.apps.door import guarded
from jimbot.apps.mcp.game_tools import add_game_tools
from jimbot.apps.mcp.graph_tools import add_graph_tools
from jimbot.apps.mcp.limits import Limits
from jimbot.apps.mcp.prompts import add_prompts
from jimbot.apps.mcp.server import McpServer
from jimbot.apps.mcp.study_tools import add_study_tools
from jimbot.apps.mcp.tables import OutsideTable
from jimbot.runs.visitors import Visitors

MAX_SESSIONS = 64


def make_server(limits: Limits, outside: Callable[[], OutsideTable] | None = None) -> McpServer:
    server = McpServer(limits, outside)
    add_game_tools(server)
    add_study_tools(server)
    add_graph_tools(server)
    add_prompts(server)
    return server


def serve_stdio(server: McpServer) -> None:
    """Serves one client until it closes stdin."""
    server.run("stdio")


def serve_http(server: McpServer, listener: socket.socket, host: str) -> None:
    """Serves on a socket, at /mcp, until it is interrupted."""
    import uvicorn

    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # no pause between head and body
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # our own rule goes before
    app = server.streamable_http_app(max_sessions=MAX_SESSIONS, transport_security=unchecked)
    config = uvicorn.Config(guarded(app, Visitors(host)), log_level="warning", timeout_graceful_shutdown=1)
    anyio.run(lambda: uvicorn.Server(config).serve([listener]))
