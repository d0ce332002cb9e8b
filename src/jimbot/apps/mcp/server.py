"""The server: calls are checked, bounded in time, and what is wrong with one is a line."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import anyio
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedResourceError,
    UnexpectedToolError,
)
from mcp_types import CallToolResult, InputRequiredResult
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import AnyUrl

import jimbot
from jimbot.apps.mcp.limits import Limits
from jimbot.apps.mcp.tables import OutsideTable, Tables
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.drive.reach import Unreachable

INSTRUCTIONS = """Play Balatro with the rules of the game, see what a player sees, and ask agents for advice.
start_game begins a run and returns its name, which the other tools take. look shows the position and, under
choices, how each legal decision is written; play makes one. Beating the boss of ante 8 wins the run."""
KNOWN = (ValueError, OSError, BalatrobotError, Unreachable)  # the client reads their own words
AT_ONCE = 2  # long calls that run at the same time
T = TypeVar("T")


class McpServer(MCPServer[dict[str, Any]]):
    """``outside`` reaches a game behind the protocol, if there is one."""

    def __init__(self, limits: Limits, outside: Callable[[], OutsideTable] | None = None) -> None:
        super().__init__("jimbot", instructions=INSTRUCTIONS, version=jimbot.__version__, log_level="WARNING")
        self.limits = limits
        self.outside = outside
        self.tables = Tables(limits)
        self._places: anyio.CapacityLimiter | None = None

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[dict[str, Any], Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """An argument that a tool does not have is refused. A call that takes too long is given up."""
        await self._check(name, arguments)
        try:
            with anyio.fail_after(self.limits.seconds):
                return await super().call_tool(name, arguments, context)
        except TimeoutError:
            raise ToolError(f"{name} took longer than {self.limits.seconds:g} s and was given up") from None
        except UnexpectedToolError as error:
            if isinstance(error.__cause__, KNOWN):
                raise ToolError(str(error.__cause__)) from error
            raise

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[dict[str, Any], Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        try:
            with anyio.fail_after(self.limits.seconds):
                return await super().read_resource(uri, context)
        except TimeoutError:
            raise ResourceError(f"{uri} took longer than {self.limits.seconds:g} s") from None
        except UnexpectedResourceError as error:
            if isinstance(error.__cause__, KNOWN):
                raise ResourceNotFoundError(str(error.__cause__)) from error
            raise

    async def _check(self, name: str, arguments: dict[str, Any]) -> None:
        known = {tool.name: tool.input_schema.get("properties", {}) for tool in await self.list_tools()}
        if name not in known:
            raise ToolError(f"unknown tool {name!r}; one of {', '.join(known)}")
        for given in arguments:
            if given not in known[name]:
                allowed = f"one of {', '.join(known[name])}" if known[name] else "it takes none"
                raise ToolError(f"{name} has no argument {given!r}; {allowed}")

    async def aside(self, work: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Long work, in a thread. It must be on copies: when a call is given up, it ends by itself, and keeps
        its place until then."""
        if self._places is None:
            self._places = anyio.CapacityLimiter(AT_ONCE)
        places, work_of_this = self._places, object()
        await places.acquire_on_behalf_of(work_of_this)
        loop = asyncio.get_running_loop()
        result: asyncio.Future[T] = loop.create_future()

        def end(value: T | None, error: BaseException | None) -> None:
            places.release_on_behalf_of(work_of_this)
            if result.cancelled():
                return
            if error is not None:
                result.set_exception(error)
            else:
                result.set_result(cast(T, value))

        def run() -> None:
            value, error = None, None
            try:
                value = work(*arguments, **named)
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(end, value, error)

        threading.Thread(target=run, daemon=True).start()
        return await result


def client_of(context: Context[Any, Any]) -> str:
    """Whose games are counted together: a session, or a machine where the protocol has no sessions."""
    request = context.request_context.request
    if request is None:
        return "stdio"
    if context.request_context.protocol_version in HANDSHAKE_PROTOCOL_VERSIONS:
        return f"session {request.headers.get('mcp-session-id')}"
    return f"host {request.client.host if request.client else ''}"
