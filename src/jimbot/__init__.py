"""JimBot: play, simulate, learn and assist Balatro."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.game import Action, Game, IllegalAction
else:  # `jimbot --help` does without the engine
    __getattr__ = lazy(__name__, {"game": ("Action", "Game", "IllegalAction")})

__version__ = "0.1.0"
__all__ = ["Action", "Game", "IllegalAction", "__version__"]
