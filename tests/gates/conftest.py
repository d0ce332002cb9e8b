"""Agents as files, and games that were really played."""

from __future__ import annotations

import textwrap

import pytest

from jimbot.agents import Agent, make_agent
from jimbot.evaluation.runs import RunOptions, play_seed

AGENTS = {
    "illegal": """
        from jimbot.agents import Agent, register
        from jimbot.game import Action

        @register("illegal")
        class Illegal(Agent):
            def act(self, view):
                return Action("cash_out") if view.phase == "SELECTING_HAND" else view.legal_actions()[0]
        """,
    "hanging": """
        import time
        from jimbot.agents import Agent, register

        @register("hanging")
        class Hanging(Agent):
            def act(self, view):
                time.sleep(3600)
        """,
    "hobbled": """
        from jimbot.agents import Agent, make_agent, register

        @register("hobbled")
        class Hobbled(Agent):
            '''It never buys anything.'''

            def __init__(self):
                self.own = make_agent("planner:lite")

            def act(self, view):
                return self.own.act(view)
        """,
}


@pytest.fixture
def agent_file(tmp_path):
    def write(name: str) -> str:
        path = tmp_path / f"{name}.py"
        path.write_text(textwrap.dedent(AGENTS[name]))
        return str(path)

    return write


@pytest.fixture(scope="session")
def network(networks):
    return networks / "decisions"


def games(who: str | Agent, seeds, agent_seed: int = 0):
    agent = make_agent(who) if isinstance(who, str) else who
    options = RunOptions(agent.name, agent_seed=agent_seed)
    return [play_seed(agent, options, index, seed) for index, seed in enumerate(seeds)]
