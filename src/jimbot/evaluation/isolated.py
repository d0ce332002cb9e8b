"""An agent in a process of its own: it is handed views, and the game stays here.

The agent's process knows neither the game nor its seed; what it is told of a position is what a view holds.
It runs as the same user: files that this user can read, it can read (see docs/agents.md).
"""

from __future__ import annotations

import base64
import os
from typing import Any

from jimbot.agents import Agent, View
from jimbot.evaluation.runs import Told
from jimbot.game import Action
from jimbot.runs.workers import Died, Worker


class Isolated(Agent):
    """Asks the agent behind a specification. ``close`` ends its process."""

    def __init__(self, spec: str) -> None:
        self.name = spec
        self._worker = Worker("jimbot.evaluation.agent_worker", {"agent": spec})

    def reset(self, seed: int) -> None:
        self._ask({"reset": seed})

    def act(self, view: View) -> Action:
        position = base64.b64encode(view.to_bytes()).decode()
        return Action(self._ask({"position": position, "luck": view.luck})["action"])

    def close(self) -> None:
        self._worker.stop()
        self._worker.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = self._worker.ask(question)
        except Died as death:
            if death.killed and death.exit_code is not None:  # as whoever killed it meant this process, too
                os.kill(os.getpid(), -death.exit_code)
            raise Told(f"the agent's process died (exit code {death.exit_code})") from None
        if "failure" in answer:
            raise Told(answer["failure"], answer["trace"])
        return answer
