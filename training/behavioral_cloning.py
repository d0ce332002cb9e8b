"""``jimbot.training.behavioral_cloning``, where the documents of the framework look for it."""

from jimbot.training.behavioral_cloning import *  # noqa: F403
