"""`jimbot watch`: an agent's game in the terminal."""

from __future__ import annotations

import json
import sys
import time
from typing import Annotated

import typer

from jimbot.agents import ScriptedAgent, make_agent, with_budget
from jimbot.apps.cli import options
from jimbot.evaluation import runs
from jimbot.game import Game
from jimbot.game.records import counted
from jimbot.live.drive.reel import Frame, Reel
from jimbot.runs.console import console, plain
from jimbot.view.picture.suggestion_text import draw_suggestions
from jimbot.view.picture.terminal import draw
from jimbot.view.words import chips_words

app = options.group()


@app.command()
def watch(
    context: typer.Context,
    agent: options.Agent = "heuristic",
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    budget: options.Budget = None,
    agent_seed: options.AgentSeed = 0,
    index: Annotated[int, options.whole("Number of the game in the seed list of an evaluation.", 0)] = 0,
    delay: Annotated[float, options.real("Pause after each decision.", 0, 3600, metavar="SECONDS")] = 1,
    top: options.Top = 5,
    as_json: options.JsonLines = False,
) -> None:
    """Watch an agent play a run and see its reasons.

    To see a game of jimbot eval again, give its seed, its number (column index of games.csv) as --index,
    and the same --agent-seed. scripted:FILE plays the run of its transcript.

    Example: jimbot watch --agent greedy --seed TUTORIAL --delay 0.5
    """
    if as_json:
        options.refuse_given(context, ("delay",), "with --json, which does not pause")
    with options.bad_input():
        spec = with_budget(agent, budget)
        player = make_agent(spec)
        if isinstance(player, ScriptedAgent) and seed is None and deck is None and stake is None:
            game = player.start()
        else:
            game = Game(seed, deck or "red", stake or "white")
    own = runs.agent_seed(runs.RunOptions(spec, agent_seed=agent_seed), index)
    reel = Reel.played(game, player, own)
    try:
        for at, frame in reel:
            if as_json:
                _print_line(reel, at, frame, top)
            else:
                _show(reel, at, frame, top)
                time.sleep(delay)
    except KeyboardInterrupt:
        raise typer.Exit(1) from None
    except Exception as error:
        typer.echo(f"jimbot: {spec} failed at decision {len(reel) - 1}: {error}", err=True)
        raise typer.Exit(1) from None


def _show(reel: Reel, at: int, frame: Frame, top: int) -> None:
    out = console()
    out.print(draw(frame.game, out.width))
    if frame.action is None:
        out.print(f"{counted(at, 'decision')}. Seed {frame.game.seed}.")
        return
    out.print(draw_suggestions(reel.thoughts(at, top), frame.game.phase, str(frame.action)))
    if (scored := reel.scored(at)) is not None:
        out.print(f"It scored {chips_words(scored)} chips.")
    out.rule()


def _print_line(reel: Reel, at: int, frame: Frame, top: int) -> None:
    game = frame.game
    line = {
        "step": at,
        "phase": game.phase,
        "ante": game.ante,
        "round": game.round,
        "money": game.money,
        "score": game.round_score,
        "target": game.target,
        "scored": reel.scored(at),
        "decision": None if frame.action is None else str(frame.action),
        "text": frame.text,
        "thoughts": reel.thoughts(at, top),
    }
    if frame.action is None:
        line |= {"over": game.over, "won": game.won, "seed": game.seed}
    sys.stdout.write(json.dumps(plain(line), ensure_ascii=False) + "\n")
    sys.stdout.flush()
