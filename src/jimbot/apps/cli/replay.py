"""`jimbot replay`: a recorded run, looked at again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.runs.console import console, print_json, progress

if TYPE_CHECKING:
    from jimbot.live.drive.reel import Reel


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A transcript (its first line is 'jimbot-run seed=...') or a trace_v1 file."
        ),
    ],
    step: Annotated[
        bool, typer.Option("--step", help="Look at one decision after the other, forwards and backwards.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the run as one HTML file with pictures.")
    ] = None,
    gif: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the run as an animated GIF.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="AGENT", help="With --step and --html: show what this agent thinks.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Replay a run from its seed: show where it ends, step through it, or write it as a page or a picture.

    Transcripts come from 'transcript FILE' in jimbot play, from jimbot eval --out and from Game.transcript.

    Example: jimbot replay run.txt --html run.html --agent heuristic
    """
    from jimbot.agents import make_agent
    from jimbot.live.drive.reel import read_reel

    if as_json and (step or html or gif):
        options.fail("--json tells where the run ends; leave out --step, --html and --gif")
    if gif is not None:
        options.need("PIL", "tui", "--gif")
    with options.bad_input():
        reel = read_reel(file, None if agent is None else make_agent(agent))
        if html is not None:
            _write_html(reel, html, file.name)
        if gif is not None:
            _write_gif(reel, gif)
    if step:
        _step_through(reel)
    elif as_json:
        _print_end(reel)
    elif html is None and gif is None:
        _show_end(reel)


def _write_html(reel: Reel, path: Path, title: str) -> None:
    from jimbot.live.drive.replay_page import replay_page
    from jimbot.runs.machine import write_whole

    with progress("frames", len(reel)) as advance:
        write_whole(path, replay_page(reel, title, lambda at: advance(1)))
    typer.echo(f"{len(reel) - 1} decisions in {path}")


def _write_gif(reel: Reel, path: Path) -> None:
    from jimbot.live.drive.replay_gif import write_gif

    with progress("frames", len(reel)) as advance:
        pictures = write_gif(reel, path, done=lambda at: advance(1))
    typer.echo(f"{pictures} pictures in {path}")


def _print_end(reel: Reel) -> None:
    game = reel.frame(len(reel) - 1).game
    head = {"seed": game.seed, "deck": game.deck, "stake": game.stake, "challenge": game.challenge}
    end = {"over": game.over, "won": game.won, "lost": game.lost, "truncated": game.truncated}
    print_json(head | {"decisions": len(reel) - 1} | end | game.observe() | {"notation": game.notation()})


def _show_end(reel: Reel) -> None:
    from jimbot.view.picture.terminal import draw

    out = console()
    out.print(f"{len(reel) - 1} decisions")
    out.print(draw(reel.frame(len(reel) - 1).game))


def _step_through(reel: Reel) -> None:
    """Enter goes on, b goes back, a number jumps, q ends."""
    from jimbot.view.picture.terminal import draw
    from jimbot.view.picture.thought_text import draw_thoughts

    out, at, last = console(), 0, len(reel) - 1
    while True:
        frame = reel.frame(at)
        out.print(draw(frame.game, out.width))
        thoughts = reel.thoughts(at)
        if thoughts:
            out.print(draw_thoughts(thoughts))
        out.print(f"{at} of {last}: {frame.text or 'the end'}", style="bold")
        out.print("Enter: on, b: back, a number: go there, q: leave", style="dim")
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word == "q" or (not word and at == last):
            return
        if word.isascii() and word.isdigit():
            at = int(word)
        elif word in ("", "b"):
            at += -1 if word == "b" else 1
        else:
            out.print(f"! {word!r} is none of these")
        at = max(0, min(last, at))
