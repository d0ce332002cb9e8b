"""Policies of Stable-Baselines3 that play: those of a trainer at work, and those of files. No optimizer, no
environment, nothing unpickled."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.policies import BasePolicy
from stable_baselines3.common.save_util import load_from_zip_file
from stable_baselines3.common.vec_env import VecNormalize

from jimbot.agents.policy import FORMAT
from jimbot.envs.spaces import observation_space
from jimbot.envs.spec import MOVE_COUNT, TABLES
from jimbot.game.planner import PlannerOptions, planner_options
from jimbot.runs.arrays import finite, read_arrays
from jimbot.runs.reading import reading
from jimbot.training.algorithms import registered
from jimbot.training.config import TrainerConfig
from jimbot.training.sb3.methods import METHODS, OFF_POLICY, BalatroFeaturesExtractor, Method

STATISTICS = "normalization.npz"
TABLE_NAMES = {table.name for table in TABLES}


@dataclass
class SB3Policy:
    """``predict`` is that of a model or of a policy; ``takes_masks``: it wants them beside what is seen."""

    predict: Callable[..., tuple[NDArray[Any], Any]]
    normalize: Callable[[Any], Any] | None
    takes_masks: bool
    observation: str
    hands: str
    planner: PlannerOptions

    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Any,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[Any], Any]:
        if self.normalize is not None:
            seen = self.normalize(seen)
        more = {"action_masks": masks} if self.takes_masks else {}
        return self.predict(seen, state=memory, episode_start=begins, deterministic=deterministic, **more)


@dataclass(frozen=True)
class Normalization:
    """What ``VecNormalize`` does to observations, from its statistics; "" stands for all of a flat one."""

    means: Mapping[str, NDArray[Any]]
    variances: Mapping[str, NDArray[Any]]
    clip: float
    epsilon: float

    def __call__(self, seen: Any) -> Any:
        if not isinstance(seen, Mapping):
            return self._scaled("", seen)
        return {name: self._scaled(name, part) if name in self.means else part for name, part in seen.items()}

    def _scaled(self, name: str, part: NDArray[Any]) -> NDArray[np.float32]:
        scaled = (part - self.means[name]) / np.sqrt(self.variances[name] + self.epsilon)
        clipped: NDArray[np.float32] = np.clip(scaled, -self.clip, self.clip).astype(np.float32)
        return clipped


# -- what a policy is made of -------------------------------------------------------------------------------


def policy_class(method: Method, space: spaces.Space[Any], masks: bool) -> Any:
    """The policy, or the name that its algorithm has for it. ``masks``: legal actions are known."""
    kind = "MultiInput" if isinstance(space, spaces.Dict) else "Mlp"
    if masks and method.masked is not MaskablePPO:
        return method.masked_policy
    return f"{kind}{method.plain_policy}Policy"


def policy_kwargs(config: TrainerConfig, space: spaces.Space[Any]) -> dict[str, Any]:
    h = config.hyperparams
    off_policy = METHODS[config.algorithm].common is OFF_POLICY
    arch: Any = h.policy_net_arch if off_policy else {"pi": h.policy_net_arch, "vf": h.value_net_arch}
    specific = {**registered(config.algorithm).defaults.algorithm_specific, **h.algorithm_specific}
    kwargs = {"net_arch": arch, **specific.get("policy_kwargs", {})}
    ours = isinstance(space, spaces.Dict) and set(space.spaces) == TABLE_NAMES
    if ours and config.use_feature_extractor and config.feature_extractor_type == "balatro":
        kwargs.setdefault("features_extractor_class", BalatroFeaturesExtractor)
        kwargs.setdefault("features_extractor_kwargs", {"features_dim": h.features_dim})
    return kwargs


# -- in a file ----------------------------------------------------------------------------------------------


def about(
    config: TrainerConfig,
    options: Mapping[str, Any] | None,
    normalization: VecNormalize | None,
    train_seeds: list[str],
) -> dict[str, Any]:
    """What a file of the model says beside its weights; ``options`` of the games, None for other worlds."""
    environment = None
    if options is not None:
        planner = asdict(planner_options(options["planner"]))
        environment = {"observation": options["observation"], "hands": options["hands"], "planner": planner}
    return {
        "format": FORMAT,
        "trainer": "sb3",
        "config": config.to_dict(),
        "environment": environment,
        "normalization": None
        if normalization is None or not normalization.norm_obs
        else {"clip": normalization.clip_obs, "epsilon": normalization.epsilon},
        "train_seeds": train_seeds,
    }


def load(path: Path, told: dict[str, Any]) -> SB3Policy:
    """The policy of a file, by what it tells of itself."""
    with reading(path, "no policy that can be played"):
        config, environment = TrainerConfig.from_dict(told["config"]), told["environment"]
        policy = _built(config, environment["observation"])
        parameters: dict[str, Any] = load_from_zip_file(path, device="cpu", load_data=False)[1]
        for name, weight in parameters["policy"].items():
            if not torch.isfinite(weight).all():
                raise ValueError(f"{path} holds weights in {name} that are no finite numbers")
        policy.load_state_dict(parameters["policy"])
        policy.set_training_mode(False)
        return SB3Policy(
            policy.predict,
            _normalization(path, told["normalization"]),
            METHODS[config.algorithm].masked is MaskablePPO,
            environment["observation"],
            environment["hands"],
            PlannerOptions(**environment["planner"]),
        )


def _built(config: TrainerConfig, observation: str) -> BasePolicy:
    method, space = METHODS[config.algorithm], observation_space(observation)
    chosen = policy_class(method, space, masks=True)
    made: Any = method.masked.policy_aliases[chosen] if isinstance(chosen, str) else chosen
    policy: BasePolicy = made(
        space, spaces.Discrete(MOVE_COUNT), lambda _: 0.0, **policy_kwargs(config, space)
    )
    return policy


def _normalization(path: Path, told: dict[str, float] | None) -> Normalization | None:
    if told is None:
        return None
    with reading(path, "damaged"), zipfile.ZipFile(path) as archive:
        arrays = finite(read_arrays(archive.read(STATISTICS), path), path)
    of_part = {name: array for name, array in arrays.items() if name.startswith("observation:")}
    parts: dict[str, dict[str, NDArray[Any]]] = {"mean": {}, "var": {}}
    for name, value in of_part.items():
        part, _, what = name.removeprefix("observation:").rpartition(".")
        parts.get(what, {})[part] = value
    return Normalization(parts["mean"], parts["var"], **told)
