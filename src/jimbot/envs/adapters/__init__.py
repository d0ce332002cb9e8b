"""Environments in the manner of learning libraries; each needs its own installed."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.envs.adapters.puffer import BalatroPufferEnv
    from jimbot.envs.adapters.rllib import BalatroRLlibEnv
    from jimbot.envs.adapters.sb3 import BalatroVecEnv
    from jimbot.envs.adapters.torchrl import BalatroTorchRLEnv
else:
    __getattr__ = lazy(
        __name__,
        {
            "sb3": ("BalatroVecEnv",),
            "rllib": ("BalatroRLlibEnv",),
            "puffer": ("BalatroPufferEnv",),
            "torchrl": ("BalatroTorchRLEnv",),
        },
    )

__all__ = [
    "BalatroPufferEnv",
    "BalatroRLlibEnv",
    "BalatroTorchRLEnv",
    "BalatroVecEnv",
]
