"""Seeds played here or shared out to worker processes. Who plays which seed, and when, changes no result.

An isolated agent is in a process of its own: it is handed views, and the game stays with who plays. That
process knows neither the game nor its seed. It runs as the same user: files that this user can read, it can
read (see docs/agents.md).
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

from jimbot.agents import Agent, View, make_agent
from jimbot.agents.play import Observer
from jimbot.evaluation.agent_files import MAX_FILES, Loads, take_in
from jimbot.evaluation.agent_reads import Digests
from jimbot.evaluation.events import switch
from jimbot.evaluation.runs import (
    AgentFailed,
    Failure,
    Record,
    RunOptions,
    failure_of,
    in_secret_order,
    play_seed,
)
from jimbot.game import Action
from jimbot.game.seen import Seen
from jimbot.runs import telemetry
from jimbot.runs.worker_process import Answer, Note, serve
from jimbot.runs.workers import Died, Worker, share_out

MODULE = "jimbot.evaluation.parallel"
MAX_PATH = 4096  # characters
Ask = Callable[[int, str], Record]  # plays a seed with its place in the list; Died if its process did


class Unplayed(Exception):
    """Games that could not be played: their worker was killed from outside, twice. They count neither way."""


@dataclass(frozen=True)
class _Killed:
    seed: str
    death: Died


def play_seeds(
    options: RunOptions,
    jobs: Sequence[tuple[int, str]],
    workers: int = 0,
    patience: float | None = None,
    read: Digests | None = None,
) -> Generator[Record, None, None]:
    """Plays (index, seed) jobs; records come as games end. Without workers they are played here, one by one.

    A worker that dies, or takes longer over a game than ``patience`` seconds, loses its game, no more. If
    somebody has killed it, the game is played again; if that happens twice, ``Unplayed`` follows when all
    other games have ended. ``read`` is given the files that the agent reads (``agent_files``); ValueError if
    one is not what it is there.
    """
    read = {} if read is None else read
    if patience is not None and not workers:
        raise ValueError(f"patience is {patience:g} s; that needs worker processes: workers=1 or more")
    killed: list[_Killed] = []
    with closing(
        _in_workers(options, jobs, workers, patience, read) if workers else _here(options, jobs, read)
    ) as results:
        for result in results:
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


def _here(
    options: RunOptions, jobs: Sequence[tuple[int, str]], read: Digests
) -> Generator[Record | _Killed, None, None]:
    loads = Loads(options.agent)
    with loads.watched():
        player = player_of(options)
    try:
        for job in in_secret_order(options, jobs):
            with loads.watched():
                played = _play(partial(play_seed, player, options), job)
            take_in(read, read_by(player, loads))
            yield played
    finally:
        if isinstance(player, Isolated):
            player.close()


def _in_workers(
    options: RunOptions,
    jobs: Sequence[tuple[int, str]],
    workers: int,
    patience: float | None,
    read: Digests,
) -> Generator[Record | _Killed, None, None]:
    team = [Worker(MODULE, options.to_dict(), patience=patience) for _ in range(min(workers, len(jobs)))]

    def work(worker: Worker, job: tuple[int, str]) -> Record | _Killed:
        def ask(index: int, seed: str) -> Record:
            answer = worker.ask({"index": index, "seed": seed})
            take_in(read, answer["read"])
            return Record.from_json(answer["record"])

        return _play(ask, job)

    return share_out(in_secret_order(options, jobs), team, work)


def _play(ask: Ask, job: tuple[int, str]) -> Record | _Killed:
    try:
        return ask(*job)
    except Died as death:
        if not death.killed:
            return _lost(*job, Failure(death.noted, str(death)))
    try:
        return ask(*job)
    except Died as again:
        return _Killed(job[1], again) if again.killed else _lost(*job, Failure(again.noted, str(again)))


def _lost(index: int, seed: str, failure: Failure) -> Record:
    return Record(index, seed, False, 1, 0, None, 0, (), 0, 0.0, "", failure=failure)


def player_of(options: RunOptions) -> Agent:
    """The agent that plays, or who asks the one that is isolated."""
    if not options.isolate:
        return make_agent(options.agent)
    player = Isolated(options.agent)
    player.reset(0)  # an agent that cannot be made is reported now
    return player


def read_by(player: Agent, loads: Loads) -> Digests:
    """The files that a player's agent has read since it was last asked."""
    return player.read() if isinstance(player, Isolated) else loads.new()


class Isolated(Agent):
    """Asks the agent behind a specification. ``close`` ends its process."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self._worker = Worker(MODULE, {"isolated": spec})
        self._read: Digests = {}

    def read(self) -> Digests:
        found, self._read = self._read, {}
        return found

    def reset(self, seed: int) -> None:
        self._ask({"reset": seed})

    def act(self, view: View) -> Action:
        position = base64.b64encode(view.to_bytes()).decode()
        return Action(self._ask({"position": position, "draw_seed": view.draw_seed})["action"])

    def close(self) -> None:
        self._worker.stop()
        self._worker.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = self._worker.ask(question)
        except Died as death:
            if death.killed:  # the game is played again
                raise
            raise AgentFailed(
                death.ended_for or f"the agent's process died (exit code {death.exit_code})"
            ) from None
        read = answer.get("read")
        if isinstance(read, dict):
            for path, digest in islice(read.items(), MAX_FILES):
                self._read[str(path)[:MAX_PATH]] = None if digest is None else str(digest)[:64]
        if "failure" in answer:
            raise AgentFailed(str(answer["failure"]), str(answer.get("trace", "")))
        return answer


# -- inside a worker process -----------------------------------------------------------------------------


class _Noted(Observer):
    """Notes the number of the decision that the game is at."""

    def __init__(self, note: Note) -> None:
        self._note = note

    def begins(self, position: Seen) -> None:
        self._note(0)

    def asks(self, step: int) -> None:
        self._note(step)


def begin(greeting: dict[str, Any]) -> Answer:
    """Plays seeds; or, isolated, decides in the positions that it is given."""
    if "isolated" in greeting:
        return _deciding(greeting["isolated"])
    options = RunOptions(**greeting)
    loads = Loads(options.agent)
    with loads.watched():
        player = player_of(options)

    def answer(job: dict[str, Any], note: Note) -> dict[str, Any]:
        try:
            with loads.watched():
                record = play_seed(player, options, **job, observers=[_Noted(note)])
        except Died as death:  # what killed the agent's process was meant for this one, too
            os.kill(os.getpid(), -(death.exit_code or 0))
            raise
        telemetry.flush()
        switch.flush()  # a worker that has nothing more to do is killed
        return {"record": asdict(record), "read": read_by(player, loads)}

    return answer


def _deciding(spec: str) -> Answer:
    loads = Loads(spec)
    with loads.watched():
        player = make_agent(spec)

    def answer(question: dict[str, Any], note: Note) -> dict[str, Any]:
        with loads.watched():
            found = decide(question)
        read = loads.new()
        return found | {"read": read} if read else found

    def decide(question: dict[str, Any]) -> dict[str, Any]:
        try:
            if "reset" in question:
                player.reset(question["reset"])
                return {}
            view = View.from_bytes(base64.b64decode(question["position"]), question["draw_seed"])
            return {"action": str(player.act(view))}
        except Exception as error:  # the agent's, reported to who has the game
            failure = failure_of(0, error)
            return {"failure": failure.reason, "trace": failure.trace}

    return answer


if __name__ == "__main__":
    serve(begin)
