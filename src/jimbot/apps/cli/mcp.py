"""`jimbot mcp`: games and advice for language models, by the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.assist import armed_gate
from jimbot.live.protocol.address import base_url as address
from jimbot.live.server.server import listen

if TYPE_CHECKING:
    from jimbot.apps.mcp.tables import OutsideTable

app = options.group()


@app.command()
def mcp(
    context: typer.Context,
    http: Annotated[
        bool, options.flag("--http", "Serve streamable HTTP on a port instead of stdin and stdout.")
    ] = False,
    host: options.Host = "127.0.0.1",
    port: options.Port = 8000,
    folder: Annotated[
        Path | None,
        options.text("DIR", "The only folder in which files are read and written; default: no files."),
    ] = None,
    games: Annotated[int, options.whole("Games a client may have open.", 1, 256)] = 8,
    seconds: Annotated[int, options.whole("Time limit per call.", 5, 3600, metavar="SECONDS")] = 60,
    base_url: Annotated[
        str | None, options.text("URL", "An external game to look at: the real game or jimbot serve.")
    ] = None,
    execute: Annotated[
        bool, options.flag("--execute", "Let clients play the external game; the real game with --confirm.")
    ] = False,
    confirm: Annotated[
        bool, options.flag("--confirm", "Let them play the real game: you are asked to type a token, once.")
    ] = False,
) -> None:
    """Let language models play Balatro: games, advice, scores, cards, seeds and evaluations as MCP tools.

    Without --http it speaks on stdin and stdout, as desktop clients expect. Clients do not see each other's
    games. An external game is only looked at unless --execute is given.

    Example: jimbot mcp --http --port 8000 --folder runs/mcp
    """
    options.need("mcp", "mcp", "jimbot mcp")
    options.need("httpx", "mcp", "jimbot mcp")
    if (execute and base_url is None) or (confirm and not execute):
        options.fail("--execute goes with --base-url, and --confirm with --execute")
    if confirm and not http:
        options.fail("--confirm goes with --http: otherwise stdin is the client's and no token can be typed")
    if not http:
        options.refuse_given(context, ("host", "port"), "without --http")
    from jimbot.apps.mcp.limits import Limits
    from jimbot.apps.mcp.serve import make_server, serve_http, serve_stdio

    with options.bad_input():
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        outside = None if base_url is None else _outside(base_url, execute, confirm)
        server = make_server(Limits(games=games, seconds=seconds, folder=folder), outside)
        if not http:
            serve_stdio(server)
            return
        listener = listen(host, port)
        options.warn_if_open(host, "start games and use this machine's time")
    typer.echo(f"serving MCP on {address(host, listener.getsockname()[1])}/mcp; stop with Ctrl-C")
    serve_http(server, listener, host)


def _outside(base_url: str, execute: bool, confirm: bool) -> Callable[[], OutsideTable]:
    """How to reach the external game. Permission to act in it is given here, where the server is started."""
    from jimbot.apps.mcp.tables import OutsideTable
    from jimbot.live.drive.reach import Unreachable, reach

    opened = armed_gate(base_url, confirm, None) if execute else None
    if opened is None:
        try:
            reach(base_url).close()
        except Unreachable as error:
            typer.echo(f"jimbot: {error}. join_game tries again", err=True)
    return lambda: OutsideTable(reach(base_url, execute=opened is not None), opened)
