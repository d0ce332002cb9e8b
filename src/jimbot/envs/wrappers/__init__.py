"""The wrappers under one roof, and ``wrap_balatro_env`` to put on several at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jimbot.envs.wrappers.base import EnvironmentWrapper, check_keys
from jimbot.envs.wrappers.curriculum import Curriculum, CurriculumWrapper, Promotion
from jimbot.envs.wrappers.episodes import BalatroGymWrapper, EpisodeStatistics
from jimbot.envs.wrappers.masking import ActionMaskWrapper
from jimbot.envs.wrappers.positions import positions_of
from jimbot.envs.wrappers.rewards import NormalizeRewardWrapper, RewardScalingWrapper
from jimbot.envs.wrappers.schedule import DIFFICULTIES, Difficulty, Schedule, ScheduleWrapper

__all__ = [
    "DIFFICULTIES",
    "ActionMaskWrapper",
    "BalatroGymWrapper",
    "Curriculum",
    "CurriculumWrapper",
    "Difficulty",
    "EnvironmentWrapper",
    "EpisodeStatistics",
    "NormalizeRewardWrapper",
    "Promotion",
    "RewardScalingWrapper",
    "Schedule",
    "ScheduleWrapper",
    "positions_of",
    "wrap_balatro_env",
]

CURRICULUM_KEYS = (
    "initial_max_ante",
    "ante_increment",
    "success_threshold",
    "eval_interval",
    "max_ante",
    "path",
)
NORMALIZE_KEYS = ("gamma", "epsilon", "clip", "training")


def wrap_balatro_env(
    env: Any,
    use_curriculum: bool = False,
    curriculum_config: Mapping[str, Any] | Curriculum | None = None,
    reward_scale: float | None = None,
    normalize_reward: bool | Mapping[str, Any] = False,
    difficulty_schedule: Mapping[Any, str | Difficulty] | Schedule | None = None,
    on_illegal: str = "raise",
) -> Any:
    """A single or vector environment with masks, episode statistics and what else is asked for.

    ``curriculum_config``: the arguments of ``Curriculum``, or one to share; ``normalize_reward``: True or the
    arguments of ``NormalizeRewardWrapper``. The statistics are of the reward before it is scaled or
    normalised, so that runs can be compared.
    """
    if curriculum_config is not None and not use_curriculum:
        raise ValueError("curriculum_config is given, but use_curriculum is False")
    env = ActionMaskWrapper(env, on_illegal)
    if use_curriculum:
        if not isinstance(curriculum_config, Curriculum):
            check_keys("curriculum_config", curriculum_config or {}, CURRICULUM_KEYS)
            curriculum_config = Curriculum(**(curriculum_config or {}))
        env = CurriculumWrapper(env, curriculum_config)
    if difficulty_schedule is not None:
        env = ScheduleWrapper(env, difficulty_schedule)
    env = BalatroGymWrapper(env)
    if reward_scale is not None:
        env = RewardScalingWrapper(env, reward_scale)
    if normalize_reward is not False:
        settings = {} if normalize_reward is True else dict(normalize_reward)
        check_keys("normalize_reward", settings, NORMALIZE_KEYS)
        env = NormalizeRewardWrapper(env, **settings)
    return env
