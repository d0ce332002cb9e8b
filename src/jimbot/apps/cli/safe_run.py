"""`jimbot safe-run`: a command with a time limit."""

from __future__ import annotations

from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.runs.safe_run import main

app = options.group()


@app.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
def safe_run(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[--timeout-sec N] [--heartbeat-sec N] [--log-dir DIR] [--name NAME] -- COMMAND..."
        ),
    ] = None,
) -> None:
    """Run a command with a time limit, and end everything it started when time is up.

    Its output is kept in .safe_run/logs/ with a JSON summary. The time limit is 1200 seconds by
    default; a line on stderr every 30 seconds says that it still runs. The exit code is the command's,
    124 when time was up, 127 when it could not be started.

    Example: jimbot safe-run --timeout-sec 600 -- make smoke
    """
    with options.bad_input():
        raise typer.Exit(main(words or []))
