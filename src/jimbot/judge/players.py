"""Processes that play: they go on while a judge is fitted, each game by the weights it was ordered with."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

from jimbot.judge.examples import Examples
from jimbot.judge.files import read_weights
from jimbot.judge.games import Play, play_game
from jimbot.judge.network import Weights

CHUNK = 4  # games that a worker takes at once


class Players:
    """How many there are changes no result: games come in the order of their numbers."""

    def __init__(self, workers: int) -> None:
        # Not forked: torch has threads in this process.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, context, _begin) if workers > 1 else None

    def order(self, numbers: range, weights: Path, play: Play) -> Iterator[Examples]:
        """The games on these train seeds by a file of weights. Several workers begin at once, behind what was
        ordered before; the iterator brings what is done."""
        if self._pool is None:
            return (play_game(number, _weights(weights), play) for number in numbers)
        parts = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
        return _collect([self._pool.submit(_play, part, weights, play) for part in parts])

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _collect(futures: list[Future[list[Examples]]]) -> Iterator[Examples]:
    for i, future in enumerate(futures):
        yield from future.result()
        futures[i] = Future()  # what was brought need not be kept


# -- in a worker --------------------------------------------------------------------------------------------


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who collects
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """A worker does not outlive whoever started it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@lru_cache(maxsize=2)
def _weights(path: Path) -> Weights:
    return read_weights(path)


def _play(numbers: range, weights: Path, play: Play) -> list[Examples]:
    return [play_game(number, _weights(weights), play) for number in numbers]
