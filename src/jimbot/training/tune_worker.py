"""A process that runs the trials of a study, one per question."""

from __future__ import annotations

import os
from dataclasses import asdict
from multiprocessing import spawn
from pathlib import Path
from typing import Any

from jimbot.runs.machine import cores
from jimbot.runs.worker_process import Answer, Note, serve
from jimbot.training.tuning import LOG, OneOf, Range, Study, TuneOptions, run_trial

# Of what a spawned process is given: the program, which may have registered an algorithm.
PROGRAM = ("sys_path", "sys_argv", "init_main_from_name", "init_main_from_path")


def greeting(options: TuneOptions) -> dict[str, Any]:
    share = max(1, cores() // options.workers)  # of the cores
    program = spawn.get_preparation_data("trials")
    knobs = None if options.space is None else [asdict(knob) for knob in options.space]
    return {
        "options": options.to_dict() | {"space": knobs},
        "threads": min(share, int(os.environ.get("OMP_NUM_THREADS", share))),
        "program": {name: program[name] for name in PROGRAM if name in program},
    }


def options_of(given: dict[str, Any]) -> TuneOptions:
    space = given["space"]
    if space is not None:
        space = [Range(**knob) if "low" in knob else OneOf(**knob) for knob in space]
    return TuneOptions(**given | {"space": space})


def begin(given: dict[str, Any]) -> Answer:
    os.environ["OMP_NUM_THREADS"] = str(given["threads"])  # torch reads it when it is imported
    spawn.prepare(given["program"])
    options = options_of(given["options"])
    with (Path(options.out) / LOG).open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    study = Study(options)

    def answer(question: dict[str, Any], note: Note) -> dict[str, Any]:
        trial = study.claim()
        if trial is not None:
            run_trial(study, trial)
        return {}

    return answer


if __name__ == "__main__":
    serve(begin)
