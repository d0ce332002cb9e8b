"""``jimbot.training.experiment``, where the documents of the framework look for it."""

from jimbot.training.experiment import *  # noqa: F403
