"""``SB3Trainer`` and what belongs to it, where the documents of the framework look for it."""

from jimbot.training.sb3.callbacks import BalatroMetricsCallback
from jimbot.training.sb3.methods import BalatroFeaturesExtractor
from jimbot.training.sb3.trainer import SB3Trainer

__all__ = ["BalatroFeaturesExtractor", "BalatroMetricsCallback", "SB3Trainer"]
