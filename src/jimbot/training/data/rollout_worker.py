"""A worker process of a rollout: any agent on any backend, one game per question."""

from __future__ import annotations

from contextlib import closing
from itertools import islice
from typing import Any

from jimbot.agents import Agent, make_agent
from jimbot.agents.play import Move, Moves, Observer
from jimbot.evaluation.runs import Progress
from jimbot.game import IllegalAction
from jimbot.game.seeds import mix
from jimbot.game.seen import Seen
from jimbot.live.backends import Backend, RealBackend, SimBackend
from jimbot.runs.worker_process import Answer, Note, serve
from jimbot.training.data.records import Episode, Record, share_of_round

LOST = (
    "no connection: the instance crashed or its port is not ready; use --restart-on-fail, and look at the"
    " game's log in logs/"
)


def begin(greeting: dict[str, Any]) -> Answer:
    agent = make_agent(greeting["agent"])
    url = greeting["url"]

    def answer(question: dict[str, Any], note: Note) -> dict[str, Any]:
        note(question["number"])
        try:
            return {"error": None, "records": _play(agent, greeting, url, question)}
        except (ValueError, RuntimeError, OSError) as error:
            return {"error": str(error), "records": []}

    return answer


def _play(agent: Agent, settings: dict[str, Any], url: str | None, question: dict[str, Any]) -> list[Record]:
    if url is None:
        return recorded(SimBackend(execute=True), agent, settings, None, question)
    from jimbot.live.client import BalatrobotError, Client

    try:
        client = Client(url, timeout=settings["timeout_sec"] or None)
        with closing(RealBackend(client, execute=True)) as backend:
            return recorded(backend, agent, settings, url, question)
    except BalatrobotError as error:
        raise RuntimeError(f"{LOST} ({error})") from None


class _Records(Observer):
    """Writes each decision as a record, with its result."""

    def __init__(self, episode: Episode, backend: Backend, progress: Progress, raw: bool) -> None:
        self._episode, self._backend, self._progress, self._raw = episode, backend, progress, raw

    def decided(self, move: Move) -> None:
        raw = self._backend.state() if self._raw else None
        self._episode.add(move.view, move.action, expert=move.action, obs_raw=raw)

    def moved(self, move: Move, position: Seen) -> None:
        over, won = self._backend.over, self._backend.won
        self._episode.reward(self._progress.blinds, won, over, 0.0 if over else share_of_round(position))


def recorded(
    backend: Backend, agent: Agent, settings: dict[str, Any], url: str | None, question: dict[str, Any]
) -> list[Record]:
    backend.reset(question["seed"], question["deck"], question["stake"])
    first = backend.position
    run = {
        "seed": question["seed"],
        "deck": first.deck,
        "stake": first.stake,
        "variant": "vanilla" if url is None else "steamodded",
    }
    episode = Episode(question["episode"], run, str(question["number"]), url)
    progress = Progress(first)
    observers = [progress, _Records(episode, backend, progress, settings["include_obs_raw"])]
    moves = Moves(agent, backend, mix(mix(settings["seed"]) + question["number"]), observers)
    try:
        for _ in islice(moves, settings["max_steps_per_episode"]):
            pass
    except IllegalAction as error:
        raise RuntimeError(f"the agent's decision was refused: {error}") from None
    if not backend.over:
        episode.cut()
    return episode.records


if __name__ == "__main__":
    serve(begin)
