"""`jimbot journal`: the runs that were followed beside the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.journal import RunJournal, as_csv
from jimbot.game.records import counted
from jimbot.runs.console import console, print_json, table
from jimbot.runs.machine import write_whole

app = options.group()


@app.command()
def journal(
    csv: Annotated[Path | None, options.text("FILE", "Write the runs as a table for spreadsheets.")] = None,
    as_json: options.Json = False,
) -> None:
    """List the runs that jimbot assist --save has followed, with how far they came and how they ended.

    Example: jimbot journal; jimbot journal --csv runs.csv
    """
    with options.bad_input():
        rows = RunJournal().runs()
        if csv is not None:
            write_whole(csv, as_csv(rows))
    if as_json:
        print_json(rows)
    elif csv is not None:
        typer.echo(f"{counted(len(rows), 'run')} in {csv}")
    elif rows:
        console().print(table(rows))
    else:
        typer.echo("No run was followed yet: jimbot assist --save follows the one that is played.")
