"""Processes that play: they go on while a judge is fitted, each game by the weights it was ordered with."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.games import Play, play_game
from jimbot.agents.judge.player import examples_of, question, weights_of
from jimbot.runs import Team

CHUNK = 4  # games that a worker takes at once


class Players:
    """How many there are changes no result: games come in the order of their numbers."""

    def __init__(self, workers: int) -> None:
        self._team = Team("jimbot.agents.judge.player", {}, workers) if workers > 1 else None

    def order(self, numbers: range, weights: Path, play: Play) -> Iterator[Examples]:
        """The games on these train seeds by a file of weights. Several workers begin at once, behind what was
        ordered before; the iterator brings what is done."""
        if self._team is None:
            return (play_game(number, weights_of(weights), play) for number in numbers)
        parts = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
        return _collect([self._team.put(question(part, weights, play)) for part in parts])

    def close(self) -> None:
        if self._team is not None:
            self._team.close()


def _collect(answers: list[Future[dict[str, Any]]]) -> Iterator[Examples]:
    for i, answer in enumerate(answers):
        yield from examples_of(answer.result())
        answers[i] = Future()  # what was brought need not be kept
