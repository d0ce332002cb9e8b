"""``jimbot.training.performance_analysis``, where the documents of the framework look for it."""

from jimbot.training.performance_analysis import *  # noqa: F403
