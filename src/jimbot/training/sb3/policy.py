"""Policies of Stable-Baselines3: those of a trainer at work, and in files, as layers that play without it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.qrdqn.policies import QRDQNPolicy
from stable_baselines3.common.torch_layers import CombinedExtractor, FlattenExtractor
from stable_baselines3.common.vec_env import VecNormalize
from stable_baselines3.dqn.policies import DQNPolicy

from jimbot.envs.spec import MOVE_COUNT, TABLES
from jimbot.game.planner import PlannerOptions, planner_options
from jimbot.models.files import network_bytes
from jimbot.models.inputs import LAYERS
from jimbot.models.layers import ACTIVATIONS, LayerNet, LayerShape
from jimbot.models.policy import environment_of
from jimbot.models.weights import arrays_of
from jimbot.training.algorithms import registered
from jimbot.training.config import TrainerConfig
from jimbot.training.sb3.methods import METHODS, OFF_POLICY, BalatroFeaturesExtractor, Method

TABLE_NAMES = {table.name for table in TABLES}


@dataclass
class SB3Policy:
    """``predict`` is that of the model; ``takes_masks``: it wants them beside what is seen."""

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
        planner = planner_options(options["planner"])
        environment = environment_of(options["observation"], options["hands"], planner)
    return {
        "trainer": "sb3",
        "config": config.to_dict(),
        "environment": environment,
        "normalization": None
        if normalization is None or not normalization.norm_obs
        else {"clip": normalization.clip_obs, "epsilon": normalization.epsilon},
        "train_seeds": train_seeds,
    }


def policy_bytes(policy: Any, said: Mapping[str, Any], statistics: Mapping[str, NDArray[Any]]) -> bytes:
    """The file of a policy. One of another world, or with layers of your own, holds no network to play."""
    net = None if said.get("environment") is None else network_of(policy, said["environment"]["observation"])
    if net is None:
        return network_bytes(LAYERS, {}, {}, said, statistics)
    return network_bytes(LAYERS, asdict(net.shape), arrays_of(net), said, statistics)


def network_of(policy: Any, observation: str) -> LayerNet | None:
    """The layers by which a policy chooses; None where they are not those of SB3 or ours."""
    lstm = getattr(policy, "lstm_actor", None)
    hidden: list[Any]
    out: Any
    if isinstance(policy, DQNPolicy):
        extractor: Any = policy.q_net.features_extractor
        *hidden, out = policy.q_net.q_net
    elif isinstance(policy, QRDQNPolicy):
        extractor = policy.quantile_net.features_extractor
        *hidden, out = policy.quantile_net.quantile_net
    else:
        extractor = policy.pi_features_extractor
        hidden, out = list(policy.mlp_extractor.policy_net), policy.action_net
    ours = type(extractor) is BalatroFeaturesExtractor
    if not ours and type(extractor) not in (CombinedExtractor, FlattenExtractor):
        return None
    linear: list[Any] = hidden[::2]
    activation = type(hidden[1]).__name__ if hidden else ACTIVATIONS[0]
    if activation not in ACTIVATIONS:
        return None
    shape = LayerShape(
        observation,
        features=extractor.features_dim if ours else 0,
        lstm=0 if lstm is None else lstm.hidden_size,
        lstm_layers=0 if lstm is None else lstm.num_layers,
        hidden=[layer.out_features for layer in linear],
        activation=activation,
        quantiles=int(out.weight.shape[0]) // MOVE_COUNT,
    )
    with torch.random.fork_rng(devices=[]):  # saving a model draws nothing from its training
        net = LayerNet(shape)
    copied: list[tuple[Any, Any]] = [(net.lstm, lstm), (net.encoder, getattr(extractor, "encoder", None))]
    copied += [*zip([*net.hidden][::2], linear, strict=True), (net.out, out)]
    for mine, theirs in copied:
        if mine is not None:
            mine.load_state_dict(theirs.state_dict())
    return net
