"""`jimbot events`: the gateway that gathers events of games; tail and replay."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.game.records import number
from jimbot.live.server.server import listen
from jimbot.runs.reading import open_file

app = options.group()
DEFAULT = "ws://localhost:8765/events"
Url = Annotated[str, options.text("URL", "Address of the gateway.")]
ToGateway = Annotated[
    str | None,
    options.text("URL", f"Publish the events of games to a gateway, such as {DEFAULT}.", "--events"),
]


@app.callback(invoke_without_command=True)
def events(
    context: typer.Context,
    host: options.Host = "127.0.0.1",
    port: options.Port = 8765,
    log: Annotated[
        Path | None, options.text("FILE", "Append every event to this file, a JSON line each.")
    ] = None,
    rate: Annotated[
        int | None,
        options.whole(
            "Events a minute that a client may send, 0: any number; default: 600 from other machines, "
            "any number from this one.",
            0,
        ),
    ] = None,
) -> None:
    """Gather events of games and hand them on to all listeners, in batches of 100 ms.

    jimbot drive, eval, train and serve publish with --events; any WebSocket client can. Events come in at
    /events and go out at /listen; /stats counts what was taken, refused and dropped. Stop it with Ctrl-C.

    Example: jimbot events --port 8765 --log runs/events.jsonl
    """
    if context.invoked_subcommand is not None:
        return
    _need()
    from jimbot.evaluation.events.gateway import Gateway
    from jimbot.evaluation.events.log import EventLog

    with options.bad_input():
        kept = None if log is None else EventLog(log)
        listener = listen(host, port)
        options.warn_if_open(host, "send events and read those of others")
    name = f"[{host}]" if ":" in host else host
    typer.echo(f"gathering events on ws://{name}:{listener.getsockname()[1]}/events; stop with Ctrl-C")

    async def serve() -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, lambda *_: loop.call_soon_threadsafe(stopped.set))
        gateway = Gateway(kept, rate)
        async with gateway.serving(listener):
            await stopped.wait()
        stats = gateway.stats()
        refused = sum(stats["refused"].values())
        typer.echo(f"{stats['accepted']} events taken, {refused} refused, {stats['dropped']} dropped")

    asyncio.run(serve())
    if kept is not None:
        kept.close()
        if kept.failure is not None:
            typer.echo(f"jimbot: the log ended early: {kept.failure}", err=True)
            raise typer.Exit(1)


@app.command()
def tail(url: Url = DEFAULT) -> None:
    """Print the events that a gateway hands on, a JSON line each.

    Example: jimbot events tail --url ws://localhost:8765/events
    """
    _need()
    from websockets.exceptions import WebSocketException

    from jimbot.evaluation.events.client import listen as listen_to

    try:
        for batch in listen_to(url):
            for event in batch:
                typer.echo(json.dumps(event, ensure_ascii=False))
    except KeyboardInterrupt:
        pass
    except (OSError, WebSocketException, ValueError) as error:
        options.fail(f"no event gateway at {url} ({error}); start one by jimbot events")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log that jimbot events --log wrote.")],
    url: Url = DEFAULT,
    speed: Annotated[float, options.real("Times as fast as it happened; 0: as fast as it goes.", 0)] = 1.0,
) -> None:
    """Send the events of a log to a gateway again, at the pace they came in or faster.

    Example: jimbot events replay runs/events.jsonl --speed 10
    """
    _need()
    from websockets.exceptions import WebSocketException

    from jimbot.evaluation.events.client import send_again
    from jimbot.evaluation.events.log import read_log

    with options.bad_input():
        open_file(file).close()
    begin = time.monotonic()
    try:
        sent, refused = send_again(read_log(file), url, speed)
    except (OSError, WebSocketException, ValueError) as error:
        options.fail(f"no event gateway at {url} ({error}); start one by jimbot events")
    typer.echo(f"{number(sent)} events sent in {time.monotonic() - begin:.1f} s, {refused} refused")


def begin(url: str | None) -> None:
    """Publishes the events of this command and of its workers, if an address was given."""
    if url is not None:
        _need()
        from jimbot.evaluation.events import switch

        switch.start(url)


def _need() -> None:
    options.need("websockets", "events", "the event gateway")
