"""A process that plays games for a training: they lie in a file where the answer comes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

from jimbot.models.decisions import DecisionNet, load_net
from jimbot.runs.worker_process import Answer, Note, serve
from jimbot.training.native.clock import Clock
from jimbot.training.native.games import Order, play_games


@lru_cache(maxsize=1)
def network(path: str) -> DecisionNet:
    return load_net(Path(path))[0]


def begin(greeting: dict[str, Any]) -> Answer:
    torch.set_num_threads(1)

    def answer(asked: dict[str, Any], note: Note) -> dict[str, Any]:
        order, clock = Order(**asked["order"]), Clock()
        note(order.first)
        games = play_games(network(asked["weights"]), order, clock)
        Path(asked["out"]).write_bytes(games.to_bytes())
        return {name: seconds for name, seconds in clock.seconds.items() if seconds}

    return answer


if __name__ == "__main__":
    serve(begin)
