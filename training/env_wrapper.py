"""``jimbot.training.env_wrapper``, where the documents of the framework look for it."""

from jimbot.training.env_wrapper import *  # noqa: F403
