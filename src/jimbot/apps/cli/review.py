"""`jimbot review`: the decisions of a run that cost most."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.agents import with_budget
from jimbot.agents.advice import Adviser, review
from jimbot.apps.cli import options
from jimbot.apps.kept import KeptRuns
from jimbot.evaluation.review_page import review_page, run_words
from jimbot.live.drive.reel import Reel, read_reel
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import write_whole

app = options.group()


@app.command("review")
def review_run(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN",
            help="A transcript, a trace_v1 file, or the name of a run that jimbot play keeps (play --list).",
        ),
    ],
    agent: options.Agent = "search",
    budget: options.Budget = None,
    top: Annotated[int, options.whole("How many decisions to show.", 1, 50)] = 5,
    html: Annotated[Path | None, options.text("FILE", "Write a page with pictures.")] = None,
    as_json: options.Json = False,
) -> None:
    """Look at a run again: the decisions that cost most chance to win, and what would have been better.

    Every decision is compared with the agent's in redrawn games, where everything that could not be seen is
    drawn again: bad draws are no mistakes. It takes a minute or so for a whole run.

    Example: jimbot review run.txt --html review.html
    """
    with options.bad_input():
        adviser = Adviser(with_budget(agent, budget))
        reel = _reel(run)
        decisions = [(frame.game, frame.action) for _, frame in reel if frame.action is not None]
        if not decisions:
            raise ValueError(f"{run}: no decision was made in it")
        with progress("decisions", len(decisions)) as advance:
            found = review(decisions, adviser, top, lambda at: advance(1))
        end = reel.frame(len(reel) - 1).game
        if html is not None:
            write_whole(html, review_page(f"Review of {Path(run).name}", decisions, end, found))
    if as_json:
        print_json(found)
        return
    out = console()
    out.print(run_words(end, found), soft_wrap=True)
    for rank, one in enumerate(found.regrets, 1):
        out.print(f"\n{rank}. {one}", soft_wrap=True)
        out.print(f"   Why: {one.reason}.", style="dim", soft_wrap=True)
    if not found.regrets:
        out.print("No decision cost more than chance alone explains.")
    if html is not None:
        out.print(f"\nThe page is in {html}.", soft_wrap=True)


def _reel(run: str) -> Reel:
    path = Path(run).expanduser()
    kept = None if path.exists() else KeptRuns().find(run)
    return read_reel(path if kept is None else kept.path)
