"""The configuration of a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from jimbot.runs.settings import Count, Positive, Real, Settings
from jimbot.training.algorithms import HyperparameterConfig, default_hyperparams, registered
from jimbot.training.timesteps import MAX_TIMESTEPS as MAX_TIMESTEPS
from jimbot.training.timesteps import timesteps_allowed as timesteps_allowed


class CloningConfig(Settings):
    """What is imitated before training: games of an agent of ours (``jimbot eval`` takes the same names)."""

    expert: str = "heuristic"
    episodes: Positive = 40
    epochs: Positive = 4
    batch_size: Positive = 256
    learning_rate: Real = 1e-3


@dataclass(frozen=True, eq=False)
class Pretrained:
    """Weights that a model begins with, the running statistics of what it sees, and the seeds of the games
    that they were learned from."""

    weights: Mapping[str, Any]
    statistics: Mapping[str, Any] | None
    train_seeds: tuple[str, ...] = ()


class TrainerConfig(Settings):
    """One training run. Hyperparameters that are not given are those of the algorithm (get_default_config).

    - ``n_envs``: games at once; where an environment with its own number is given, that counts,
    - ``normalize_obs``, ``normalize_reward``: by running statistics, saved with the model,
    - ``curriculum``: arguments of ``jimbot.envs.wrappers.Curriculum`` for ``use_curriculum``,
    - ``cloning``: what ``use_behavioral_cloning`` imitates first,
    - ``checkpoint_freq``, ``eval_freq``: in timesteps; 0 for never; ``keep_checkpoints``: how many are kept,
    - ``eval_episodes``: games on validation seeds per evaluation; ``restore_best``: end with the best model,
    - ``wandb_mode``: "online", "offline", or None for what Weights & Biases is set up for,
    - ``pretrained``: weights that the next trainer begins with; cloning into a model of this configuration
      leaves them here. They are not written to files.
    """

    algorithm: str = "PPO"
    total_timesteps: Positive = 1_000_000
    seed: Count = 42
    n_envs: Positive = 8

    use_feature_extractor: bool = True
    feature_extractor_type: Literal["balatro", "combined"] = "balatro"
    normalize_obs: bool = True
    normalize_reward: bool = True

    use_curriculum: bool = False
    curriculum: dict[str, Any] = Field(default_factory=dict)
    use_behavioral_cloning: bool = False
    cloning: CloningConfig = CloningConfig()

    save_dir: str = "models"
    checkpoint_freq: Count = 10_000
    keep_checkpoints: Positive = 3
    eval_freq: Count = 5_000
    eval_episodes: Positive = 20
    restore_best: bool = False

    use_wandb: bool = False
    wandb_project: str = "balatro-rl"
    wandb_tags: list[str] = Field(default_factory=list)
    wandb_mode: Literal["online", "offline"] | None = None

    device: str = "auto"
    hyperparams: HyperparameterConfig = None  # type: ignore[assignment]  # those of the algorithm
    pretrained: Pretrained | None = Field(default=None, exclude=True, repr=False)

    @field_validator("algorithm")
    @classmethod
    def _known(cls, name: str) -> str:
        registered(name)
        return name

    @model_validator(mode="before")
    @classmethod
    def _with_hyperparams(cls, values: Any) -> Any:
        if isinstance(values, dict) and values.get("hyperparams") is None:
            algorithm = values.get("algorithm", cls.model_fields["algorithm"].default)
            if isinstance(algorithm, str):
                return values | {"hyperparams": default_hyperparams(algorithm)}
        return values


def get_default_config(algorithm: str = "PPO") -> TrainerConfig:
    """The configuration that an algorithm begins with."""
    return TrainerConfig(algorithm=algorithm)
