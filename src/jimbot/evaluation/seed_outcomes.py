"""Seeds by how whole games on them end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jimbot.agents import Agent, make_agent
from jimbot.evaluation.runs import Record, RunOptions, play_seed
from jimbot.game.seeds import Outcome, Query
from jimbot.runs.statistics import Interval, wilson

ENOUGH = 3  # games that are all the same: the agent draws nothing that matters


def outcome_check(query: Query) -> Callable[[str], bool] | None:
    """Plays a seed and says whether its games end as the query asks; None where it asks for no outcome."""
    if not query.outcomes:
        return None
    agents = {outcome.agent: make_agent(outcome.agent) for outcome in query.outcomes}

    def won(outcome: Outcome, seed: str) -> bool:
        options = RunOptions(outcome.agent, deck=query.deck, stake=outcome.stake)
        return _played(agents[outcome.agent], options, 0, seed).won

    return lambda seed: all(won(outcome, seed) == outcome.won for outcome in query.outcomes)


@dataclass(frozen=True)
class Rate:
    """What an agent makes of a seed at a stake: ``wins`` of ``games``, which differ in what the agent
    itself draws. ``same``: they are one and the same game, so that the interval says nothing."""

    agent: str
    stake: str
    games: int
    wins: int
    share: Interval
    same: bool
    mean_ante: float


def seed_rates(
    seed: str,
    deck: str,
    stakes: Sequence[str],
    agents: Sequence[str],
    games: int,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[Rate]:
    """Every agent plays the seed at every stake; no more than three times where these games are the same.
    ``watch`` is called after each game."""
    for name in agents:
        agent = make_agent(name)
        for stake in stakes:
            options = RunOptions(name, deck=deck, stake=stake)
            records: list[Record] = []
            while len(records) < games and not (len(records) == ENOUGH and _same(records)):
                records.append(_played(agent, options, len(records), seed))
                watch()
            wins = sum(record.won for record in records)
            share = wilson(wins, len(records))
            ante = sum(record.ante for record in records) / len(records)
            yield Rate(name, stake, len(records), wins, share, _same(records), ante)


def _played(agent: Agent, options: RunOptions, number: int, seed: str) -> Record:
    record = play_seed(agent, options, number, seed)
    if record.failure is not None:
        raise ValueError(f"{options.agent} failed on seed {seed}: {record.failure.reason}")
    return record


def _same(records: Sequence[Record]) -> bool:
    return len({record.transcript for record in records}) == 1
