"""Seeds shared out to worker processes. Who plays which seed, and when, changes no result."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass

from jimbot.evaluation.runs import Failure, Record, RunOptions, in_secret_order
from jimbot.runs.workers import Died, Worker, share_out


class Unplayed(Exception):
    """Games that could not be played: their worker was killed from outside, twice. They are nobody's loss."""


@dataclass(frozen=True)
class _Killed:
    seed: str
    death: Died


def play_seeds(
    options: RunOptions,
    jobs: Sequence[tuple[int, str]],
    workers: int = 1,
    patience: float | None = None,
) -> Generator[Record, None, None]:
    """Plays (index, seed) jobs; records come as games end. A worker that dies, or takes longer over a game
    than ``patience`` seconds, loses its game, no more. If somebody has killed it, the game is played again;
    if that happens twice, ``Unplayed`` follows when all other games have ended."""
    greeting = asdict(options)
    team = [
        Worker("jimbot.evaluation.worker", greeting, patience=patience)
        for _ in range(min(workers, len(jobs)))
    ]
    killed: list[_Killed] = []
    for result in share_out(in_secret_order(options, jobs), team, _play):
        if isinstance(result, _Killed):
            killed.append(result)
        else:
            yield result
    if killed:
        games = "1 game was" if len(killed) == 1 else f"{len(killed)} games were"
        raise Unplayed(
            f"{games} not played: somebody killed the worker process twice over seed {killed[0].seed} "
            f"(exit code {killed[0].death.exit_code}; is there enough memory?); run it again to play the rest"
        )


def _play(worker: Worker, job: tuple[int, str]) -> Record | _Killed:
    try:
        return _played(worker, *job)
    except Died as death:
        if not death.killed:
            return _lost(*job, Failure(death.noted, str(death)))
    try:
        return _played(worker, *job)
    except Died as again:
        return _Killed(job[1], again) if again.killed else _lost(*job, Failure(again.noted, str(again)))


def _played(worker: Worker, index: int, seed: str) -> Record:
    return Record.from_json(worker.ask({"index": index, "seed": seed}))


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
