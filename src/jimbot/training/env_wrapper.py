"""The wrappers of ``jimbot.envs.wrappers``, under the name that the training framework gives them."""

from jimbot.envs.wrappers import (
    ActionMaskWrapper,
    BalatroGymWrapper,
    Curriculum,
    CurriculumWrapper,
    EnvironmentWrapper,
    NormalizeRewardWrapper,
    RewardScalingWrapper,
    wrap_balatro_env,
)

__all__ = [
    "ActionMaskWrapper",
    "BalatroGymWrapper",
    "Curriculum",
    "CurriculumWrapper",
    "EnvironmentWrapper",
    "NormalizeRewardWrapper",
    "RewardScalingWrapper",
    "wrap_balatro_env",
]
