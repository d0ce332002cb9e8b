"""Settings of a training on RLlib, from YAML: today's names, and the former ones of document 002."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from jimbot.models.balatro_net import NetShape
from jimbot.runs.reading import in_file
from jimbot.runs.settings import (
    Count,
    Positive,
    Real,
    Settings,
    Share,
    nearest,
    read_values,
    refuse_unknown,
)
from jimbot.training.rllib.games import Games

FORMER = {  # name of RLlib's old API stack -> today's
    "num_workers": "num_env_runners",
    "num_rollout_workers": "num_env_runners",
    "num_envs_per_worker": "num_envs_per_env_runner",
    "num_cpus_per_worker": "num_cpus_per_env_runner",
    "num_gpus_per_worker": "num_gpus_per_env_runner",
    "train_batch_size": "train_batch_size_per_learner",
    "sgd_minibatch_size": "minibatch_size",
    "num_sgd_iter": "num_epochs",
    "lambda": "lambda_",
    "evaluation_num_workers": "evaluation_num_env_runners",
}
ELSEWHERE = {"learning_rate": "lr here", "gae_lambda": "lambda_ here", "ent_coef": "entropy_coeff here"}
ENVIRONMENTS = ("BalatroEnv", "jimbot/Balatro-v1")
ALGORITHMS = ("PPO", "APPO", "IMPALA")
DEFAULT = Path(__file__).with_name("default_ppo.yaml")  # configs/default_ppo.yaml of the document


class NetConfig(Settings):
    """``custom_model_config``: sizes of BalatroNet. ``memgraph_embeddings`` is a .npy file of knowledge about
    the jokers, or ``graph`` for that of the package (128 numbers); without it they are learned along. None:
    as in the weights that the run starts from, or the default."""

    renamed: ClassVar[Mapping[str, str]] = {"hidden": "width", "entity": "entity_width"}
    width: Positive | None = None
    entity_width: Positive | None = None
    memgraph_embedding_dim: Count | None = None
    memgraph_embeddings: str | None = None

    @model_validator(mode="after")
    def _has_a_size(self) -> Self:
        if self.memgraph_embeddings is not None and not self.memgraph_embedding_dim:
            raise ValueError("memgraph_embeddings needs memgraph_embedding_dim, the numbers per joker")
        return self


class ModelConfig(Settings):
    """``model``: the network."""

    custom_model: Literal["BalatroNet"] = "BalatroNet"
    custom_model_config: NetConfig = NetConfig()
    use_lstm: bool = False
    lstm_cell_size: Positive = 256
    max_seq_len: Positive = 20

    def shape(self, start: NetShape | None = None) -> NetShape:
        """The network, of the sizes of ``start`` where none are given."""
        base = start or NetShape()
        given = self.custom_model_config
        return NetShape(
            width=given.width or base.width,
            entity_width=given.entity_width or base.entity_width,
            memgraph_embedding_dim=(
                base.memgraph_embedding_dim
                if given.memgraph_embedding_dim is None
                else given.memgraph_embedding_dim
            ),
            knowledge_is_fixed=given.memgraph_embeddings is not None or base.knowledge_is_fixed,
            lstm_cell_size=self.lstm_cell_size if self.use_lstm else base.lstm_cell_size,
        )


class RLlibConfig(Settings):
    """One training. Defaults are those of the document's tables; docs/distributed.md explains them all."""

    algorithm: Literal["PPO", "APPO", "IMPALA"] = "PPO"
    env: str = ENVIRONMENTS[0]
    framework: Literal["torch"] = "torch"
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1

    num_env_runners: Count = 2
    num_envs_per_env_runner: Positive = 4
    num_cpus_per_env_runner: Real = 1.0
    num_gpus_per_env_runner: Real = 0.0
    rollout_fragment_length: Positive = 200  # at most
    batch_mode: Literal["truncate_episodes"] = "truncate_episodes"

    num_gpus: Real = 0.0  # of all learners together
    num_learners: Count | None = None  # None: as many as GPUs
    train_batch_size_per_learner: Positive = 4000
    minibatch_size: Positive = 128
    num_epochs: Positive = 30
    lr: Annotated[float, Field(gt=0)] = 5e-5
    gamma: Share = 0.99
    lambda_: Share = 0.95
    clip_param: Annotated[float, Field(gt=0)] = 0.2
    entropy_coeff: Real = 0.01
    vf_loss_coeff: Real = 1.0
    vf_clip_param: Annotated[float, Field(gt=0)] = 10.0
    kl_coeff: Real = 0.2
    kl_target: Real = 0.01
    grad_clip: Real | None = None

    evaluation_interval: Count = 10  # iterations; 0: never
    evaluation_duration: Positive = 100  # games, on validation seeds
    evaluation_num_env_runners: Count = 0  # 0: played by the training itself

    model: ModelConfig = ModelConfig()
    env_config: dict[str, Any] = Field(default_factory=dict)
    callbacks: str | None = None  # further callbacks of RLlib: module.Class, from Python the class too

    @model_validator(mode="before")
    @classmethod
    def _nested(cls, values: Any) -> Any:
        model = values.get("model")
        if isinstance(model, dict):
            net = model.get("custom_model_config")
            model = model | ({"custom_model_config": NetConfig(**net)} if isinstance(net, dict) else {})
            values = values | {"model": ModelConfig(**model)}
        if isinstance(values.get("callbacks"), type):
            own = values["callbacks"]
            values = values | {"callbacks": f"{own.__module__}.{own.__qualname__}"}
        return values

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.env not in ENVIRONMENTS:
            hint = nearest(self.env, ENVIRONMENTS)
            raise ValueError(f"unknown env {self.env!r}{hint}; one of {', '.join(ENVIRONMENTS)}")
        if self.minibatch_size > self.train_batch_size_per_learner:
            raise ValueError(
                f"minibatch_size is {self.minibatch_size}; at most train_batch_size_per_learner, "
                f"{self.train_batch_size_per_learner}, is allowed"
            )
        if self.algorithm != "PPO" and self.num_env_runners == 0:
            raise ValueError(f"{self.algorithm} samples beside learning; num_env_runners must be 1 or more")
        Games.of(self.env_config)
        return self

    @property
    def takes_columns(self) -> bool:
        """The learner takes columns. V-trace and LSTMs need the order of moves: they get episodes."""
        return self.algorithm == "PPO" and not self.model.use_lstm

    @property
    def learners(self) -> int:
        """Learners in processes of their own; 0: the training itself learns."""
        if self.num_learners is not None:
            return self.num_learners
        return math.ceil(self.num_gpus) if self.num_gpus > 1 else 0

    def fitted(self, learners: int) -> Self:
        """The same batch in all for as many learners as there are."""
        whole = self.train_batch_size_per_learner * max(1, self.learners)
        share = math.ceil(whole / max(1, learners))
        return self.changed(num_learners=learners, train_batch_size_per_learner=share)

    @property
    def fragment(self) -> int:
        """Moves per game and sample: a batch is made of whole rounds of samples."""
        if self.algorithm != "PPO":
            return self.rollout_fragment_length
        games = max(1, self.num_env_runners) * self.num_envs_per_env_runner
        moves = math.ceil(self.train_batch_size_per_learner * max(1, self.learners) / games)
        return math.ceil(moves / math.ceil(moves / self.rollout_fragment_length))


