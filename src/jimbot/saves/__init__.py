"""The game's own save files: ``unpack`` and ``pack`` one; nothing in them is ever run."""

from jimbot.saves.container import is_save, pack, text_of, unpack
from jimbot.saves.table import SaveError, Table, parse, write

__all__ = ["SaveError", "Table", "is_save", "pack", "parse", "text_of", "unpack", "write"]
