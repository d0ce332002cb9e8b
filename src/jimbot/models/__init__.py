"""Networks that the trainers share; they need torch."""

from jimbot.models.encoder import EntityEncoder
from jimbot.models.moves import MoveNet

__all__ = ["EntityEncoder", "MoveNet"]
