"""Many runs, one after the other, on a backend that may go away and come back."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

from jimbot.agents import Agent, make_agent
from jimbot.agents.play import Observer
from jimbot.evaluation.evaluator import Jobs
from jimbot.evaluation.runs import Record, RunOptions, agent_seed
from jimbot.live.backends import Backend
from jimbot.live.drive.run import NOT_REPLAYED, drive_run
from jimbot.runs.publishing import pauses

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 15.0


class BackendGone(RuntimeError):
    """The backend failed too often in a row."""


@dataclass
class Driver:
    """Plays seeds for ``evaluate(..., played_by=Driver(...).play)``.

    A run whose backend goes away is played again from its start: the same seed and the same
    draws of the agent give the same decisions. After ``max_failures`` in a row without a finished run,
    BackendGone is raised.
    """

    connect: Callable[[], Backend]
    lost: tuple[type[Exception], ...] = ()  # what says that the backend is gone
    max_failures: int = 3
    say: Callable[[str], None] = lambda text: None
    pause: Callable[[float], None] = time.sleep
    observers: Sequence[Observer] = ()
    checked: int = 0  # runs whose transcript was replayed
    not_replayed: list[str] = field(default_factory=list)  # seeds
    _backend: Backend | None = None

    def play(self, options: RunOptions, jobs: Jobs) -> Generator[Record, None, None]:
        agent = make_agent(options.agent)
        try:
            for index, seed in jobs:
                record = self._play(agent, options, index, seed)
                self.checked += 1
                if record.transcript.endswith(f"{NOT_REPLAYED}\n"):
                    self.not_replayed.append(seed)
                yield record
        finally:
            self._leave()

    def _play(self, agent: Agent, options: RunOptions, index: int, seed: str) -> Record:
        for failures, wait in enumerate(pauses(FIRST_PAUSE, LONGEST_PAUSE), 1):
            try:
                if self._backend is None:
                    self._backend = self.connect()
                return drive_run(
                    agent,
                    self._backend,
                    seed,
                    options.deck,
                    options.stake,
                    index,
                    agent_seed(options, index),
                    observers=self.observers,
                    lost=self.lost,
                )
            except self.lost as error:
                self._leave()
                if failures > self.max_failures:
                    raise BackendGone(f"{error}; gave up seed {seed} after {failures} failures") from error
                self.say(f"seed {seed}: {error}; the run begins again in {wait:g} s")
                self.pause(wait)
        raise AssertionError("pauses have no end")

    def _leave(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None
