"""Games played by the strategist, as examples for its judge."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from jimbot import _core
from jimbot.evaluation.seeds import seed

BLINDS = 24
NO_CHALLENGE = 255
DECKS, STAKES = 15, 8
OTHER_DECK, OTHER_STAKE = (
    (7, 9),
    (8, 9),
)  # most games are Red Deck at White Stake, the others by their last digit
TOLD = (
    "select_blind",
    "skip_blind",
    "buy_pack",
    "reroll",
    "cash_out",
)  # after these a position is worth an example


@dataclass(frozen=True)
class Play:
    """How games are played. ``curiosity`` is for learning: alternatives are tried that look a little worse."""

    rounds: int = 16
    shelves: int = 0
    packs: int = 0
    discards: int = 12
    samples: int = 24
    curiosity: float = 0.0


@dataclass
class Examples:
    features: np.ndarray  # float16, one row per position
    blind: np.ndarray  # number of the next blind
    end: np.ndarray  # number of the blind that was lost; 24 for a win
    game: np.ndarray

    @staticmethod
    def join(parts: Iterable[Examples]) -> Examples:
        parts = list(parts)
        fields = ("features", "blind", "end", "game")
        return Examples(*(np.concatenate([getattr(p, f) for p in parts]) for f in fields))

    def save(self, path: str) -> None:
        np.savez(path, features=self.features, blind=self.blind, end=self.end, game=self.game)

    @staticmethod
    def load(path: str) -> Examples:
        z = np.load(path)
        return Examples(z["features"], z["blind"], z["end"], z["game"])

    @property
    def first(self) -> np.ndarray:
        """Index of the first example of each game."""
        return np.unique(self.game, return_index=True)[1]


def play_game(number: int, weights: np.ndarray, play: Play) -> Examples:
    deck = number // 10 % DECKS if number % 10 in OTHER_DECK else 0
    stake = 1 + number // 150 % STAKES if number % 10 in OTHER_STAKE else 1
    game = _core.Game.start(seed("train", number), deck, stake, NO_CHALLENGE, 0, False, False)
    luck = np.random.Generator(np.random.PCG64(number))
    lucks = iter(luck.integers(0, 2**63, 20_000).tolist())
    curious = play.curiosity * (number % 4) / 3
    strategist = _core.Strategist(
        weights, play.rounds, play.shelves, play.packs, play.discards, play.samples, curious, next(lucks)
    )
    rows, blinds = [], []
    while game.phase != "GAME_OVER" and not game.won:
        action = strategist.decide(game, next(lucks))
        if action.kind in TOLD:
            rows.append(strategist.features_after(game, action, next(lucks)).astype(np.float16))
            blinds.append(int(rows[-1][:BLINDS].argmax()))
        last = _core.blind_number(game)
        game.apply(action)
    end = BLINDS if game.won else last
    n = len(rows)
    b = np.array(blinds, np.int8)
    return Examples(np.stack(rows), b, np.maximum(b, end).astype(np.int8), np.full(n, number, np.int64))


_job: tuple = ()


def _begin(*job) -> None:
    global _job
    _job = job


def _play(number: int) -> Examples:
    return play_game(number, *_job)


def play_games(
    first: int,
    count: int,
    weights: np.ndarray,
    play: Play,
    workers: int,
    each: Callable[[Examples], None] | None = None,
) -> Examples:
    """Games ``first`` to ``first + count - 1`` on so many processes; ``each`` is told of every game."""
    parts = []
    context = multiprocessing.get_context("fork")
    with context.Pool(workers, _begin, (weights, play)) as pool:
        for part in pool.imap_unordered(_play, range(first, first + count), chunksize=4):
            parts.append(part)
            if each:
                each(part)
    return Examples.join(parts)