def read_config(given: dict[str, Any], what: str = "the configuration") -> RLlibConfig:
    """Settings by today's or former names."""
    refuse_unknown(what, given, (*RLlibConfig.model_fields, *FORMER), ELSEWHERE)
    values: dict[str, Any] = {}
    for name, value in given.items():
        today = FORMER.get(name, name)
        if today in values:
            raise ValueError(f"{what} gives {today!r} twice, by today's name and by a former one")
        values[today] = _number(value) if today in NUMBERS else value
    algorithm = values.get("algorithm", "PPO")
    if algorithm not in ALGORITHMS:
        hint = nearest(str(algorithm), ALGORITHMS)
        raise ValueError(f"unknown algorithm {algorithm!r}{hint}; one of {', '.join(ALGORITHMS)}")
    config = RLlibConfig(**values)
    if "train_batch_size" in given and config.learners > 1:  # that of all learners together
        share = math.ceil(config.train_batch_size_per_learner / config.learners)
        config = config.changed(train_batch_size_per_learner=share)
    return config


NUMBERS = {name for name, field in RLlibConfig.model_fields.items() if isinstance(field.default, float)}


def _number(value: Any) -> Any:
    """YAML takes 1e-4 for text."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def load_config(path: Path) -> RLlibConfig:
    """Settings from a YAML file; ValueError, one line, says what does not fit."""
    if not path.is_file():
        raise ValueError(f"there is no configuration {path}")
    values = read_values(path)
    with in_file(path):
        return read_config(values, str(path))
