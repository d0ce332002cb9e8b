"""Networks that agents and trainers share. ``files`` and ``native`` need numpy only, the others torch."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.models.encoder import EntityEncoder
    from jimbot.models.moves import MoveNet
else:
    __getattr__ = lazy(__name__, {"encoder": ("EntityEncoder",), "moves": ("MoveNet",)})

__all__ = ["EntityEncoder", "MoveNet"]
