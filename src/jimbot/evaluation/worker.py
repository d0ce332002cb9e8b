"""A process that plays seeds; the number it notes is that of the decision it is at."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jimbot.agents import make_agent
from jimbot.evaluation.events import switch
from jimbot.evaluation.isolated import Isolated
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.runs import telemetry
from jimbot.runs.worker_process import Answer, Note, serve


def begin(greeting: dict[str, Any]) -> Answer:
    options = RunOptions(**greeting)
    player = Isolated(options.agent) if options.isolate else make_agent(options.agent)
    if isinstance(player, Isolated):
        player.reset(0)  # an agent that cannot be made is told now

    def answer(job: dict[str, Any], note: Note) -> dict[str, Any]:
        record = play_seed(player, options, **job, tell=note)
        telemetry.flush()
        switch.flush()  # a worker that has nothing more to do is killed
        return asdict(record)

    return answer


if __name__ == "__main__":
    serve(begin)
