"""``jimbot.training.utils``, where the documents of the framework look for it."""

from jimbot.training.utils import *  # noqa: F403
