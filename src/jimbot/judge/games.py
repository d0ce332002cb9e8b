"""Games played by the strategist, as examples for its judge."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from jimbot import _core
from jimbot.agents.view import luck
from jimbot.evaluation.runs import MAX_DECISIONS
from jimbot.evaluation.seeds import seed
from jimbot.judge.examples import Examples
from jimbot.judge.network import BLINDS, Weights

NO_CHALLENGE = 255
RED_DECK, WHITE_STAKE = 0, 1
DECKS, STAKES = 15, 8
# Most games are Red Deck at White Stake. The last digit of its number tells whether a game is not.
OTHER_DECK, OTHER_STAKE = (7, 9), (8, 9)
# After these actions a position is worth an example: the judge is asked about such positions.
TOLD = ("select_blind", "skip_blind", "buy_pack", "reroll", "cash_out")
# In one game of four, a joker comes for nothing every so many rounds, whichever: else the judge never learns
# of jokers that it thinks little of, because the strategist never takes them.
ROUNDS_PER_GIFT = 6
JOKERS = [joker["key"] for joker in _core.content()["joker"]]
CHUNK = 4  # games that a worker takes at once


@dataclass(frozen=True)
class Play:
    """How games are played: the options of the strategist. With ``curiosity`` it tries alternatives that look
    a little worse, for learning: three games of four do, by a third, two thirds and all of it."""

    rounds: int = 16
    discards: int = 12
    samples: int = 24
    curiosity: float = 0.0

    def curiosity_of(self, number: int) -> float:
        return self.curiosity * (number % 4) / 3

    def gifts(self, number: int) -> bool:
        return self.curiosity > 0 and number % 4 == 3

    def strategist(self, weights: Weights, number: int = 0) -> _core.Strategist:
        return _core.Strategist(
            weights,
            self.rounds,
            self.discards,
            self.samples,
            self.curiosity_of(number),
            luck(number, -1),
        )


def deck_and_stake(number: int) -> tuple[int, int]:
    deck = number // 10 % DECKS if number % 10 in OTHER_DECK else RED_DECK
    stake = WHITE_STAKE + number // (10 * DECKS) % STAKES if number % 10 in OTHER_STAKE else WHITE_STAKE
    return deck, stake


def is_plain(number: int) -> bool:
    """Red Deck, White Stake, without curiosity: what results are told of."""
    return number % 4 == 0 and number % 10 not in (*OTHER_DECK, *OTHER_STAKE)


def play_game(number: int, weights: Weights, play: Play) -> Examples:
    """The game on this train seed, played to its end."""
    game = _core.Game.start(seed("train", number), *deck_and_stake(number), NO_CHALLENGE, 0, False, False)
    strategist = play.strategist(weights, number)
    lucks = (luck(number, step) for step in itertools.count())
    rows = []
    given = -1  # round of the last gift
    then: _core.Action | None = None  # the second action of the last decision
    for _ in range(MAX_DECISIONS):
        if game.phase == "GAME_OVER":
            break
        drawn = next(lucks)
        if then is not None and game.why_illegal(then) is None:
            action, then = then, None
        else:
            decision = strategist.decide(game, drawn)
            action, then = decision.action, decision.then
        if action.kind == "select_blind" and game.round > given and give(game, play, number):
            given = game.round
            continue
        if action.kind in TOLD:
            rows.append(strategist.features_after(game, action, next(lucks)).astype(np.float16))
        game.apply(action)
    else:
        raise RuntimeError(f"train seed {number} has not ended after {MAX_DECISIONS} decisions")
    features = np.stack(rows)
    blind = features[:, :BLINDS].argmax(1).astype(np.int8)
    end = BLINDS if game.won else _core.blind_number(game)
    # Hieroglyph takes an ante back: what was seen before it may lie beyond the end.
    ends = np.maximum(blind, end).astype(np.int8)
    return Examples(features, blind, ends, np.full(len(rows), number, np.int64))


def give(game: _core.Game, play: Play, number: int) -> bool:
    """Brings any joker, in some rounds of a game that is most curious."""
    chance = luck(number, -2 - game.round)
    if not play.gifts(number) or chance % ROUNDS_PER_GIFT or len(game.jokers) >= game.joker_slots:
        return False
    key = JOKERS[chance // ROUNDS_PER_GIFT % len(JOKERS)]
    return _core.give_joker(game, key, None, False, 0, False)


def play_games(
    first: int,
    count: int,
    weights: Weights,
    play: Play,
    workers: int = 1,
    each: Callable[[Examples], None] = lambda game: None,
) -> Examples:
    """Train seeds ``first`` to ``first + count - 1`` on so many processes, which changes no result.

    ``each`` is told of every game."""
    numbers = range(first, first + count)
    parts = []
    for part in (
        _on_workers(numbers, weights, play, workers) if workers > 1 else _here(numbers, weights, play)
    ):
        each(part)
        parts.append(part)
    return Examples.join(parts)


def _here(numbers: Iterable[int], weights: Weights, play: Play) -> Iterator[Examples]:
    return (play_game(number, weights, play) for number in numbers)


# -- worker processes ---------------------------------------------------------------------------------------

_job: tuple[Weights, Play] | None = None


def _on_workers(numbers: Iterable[int], weights: Weights, play: Play, workers: int) -> Iterator[Examples]:
    # Not forked: torch has threads in this process.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _begin, (weights, play))
    try:
        yield from pool.map(_play, numbers, chunksize=CHUNK)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(weights: Weights, play: Play) -> None:
    global _job
    _job = weights, play
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who collects
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """A worker does not outlive whoever started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(number: int) -> Examples:
    assert _job is not None
    return play_game(number, *_job)
