"""Behavioral cloning: a model of Stable-Baselines3 learns to decide as an expert did."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.common.recurrent.policies import RecurrentActorCriticPolicy
from sb3_contrib.common.recurrent.type_aliases import RNNStates
from sb3_contrib.qrdqn.policies import QRDQNPolicy
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.dqn.policies import DQNPolicy
from torch import Tensor
from torch.nn import functional

from jimbot.envs.batch import whole
from jimbot.envs.single import BalatroEnv
from jimbot.game.seeds import LISTS, mix
from jimbot.runs.console import progress
from jimbot.training.config import CloningConfig, Pretrained
from jimbot.training.manifest import train_seeds
from jimbot.training.sb3.collecting import TrajectoryCollector
from jimbot.training.sb3.environments import balatro_options
from jimbot.training.sb3.methods import config_of
from jimbot.training.sb3.policy import about
from jimbot.training.sb3.state import save_parameters, statistics_of
from jimbot.training.sb3.trajectories import (
    ExpertEvaluator,
    Observations,
    Trajectory,
    Transition,
    filter_trajectories,
    joined,
    load_trajectories,
    rows_of,
    save_trajectories,
    shapes,
    stacked,
)

__all__ = [
    "BehavioralCloning",
    "ExpertEvaluator",
    "Trajectory",
    "TrajectoryCollector",
    "Transition",
    "clone_expert",
    "filter_trajectories",
    "load_trajectories",
    "save_trajectories",
]

HELD_OUT = 0.1  # share of the episodes that only measure
MAX_GRAD_NORM = 1.0


# -- cloning ------------------------------------------------------------------------------------------------


class BehavioralCloning:
    """Trains the policy of a model of Stable-Baselines3 to decide as in the trajectories.

    The model (A2C, PPO, MaskablePPO, RecurrentPPO, DQN or QRDQN) is changed in place and goes on with
    reinforcement learning; its own optimizer is left alone. It learns to choose as it will choose: among
    legal actions where it has masks. A tenth of the episodes is held out to measure.

    The values that DQN and QRDQN give to actions are fitted to the returns of the expert besides, or learning
    would begin by taking scores for values. Critics are not: they would expect of the clone what the expert
    earned, and measured worse than fresh ones.
    """

    def __init__(
        self,
        model: Any,
        trajectories: Sequence[Trajectory],
        learning_rate: float = 1e-3,
        *,
        seed: int = 0,
    ) -> None:
        if not learning_rate > 0:
            raise ValueError(f"learning_rate is {learning_rate}; more than 0 is needed")
        kept = [t for t in trajectories if t.own.any()]
        if not kept:
            raise ValueError("the trajectories hold no move of the expert; at least one is needed")
        check_fits(model, kept[0].observations)
        self.model = model
        self._seeds = tuple(dict.fromkeys(t.seed for t in kept if t.seed))
        self.learning_rate = learning_rate
        self._network = network_of(model.policy)
        self._optimizer = torch.optim.Adam(self._network.parameters(), lr=learning_rate)
        self._normalize = model.get_vec_normalize_env()
        self._rng = np.random.default_rng(seed)
        for trajectory in kept:
            self._learn_statistics(trajectory)
        self._observations = joined([rows_of(t.observations, slice(-1)) for t in kept])
        self._actions = np.concatenate([t.actions for t in kept])
        self._own = np.concatenate([t.own for t in kept])
        self._returns = np.concatenate([self._returns_of(t) for t in kept])
        masks: list[Any] = [t.masks for t in kept]
        self._masks = None if masks[0] is None else np.concatenate(masks) > 0
        self._training, self._held_out = self._split([t.length for t in kept])

    def _learn_statistics(self, trajectory: Trajectory) -> None:
        """What normalises the model's inputs and rewards takes the demonstrations into account."""
        normalize, seen = self._normalize, trajectory.observations
        if normalize is None or not normalize.training:
            return
        if normalize.norm_obs and isinstance(seen, dict):
            for name, statistics in normalize.obs_rms.items():
                statistics.update(seen[name])
        elif normalize.norm_obs:
            normalize.obs_rms.update(seen)
        if normalize.norm_reward and self._network is not self.model.policy:
            normalize.ret_rms.update(discounted(trajectory.rewards, normalize.gamma))

    def _returns_of(self, trajectory: Trajectory) -> NDArray[np.float32]:
        """What was still to come at each move, as the model is rewarded."""
        rewards = trajectory.rewards
        if self._normalize is not None:
            rewards = self._normalize.normalize_reward(rewards)
        return discounted(rewards[::-1], self.model.gamma)[::-1].astype(np.float32)

    def _split(self, lengths: list[int]) -> tuple[list[NDArray[Any]], list[NDArray[Any]]]:
        """The rows of each episode to train with, and of each that is held out."""
        episodes = np.split(np.arange(sum(lengths)), np.cumsum(lengths)[:-1])
        held_out = max(1, round(HELD_OUT * len(lengths))) if len(lengths) > 1 else 0
        order = self._rng.permutation(len(lengths)).tolist()
        return [episodes[i] for i in order[held_out:]], [episodes[i] for i in order[:held_out]]

    def pretrain(self, n_epochs: int = 10, batch_size: int = 64, verbose: bool = True) -> dict[str, Any]:
        """Trains, and returns ``loss``, ``accuracy``, ``held_out_loss`` and ``held_out_accuracy`` of the last
        epoch and of all (``history``). Of a single episode nothing is held out: not a number then.

        FloatingPointError: the loss is not a number any more; the weights are those before that epoch.
        """
        whole("n_epochs", n_epochs, 1)
        whole("batch_size", batch_size, 1)
        began = time.perf_counter()
        history: list[dict[str, float]] = []
        with progress("cloning", n_epochs, quiet=not verbose) as advance:
            for _ in range(n_epochs):
                trained = self._epoch(batch_size)
                measured = self._measure(batch_size)
                history.append(trained | {f"held_out_{name}": value for name, value in measured.items()})
                advance(1, f"(accuracy {history[-1]['held_out_accuracy']:.3f})")
        synchronise_target(self.model.policy)
        self._hand_on()
        facts = {"transitions": int(self._own.sum()), "seconds": time.perf_counter() - began}
        return {**history[-1], "history": history, **facts}

    def _epoch(self, batch_size: int) -> dict[str, float]:
        policy = self.model.policy
        before = copy.deepcopy(policy.state_dict())
        policy.set_training_mode(True)
        measure = Measure()
        went_well = all(self._step(rows, measure) for rows in self._batches(self._training, batch_size))
        policy.set_training_mode(False)
        if not went_well or not all(torch.isfinite(p).all() for p in self._network.parameters()):
            policy.load_state_dict(before)
            raise FloatingPointError(
                "cloning: the loss is not a number any more; the weights are as before this epoch. Try a "
                f"learning_rate below {self.learning_rate}, or look for NaN in the observations"
            )
        return measure.means()

    def _step(self, rows: NDArray[Any], measure: Measure) -> bool:
        """Learns from these moves. False, and nothing is done, if the loss is not a number."""
        try:
            loss = self._loss(rows, measure)
        except ValueError as error:
            if "invalid values" in str(error):  # how torch refuses a distribution of NaN
                return False
            raise
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        norm = torch.nn.utils.clip_grad_norm_(self._network.parameters(), MAX_GRAD_NORM)
        is_number = bool(torch.isfinite(loss + norm))
        if is_number:
            self._optimizer.step()
        return is_number

    @torch.no_grad()
    def _measure(self, batch_size: int) -> dict[str, float]:
        measure = Measure()
        for rows in self._batches(self._held_out, batch_size):
            self._loss(rows, measure)
        return measure.means()

    def _batches(self, episodes: list[NDArray[Any]], batch_size: int) -> Iterator[NDArray[Any]]:
        """The expert's moves in any order; for a model with a memory, one whole episode after the other."""
        if isinstance(self.model.policy, RecurrentActorCriticPolicy):
            yield from (episodes[i] for i in self._rng.permutation(len(episodes)))
        elif episodes:
            rows = np.concatenate(episodes)
            rows = self._rng.permutation(rows[self._own[rows]])
            yield from (rows[i : i + batch_size] for i in range(0, len(rows), batch_size))

    def _loss(self, rows: NDArray[Any], measure: Measure) -> Tensor:
        policy = self.model.policy
        seen = rows_of(self._observations, rows)
        if self._normalize is not None:
            seen = self._normalize.normalize_obs(seen)
        actions, own, returns = (
            torch.as_tensor(each[rows], device=policy.device)
            for each in (self._actions, self._own, self._returns)
        )
        masks = None if self._masks is None else self._masks[rows]
        scores, values = choices(policy, policy.obs_to_tensor(seen)[0], actions, masks)
        loss = functional.cross_entropy(scores[own], actions[own])
        right = (scores.argmax(dim=1) == actions)[own].float().mean()
        measure.add(int(own.sum()), loss.item(), right.item())
        return loss if values is None else loss + functional.smooth_l1_loss(values, returns)

    def _hand_on(self) -> None:
        """The next trainer with the same configuration begins with these weights."""
        config = config_of(self.model)
        if config is not None:
            weights = {name: v.detach().cpu().clone() for name, v in self.model.policy.state_dict().items()}
            statistics = None if self._normalize is None else statistics_of(self._normalize)
            config.pretrained = Pretrained(weights, statistics, self._seeds)

    def _about(self) -> dict[str, Any] | None:
        config, options = config_of(self.model), balatro_options(self.model.get_env())
        if config is None:
            return None
        return about(config, options, self._normalize, train_seeds(config, options))

    def save_pretrained(self, path: str | os.PathLike[str]) -> Path:
        """Writes the model with its running statistics; ``.zip`` is added where the name has no such ending.

        ``SB3Trainer.load_model`` reads it, and so does ``load`` of the algorithm (without the statistics).
        """
        place = Path(path) if Path(path).suffix == ".zip" else Path(f"{os.fspath(path)}.zip")
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_name(f".{place.name}.{os.getpid()}.tmp")
        try:
            save_parameters(self.model, beside, self._normalize, self._about())
            os.replace(beside, place)
        finally:
            beside.unlink(missing_ok=True)
        return place


