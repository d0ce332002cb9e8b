"""`jimbot seed rate`: what agents make of a seed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.evaluation.seed_outcomes import Rate, seed_rates
from jimbot.game import stake_index
from jimbot.game.content import content
from jimbot.game.records import counted, percent
from jimbot.runs.console import progress


def rate(
    seed: Annotated[
        str,
        typer.Argument(parser=options.typed_seed, metavar="SEED", help="1 to 16 printable ASCII characters."),
    ],
    agents: Annotated[
        list[str] | None,
        options.text("AGENT", "Who plays; several times for several. Default: heuristic.", "--agent"),
    ] = None,
    deck: options.Deck = None,
    stakes: Annotated[
        list[str] | None,
        options.text("STAKE", "Key, name or number; several times for several. Default: white.", "--stake"),
    ] = None,
    games: Annotated[int, options.whole("Games of each agent at each stake.", 1, 100_000)] = 30,
    as_json: options.Json = False,
) -> None:
    """Say how likely agents are to win a seed.

    Each agent plays the seed from its start at each stake; the games differ in what the agent itself draws
    at random, so the share of wins comes with a 95 % interval. An agent that draws nothing plays the same
    game again and again: three are enough, and it says so.

    Example: jimbot seed rate TUTORIAL --agent heuristic --agent planner --stake gold --games 50
    """
    with options.bad_input():
        keys = [list(content()["stake"])[stake_index(stake) - 1] for stake in stakes or ["white"]]
        players = agents or ["heuristic"]
        with progress("games", games * len(keys) * len(players)) as advance:
            found = list(seed_rates(seed, deck or "red", keys, players, games, lambda: advance(1)))
    if as_json:
        options.show([asdict(one) for one in found], as_json)
    else:
        for one in found:
            typer.echo(rate_words(one))


def rate_words(one: Rate) -> str:
    who = f"{one.agent} at {content()['stake'][one.stake]['name']}"
    if one.same and one.games > 1:
        end = "wins" if one.wins else f"loses in ante {round(one.mean_ante)}"
        return f"{who}: {end}, in the same way in each of {counted(one.games, 'game')}"
    share = one.share
    return (
        f"{who}: {percent(share.value)} (95 %: {percent(share.low)} to {percent(share.high)}), "
        f"{one.wins} of {counted(one.games, 'game')} won, ante {one.mean_ante:.1f} on average"
    )
