"""A worker process of a rollout: any agent on any backend, one game per question."""

from __future__ import annotations

from typing import Any

from jimbot.agents import Agent, View, make_agent
from jimbot.game import IllegalAction
from jimbot.game.seeds import luck, mix
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
            return {"error": None, "records": play(agent, greeting, url, question)}
        except (ValueError, RuntimeError, OSError) as error:
            return {"error": str(error), "records": []}

    return answer


def backend_of(greeting: dict[str, Any], url: str | None) -> Backend:
    if url is None:
        return SimBackend(execute=True)
    from jimbot.live.client import BalatrobotError, Client

    try:
        return RealBackend(Client(url, timeout=greeting["timeout_sec"] or None), execute=True)
    except BalatrobotError as error:
        raise RuntimeError(f"{LOST} ({error})") from None


def play(agent: Agent, settings: dict[str, Any], url: str | None, question: dict[str, Any]) -> list[Record]:
    backend = backend_of(settings, url)
    try:
        return _play(backend, agent, settings, url, question)
    except Exception as error:
        if type(error).__module__.startswith("jimbot.balatrobot"):
            raise RuntimeError(f"{LOST} ({error})") from None
        raise
    finally:
        backend.close()


def _play(
    backend: Backend, agent: Agent, settings: dict[str, Any], url: str | None, question: dict[str, Any]
) -> list[Record]:
    backend.reset(question["seed"], question["deck"], question["stake"])
    own = mix(mix(settings["seed"]) + question["number"])
    agent.reset(own)
    first = backend.view(0)
    run = {
        "seed": question["seed"],
        "deck": first.deck,
        "stake": first.stake,
        "variant": "vanilla" if url is None else "steamodded",
    }
    episode = Episode(question["episode"], run, str(question["number"]), url)
    furthest = 0
    for step in range(settings["max_steps_per_episode"]):
        view = backend.view(luck(own, step))
        action = agent.act(view)
        raw = backend.state() if settings["include_obs_raw"] else None
        in_round, number = view.phase == "SELECTING_HAND", blind_number(view)
        episode.add(view, action, expert=action, obs_raw=raw)
        try:
            backend.act(action)
        except IllegalAction as error:
            raise RuntimeError(f"the agent's decision was refused: {error}") from None
        over = backend.over
        after = None if over else backend.view(0)
        if in_round and (backend.won or (after is not None and after.phase == "ROUND_EVAL")):
            furthest = max(furthest, number)
        episode.reward(furthest, backend.won, over, 0.0 if after is None else share_of_round(after))
        if over:
            return episode.records
    episode.cut()
    return episode.records


def blind_number(view: View) -> int:
    """The blind that is played, or comes next: 1 to 24."""
    return min(24, 3 * (view.ante - 1) + view._g.blind_on_deck + 1)


if __name__ == "__main__":
    serve(begin)
