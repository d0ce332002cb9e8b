"""The game: one run, played, copied and kept; its cards, seeds, content and the built-in hand planner."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jimbot.game.game import *  # noqa: F403
    from jimbot.game.game import __all__ as __all__
else:  # seeds and records do without the engine

    def __getattr__(name: str) -> Any:
        game = importlib.import_module("jimbot.game.game")
        if name != "__all__" and name not in game.__all__:
            raise AttributeError(f"module 'jimbot.game' has no attribute {name!r}")
        return getattr(game, name)
