"""``jimbot.training.framework``, where the documents of the framework look for it."""

from jimbot.training.framework import *  # noqa: F403
