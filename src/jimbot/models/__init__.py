"""Networks that the trainers share; they need torch."""

from jimbot.models.encoder import EntityEncoder

__all__ = ["EntityEncoder"]
