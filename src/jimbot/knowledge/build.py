"""The whole graph: what follows from the rows, and what was measured."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from jimbot.game.content import content
from jimbot.knowledge.measured import WIDE, Floats, Means, Measured, bosses, package, pair_places
from jimbot.knowledge.model import Edge, End, Graph, Node
from jimbot.knowledge.rules import rule_graph
from jimbot.runs.statistics import wilson

SURE = 3.0  # errors that a mean must lie from 0: of 1,000 pairs without any synergy 3 pass
FEWEST_GAMES = 30  # that ended with both jokers


def graph_of(measured: Measured) -> Graph:
    rules = rule_graph()
    nodes = [_with_worth(node, worths(measured)) for node in rules.nodes]
    return Graph(nodes, [*rules.edges, *measured_edges(measured)])


@cache
def package_graph() -> Graph:
    """Of the table that comes with the package."""
    return graph_of(package())


def worths(measured: Measured) -> dict[str, float]:
    """What each joker adds to the chance to win, in log-odds, on average over the antes."""
    mean = measured.joker_judge.mean.mean(0)
    return dict(zip(content()["joker"], mean.tolist(), strict=True))


def _with_worth(node: Node, known: dict[str, float]) -> Node:
    return node._replace(worth=round(known[node.key], 4)) if node.label == "Joker" else node


def measured_edges(measured: Measured) -> Iterator[Edge]:
    yield from _pairs("rounds", measured.pair_rounds, "chips, beyond each alone")
    yield from _pairs("judge", measured.pair_judge, "chance to win, beyond each alone")
    yield from _games(measured)
    yield from _bosses(measured.boss_rounds)
    yield from _decks(measured.deck_rounds)
    yield from _hands(measured.hands)


def confidence(z: float) -> float:
    """The chance that a mean this many errors from 0 has the right sign."""
    return 0.5 * math.erfc(-abs(z) / math.sqrt(2))


def _edge(
    type_: str,
    start: End,
    end: End,
    source: str,
    means: Means,
    at: tuple[int, ...],
    reason: str,
    sign: int = 1,
) -> Edge:
    mean, error = sign * float(means.mean[at]), float(means.error[at])
    low, high = mean - WIDE * error, mean + WIDE * error
    z = mean / error if error else math.inf
    figures = (round(value, 4) for value in (mean, confidence(z)))
    strength, sure = figures
    return Edge(
        type_, start, end, strength, sure, source, reason, round(low, 4), round(high, 4), int(means.count[at])
    )


def _clear(means: Means) -> NDArray[np.intp]:
    """Places whose mean is surely not 0."""
    with np.errstate(invalid="ignore"):
        return np.argwhere((np.abs(means.mean) > SURE * means.error) & (means.count > 1))


def _pairs(source: str, means: Means, reason: str) -> Iterator[Edge]:
    keys = list(content()["joker"])
    first, second = pair_places()
    for (at,) in _clear(means).tolist():
        start, end = End("Joker", keys[first[at]]), End("Joker", keys[second[at]])
        yield _edge("SYNERGIZES_WITH", start, end, source, means, (at,), reason)


def _games(measured: Measured) -> Iterator[Edge]:
    """Games that ended with both jokers, against those that ended with one of them. A joker that stays to the
    end of a won game need not be the reason."""
    keys = list(content()["joker"])
    first, second = pair_places()
    odds, error = log_odds(measured.held)
    every, every_error = log_odds(measured.games[None])
    both, both_error = log_odds(measured.pair_held)
    synergy = both - odds[first] - odds[second] + every[0]
    wide = np.sqrt(both_error**2 + error[first] ** 2 + error[second] ** 2 + every_error[0] ** 2)
    means = Means(synergy, wide, measured.pair_held[:, 0])
    for at in np.flatnonzero(measured.pair_held[:, 0] >= FEWEST_GAMES).tolist():
        start, end = End("Joker", keys[first[at]]), End("Joker", keys[second[at]])
        yield _edge("SYNERGIZES_WITH", start, end, "games", means, (at,), "games won, beyond each alone")


def log_odds(counts: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Of wins among games, and the error; half a game is added to each side."""
    won, lost = counts[:, 1] + 0.5, counts[:, 0] - counts[:, 1] + 0.5
    return np.log(won / lost), np.sqrt(1 / won + 1 / lost)


def _bosses(means: Means) -> Iterator[Edge]:
    """A boss counters the jokers that it takes most from; a joker that it takes less from counters it."""
    keys = list(content()["joker"])
    for boss, joker in _clear(means).tolist():
        this, that = End("Boss", bosses()[boss]), End("Joker", keys[joker])
        if means.mean[boss, joker] < 0:
            reason = "chips lost to it, beyond what builds lose"
            yield _edge("COUNTERS", this, that, "rounds", means, (boss, joker), reason, -1)
        else:
            reason = "chips that it saves from it"
            yield _edge("COUNTERS", that, this, "rounds", means, (boss, joker), reason)


def _decks(means: Means) -> Iterator[Edge]:
    keys, decks = list(content()["joker"]), list(content()["deck"])
    for deck, joker in _clear(means).tolist():
        reason = "chips, beyond what it adds on other decks"
        start, end = End("Deck", decks[deck]), End("Joker", keys[joker])
        yield _edge("SYNERGIZES_WITH", start, end, "rounds", means, (deck, joker), reason)


def _hands(counts: NDArray[np.int64]) -> Iterator[Edge]:
    """How often the main poker hand of an ante is followed by another one."""
    names = list(content()["hand"])
    for before, after in np.argwhere(counts > 0).tolist():
        games, times = int(counts[before].sum()), int(counts[before, after])
        found = wilson(times, games)
        share, low, high = (round(value, 4) for value in (found.value, found.low, found.high))
        start, end = End("HandType", names[before]), End("HandType", names[after])
        reason = "main hand of the next ante"
        yield Edge("LEADS_TO", start, end, share, 1.0, "games", reason, low, high, games)
