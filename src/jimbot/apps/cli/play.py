"""`jimbot play`: a run in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from jimbot.agents import parse
from jimbot.apps.cli import options
from jimbot.apps.cli.session import PlaySession
from jimbot.apps.sitting import autosave_file, resumed
from jimbot.documents.game_files import read_game
from jimbot.game import Game

app = options.group()
Load = Annotated[str | None, options.text("FILE", "Continue from a saved game, a transcript or a notation.")]
Resume = Annotated[bool, options.flag("--resume", "Continue the run that was left, by whatever ended it.")]
Autosave = Annotated[
    Path | None,
    options.text("FILE", "Where every decision is kept; default: a file of yours, on a terminal."),
]


def refuse_with_file(load: str | None, resume: bool, **given: object) -> None:
    """A file has its own seed, deck and stake."""
    clash = [f"--{name}" for name, value in given.items() if value]
    clash += ["--resume"] if load is not None and resume else []
    if clash and (load is not None or resume):
        source = "--load" if load is not None else "--resume"
        raise ValueError(f"{source} cannot be combined with {', '.join(clash)}: the file sets them")


@app.command()
def play(
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    endless: options.Endless = False,
    load: Load = None,
    resume: Resume = False,
    autosave: Autosave = None,
    agent: options.Agent = "heuristic",
) -> None:
    """Play a run in the terminal with the keyboard.

    Type '?' in the game to see its commands: 'p 1 3 5' plays cards, 'score 1 3 5' shows what they would
    score, 'hint' shows what an agent would do and 'auto' lets it play, 'undo' and 'redo' go back and forth,
    'save FILE' and 'load FILE' save and load a run. On a terminal every decision is kept: --resume goes on
    after Ctrl-C or a crash.

    Example: jimbot play --seed TUTORIAL --deck blue --stake white
    """
    with options.bad_input():
        parse(agent)
        refuse_with_file(
            load, resume, seed=seed, deck=deck, stake=stake, challenge=challenge, endless=endless
        )
        kept = autosave or (autosave_file() if resume or sys.stdin.isatty() else None)
        if load is not None:
            game = read_game(load)
        elif resume:
            game = resumed(kept or autosave_file())
        else:
            game = Game(seed, deck or "red", stake or "white", challenge, endless)
        session = PlaySession(game, agent, kept)
    session.run()
