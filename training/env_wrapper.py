"""The wrappers of ``jimbot.envs.wrappers``, where the documents of the framework look for them."""

from jimbot.envs.wrappers import *  # noqa: F403
