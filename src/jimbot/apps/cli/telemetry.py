"""`jimbot telemetry`: look at what was recorded with --telemetry."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.runs import telemetry
from jimbot.runs.console import console, json_text, print_json, table
from jimbot.runs.telemetry.follow import Follower
from jimbot.runs.telemetry.report import report as make_report
from jimbot.runs.telemetry.store import Store

app = options.group(
    "Look at what was recorded with --telemetry: lines, queries, a report, a page for Prometheus.\n\n"
    "Example: jimbot telemetry report runs/telemetry"
)
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder that was given to --telemetry.")]
Where = Annotated[
    str | None,
    typer.Option(
        "--telemetry",
        envvar="JIMBOT_TELEMETRY",
        metavar="DIR|URL",
        help="Record measurements in this folder, or send them to QuestDB, such as http://localhost:9000.",
    ),
]
PAUSE = 0.5  # seconds between two looks


@app.command()
def tail(
    folder: Folder,
    lines: Annotated[int, options.whole("Newest points to print.", 0, None, "--lines", "-n")] = 10,
    follow: Annotated[
        bool, typer.Option("--follow", "-f", help="Print points as they come, until Ctrl-C.")
    ] = False,
) -> None:
    """Print the newest points, each as one line of JSON.

    Example: jimbot telemetry tail runs/telemetry --follow
    """
    store = _open(folder)
    follower = Follower(folder, from_now=True)
    newest = store.query(
        'SELECT epoch_ns(time) AS time, run, process, measure, tags, "values", texts '
        "FROM points ORDER BY points.time DESC LIMIT ?",
        [lines],
    )
    store.close()
    for row in reversed(newest):
        typer.echo(json.dumps(row))
    try:
        while follow:
            for row in follower.poll():
                typer.echo(json.dumps(row))
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        pass


@app.command()
def query(
    folder: Folder,
    sql: Annotated[
        str, typer.Argument(metavar="SQL", help="A query over points, or over a measure by its name.")
    ],
    as_json: options.Json = False,
) -> None:
    """Run an SQL query over what was recorded.

    Example: jimbot telemetry query runs/telemetry "SELECT agent, avg(won) FROM game GROUP BY agent"
    """
    store = _open(folder)
    with options.bad_input():
        rows = store.query(sql)
    if as_json:
        print_json(json.loads(json.dumps(rows, default=str)))
    else:
        console().print(table(rows))


@app.command()
def report(folder: Folder, as_json: options.Json = False) -> None:
    """Sum up what was recorded: speed of decisions, games, training, calls, adviser, memory.

    Example: jimbot telemetry report runs/telemetry
    """
    found = make_report(_open(folder))
    if as_json:
        typer.echo(json_text(found))
        return
    shown = console()
    for name, rows in found.items():
        shown.print(f"{name}:")
        shown.print(table(rows))
        shown.print()


@app.command()
def prometheus(
    folder: Folder,
    host: options.Host = "127.0.0.1",
    port: options.Port = 9464,
) -> None:
    """Serve what programs write to the folder as a page for Prometheus, until Ctrl-C.

    One page for all processes that record there.

    Example: jimbot telemetry prometheus runs/telemetry --port 9464
    """
    options.need("prometheus_client", "telemetry", "a page for Prometheus")
    from jimbot.runs.telemetry.prometheus import Endpoint

    with options.bad_input():
        endpoint = Endpoint(folder, host, port)
    typer.echo(f"http://{host}:{endpoint.server_port}/metrics", err=True)
    try:
        endpoint.serve_forever()
    except KeyboardInterrupt:
        pass


def _open(folder: Path) -> Store:
    options.need("duckdb", "telemetry", "reading telemetry")
    with options.bad_input():
        return Store(folder)


def begin(where: str | None, program: str) -> None:
    """Records from here on, if a folder or an address was given."""
    if where:
        with options.bad_input():
            telemetry.start(where, program)
