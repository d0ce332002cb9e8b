"""``jimbot.training.templates``, where the documents of the framework look for it."""

from jimbot.training.templates import *  # noqa: F403
