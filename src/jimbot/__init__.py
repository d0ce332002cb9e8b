"""JimBot: play, simulate, learn and assist Balatro."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jimbot._core import Action
    from jimbot.game import Game, IllegalAction
else:

    def __getattr__(name: str) -> object:
        """Loads the engine when it is first asked for: `jimbot --help` does without it."""
        if name in ("Action", "Game", "IllegalAction"):
            import jimbot.game

            return getattr(jimbot.game, name)
        raise AttributeError(f"module 'jimbot' has no attribute {name!r}")


__version__ = "0.1.0"
__all__ = ["Action", "Game", "IllegalAction", "__version__"]
