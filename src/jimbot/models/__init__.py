"""Networks that the trainers share; all but ``models.onnx`` need torch."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.models.encoder import EntityEncoder
    from jimbot.models.moves import MoveNet
else:
    __getattr__ = lazy(__name__, {"encoder": ("EntityEncoder",), "moves": ("MoveNet",)})

__all__ = ["EntityEncoder", "MoveNet"]
