"""`jimbot review`: the decisions of a run that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from jimbot.agents import with_budget
from jimbot.agents.advice import Adviser, Regret, review
from jimbot.apps.cli import options
from jimbot.apps.kept import KeptRuns
from jimbot.evaluation.review_page import lost_page, review_page, run_words
from jimbot.game.records import counted
from jimbot.live.drive.lost import review_lost
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
            help="A transcript, a trace_v1 file, or the name of a run that jimbot play keeps (play --list); "
            "or the folder of an evaluation: its lost games.",
        ),
    ],
    agent: options.Agent = "search",
    budget: options.Budget = None,
    top: Annotated[int, options.whole("How many decisions to show.", 1, 50)] = 5,
    html: Annotated[Path | None, options.text("FILE", "Write a page with pictures.")] = None,
    games: Annotated[int, options.whole("Of an evaluation: lost games that are looked at.", 1, 1000)] = 20,
    as_json: options.Json = False,
) -> None:
    """Look at a run again: the decisions that cost most chance to win, and what would have been better.

    Every decision is compared with the agent's in redrawn games, where everything that could not be seen is
    drawn again: bad draws are no mistakes. It takes a minute or so for a whole run; of lost games --agent
    heuristic takes some seconds each.

    Example: jimbot review run.txt --html review.html
    """
    with options.bad_input():
        adviser = Adviser(with_budget(agent, budget))
        if (Path(run) / "manifest.json").is_file():
            found = _lost_games(Path(run), adviser, games, top, html)
        else:
            found = _one_run(run, adviser, top, html)
    if as_json:
        print_json(found.data)
        return
    out = console()
    out.print(found.words, soft_wrap=True)
    for rank, (heading, one) in enumerate(found.regrets, 1):
        out.print(f"\n{rank}. {heading}{one}", soft_wrap=True)
        out.print(f"   Why: {one.reason}.", style="dim", soft_wrap=True)
    if not found.regrets:
        out.print("No decision cost more than chance alone explains.")
    if html is not None:
        out.print(f"\nThe page is in {html}.", soft_wrap=True)


class _Found(NamedTuple):
    words: str
    regrets: Sequence[tuple[str, Regret]]  # each with what comes before it
    data: object


def _one_run(run: str, adviser: Adviser, top: int, html: Path | None) -> _Found:
    reel = _reel(run)
    decisions = [(frame.game, frame.action) for _, frame in reel if frame.action is not None]
    if not decisions:
        raise ValueError(f"{run}: no decision was made in it")
    with progress("decisions", len(decisions)) as advance:
        found = review(decisions, adviser, top, lambda at: advance(1))
    end = reel.frame(len(reel) - 1).game
    if html is not None:
        write_whole(html, review_page(f"Review of {Path(run).name}", decisions, end, found))
    return _Found(run_words(end, found), [("", one) for one in found.regrets], found)


def _lost_games(folder: Path, adviser: Adviser, games: int, top: int, html: Path | None) -> _Found:
    with progress("lost games", games) as advance:
        found = review_lost(folder, adviser, games, top, lambda: advance(1))
    antes = ", ".join(f"{count} in ante {ante}" for ante, count in found.deaths["ante"].items())
    looked_at = counted(found.reviewed, "lost game")
    words = f"{found.lost} of {counted(found.played, 'game')} lost: {antes}. {looked_at} looked at."
    if html is not None:
        dearest = [(one.seed, one.game, one.action, one.regret) for one in found.decisions]
        write_whole(html, lost_page(f"Lost games of {folder.name}", words, found.deaths, dearest))
    regrets = [(f"Seed {one.seed}, ", one.regret) for one in found.decisions]
    return _Found(words, regrets, found.to_json())


def _reel(run: str) -> Reel:
    path = Path(run).expanduser()
    kept = None if path.exists() else KeptRuns().find(run)
    return read_reel(path if kept is None else kept.path)
