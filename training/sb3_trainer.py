"""``jimbot.training.sb3_trainer``, where the documents of the framework look for it."""

from jimbot.training.sb3_trainer import *  # noqa: F403
