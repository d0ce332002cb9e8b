"""`jimbot replay`: a transcript played again."""

from __future__ import annotations

from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.console import console, print_json


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A transcript; its first line is 'jimbot-run seed=...'.")
    ],
    as_json: options.Json = False,
) -> None:
    """Replay a transcript from its seed and show where it ends.

    Transcripts come from 'transcript FILE' in jimbot play, from jimbot eval --out and from Game.transcript.

    Example: jimbot replay run.txt --json
    """
    from jimbot.documents.game_files import read_transcript

    with options.bad_input():
        game = read_transcript(file)
    decisions = len(game.transcript.splitlines()) - 1
    if as_json:
        head = {"seed": game.seed, "deck": game.deck, "stake": game.stake, "challenge": game.challenge}
        end = {"over": game.over, "won": game.won, "lost": game.lost, "truncated": game.truncated}
        print_json(head | {"decisions": decisions} | end | game.observe() | {"notation": game.notation()})
        return
    from jimbot.picture.terminal import draw

    out = console()
    out.print(f"{decisions} decisions")
    out.print(draw(game))
