"""Environments for learners: Gymnasium single and vector; ``wrappers`` around them, and ``adapters`` for
Stable-Baselines3, RLlib and PufferLib. ``jimbot.envs.batch`` alone needs numpy only."""

import importlib.util
from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.envs.batch import Batch, Start
    from jimbot.envs.single import BalatroEnv
    from jimbot.envs.spec import move_id, move_name, move_path
    from jimbot.envs.vector import BalatroVectorEnv
else:
    __getattr__ = lazy(
        __name__,
        {
            "batch": ("Batch", "Start"),
            "single": ("BalatroEnv",),
            "spec": ("move_id", "move_name", "move_path"),
            "vector": ("BalatroVectorEnv",),
        },
    )

__all__ = [
    "ENV_ID",
    "FLAT_ENV_ID",
    "BalatroEnv",
    "BalatroVectorEnv",
    "Batch",
    "Start",
    "move_id",
    "move_name",
    "move_path",
    "register",
]

ENV_ID = "jimbot/Balatro-v1"
FLAT_ENV_ID = "jimbot/BalatroFlat-v1"


def register() -> None:
    """Makes the ids known to Gymnasium. Importing ``jimbot`` sees to it, as does an id with its module."""
    from gymnasium.envs import registration  # gymnasium itself may be in the middle of its import

    for env_id, options in ((ENV_ID, {}), (FLAT_ENV_ID, {"observation": "flat"})):
        if env_id not in registration.registry:
            registration.register(
                env_id,
                entry_point="jimbot.envs.single:BalatroEnv",
                vector_entry_point="jimbot.envs.vector:BalatroVectorEnv",
                kwargs=options,
                # the environment checks itself: these wrappers would only repeat it at every step
                order_enforce=False,
                disable_env_checker=True,
            )


if importlib.util.find_spec("gymnasium") is not None:
    register()
