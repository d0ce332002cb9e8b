"""Policies and algorithms of Stable-Baselines3 that respect the mask in ``observation["action_mask"]``.

An illegal action is never sampled, never explored and never bootstrapped from. MaskablePPO of sb3-contrib has
masks of its own; A2C, RecurrentPPO, DQN and QRDQN get theirs here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import QRDQN
from sb3_contrib.common.recurrent.policies import RecurrentMultiInputActorCriticPolicy
from sb3_contrib.qrdqn.policies import MultiInputPolicy as QRDQNPolicy
from sb3_contrib.qrdqn.policies import QuantileNetwork
from stable_baselines3 import DQN
from stable_baselines3.common.distributions import Distribution
from stable_baselines3.common.policies import MultiInputActorCriticPolicy
from stable_baselines3.dqn.policies import MultiInputPolicy as DQNPolicy
from stable_baselines3.dqn.policies import QNetwork
from torch import Tensor

from jimbot.envs.spec import MASK

NEVER = -1e8  # as a logit or a value: finite, so that 0 times it is 0


def sees_mask(observation_space: spaces.Space[Any], action_space: spaces.Space[Any]) -> bool:
    """Do observations show which actions are legal?"""
    return (
        isinstance(observation_space, spaces.Dict)
        and isinstance(action_space, spaces.Discrete)
        and MASK in observation_space.spaces
        and observation_space[MASK].shape == (action_space.n,)
    )


def random_legal(masks: NDArray[Any]) -> NDArray[np.int64]:
    """A uniformly random legal action for every row, by numpy's global generator, as SB3 explores."""
    order = np.random.random_sample(masks.shape)  # noqa: NPY002
    actions: NDArray[np.int64] = np.where(masks > 0, order, -1.0).argmax(axis=-1)
    return actions


# -- actor and critic ---------------------------------------------------------------------------------------


class MaskedActor:
    """Mixed into an actor-critic policy: every distribution has legal actions only."""

    def extract_features(self, obs: Any, features_extractor: Any = None) -> Any:
        self._legal = obs[MASK] > 0.5
        return super().extract_features(obs, features_extractor)  # type: ignore[misc]

    def get_distribution(self, obs: Any, *recurrent: Any) -> Any:
        self._legal = obs[MASK] > 0.5
        return super().get_distribution(obs, *recurrent)  # type: ignore[misc]

    def _get_action_dist_from_latent(self: Any, latent_pi: Tensor) -> Distribution:
        logits = self.action_net(latent_pi).masked_fill(~self._legal, NEVER)
        distribution: Distribution = self.action_dist.proba_distribution(action_logits=logits)
        return distribution


class MaskedActorCriticPolicy(MaskedActor, MultiInputActorCriticPolicy):
    """For A2C."""


class MaskedRecurrentPolicy(MaskedActor, RecurrentMultiInputActorCriticPolicy):
    """For RecurrentPPO."""


# -- values of actions --------------------------------------------------------------------------------------


def only_legal(values: Tensor, masks: Tensor) -> Tensor:
    """Values of illegal actions are as low as can be; where nothing is legal the run is over and worth 0."""
    legal = masks > 0.5
    return torch.where(legal, values, NEVER * legal.any(-1, keepdim=True).float())


class MaskedQNetwork(QNetwork):
    def forward(self, obs: Any) -> Tensor:
        return only_legal(super().forward(obs), obs[MASK])


class MaskedDQNPolicy(DQNPolicy):
    def make_q_net(self) -> QNetwork:
        return MaskedQNetwork(**self._update_features_extractor(self.net_args)).to(self.device)


class MaskedQuantileNetwork(QuantileNetwork):
    def forward(self, obs: Any) -> Tensor:
        return only_legal(super().forward(obs), obs[MASK].unsqueeze(1))


class MaskedQRDQNPolicy(QRDQNPolicy):
    def make_quantile_net(self) -> QuantileNetwork:
        return MaskedQuantileNetwork(**self._update_features_extractor(self.net_args)).to(self.device)


class LegalExploration:
    """Mixed into DQN or QRDQN: each game explores for itself, among its legal actions."""

    def predict(
        self: Any, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[NDArray[Any], Any]:
        actions, state = self.policy.predict(observation, state, episode_start, deterministic)
        if deterministic:
            return actions, state
        explores = np.random.random_sample(actions.shape) < self.exploration_rate  # noqa: NPY002
        return np.where(explores, random_legal(observation[MASK]), actions), state

    def _sample_action(
        self: Any, learning_starts: int, action_noise: Any = None, n_envs: int = 1
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        if self.num_timesteps < learning_starts:
            actions = random_legal(self._last_obs[MASK])
        else:
            actions, _ = self.predict(self._last_obs)
        return actions, actions


class MaskedDQN(LegalExploration, DQN):
    """DQN over legal actions."""


class MaskedQRDQN(LegalExploration, QRDQN):
    """QRDQN over legal actions."""
