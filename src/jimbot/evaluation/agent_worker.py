"""A process in which an agent decides. It holds no game: positions come as views, decisions go as text."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import Any

from jimbot.agents import View, make_agent
from jimbot.evaluation.runs import failure_of
from jimbot.runs.worker_process import Answer, Note, serve


def begin(greeting: dict[str, Any]) -> Answer:
    player = make_agent(greeting["agent"])

    def answer(question: dict[str, Any], note: Note) -> dict[str, Any]:
        try:
            if "reset" in question:
                player.reset(question["reset"])
                return {}
            view = View.from_bytes(base64.b64decode(question["position"]), question["luck"])
            return {"action": str(player.act(view))}
        except Exception as error:  # the agent's, told to whoever has the game
            told = asdict(failure_of(0, error))
            return {"failure": told["reason"], "trace": told["trace"]}

    return answer


if __name__ == "__main__":
    serve(begin)
