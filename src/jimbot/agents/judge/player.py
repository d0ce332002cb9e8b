"""A process that plays games for the judge; their examples go as text, since answers are JSON."""

from __future__ import annotations

import base64
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.files import read_weights
from jimbot.agents.judge.games import Play, play_game
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import Weights
from jimbot.runs.worker_process import Answer, Note, serve


@lru_cache(maxsize=2)
def weights_of(path: Path) -> Weights:
    return read_weights(path)


def question(numbers: range, weights: Path, play: Play) -> dict[str, Any]:
    return {"first": numbers.start, "games": len(numbers), "weights": str(weights), "play": asdict(play)}


def examples_of(answer: dict[str, Any]) -> list[Examples]:
    return [Examples.from_bytes(base64.b64decode(text)) for text in answer["games"]]


def begin(greeting: dict[str, Any]) -> Answer:
    def answer(asked: dict[str, Any], note: Note) -> dict[str, Any]:
        weights = weights_of(Path(asked["weights"]))
        play = Play(**asked["play"] | {"mixture": Mixture(**asked["play"]["mixture"])})
        texts = []
        for number in range(asked["first"], asked["first"] + asked["games"]):
            note(number)
            texts.append(base64.b64encode(play_game(number, weights, play).to_bytes()).decode())
        return {"games": texts}

    return answer


if __name__ == "__main__":
    serve(begin)