class Measure:
    """Mean loss and accuracy over the moves of the expert."""

    def __init__(self) -> None:
        self.moves, self.loss, self.right = 0, 0.0, 0.0

    def add(self, moves: int, loss: float, right: float) -> None:
        self.moves += moves
        self.loss += moves * loss
        self.right += moves * right

    def means(self) -> dict[str, float]:
        moves = self.moves or float("nan")
        return {"loss": self.loss / moves, "accuracy": self.right / moves}


def discounted(rewards: NDArray[Any], gamma: float) -> NDArray[np.float64]:
    """Sums in which older rewards count less: s[i] = rewards[i] + gamma * s[i - 1]."""
    total = 0.0
    return np.array([total := reward + gamma * total for reward in rewards.tolist()])


def check_fits(model: Any, observations: Observations) -> None:
    """Demonstrations must look as what the model sees."""
    space = model.observation_space
    wanted = {name: s.shape for name, s in space.items()} if isinstance(space, spaces.Dict) else space.shape
    if shapes(observations) != wanted:
        raise ValueError(f"the model sees {wanted}, but the demonstrations hold {shapes(observations)}")


def network_of(policy: Any) -> torch.nn.Module:
    """What is trained: all of an actor-critic policy, the online network of a value-based one."""
    if isinstance(policy, ActorCriticPolicy | MaskableActorCriticPolicy):
        return policy
    if isinstance(policy, DQNPolicy):
        return policy.q_net
    if isinstance(policy, QRDQNPolicy):
        return policy.quantile_net
    raise TypeError(
        f"a model with {type(policy).__name__} cannot be cloned into; "
        "A2C, PPO, MaskablePPO, RecurrentPPO, DQN and QRDQN can"
    )


