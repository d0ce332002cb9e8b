"""A process that plays seeds: jobs come as JSON lines on stdin, records go as JSON lines to stdout.

The number of the decision it is at stands in the file whose descriptor is its argument: if an agent kills the
process, that number is left. It ends when its stdin ends, so it does not outlive whoever started it.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from dataclasses import asdict
from functools import partial
from typing import Any

from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed

STEP_BYTES = 8


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what an agent prints must not mix with the answers
    step = memoryview(mmap.mmap(int(sys.argv[1]), STEP_BYTES)).cast("q")

    def answer(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    options = RunOptions(**json.loads(sys.stdin.readline()))
    try:
        player = make_agent(options.agent)
    except (ValueError, OSError) as error:
        answer({"error": str(error)})
        return
    answer({"error": None})
    for line in sys.stdin:
        answer(asdict(play_seed(player, options, **json.loads(line), tell=partial(step.__setitem__, 0))))


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass
