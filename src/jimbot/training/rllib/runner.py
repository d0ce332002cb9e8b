"""BatchRunner: an environment runner of RLlib that plays many games in one native batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import ray
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_AGENT_ID, DEFAULT_MODULE_ID
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.utils import force_list
from ray.rllib.utils.checkpoints import Checkpointable
from ray.rllib.utils.framework import get_device
from ray.rllib.utils.metrics import (
    EPISODE_LEN_MEAN,
    EPISODE_RETURN_MEAN,
    NUM_AGENT_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    NUM_EPISODES_LIFETIME,
    NUM_MODULE_STEPS_SAMPLED,
    SAMPLE_TIMER,
    WEIGHTS_SEQ_NO,
)

from jimbot.envs.spec import MOVE_COUNT, OBSERVATION_BYTES
from jimbot.evaluation.batched import RewardedGame, play_together
from jimbot.game.seeds import mix
from jimbot.models.policy import NetPolicy
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.player import Arrays, Player

OBSERVATION_SPACE = spaces.Box(0, 255, (OBSERVATION_BYTES,), np.uint8)
ACTION_SPACE: spaces.Space[Any] = spaces.Discrete(MOVE_COUNT)


class BatchRunner(EnvRunner, Checkpointable):
    """Samples with ``num_envs_per_env_runner`` games. ``sample`` returns one ``Fragment`` where the learner
    takes columns (PPO), else RLlib's episodes.

    The local runner beside remote ones has no games: it keeps the weights.
    """

    config: Any
    module: Any

    def __init__(self, *, config: Any, **kwargs: Any) -> None:
        super().__init__(config=config, **kwargs)
        if self.worker_index:  # a process of its own, on a core of its own
            torch.set_num_threads(1)
        self.callbacks = [made() for made in force_list(self.config.callbacks_class)]
        own_gpu = self.config.num_gpus_per_env_runner if self.worker_index else 0
        self.device = get_device(self.config, own_gpu)
        self.games = Games.of(self.config.env_config)
        self.player: Player | None = None
        self.fragments = 0  # made so far
        self.weights_number = 0
        self.make_module()
        if self.worker_index or self.config.num_env_runners == 0:
            self.make_env()

    # -- what RLlib asks for --------------------------------------------------------------------------------

    def make_env(self) -> None:
        batch = self.games.batch(int(self.config.num_envs_per_env_runner))
        self.player = Player(batch, self.games.reward_scale, self.device)

    def make_module(self) -> None:
        spec = self.config.get_rl_module_spec(spaces=self.get_spaces(), inference_only=True)
        self.module = spec.build()
        self.module.to(self.device)

    def get_spaces(self) -> dict[str, tuple[gym.Space[Any], gym.Space[Any]]]:
        both = (OBSERVATION_SPACE, ACTION_SPACE)
        return {INPUT_ENV_SPACES: both, INPUT_ENV_SINGLE_SPACES: both, DEFAULT_MODULE_ID: both}

    def assert_healthy(self) -> None:
        if self.module is None:
            raise RuntimeError("the runner has no network")

    def stop(self) -> None:
        if self.player is not None:
            self.player.batch.close()

    def get_state(
        self, components: Any = None, *, not_components: Any = None, **kwargs: Any
    ) -> dict[str, Any]:
        state: dict[str, Any] = {NUM_ENV_STEPS_SAMPLED_LIFETIME: self.num_env_steps_sampled_lifetime}
        if self._check_component(COMPONENT_RL_MODULE, components, not_components):
            state[COMPONENT_RL_MODULE] = self.module.get_state(**kwargs)
            state[WEIGHTS_SEQ_NO] = self.weights_number
        return state

    def set_state(self, state: dict[str, Any]) -> None:
        """New weights, where they are newer, and the moves that all runners together have made."""
        number = state.get(WEIGHTS_SEQ_NO, 0)
        if COMPONENT_RL_MODULE in state and (number == 0 or number > self.weights_number):
            weights = state[COMPONENT_RL_MODULE]
            if isinstance(weights, ray.ObjectRef):
                weights = ray.get(weights)
            self.module.set_state(weights.get(DEFAULT_MODULE_ID, weights))
            self.weights_number = number
        if NUM_ENV_STEPS_SAMPLED_LIFETIME in state:
            self.num_env_steps_sampled_lifetime = int(state[NUM_ENV_STEPS_SAMPLED_LIFETIME])
            if self.player is not None:
                self.games.at(self.num_env_steps_sampled_lifetime, self.player.batch)

    def get_ctor_args_and_kwargs(self) -> tuple[tuple[()], dict[str, Any]]:
        return (), {"config": self.config}

    def get_checkpointable_components(self) -> list[tuple[str, Any]]:
        return [(COMPONENT_RL_MODULE, self.module)]

    def get_metrics(self) -> Any:
        return self.metrics.reduce()

    def sample(self, **_: Any) -> list[Any]:
        if self.player is None:
            raise RuntimeError("this runner keeps weights only: the others have the games")
        with self.metrics.log_time(SAMPLE_TIMER):
            if not self.player.has_begun:
                self.player.begin(self._first_game())
            length = self.config.get_rollout_fragment_length(self.worker_index)
            played = self.player.play(self.module.net, length)
            if self.config.add_default_connectors_to_learner_pipeline:
                samples: list[Any] = played.episodes()
            else:
                place = (self.fragments, self.worker_index)
                samples = [played.fragment(self.config.gamma, self.config.lambda_, place)]
        self.fragments += 1
        self._log(self.player, len(played))
        for callback in self.callbacks:
            callback.on_sample_end(env_runner=self, metrics_logger=self.metrics, samples=samples)
        return samples

    def _first_game(self) -> int:
        """Other games in each runner, and other ones again where a lost runner was started again."""
        return mix(mix(mix(self.config.seed or 0) + self.worker_index) + self.num_env_steps_sampled_lifetime)

    def _log(self, player: Player, steps: int) -> None:
        log = self.metrics.log_value
        self.num_env_steps_sampled_lifetime += steps
        log(NUM_ENV_STEPS_SAMPLED, steps, reduce="sum")
        log((NUM_AGENT_STEPS_SAMPLED, DEFAULT_AGENT_ID), steps, reduce="sum")
        log((NUM_MODULE_STEPS_SAMPLED, DEFAULT_MODULE_ID), steps, reduce="sum")
        log(NUM_ENV_STEPS_SAMPLED_LIFETIME, steps, reduce="lifetime_sum", with_throughput=True)
        log(NUM_EPISODES, len(player.ended), reduce="sum")
        log(NUM_EPISODES_LIFETIME, len(player.ended), reduce="lifetime_sum")
        log(WEIGHTS_SEQ_NO, self.weights_number, window=1)
        if len(player.recent):
            log(EPISODE_RETURN_MEAN, player.recent_mean("episode_return") * player.reward_scale, window=1)
            log(EPISODE_LEN_MEAN, player.recent_mean("episode_length"), window=1)

    # -- what the training asks for -------------------------------------------------------------------------

    def play_seeds(self, seeds: Sequence[str]) -> list[RewardedGame]:
        """Whole games on these seeds, without exploration, at full difficulty."""
        policy = NetPolicy(self.module.net, self.games.hands, self.games.planner)
        return list(play_together(policy, seeds, self.games.options))

    def arrays(self) -> Arrays:
        """The state of the games, for checkpoints."""
        kept = {} if self.player is None else self.player.arrays()
        return kept | {"counters": np.array([self.num_env_steps_sampled_lifetime, self.fragments])}

    def restore(self, kept: Mapping[str, NDArray[Any]], steps: int) -> None:
        """Goes on where ``kept`` was taken, if anything was. ``steps`` more were made in all before: the
        metrics count them too."""
        if steps:
            self.metrics.log_value(
                NUM_ENV_STEPS_SAMPLED_LIFETIME, steps, reduce="lifetime_sum", with_throughput=True
            )
        if self.player is not None and "generator" in kept:
            self.num_env_steps_sampled_lifetime, self.fragments = kept["counters"].tolist()
            self.games.at(self.num_env_steps_sampled_lifetime, self.player.batch)
            self.player.restore(kept)
