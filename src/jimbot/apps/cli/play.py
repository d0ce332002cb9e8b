"""`jimbot play`: a run in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from jimbot.agents import parse
from jimbot.apps.cli import options
from jimbot.apps.cli.session import PlaySession
from jimbot.apps.kept import KeptRuns, in_the_way
from jimbot.documents.game_files import read_game
from jimbot.game import Game
from jimbot.runs.console import console, print_json, table

app = options.group()
Load = Annotated[
    str | None,
    options.text(
        "FILE", "Continue from a saved game (save.jkr of the game too), a transcript or a notation."
    ),
]
Source = Annotated[str | None, typer.Argument(metavar="[FILE]", help="The same as --load FILE.")]
Resume = Annotated[bool, options.flag("--resume", "Continue the run that was left, by whatever ended it.")]
Autosave = Annotated[
    Path | None,
    options.text("FILE", "Where every decision is kept; default: a file for each run, on a terminal."),
]
Name = Annotated[
    str | None, options.text("NAME", "A name for the run; with --resume: the run with this name.")
]


def game_to_play(
    load: str | None,
    resume: bool,
    autosave: Path | None,
    name: str | None,
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
        return resumed(autosave, name)
    return Game(seed, deck or "red", stake or "white", challenge, endless)


def resumed(autosave: Path | None, name: str | None) -> Game:
    """The run that was left: in this file, under this name, or the last one that is not finished."""
    if autosave is None:
        return KeptRuns().to_resume(name).game
    if not autosave.is_file():
        raise ValueError(f"there is no run to resume: {autosave} does not exist")
    return read_game(autosave)


def place_of(game: Game, resume: bool, autosave: Path | None, name: str | None) -> Path:
    """The file that a run is kept in."""
    if autosave is not None:
        return autosave
    return KeptRuns().to_resume(name).path if resume else KeptRuns().file_for(game, name)


def may_replace(path: Path, game: Game) -> bool:
    """Asks before an unfinished run is replaced; where nobody can answer, that is a no."""
    other = in_the_way(path, game)
    if other is None or not sys.stdin.isatty():
        return False
    typer.echo(f"{path.stem} is an unfinished run: {other.words}, seed {other.game.seed}.")
    if not typer.confirm("Replace it?", default=False):
        raise typer.Exit(1)
    return True


def list_runs(as_json: bool) -> None:
    """The runs that are kept, the one that was played last first."""
    runs = KeptRuns().all()
    rows = [
        {"name": run.name, "where": run.words, "seed": run.game.seed, "deck": run.deck, "played": run.when}
        for run in runs
    ]
    if as_json:
        print_json(rows)
    elif rows:
        console().print(table(rows))
        console().print("jimbot play --resume --name NAME goes on; jimbot review NAME looks at a run again.")
    else:
        console().print("No run is kept yet: jimbot play begins one.")


@app.command()
def play(
    source: Source = None,
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    endless: options.Endless = False,
    load: Load = None,
    resume: Resume = False,
    autosave: Autosave = None,
    name: Name = None,
    agent: options.Agent = "heuristic",
    listed: Annotated[bool, options.flag("--list", "List the runs that are kept, and end.")] = False,
    as_json: options.Json = False,
) -> None:
    """Play a run in the terminal with the keyboard.

    Type '?' in the game to see its commands: 'p 1 3 5' plays cards, 'score 1 3 5' shows what they would
    score, 'hint' shows what an agent would do and 'auto' lets it play, 'undo' and 'redo' go back and forth,
    'save FILE' and 'load FILE' save and load a run. On a terminal every decision is kept, each run in a file
    of its own: --resume goes on after Ctrl-C or a crash, --list shows them all.

    Example: jimbot play --seed TUTORIAL --deck blue --stake white
    """
    if listed:
        list_runs(as_json)
        return
    if as_json:
        options.fail("--json goes with --list")
    with options.bad_input():
        if name is not None and autosave is not None:
            raise ValueError("--name and --autosave cannot be combined: both say where the run is kept")
        if source is not None and load is not None:
            raise ValueError(f"{source} and --load {load}: only one file can be continued")
        parse(agent)
        load = source or load
        game = game_to_play(load, resume, autosave, name, seed, deck, stake, challenge, endless)
        keeps = resume or sys.stdin.isatty() or autosave is not None or name is not None
        kept = place_of(game, resume, autosave, name) if keeps else None
        replaces = kept is not None and may_replace(kept, game)
        session = PlaySession(game, agent, kept, replaces)
    session.run()
