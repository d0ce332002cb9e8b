"""Playing with a package: its agent, without torch or any training library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jimbot.agents import Agent, View, make_agent
from jimbot.game import Game
from jimbot.game.seeds import draw_seed
from jimbot.release.packages.layout import INFERENCE, METADATA
from jimbot.runs.reading import read_json


def agent_spec(package: Path) -> str:
    config = read_json(package / INFERENCE)
    name, _, rest = str(config["agent"]).partition(":")
    options = (part.partition("=") for part in rest.split(","))
    return f"{name}:" + ",".join(f"{option}={package / file}" for option, _, file in options)


def load(package: Path) -> Agent:
    """The agent of a package that was verified."""
    return make_agent(agent_spec(package))


def decide_once(package: Path, seed: str = "PACKAGE1") -> dict[str, Any]:
    """One decision in the first position of a run that needs one."""
    agent, game = load(package), Game(seed)
    agent.reset(0)
    view = View(game, draw_seed(0, 0))
    advice = agent.consider(view)
    reason = view.why_illegal(advice.action)
    if reason is not None:
        raise ValueError(f"it suggests '{advice.action}', which is not legal: {reason}")
    about = read_json(package / METADATA)
    return {
        "package_id": about["package_id"],
        "phase": view.phase,
        "action": str(advice.action),
        "reason": advice.alternatives[0].reason,
        "probability": advice.alternatives[0].probability,
    }
