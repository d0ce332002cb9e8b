"""Processes that play games for the judge while it is fitted, each game by the weights it was ordered with.

Their examples go as text, since answers are JSON.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.files import read_weights
from jimbot.agents.judge.games import Play, play_game
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import Weights
from jimbot.runs import Team
from jimbot.runs.worker_process import Answer, Note, serve

CHUNK = 4  # games that a worker takes at once


class Players:
    """How many there are changes no result: games come in the order of their numbers."""

    def __init__(self, workers: int) -> None:
        self._team = Team("jimbot.agents.judge.players", {}, workers) if workers > 1 else None

    def order(self, numbers: range, weights: Path, play: Play) -> Iterator[Examples]:
        """The games on these train seeds by a file of weights. Several workers begin at once, behind what was
        ordered before; the iterator brings what is done."""
        if self._team is None:
            return (play_game(number, _weights_of(weights), play) for number in numbers)
        parts = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
        asked = {"weights": str(weights), "play": asdict(play)}
        return _collect([self._team.put({"numbers": list(part), **asked}) for part in parts])

    def close(self) -> None:
        if self._team is not None:
            self._team.close()


def _collect(answers: list[Future[dict[str, Any]]]) -> Iterator[Examples]:
    for i, answer in enumerate(answers):
        yield from (Examples.load(base64.b64decode(text)) for text in answer.result()["games"])
        answers[i] = Future()  # what was brought need not be kept


@lru_cache(maxsize=2)
def _weights_of(path: Path) -> Weights:
    return read_weights(path)


def _begin(greeting: dict[str, Any]) -> Answer:
    def answer(asked: dict[str, Any], note: Note) -> dict[str, Any]:
        weights = _weights_of(Path(asked["weights"]))
        play = Play(**asked["play"] | {"mixture": Mixture(**asked["play"]["mixture"])})
        texts = []
        for number in asked["numbers"]:
            note(number)
            texts.append(base64.b64encode(play_game(number, weights, play).to_bytes()).decode())
        return {"games": texts}

    return answer


if __name__ == "__main__":
    serve(_begin)
