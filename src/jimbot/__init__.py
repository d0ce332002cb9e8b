"""JimBot: play, simulate, learn and assist Balatro."""

from importlib import import_module
from typing import TYPE_CHECKING

from jimbot.lazy import lazy, once_imported

if TYPE_CHECKING:
    from jimbot.agents import Agent, View, make_agent
    from jimbot.evaluation import Evaluation, compare, evaluate
    from jimbot.game import Action, Game, IllegalAction
else:  # `jimbot --help` does without the engine
    __getattr__ = lazy(
        __name__,
        {
            "agents": ("Agent", "View", "make_agent"),
            "evaluation": ("Evaluation", "compare", "evaluate"),
            "game": ("Action", "Game", "IllegalAction"),
        },
    )

# `gymnasium.make("jimbot/Balatro-v1")` needs no more than this import, and this import loads no Gymnasium
once_imported("gymnasium.envs.registration", lambda: import_module("jimbot.envs"))

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Agent",
    "Evaluation",
    "Game",
    "IllegalAction",
    "View",
    "__version__",
    "compare",
    "evaluate",
    "make_agent",
]
