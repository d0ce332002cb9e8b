"""The wrappers of ``jimbot.envs.wrappers``, under the name that the training framework gives them."""

from jimbot.envs.wrappers import *  # noqa: F403
from jimbot.envs.wrappers import __all__ as __all__
