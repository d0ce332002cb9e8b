"""A run that the game itself has saved, as a position of the engine: ``read_save``."""

from jimbot.game.saved.files import read_save
from jimbot.game.saved.run import SavedRun, read_run

__all__ = ["SavedRun", "read_run", "read_save"]
