"""`jimbot events`: the gateway that gathers events of games; tail and replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.game.records import number

if TYPE_CHECKING:
    from jimbot.evaluation.events.narrator import Narrator

app = typer.Typer(rich_markup_mode=None, add_completion=False)
DEFAULT = "ws://localhost:8765/events"
Url = Annotated[str, typer.Option("--url", metavar="URL", help="Address of the gateway.")]
ToGateway = Annotated[
    str | None,
    typer.Option("--events", metavar="URL", help=f"Tell the games to an event gateway, such as {DEFAULT}."),
]


@app.callback(invoke_without_command=True)
def events(
    context: typer.Context,
    host: options.Host = "127.0.0.1",
    port: options.Port = 8765,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append every event to this file, a JSON line each.")
    ] = None,
    rate: Annotated[
        int | None,
        typer.Option(
            parser=options.whole(0),
            metavar="N",
            help="Events a minute that a client may send, 0: any number; default: 600 from other machines, "
            "any number from this one.",
        ),
    ] = None,
) -> None:
    """Gather events of games and hand them on to whoever listens, in batches of 100 ms.

    Games are told by jimbot drive --events and jimbot serve --events, or by any WebSocket client. Events
    come in at /events and go out at /listen; /stats tells what was taken, refused and dropped. Stop it with
    Ctrl-C.

    Example: jimbot events --port 8765 --log runs/events.jsonl
    """
    if context.invoked_subcommand is not None:
        return
    _need()
    import asyncio

    from jimbot.evaluation.events.gateway import Gateway
    from jimbot.evaluation.events.log import EventLog
    from jimbot.live.server.server import is_loopback, listen

    with options.bad_input():
        open_to_others = not is_loopback(host)
        kept = None if log is None else EventLog(log)
        listener = listen(host, port)
    if open_to_others:
        typer.echo(
            f"jimbot: warning: {host} is reachable from other machines and there is no authentication: "
            "anyone who connects can send events and read those of others",
            err=True,
        )
    name = f"[{host}]" if ":" in host else host
    typer.echo(f"gathering events on ws://{name}:{listener.getsockname()[1]}/events; stop with Ctrl-C")

    async def serve() -> None:
        import signal

        stopped = asyncio.Event()
        for ending in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(ending, stopped.set)
        gateway = Gateway(kept, rate)
        async with gateway.serving(listener):
            await stopped.wait()
        told = gateway.stats()
        refused = sum(told["refused"].values())
        typer.echo(f"{told['accepted']} events taken, {refused} refused, {told['dropped']} dropped")

    asyncio.run(serve())
    if kept is not None:
        kept.close()
        if kept.failure is not None:
            typer.echo(f"jimbot: the log ended early: {kept.failure}", err=True)
            raise typer.Exit(1)


@app.command("tail")
def tail(url: Url = DEFAULT) -> None:
    """Print the events that a gateway hands on, a JSON line each.

    Example: jimbot events tail --url ws://localhost:8765/events
    """
    _need()
    import json

    from websockets.exceptions import WebSocketException

    from jimbot.evaluation.events.client import listen

    try:
        for batch in listen(url):
            for event in batch:
                typer.echo(json.dumps(event, ensure_ascii=False))
    except KeyboardInterrupt:
        pass
    except (OSError, WebSocketException, ValueError) as error:
        options.fail(f"no event gateway at {url} ({error}); start one by jimbot events")


@app.command("replay")
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log that jimbot events --log wrote.")],
    url: Url = DEFAULT,
    speed: Annotated[
        float, typer.Option(min=0, metavar="X", help="Times as fast as it happened; 0: as fast as it goes.")
    ] = 1.0,
) -> None:
    """Send the events of a log to a gateway again, at the pace they came in or faster.

    Example: jimbot events replay runs/events.jsonl --speed 10
    """
    _need()
    import time

    from websockets.exceptions import WebSocketException

    from jimbot.evaluation.events.client import send_again
    from jimbot.evaluation.events.log import read_log

    with options.bad_input():
        file.open("rb").close()
    begin = time.monotonic()
    try:
        sent, refused = send_again(read_log(file), url, speed)
    except (OSError, WebSocketException, ValueError) as error:
        options.fail(f"no event gateway at {url} ({error}); start one by jimbot events")
    typer.echo(f"{number(sent)} events sent in {time.monotonic() - begin:.1f} s, {refused} refused")


@contextmanager
def narrators(url: str | None) -> Iterator[Callable[[], Narrator | None]]:
    """Makes those who tell games to the gateway at this address, one for each game at a time."""
    if url is None:
        yield lambda: None
        return
    _need()
    from jimbot.evaluation.events.client import Publisher
    from jimbot.evaluation.events.narrator import Narrator

    with Publisher(url, say=lambda text: typer.echo(f"jimbot: {text}", err=True)) as publisher:
        yield lambda: Narrator(publisher.publish)


def begin(url: str | None) -> None:
    """Tells the games of this command and of its workers, if it was told where to."""
    if url is not None:
        _need()
        from jimbot.evaluation.events import switch

        switch.start(url)


def _need() -> None:
    options.need("websockets", "events", "the event gateway")
