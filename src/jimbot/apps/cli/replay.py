"""`jimbot replay`: a recorded run, looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.agents import make_agent
from jimbot.apps.cli import options, tui
from jimbot.game.records import counted
from jimbot.live.drive.reel import Reel, read_reel
from jimbot.live.drive.replay_page import replay_page
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import write_whole
from jimbot.view.picture.terminal import draw

app = options.group()
HTML = "Write the run as one HTML file with pictures."
GIF = "Write the run as an animated GIF."


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A transcript (its first line is 'jimbot-run seed=...'), a trace_v1 file, or a folder with "
            "backups of the game's own save.jkr.",
        ),
    ],
    seed: Annotated[
        str | None, options.text("SEED", "The run of this seed, where a folder holds backups of several.")
    ] = None,
    step: Annotated[
        bool, options.flag("--step", "Step through it, forwards and backwards: jimbot tui replay.")
    ] = False,
    html: Annotated[Path | None, options.text("FILE", HTML)] = None,
    gif: Annotated[Path | None, options.text("FILE", GIF)] = None,
    agent: Annotated[
        str | None, options.text("AGENT", "With --step and --html: show what this agent thinks.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Replay a run from its seed: show where it ends, step through it, or write it as a page or a picture.

    Transcripts come from 'transcript FILE' in jimbot play, from jimbot eval --out and from Game.transcript.
    In a folder of backups the decisions between two files are found where up to three explain the change.

    Example: jimbot replay run.txt --html run.html --agent heuristic
    """
    if as_json and (step or html or gif):
        options.fail("--json says where the run ends; leave out --step, --html and --gif")
    if agent is not None and not (step or html):
        options.fail("--agent has no effect without --step or --html")
    if seed is not None and not file.is_dir():
        options.fail("--seed has no effect on a file; it chooses among the runs of a folder")
    if seed is not None and step:
        options.fail("--seed has no effect with --step, which shows a folder that holds one run")
    if gif is not None:
        options.need("PIL", "tui", "--gif")
    with options.bad_input():
        reel = read_reel(file, None if agent is None else make_agent(agent), seed)
        if html is not None:
            with progress("frames", len(reel)) as advance:
                write_whole(html, replay_page(reel, file.name, lambda at: advance(1)))
            typer.echo(f"{reel.about} in {html}")
        if gif is not None:
            from jimbot.live.drive.replay_gif import write_gif

            with progress("frames", len(reel)) as advance:
                pictures = write_gif(reel, gif, done=lambda at: advance(1))
            typer.echo(f"{counted(pictures, 'picture')} in {gif}")
    if step:
        tui.replay(file, agent or "heuristic")
    elif as_json:
        _print_end(reel)
    elif html is None and gif is None:
        out = console()
        out.print(reel.about)
        out.print(draw(reel.frame(len(reel) - 1).game))


def _print_end(reel: Reel) -> None:
    game = reel.frame(len(reel) - 1).game
    head = {"seed": game.seed, "deck": game.deck, "stake": game.stake, "challenge": game.challenge}
    end = {"over": game.over, "won": game.won, "lost": game.lost, "truncated": game.truncated}
    print_json(head | {"decisions": reel.decisions} | end | game.observe() | {"notation": game.notation()})
