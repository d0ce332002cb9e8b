"""`jimbot export`: a position of ours as the file that the game itself saves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.documents.save_file import write_game_save
from jimbot.live.drive.positions import read_position
from jimbot.saves.folders import RUN

app = options.group()


@app.command()
def export(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A position: a save, transcript, notation, gamestate or state_v1 document.",
        ),
    ],
    out: Annotated[Path, options.text("FILE", "Where it is written.")] = Path(RUN),
    experimental: Annotated[
        bool, options.flag("--experimental", "Write it, although no game has been tried with such a file.")
    ] = False,
) -> None:
    """Write a position as a save.jkr of the game. A run that lies there is kept as a backup beside it.

    Whether the game takes the file has not been tried, so nothing is written without --experimental. The
    game saves at a blind choice, in a round, at the end of a round and in a shop: only there a
    position has a file.

    Example: jimbot export run.txt --out save.jkr --experimental
    """
    with options.bad_input():
        if not experimental:
            raise ValueError("no game has been tried with such a file: --experimental writes it")
        given = read_position(source)
        backup = write_game_save(given.game, out.expanduser())
    typer.echo(f"Wrote {out}" + ("." if backup is None else f"; what was there is now {backup}."))
    for line in given.lines:
        typer.echo(line)
