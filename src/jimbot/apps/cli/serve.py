"""`jimbot serve`: the simulator as a stand-in for the real game."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options, telemetry
from jimbot.apps.cli.events import ToGateway, narrators

if TYPE_CHECKING:
    from jimbot.live.server.session import Session

MAX_PORTS = 256


class Variant(enum.StrEnum):
    steamodded = enum.auto()
    vanilla = enum.auto()


def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(envvar="BALATROBOT_HOST", metavar="HOST", help="Host name or address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            envvar="BALATROBOT_PORT",
            parser=options.whole(0, 65535),
            metavar="PORT",
            help="Port for one game; 0 means any free port.",
        ),
    ] = 12346,
    ports: Annotated[
        str | None,
        typer.Option(
            metavar="FIRST-LAST", help="Ports for several games, one each: 12346-12353 or 12346,12400."
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            parser=options.typed_seed,
            metavar="SEED",
            help="Seed for runs started without one; default: random.",
        ),
    ] = None,
    variant: Annotated[
        Variant,
        typer.Option(
            help="Random draws as under the mod loader that balatrobot needs, or as in the plain game."
        ),
    ] = Variant.steamodded,
    fair: Annotated[
        bool,
        typer.Option("--fair", help="Hide what a player cannot see, such as deck order and seed."),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse to sell Eternal jokers (the mod sells them).")
    ] = False,
    files: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Keep save, load and screenshot within this folder."),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST|ORIGIN",
            help="Also serve requests for this host name, or from pages of this origin "
            "(http://localhost:3000); may be given several times.",
        ),
    ] = None,
    debug_endpoints: Annotated[
        bool, typer.Option("--debug-endpoints", help="Also answer the test_* methods.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only errors and warnings.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Print a line per request on stderr.")] = False,
    events: ToGateway = None,
    where: telemetry.Where = None,
) -> None:
    """Serve the simulator to bots written for the real game.

    It answers the protocol of the balatrobot mod (JSON-RPC 2.0 over HTTP), so its clients work unchanged.
    Each port is one independent game that starts in the menu. Stop it with Ctrl-C or SIGTERM.

    Example: jimbot serve --ports 12346-12353 --debug-endpoints
    """
    if ports is not None and _on_command_line(context, "port"):
        options.fail("use either --port or --ports, not both")
    with options.bad_input():
        if seed is not None:
            from jimbot.game import check_seed

            check_seed(seed)
        numbers = [port] if ports is None else read_ports(ports)
        from jimbot.live.server.files import Files

        reach = Files(files)
    telemetry.begin(where, "serve")

    with narrators(events) as make_narrator:

        def session() -> Session:
            from jimbot.live.server.session import Session

            return Session(seed, variant.value, fair, debug_endpoints, strict, make_narrator(), reach)

        run(numbers, host, session, variant.value, quiet, log, allow or [])


def run(
    ports: list[int],
    host: str,
    session: Callable[[], Session],
    variant: str,
    quiet: bool,
    log: bool,
    allowed: list[str],
) -> None:
    import signal

    from jimbot.live.protocol.address import base_url
    from jimbot.live.server.server import Server, is_loopback

    with options.bad_input():
        open_to_others = not is_loopback(host)
        try:
            server = Server(ports, host, session, log=print_call if log else None, allowed=allowed)
        except OSError as error:
            options.fail(f"cannot listen on {error.filename}: {error.strerror}; try another --host or --port")
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda *_: server.stop())
    if open_to_others:
        typer.echo(
            f"jimbot: warning: {host} is reachable from other machines and there is no authentication: "
            "anyone who connects can play these games, and read and write files as you (save, load, "
            "screenshot); --files DIR confines them",
            err=True,
        )
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
    import json

    try:
        method = str(json.loads(body)["method"])
    except (ValueError, TypeError, KeyError, RecursionError):
        method = "-"
    typer.echo(f"{port} {method!r} {status} {seconds * 1000:.2f} ms", err=True)


def _on_command_line(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
