"""`jimbot report`: runs of any kind as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.evaluation.experiments.report import report_page
from jimbot.runs.machine import write_whole

app = options.group()


@app.command()
def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR...",
            help="Folders of evaluations, trainings, tunings or gates, or folders with such in them.",
        ),
    ],
    out: Annotated[Path, options.text("FILE", "Page to write.")] = Path("report.html"),
) -> None:
    """Write one HTML page about runs: figures with intervals, charts, and several runs side by side.

    The page needs no other file and no network. Evaluations show blinds beaten, deaths by boss, money, joker
    use and timelines; trainings and tunings their curves; gates what was decided and why.

    Example: jimbot report runs/heuristic runs/search --out compared.html
    """
    with options.bad_input():
        page = report_page(folders)
        write_whole(out, page)
    typer.echo(f"wrote {out} ({len(page) // 1000:,} kB)")
