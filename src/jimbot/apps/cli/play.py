"""`jimbot play`: a run in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from jimbot.apps.cli import options


def play(
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    endless: Annotated[bool, typer.Option("--endless", help="Continue after ante 8.")] = False,
    load: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Continue from a saved game, a transcript or a notation."),
    ] = None,
) -> None:
    """Play a run in the terminal with the keyboard.

    Type '?' in the game to see its commands: 'p 1 3 5' plays cards, 'score 1 3 5' shows what they would
    score, 'undo' takes back decisions, 'save FILE' and 'load FILE' save and load a run.

    Example: jimbot play --seed TUTORIAL --deck blue --stake white
    """
    from jimbot.apps.cli.session import Session
    from jimbot.documents.game_files import read_game
    from jimbot.game import Game

    given = {"--seed": seed, "--deck": deck, "--stake": stake, "--challenge": challenge, "--endless": endless}
    with options.bad_input():
        if load is not None:
            clash = [name for name, value in given.items() if value]
            if clash:
                raise ValueError(f"--load cannot be combined with {', '.join(clash)}: the file sets them")
            game = read_game(load)
        else:
            game = Game(seed, deck or "red", stake or "white", challenge, endless)
    Session(game).run()
