"""`jimbot serve`: the simulator as a stand-in for the real game."""

from __future__ import annotations

import json
import signal
from typing import Annotated, Literal

import typer

from jimbot.apps.cli import events, options, telemetry
from jimbot.evaluation.events import switch
from jimbot.game import check_seed
from jimbot.live.protocol.address import base_url
from jimbot.live.server.files import Files
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

MAX_PORTS = 256
Variant = Literal["steamodded", "vanilla"]

app = options.group()


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(envvar="BALATROBOT_HOST", metavar="HOST", help="Host name or address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        options.whole(
            "Port for one game; 0 means any free port.", 0, 65535, metavar="PORT", envvar="BALATROBOT_PORT"
        ),
    ] = 12346,
    ports: Annotated[
        str | None,
        options.text("FIRST-LAST", "Ports for several games, one each: 12346-12353 or 12346,12400."),
    ] = None,
    seed: options.Seed = None,
    variant: Annotated[
        Variant,
        typer.Option(
            help="Random draws as under the mod loader that balatrobot needs, or as in the plain game."
        ),
    ] = "steamodded",
    fair: Annotated[
        bool, options.flag("--fair", "Hide what a player cannot see, such as deck order and seed.")
    ] = False,
    strict: Annotated[
        bool, options.flag("--strict", "Refuse to sell Eternal jokers (the mod sells them).")
    ] = False,
    files: Annotated[
        str | None, options.text("DIR", "Keep save, load and screenshot within this folder.")
    ] = None,
    allow: Annotated[
        list[str] | None,
        options.text(
            "HOST|ORIGIN",
            "Also serve requests for this host name, or from pages of this origin "
            "(http://localhost:3000); may be given several times.",
        ),
    ] = None,
    debug_endpoints: Annotated[
        bool, options.flag("--debug-endpoints", "Also answer the test_* methods.")
    ] = False,
    quiet: options.Quiet = False,
    log: Annotated[bool, options.flag("--log", "Print a line per request on stderr.")] = False,
    gateway: events.ToGateway = None,
    where: telemetry.Where = None,
) -> None:
    """Serve the simulator to bots written for the real game.

    It answers the protocol of the balatrobot mod (JSON-RPC 2.0 over HTTP), so its clients work unchanged.
    Each port is one independent game that starts in the menu. Stop it with Ctrl-C or SIGTERM.

    Example: jimbot serve --ports 12346-12353 --debug-endpoints
    """
    source = context.get_parameter_source("port")
    if ports is not None and source is not None and source.name == "COMMANDLINE":
        options.fail("use either --port or --ports, not both")
    with options.bad_input():
        if seed is not None:
            check_seed(seed)
        numbers = [port] if ports is None else read_ports(ports)
        reach = Files(files)
    telemetry.begin(where, "serve")
    events.begin(gateway)

    def session() -> Session:
        return Session(seed, variant, fair, debug_endpoints, strict, switch.narrator(), reach)

    with options.bad_input():
        try:
            server = Server(numbers, host, session, log=print_call if log else None, allowed=allow or [])
        except OSError as error:
            options.fail(f"cannot listen on {error.filename}: {error.strerror}; try another --host or --port")
        options.warn_if_open(
            host,
            "play these games, and read and write files as you (save, load, screenshot); "
            "--files DIR confines them",
        )
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: server.stop())
    if not quiet:
        for number in server.ports:
            typer.echo(f"serving {variant} Balatro on {base_url(host, number)}")
        typer.echo("stop with Ctrl-C")
    server.serve_forever()
    if not quiet:
        typer.echo("stopped")


def read_ports(text: str) -> list[int]:
    """Ports from text such as 12346-12353 or 12346,12400."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash)):
            raise ValueError(f"--ports must be FIRST-LAST or a list separated by commas, not {text!r}")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= 65535:
            raise ValueError(f"--ports must be in the range 1 to 65535, first port before last, not {text!r}")
        found += range(low, high + 1)
    if len(set(found)) < len(found):
        raise ValueError(f"--ports {text!r} names a port twice; each port may be used only once")
    if len(found) > MAX_PORTS:
        raise ValueError(f"--ports {text!r} names {len(found)} ports; at most {MAX_PORTS} are allowed")
    return found


def print_call(port: int, body: bytes, status: int, seconds: float) -> None:
    try:
        method = str(json.loads(body)["method"])
    except (ValueError, TypeError, KeyError, RecursionError):
        method = "-"
    typer.echo(f"{port} {method!r} {status} {seconds * 1000:.2f} ms", err=True)
