"""A process that plays seeds; the number it notes is that of the decision it is at."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.runs.worker_process import Answer, Note, serve


def begin(greeting: dict[str, Any]) -> Answer:
    options = RunOptions(**greeting)
    player = make_agent(options.agent)

    def answer(job: dict[str, Any], note: Note) -> dict[str, Any]:
        return asdict(play_seed(player, options, **job, tell=note))

    return answer


if __name__ == "__main__":
    serve(begin)