def synchronise_target(policy: Any) -> None:
    if isinstance(policy, DQNPolicy):
        policy.q_net_target.load_state_dict(policy.q_net.state_dict())
    elif isinstance(policy, QRDQNPolicy):
        policy.quantile_net_target.load_state_dict(policy.quantile_net.state_dict())


def choices(
    policy: Any, observations: Any, actions: Tensor, masks: NDArray[np.bool_] | None
) -> tuple[Tensor, Tensor | None]:
    """Logits of all actions, by which the policy chooses, and its values of these actions if it has any."""
    if isinstance(policy, DQNPolicy | QRDQNPolicy):
        rated: Tensor = network_of(policy)(observations)
        scores = rated if isinstance(policy, DQNPolicy) else rated.mean(dim=1)  # of the quantiles
        return scores, scores.gather(1, actions[:, None])[:, 0]
    more: dict[str, Any] = {}
    if isinstance(policy, MaskableActorCriticPolicy):
        more["action_masks"] = masks
    elif isinstance(policy, RecurrentActorCriticPolicy):  # a whole episode from its start
        nothing = (torch.zeros(policy.lstm_hidden_state_shape, device=policy.device),) * 2
        more["lstm_states"] = RNNStates(nothing, nothing)
        more["episode_starts"] = torch.zeros(len(actions), device=policy.device)
    policy.evaluate_actions(observations, actions, **more)
    return policy.action_dist.distribution.logits, None


# -- before a training --------------------------------------------------------------------------------------


def clone_expert(
    model: Any,
    cloning: CloningConfig,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    verbose: bool = True,
) -> dict[str, Any]:
    """Plays games of ``cloning.expert`` and clones them into the model, as ``cloning`` says.

    ``seed`` chooses which train seeds are played; ``options`` are those of ``BalatroEnv``, by default of the
    model's own environment. Returns what ``pretrain`` does, and under ``expert`` what the games are worth.
    """
    env = BalatroEnv(**(options or balatro_options(model.get_env()) or {}))
    check_fits(model, stacked([env.reset()[0]]))
    first = mix(seed) % (len(LISTS["train"]) - cloning.episodes)
    games = TrajectoryCollector(cloning.expert, env, first_seed=first).collect(cloning.episodes, verbose)
    cloner = BehavioralCloning(model, games, cloning.learning_rate, seed=seed)
    result = cloner.pretrain(cloning.epochs, cloning.batch_size, verbose)
    return {**result, "expert": ExpertEvaluator.evaluate(games)}
