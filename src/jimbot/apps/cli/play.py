"""`jimbot play`: a run in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
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
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the run that was left, by whatever ended it.")
    ] = False,
    autosave: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where every decision is kept; default: a file of yours, on a terminal."
        ),
    ] = None,
    agent: Annotated[
        str, typer.Option(metavar="AGENT", help="Who answers 'hint' and plays at 'auto'.")
    ] = "heuristic",
) -> None:
    """Play a run in the terminal with the keyboard.

    Type '?' in the game to see its commands: 'p 1 3 5' plays cards, 'score 1 3 5' shows what they would
    score, 'hint' shows what an agent would do and 'auto' lets it play, 'undo' and 'redo' go back and forth,
    'save FILE' and 'load FILE' save and load a run. On a terminal every decision is kept: --resume goes on
    after Ctrl-C or a crash.

    Example: jimbot play --seed TUTORIAL --deck blue --stake white
    """
    from jimbot.agents import parse
    from jimbot.apps.cli.session import Session
    from jimbot.apps.sitting import autosave_file, resumed
    from jimbot.documents.game_files import read_game
    from jimbot.game import Game

    given = {"--seed": seed, "--deck": deck, "--stake": stake, "--challenge": challenge, "--endless": endless}
    with options.bad_input():
        parse(agent)
        kept = autosave or (autosave_file() if resume or sys.stdin.isatty() else None)
        if load is not None or resume:
            source = "--load" if load is not None else "--resume"
            clash = [name for name, value in given.items() if value]
            clash += ["--resume"] if load is not None and resume else []
            if clash:
                raise ValueError(f"{source} cannot be combined with {', '.join(clash)}: the file sets them")
            game = read_game(load) if load is not None else resumed(kept or autosave_file())
        else:
            game = Game(seed, deck or "red", stake or "white", challenge, endless)
        session = Session(game, agent, kept)
    session.run()
