"""JimBot: play, simulate, learn and assist Balatro."""

from jimbot.game import Action, Game, IllegalAction

__version__ = "0.1.0"
__all__ = ["Action", "Game", "IllegalAction", "__version__"]
