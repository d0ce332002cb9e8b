"""Environments for learners: Gymnasium single and vector; ``wrappers`` around them, and ``adapters`` for
Stable-Baselines3, RLlib and PufferLib. ``jimbot.envs.batch`` alone needs numpy only."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

_HOMES = {
    "BalatroEnv": "single",
    "BalatroVectorEnv": "vector",
    "Batch": "batch",
    "Start": "batch",
}
__all__ = ["ENV_ID", "FLAT_ENV_ID", "BalatroEnv", "BalatroVectorEnv", "Batch", "Start", "register"]

ENV_ID = "jimbot/Balatro-v1"
FLAT_ENV_ID = "jimbot/BalatroFlat-v1"


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def register() -> None:
    """Makes the ids known to Gymnasium. Importing ``jimbot.envs`` does it."""
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
