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


def game_to_play(
    load: str | None,
    resume: bool,
    autosave: Path | None,
    seed: str | None,
    deck: str | None,
    stake: str | None,
    challenge: str | None,
    endless: bool = False,
) -> Game:
    """From a file, which has its own seed, deck and stake, the run that was left, or a new one."""
    given = {"seed": seed, "deck": deck, "stake": stake, "challenge": challenge, "endless": endless}
    clash = [f"--{name}" for name, value in given.items() if value]
    clash += ["--resume"] if load is not None and resume else []
    if clash and (load is not None or resume):
        source = "--load" if load is not None else "--resume"
        raise ValueError(f"{source} cannot be combined with {', '.join(clash)}: the file sets them")
    if load is not None:
        return read_game(load)
    if resume:
        return resumed(autosave or autosave_file())
    return Game(seed, deck or "red", stake or "white", challenge, endless)


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
        game = game_to_play(load, resume, autosave, seed, deck, stake, challenge, endless)
        kept = autosave or (autosave_file() if resume or sys.stdin.isatty() else None)
        session = PlaySession(game, agent, kept)
    session.run()
