"""SB3Trainer: the algorithms of Stable-Baselines3 and sb3-contrib, with masks, checkpoints and metrics."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, ConvertCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from jimbot.console import progress
from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.envs.spec import TABLES
from jimbot.models import EntityEncoder
from jimbot.seeds import seed_list
from jimbot.training import masked, utils
from jimbot.training.callbacks import (
    BalatroMetricsCallback,
    History,
    MilestoneCallback,
    check_finite,
)
from jimbot.training.framework import (
    RLTrainer,
    TrainerConfig,
    nearest,
    register_algorithm,
    timesteps_allowed,
)
from jimbot.training.logs import JsonLinesWriter, WandbWriter, tensorboard_writer, wandb_run
from jimbot.training.manifest import write_manifest
from jimbot.training.sb3_methods import METHODS, OFF_POLICY, ON_POLICY, Method
from jimbot.training.sb3_state import (
    load_parameters,
    read_state,
    restore_statistics,
    save_parameters,
    write_state,
)

__all__ = ["BalatroFeaturesExtractor", "BalatroMetricsCallback", "SB3Trainer"]

logger = logging.getLogger("jimbot.training")
EVALUATED_AT_ONCE = 32
TABLE_NAMES = {table.name for table in TABLES}


class BalatroFeaturesExtractor(BaseFeaturesExtractor):
    """The entity encoder of ``jimbot.models``, as Stable-Baselines3 wants it. Subclass it to change the
    features, and name yours in ``policy_kwargs`` or change this one."""

    def __init__(self, observation_space: spaces.Dict, features_dim: int = 512) -> None:
        super().__init__(observation_space, features_dim)
        self.encoder = EntityEncoder(features_dim)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        features: torch.Tensor = self.encoder(observations)
        return features


class SB3Trainer(RLTrainer):
    """Trains with Stable-Baselines3.

    ``env``: see ``jimbot.training.utils.as_vec_env``. ``eval_env``: where ``evaluate`` plays; by default the
    games of the list ``valid`` for Balatro, and another environment of the same kind elsewhere.
    """

    def __init__(self, env: Any, config: TrainerConfig, eval_env: Any = None) -> None:
        config.check()
        self.method = METHODS.get(config.algorithm)
        if self.method is None:
            raise ValueError(f"SB3Trainer has no {config.algorithm!r}; one of {', '.join(METHODS)}")
        self.given_env = env
        self.eval_env = None if eval_env is None else utils.as_vec_env(eval_env, 1, config.seed)
        self.history = History()
        self.curriculum: Any = None
        self.evaluations: list[dict[str, Any]] = []
        self._goal = 0  # timesteps that the training now under way ends at
        self._resumed = False
        self._cloned = False
        super().__init__(self._prepared(env, config), config)
        self.milestones = MilestoneCallback(self)

    def _prepared(self, env: Any, config: TrainerConfig) -> VecEnv:
        vec = utils.as_vec_env(env, config.n_envs, config.seed)
        config.n_envs = vec.num_envs
        self.options = utils.balatro_options(vec)
        if config.use_curriculum:
            self.curriculum = utils.add_curriculum(vec, config.curriculum)
        elif config.curriculum:
            raise ValueError("curriculum settings are given, but use_curriculum is False")
        if isinstance(vec, VecNormalize) or not (config.normalize_obs or config.normalize_reward):
            return vec
        keys = _real_keys(vec.observation_space)
        by_obs = config.normalize_obs and keys != []
        return VecNormalize(
            vec,
            norm_obs=by_obs,
            norm_reward=config.normalize_reward,
            gamma=config.hyperparams.gamma,
            norm_obs_keys=keys if by_obs else None,
        )

    @property
    def normalization(self) -> VecNormalize | None:
        return self.env if isinstance(self.env, VecNormalize) else None

    # -- the model --

    def create_model(self) -> BaseAlgorithm:
        method, config, env = self._method(), self.config, self.env
        self.masks = masked.sees_mask(env.observation_space, env.action_space)
        masks_elsewhere = not self.masks and is_masking_supported(env)
        if masks_elsewhere and method.masked is not MaskablePPO:
            raise ValueError(
                f"{config.algorithm} needs the mask in the observation: make the environment with "
                "observation='dict'"
            )
        self.masks_env = (self.masks or masks_elsewhere) and method.masked is MaskablePPO
        kind = "MultiInput" if isinstance(env.observation_space, spaces.Dict) else "Mlp"
        policy: Any = f"{kind}{method.plain_policy}Policy"
        if self.masks or masks_elsewhere:
            made = method.masked
            policy = policy if method.masked is MaskablePPO else method.masked_policy
        elif method.plain is None:
            raise ValueError(f"{config.algorithm} needs an environment with masks (action_masks); use PPO")
        else:
            made = method.plain
        model = made(
            policy,
            env,
            seed=config.seed,
            device=config.device,
            policy_kwargs=self._policy_kwargs(),
            **self._settings(),
        )
        model.jimbot_config = config  # type: ignore[attr-defined]
        if config._cloned is not None:
            self._take_cloned(model, config._cloned)
        return model

    def _method(self) -> Method:
        assert self.method is not None
        return self.method

    def _policy_kwargs(self) -> dict[str, Any]:
        config, h = self.config, self.config.hyperparams
        method = self._method()
        off_policy = method.common is OFF_POLICY
        arch: Any = h.policy_net_arch if off_policy else {"pi": h.policy_net_arch, "vf": h.value_net_arch}
        specific = {**method.defaults.algorithm_specific, **h.algorithm_specific}
        kwargs = {"net_arch": arch, **specific.get("policy_kwargs", {})}
        space = self.env.observation_space
        ours = isinstance(space, spaces.Dict) and set(space.spaces) == TABLE_NAMES
        if ours and config.use_feature_extractor and config.feature_extractor_type == "balatro":
            kwargs.setdefault("features_extractor_class", BalatroFeaturesExtractor)
            kwargs.setdefault("features_extractor_kwargs", {"features_dim": h.features_dim})
        return kwargs

    def _settings(self) -> dict[str, Any]:
        """Arguments of the algorithm; a rollout is never longer than the training."""
        method, h = self._method(), self.config.hyperparams
        for key in h.algorithm_specific:
            if key not in method.settings:
                raise ValueError(
                    f"unknown key {key!r} in algorithm_specific of {self.config.algorithm}"
                    f"{nearest(key, method.settings)}; one of {', '.join(sorted(method.settings))}"
                )
        common = {theirs: getattr(h, ours) for theirs, ours in method.common.items()}
        settings = {**common, **method.defaults.algorithm_specific, **h.algorithm_specific}
        settings.pop("policy_kwargs", None)
        n_envs, total = self.env.num_envs, timesteps_allowed(self.config.total_timesteps)
        if "n_steps" in settings and method.common is ON_POLICY:
            settings["n_steps"] = min(settings["n_steps"], max(2, -(-total // n_envs)))
            rollout = settings["n_steps"] * n_envs
            if "batch_size" in settings:
                settings["batch_size"] = _divisor(rollout, settings["batch_size"])
        if "learning_starts" in settings:
            settings["learning_starts"] = min(settings["learning_starts"], total // 10)
        return settings

    def _take_cloned(self, model: BaseAlgorithm, cloned: Mapping[str, Any]) -> None:
        model.policy.load_state_dict(cloned["policy"])
        if cloned["observations"] is not None and self.normalization is not None:
            restore_statistics(self.normalization, cloned["observations"])
        self._cloned = True
        logger.info("the model begins with the weights that were cloned for this configuration")

    # -- training --

    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        """Trains for ``total_timesteps`` more (by default those of the configuration; after ``resume`` those
        that are left). ``callback``: one of SB3, a function or a list of them.
        """
        config, before = self.config, self.timesteps
        if self._resumed and total_timesteps is None:
            more = self._goal - before
        else:
            more = timesteps_allowed(config.total_timesteps if total_timesteps is None else total_timesteps)
            self._goal = before + more
        began = time.perf_counter()
        if more > 0:
            if before == 0:
                set_random_seed(config.seed)  # whatever was drawn since the model was made
            with self._logging(before):
                self._clone_first()
                with progress(f"train {config.algorithm}", more) as advance:
                    metrics = BalatroMetricsCallback(self.history, advance)
                    self._learn(more, CallbackList([metrics, self.milestones, *_callbacks(callback)]))
        self._resumed = False
        if config.restore_best and self.checkpoints.best() is not None:
            self.restore_best()
        return {
            "total_timesteps": self.timesteps - before,
            "timesteps": self.timesteps,
            "duration": time.perf_counter() - began,
            "episodes": len(self.history),
            "mean_reward": self.history.recent("rewards"),
            "std_reward": float(np.std(self.history.episodes["rewards"][-100:] or [np.nan])),
            "run_dir": str(self.run_dir),
        }

    def _learn(self, more: int, callback: CallbackList) -> None:
        arguments: dict[str, Any] = (
            {"use_masking": self.masks_env} if isinstance(self.model, MaskablePPO) else {}
        )
        try:
            self.model.learn(more, callback, log_interval=None, reset_num_timesteps=False, **arguments)
            check_finite(self.model)
        except ValueError as error:
            check_finite(self.model)  # torch tells of NaN as a ValueError
            raise error
        if self.timesteps >= self._goal:  # no callback has stopped it in the middle
            self.milestones.act(at_the_end=True)

    def _clone_first(self) -> None:
        if not self.config.use_behavioral_cloning or self._cloned:
            return
        from jimbot.training.behavioral_cloning import clone_expert

        if self.options is None:
            raise ValueError("use_behavioral_cloning needs games of Balatro (create_balatro_env)")
        result = clone_expert(self.model, self.config.cloning, self.config.seed, self.options)
        self.cloning_result = result
        self._cloned = True
        logger.info(
            "cloned %s: held-out accuracy %.3f", self.config.cloning.expert, result["held_out_accuracy"]
        )

    @contextmanager
    def _logging(self, timesteps: int) -> Iterator[None]:
        folder = self.run_dir
        write_manifest(folder, self.config, self.options)
        writers: list[Any] = [
            JsonLinesWriter(folder / "metrics.jsonl", timesteps),
            tensorboard_writer(folder, timesteps),
        ]
        if self.config.use_wandb:
            writers.append(WandbWriter(wandb_run(self.config, folder)))
        log = Logger(str(folder), writers)
        self.model.set_logger(log)
        try:
            yield
        finally:
            log.close()

    # -- evaluation --

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        """Mean and standard deviation of the episode reward, on validation seeds."""
        rewards = self.play(n_episodes, deterministic)["rewards"]
        return float(np.mean(rewards)), float(np.std(rewards))

    def play(self, n_episodes: int, deterministic: bool = True) -> dict[str, list[float]]:
        """Plays episodes that training never sees; lists of rewards, lengths, antes, scores, blinds, wins.

        Balatro is played on the first seeds of the list ``valid``, the whole game whatever the curriculum.
        """
        if n_episodes < 1:
            raise ValueError(f"n_episodes is {n_episodes}; 1 or more is allowed")
        with _own_luck(self.config.seed):
            if self.options is None or self.eval_env is not None:
                return self._play_until(self._evaluation_env(), n_episodes, deterministic)
            played = History()
            for first in range(0, n_episodes, EVALUATED_AT_ONCE):
                seeds = seed_list(f"valid-{min(EVALUATED_AT_ONCE, n_episodes - first)}@{first}")
                env = BalatroVecEnv(len(seeds), seed=0, **(self.options | {"max_ante": None}))
                env.set_options([{"seed": seed} for seed in seeds])
                self._play_first(env, played, deterministic)
            return _lists(played)

    def _play_first(self, env: VecEnv, played: History, deterministic: bool) -> None:
        """The first episode of every environment, in their order."""
        ended: dict[int, dict[str, Any]] = {}
        for infos, dones in self._steps(env, deterministic):
            for i in np.flatnonzero(dones).tolist():
                ended.setdefault(i, infos[i])
            if len(ended) == env.num_envs:
                break
        for i in range(env.num_envs):
            played.add(ended[i], 0, 0.0)

    def _play_until(self, env: VecEnv, n_episodes: int, deterministic: bool) -> dict[str, list[float]]:
        """As many episodes of each environment as of the others: short ones are not preferred."""
        played = [History() for _ in range(env.num_envs)]
        wanted = [len(part) for part in np.array_split(np.arange(n_episodes), env.num_envs)]
        for infos, dones in self._steps(env, deterministic):
            for i in np.flatnonzero(dones).tolist():
                if len(played[i]) < wanted[i]:
                    played[i].add(infos[i], 0, 0.0)
            if all(len(p) >= n for p, n in zip(played, wanted, strict=True)):
                break
        lists = [_lists(each) for each in played]
        return {name: [value for each in lists for value in each[name]] for name in lists[0]}

    def _steps(self, env: VecEnv, deterministic: bool) -> Iterator[tuple[list[dict[str, Any]], Any]]:
        seen: Any = env.reset()
        state = None
        starts = np.ones(env.num_envs, dtype=bool)
        while True:
            if self.normalization is not None:
                seen = self.normalization.normalize_obs(seen)
            arguments: dict[str, Any] = {"action_masks": get_action_masks(env)} if self.masks_env else {}
            actions, state = self.model.predict(
                seen, state=state, episode_start=starts, deterministic=deterministic, **arguments
            )
            seen, _, dones, infos = env.step(actions)
            starts = dones
            yield infos, dones

    def _evaluation_env(self) -> VecEnv:
        if self.eval_env is None:
            maker = None if isinstance(self.given_env, VecEnv) else utils.another(self.given_env)
            if maker is None:
                raise ValueError(
                    "this environment cannot be made a second time, and playing on in the one that is "
                    "trained on would disturb the training: give create_trainer(..., eval_env=...), or "
                    "eval_freq=0"
                )
            self.eval_env = utils.make_vectorized_env(maker, 1, self.config.seed + 1_000_000)
        self.eval_env.seed(self.config.seed + 1_000_000)
        return self.eval_env

    def evaluate_now(self) -> float:
        """An evaluation of the training under way: logged, kept in ``eval/``, and returned as a score."""
        played = self.play(self.config.eval_episodes)
        means = {
            name: float(np.mean(values)) for name, values in played.items() if not np.isnan(values).any()
        }
        record = {"timesteps": self.timesteps, **means}
        self.evaluations.append(record)
        folder = self.run_dir / "eval"
        folder.mkdir(exist_ok=True)
        (folder / f"{self.timesteps:012d}.json").write_text(json.dumps(record | {"episodes": played}) + "\n")
        for name, value in means.items():
            self.model.logger.record(f"eval/{name}", value)
        return means["rewards"]

    # -- files --

    def write_model(self, path: Path) -> None:
        save_parameters(self.model, path, self.normalization)

    def load_model(self, path: str | Path) -> None:
        """Takes weights and statistics from a file that ``save_model`` wrote."""
        if not Path(path).is_file():
            raise FileNotFoundError(f"there is no model {path}")
        load_parameters(self.model, Path(path), self.normalization)

    def write_checkpoint(self, folder: Path) -> None:
        super().write_checkpoint(folder)
        extra = {
            "goal": self._goal,
            "cloned": self._cloned,
            "evaluated": self.milestones.evaluated,
            "saved": self.milestones.saved,
            "evaluations": self.evaluations,
            "curriculum": None if self.curriculum is None else self.curriculum.state_dict(),
        }
        write_state(self.model, folder, extra, self.history.arrays())

    def resume(self, run_dir: str | Path, timesteps: int | None = None) -> int:
        """Goes on with a run from its last checkpoint, or from the one at ``timesteps``: the next ``train()``
        does what is left of it. Returns the timesteps behind it.
        """
        self._run_dir = Path(run_dir)
        if not self._run_dir.is_dir():
            raise FileNotFoundError(f"there is no run {run_dir}")
        found = self.checkpoints.latest() if timesteps is None else self.checkpoints.load(timesteps)
        if found is None:
            raise FileNotFoundError(f"{run_dir} has no checkpoint to go on from")
        found.check()
        load_parameters(self.model, found.path / "model.zip", self.normalization)
        if self.curriculum is not None:
            self.curriculum.load_state_dict(json.loads((found.path / "state.json").read_text())["curriculum"])
        state, arrays = read_state(self.model, found.path)
        self.history.restore(arrays)
        self.evaluations = state["evaluations"]
        self._goal, self._cloned, self._resumed = state["goal"], state["cloned"], True
        self.milestones.evaluated, self.milestones.saved = state["evaluated"], state["saved"]
        self.checkpoints.drop_after(found.timesteps)
        return found.timesteps

    def restore_best(self) -> float:
        """Puts back the weights that evaluated best; returns their score."""
        best, score = self.checkpoints.best(), self.checkpoints.best_score
        if best is None or score is None:
            raise FileNotFoundError(f"{self.run_dir} has no evaluated checkpoint")
        load_parameters(self.model, best.path / "model.zip", self.normalization)
        return score

    def get_metrics(self) -> dict[str, Any]:
        """Lists over the episodes of the training, and means of the last 100."""
        episodes = self.history.episodes
        return {
            **{f"episode_{name}": list(values) for name, values in episodes.items()},
            "training_steps": self.timesteps,
            "mean_reward": self.history.recent("rewards"),
            "std_reward": float(np.std(episodes["rewards"][-100:] or [np.nan])),
            "mean_blinds": self.history.recent("blinds"),
            "win_rate": self.history.recent("wins"),
            "evaluations": list(self.evaluations),
        }

    def close(self) -> None:
        super().close()
        if self.eval_env is not None:
            self.eval_env.close()


for _name, _method in METHODS.items():
    register_algorithm(_name, _method.defaults)(SB3Trainer)


# -- small things -------------------------------------------------------------------------------------------


def _real_keys(space: spaces.Space[Any]) -> list[str] | None:
    """The parts of a Dict that hold real numbers: choices and masks stay as they are. None: no Dict."""
    if isinstance(space, spaces.Dict):
        return [k for k, v in space.items() if isinstance(v, spaces.Box) and np.dtype(v.dtype).kind == "f"]
    return None if isinstance(space, spaces.Box) else []


def _divisor(rollout: int, most: int) -> int:
    """The largest batch of at most ``most`` that a rollout is made of without a rest."""
    if rollout % most == 0:
        return most
    return max(size for size in range(1, min(most, rollout) + 1) if rollout % size == 0)


def _callbacks(callback: Any) -> list[BaseCallback]:
    if callback is None:
        return []
    if isinstance(callback, list | tuple):
        return [each for item in callback for each in _callbacks(item)]
    if isinstance(callback, BaseCallback):
        return [callback]
    return [ConvertCallback(lambda found, names: callback(found, names) is not False)]


def _lists(played: History) -> dict[str, list[float]]:
    return {n: v for n, v in played.episodes.items() if n not in ("timesteps", "seconds", "money")}


@contextmanager
def _own_luck(seed: int) -> Iterator[None]:
    """Evaluations neither use nor move the luck of the training."""
    generator = np.random.get_state()  # noqa: NPY002
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        try:
            yield
        finally:
            np.random.set_state(generator)  # noqa: NPY002
