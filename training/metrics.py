"""``jimbot.training.metrics``, where the documents of the framework look for it."""

from jimbot.training.metrics import *  # noqa: F403
