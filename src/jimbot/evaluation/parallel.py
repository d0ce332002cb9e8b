"""Seeds shared out to worker processes. Who plays which seed, and when, changes no result."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import asdict

from jimbot.evaluation.runs import Failure, Record, RunOptions
from jimbot.runs.workers import Died, Worker, share_out


def play_seeds(
    options: RunOptions,
    jobs: Sequence[tuple[int, str]],
    workers: int = 1,
    patience: float | None = None,
) -> Generator[Record, None, None]:
    """Plays (index, seed) jobs; records come as games end. A worker that dies, or takes longer over a game
    than ``patience`` seconds, loses its game, no more."""
    greeting = asdict(options)
    team = [
        Worker("jimbot.evaluation.worker", greeting, patience=patience)
        for _ in range(min(workers, len(jobs)))
    ]
    yield from share_out(jobs, team, _play)


def _play(worker: Worker, job: tuple[int, str]) -> Record:
    index, seed = job
    try:
        return Record.from_json(worker.ask({"index": index, "seed": seed}))
    except Died as death:
        return _lost(index, seed, Failure(death.noted, str(death)))


def _lost(index: int, seed: str, failure: Failure) -> Record:
    return Record(
        index=index,
        seed=seed,
        won=False,
        ante=1,
        blinds=0,
        death=None,
        money=0,
        jokers=(),
        decisions=0,
        seconds=0.0,
        transcript="",
        failure=failure,
    )
