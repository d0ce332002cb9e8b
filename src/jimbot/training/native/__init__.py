"""The native trainer: masked PPO over the batch engine. A library, too: docs/training-native.md."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.training.native.own import Own, own_policy
    from jimbot.training.native.run import NativeResult, resume, train
    from jimbot.training.native.settings import settings_of
else:  # settings are read without torch
    __getattr__ = lazy(
        __name__,
        {
            "own": ("Own", "own_policy"),
            "run": ("NativeResult", "resume", "train"),
            "settings": ("settings_of",),
        },
    )

__all__ = ["NativeResult", "Own", "own_policy", "resume", "settings_of", "train"]
