"""SB3Trainer: the algorithms of Stable-Baselines3 and sb3-contrib, with masks, checkpoints and metrics."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Iterable, Iterator, Mapping
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
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from jimbot.evaluation.batched import RewardedGame, play_together
from jimbot.game.planner import planner_options
from jimbot.game.seeds import seed_list
from jimbot.models.trained_on import unknown_seeds
from jimbot.runs.console import progress
from jimbot.runs.reading import read_json, reading
from jimbot.runs.settings import refuse_unknown
from jimbot.training.algorithms import registered
from jimbot.training.boards import wandb_run
from jimbot.training.config import Pretrained, TrainerConfig, timesteps_allowed
from jimbot.training.manifest import train_seeds, write_manifest
from jimbot.training.metrics import BalatroMetrics
from jimbot.training.sb3 import environments, masked
from jimbot.training.sb3.callbacks import (
    BalatroMetricsCallback,
    JsonLinesWriter,
    MilestoneCallback,
    WandbWriter,
    check_finite,
    tensorboard_writer,
)
from jimbot.training.sb3.methods import METHODS, ON_POLICY, made_for
from jimbot.training.sb3.policy import SB3Policy, about, policy_class, policy_kwargs
from jimbot.training.sb3.state import (
    load_parameters,
    read_state,
    restore_statistics,
    save_parameters,
    write_state,
)
from jimbot.training.trainer import RLTrainer

logger = logging.getLogger("jimbot.training")
EVALUATION_SEEDS = 1_000_000  # how far from the training seeds those of other environments are


class SB3Trainer(RLTrainer):
    """Trains with Stable-Baselines3.

    ``env``: see ``jimbot.training.sb3.environments.as_vec_env``. ``eval_env``: where ``evaluate`` plays; by
    default the games of the list ``valid`` for Balatro, and another environment of the same kind elsewhere.
    """

    def __init__(self, env: Any, config: TrainerConfig, eval_env: Any = None) -> None:
        config.check()
        if config.algorithm not in METHODS:
            raise ValueError(f"SB3Trainer has no {config.algorithm!r}; one of {', '.join(METHODS)}")
        self.method = METHODS[config.algorithm]
        self.given_env = env
        self.eval_env = None if eval_env is None else environments.as_vec_env(eval_env, 1, config.seed)
        self.history = BalatroMetrics()
        self.curriculum: Any = None
        self.evaluations: list[dict[str, Any]] = []
        self._goal = 0  # timesteps that the training now under way ends at
        self._resumed = False
        self._metrics: BalatroMetricsCallback | None = None
        self._logged: int | None = None  # after `resume`: the timesteps of the last line of the log,
        self._pending: dict[str, float] = {}  # and what the next one had already
        self._cloned = False
        self._inherited: list[str] = []  # seeds that were asked for, and those of weights that were loaded
        self.cloning_result: dict[str, Any] = {}
        super().__init__(self._prepared(env, config), config)
        self.milestones = MilestoneCallback(self)

    def _prepared(self, env: Any, config: TrainerConfig) -> VecEnv:
        vec = environments.as_vec_env(env, config.n_envs, config.seed)
        config.n_envs = vec.num_envs
        self.options = environments.balatro_options(vec)
        self._inherited = environments.asked_seeds(vec)
        if config.use_curriculum:
            self.curriculum = environments.add_curriculum(vec, config.curriculum)
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
        method, config, env = self.method, self.config, self.env
        self.masks = masked.sees_mask(env.observation_space, env.action_space)
        masks_elsewhere = not self.masks and is_masking_supported(env)
        if masks_elsewhere and method.masked is not MaskablePPO:
            raise ValueError(
                f"{config.algorithm} needs the mask in the observation: make the environment with "
                "observation='dict'"
            )
        knows_masks = self.masks or masks_elsewhere
        self.masks_env = knows_masks and method.masked is MaskablePPO
        made = method.masked if knows_masks else method.plain
        if made is None:
            raise ValueError(f"{config.algorithm} needs an environment with masks (action_masks); use PPO")
        space = env.observation_space
        model = made(
            policy_class(method, space, knows_masks),
            env,
            seed=config.seed,
            device=config.device,
            policy_kwargs=policy_kwargs(config, space),
            **self._settings(),
        )
        made_for(model, config)
        if config.pretrained is not None:
            self._begin_with(model, config.pretrained)
        return model

    def _settings(self) -> dict[str, Any]:
        """Arguments of the algorithm; a rollout is never longer than the training."""
        method, h = self.method, self.config.hyperparams
        refuse_unknown(
            f"algorithm_specific of {self.config.algorithm}", h.algorithm_specific, sorted(method.settings)
        )
        common = {theirs: getattr(h, ours) for theirs, ours in method.common.items()}
        settings = {**common, **self._defaults(), **h.algorithm_specific}
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

    def _defaults(self) -> dict[str, Any]:
        return registered(self.config.algorithm).defaults.algorithm_specific

    def _begin_with(self, model: BaseAlgorithm, pretrained: Pretrained) -> None:
        model.policy.load_state_dict(pretrained.weights)
        if pretrained.statistics is not None and self.normalization is not None:
            restore_statistics(self.normalization, pretrained.statistics)
        self._cloned = True
        logger.info("the model begins with the weights that were cloned for this configuration")

    @property
    def timesteps(self) -> int:
        return int(self.model.num_timesteps)

    @property
    def train_seeds(self) -> list[str]:
        """The games that the weights were learned from, for the manifest."""
        return [*train_seeds(self.config, self.options), *self._inherited]

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
                write_manifest(self.run_dir, self.config, self.options, self.train_seeds)
                with progress(f"train {config.algorithm}", more) as advance:
                    self._metrics = BalatroMetricsCallback(self.history, advance, self._logged)
                    self._learn(more, CallbackList([self._metrics, self.milestones, *_callbacks(callback)]))
        self._resumed, self._logged = False, None
        if config.restore_best and self.checkpoints.best() is not None:
            self.restore_best()
        return {
            "total_timesteps": self.timesteps - before,
            "timesteps": self.timesteps,
            "duration": time.perf_counter() - began,
            "episodes": len(self.history),
            **self._recent_rewards(),
            "run_dir": str(self.run_dir),
        }

    def _learn(self, more: int, callback: CallbackList) -> None:
        arguments: dict[str, Any] = (
            {"use_masking": self.masks_env} if isinstance(self.model, MaskablePPO) else {}
        )
        try:
            self.model.learn(more, callback, log_interval=None, reset_num_timesteps=False, **arguments)
            check_finite(self.model)
        except (ValueError, RuntimeError) as error:
            check_finite(self.model)  # torch raises either of them for NaN
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
        writers: list[Any] = [
            JsonLinesWriter(folder / "metrics.jsonl", timesteps),
            tensorboard_writer(folder, timesteps),
        ]
        if self.config.use_wandb:
            run = wandb_run(
                folder,
                self.config.to_dict(),
                asked_by="use_wandb",
                project=self.config.wandb_project,
                tags=self.config.wandb_tags,
                mode=self.config.wandb_mode,
            )
            writers.append(WandbWriter(run))
        log = Logger(str(folder), writers)
        self.model.set_logger(log)
        for name, value in self._pending.items():
            log.record(name, value)
        self._pending = {}
        try:
            yield
        finally:
            log.close()

    # -- evaluation --

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        """Mean and standard deviation of the episode reward, on validation seeds."""
        rewards = self.evaluate_games(n_episodes, deterministic).rewards
        return float(np.mean(rewards)), float(np.std(rewards))

    def evaluate_games(self, n_episodes: int = 10, deterministic: bool = True) -> BalatroMetrics:
        """Episodes that training never sees.

        Balatro is played on the first seeds of the list ``valid``, the whole game whatever the curriculum.
        """
        if n_episodes < 1:
            raise ValueError(f"n_episodes is {n_episodes}; 1 or more is allowed")
        with _own_generators(self.config.seed):
            if self.options is None or self.eval_env is not None:
                return self._evaluate_elsewhere(self._evaluation_env(), n_episodes, deterministic)
            options = {name: self.options[name] for name in self.options if name != "observation"}
            episodes = play_together(
                self.policy(), seed_list(f"valid-{n_episodes}"), options | {"max_ante": None}, deterministic
            )
            return _metrics(episodes)

    def policy(self) -> SB3Policy:
        """What the model has learned so far, as it plays games of ours."""
        if self.options is None:
            raise ValueError("this trainer plays another environment than Balatro")
        return SB3Policy(
            self.model.predict,
            None if self.normalization is None else self.normalization.normalize_obs,
            self.masks_env,
            self.options["observation"],
            self.options["hands"],
            planner_options(self.options["planner"]),
        )

    def _evaluate_elsewhere(self, env: VecEnv, n_episodes: int, deterministic: bool) -> BalatroMetrics:
        """In an environment of its own, by the evaluation of Stable-Baselines3."""
        played = BalatroMetrics()

        def note(found: dict[str, Any], _: dict[str, Any]) -> None:
            if found["done"]:
                i = found["i"]
                own = {"r": found["current_rewards"][i], "l": found["current_lengths"][i]}
                played.add_info({"episode": own} | found["info"])

        evaluate_policy(_Sighted(self, env), env, n_episodes, deterministic, callback=note, warn=False)  # type: ignore[arg-type]
        return BalatroMetrics.of(vars(played))

    def _evaluation_env(self) -> VecEnv:
        if self.eval_env is None:
            maker = self.eval_env_creator
            if maker is None and not isinstance(self.given_env, VecEnv):
                maker = environments.another(self.given_env)
            if maker is None:
                raise ValueError(
                    "this environment cannot be made a second time, and playing on in the one that is "
                    "trained on would disturb the training: give create_trainer(..., eval_env=...), or "
                    "eval_freq=0"
                )
            self.eval_env = environments.make_vectorized_env(maker, 1, self.config.seed + EVALUATION_SEEDS)
        self.eval_env.seed(self.config.seed + EVALUATION_SEEDS)
        return self.eval_env

    def evaluate_now(self) -> float:
        """An evaluation of the training under way: logged, kept in ``eval/``, and returned as a score."""
        played = self.evaluate_games(self.config.eval_episodes).lists()
        means = {name: float(np.mean(values)) for name, values in played.items()}
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
        description = about(self.config, self.options, self.normalization, self.train_seeds)
        save_parameters(self.model, path, self.normalization, description)

    def load_model(self, path: str | os.PathLike[str]) -> None:
        """Takes weights and statistics from a file that ``save_model`` wrote."""
        if not Path(path).is_file():
            raise FileNotFoundError(f"there is no model {path}")
        found = load_parameters(self.model, Path(path), self.normalization)
        self._inherited += found.get("train_seeds") or [unknown_seeds(path)]

    def write_checkpoint(self, folder: Path) -> None:
        super().write_checkpoint(folder)
        extra = {
            "goal": self._goal,
            "cloned": self._cloned,
            "evaluated": self.milestones.evaluated,
            "saved": self.milestones.saved,
            "evaluations": self.evaluations,
            "curriculum": None if self.curriculum is None else self.curriculum.state_dict(),
            "logged": None if self._metrics is None else self._metrics.logged,
            "pending": _numbers(self.model.logger.name_to_value) if self._metrics is not None else {},
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
        with reading(found.path, "no checkpoint of this run"):
            load_parameters(self.model, found.path / "model.zip", self.normalization)
            if self.curriculum is not None:
                self.curriculum.load_state_dict(read_json(found.path / "state.json")["curriculum"])
            state, arrays = read_state(self.model, found.path)
            self.history.restore(arrays)
            self.evaluations = state["evaluations"]
            self._goal, self._cloned, self._resumed = state["goal"], state["cloned"], True
            self.milestones.evaluated, self.milestones.saved = state["evaluated"], state["saved"]
            self._logged, self._pending = state["logged"], state["pending"]
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
        return {
            **{f"episode_{name}": list(values) for name, values in vars(self.history).items()},
            "training_steps": self.timesteps,
            **self._recent_rewards(),
            "mean_blinds": self.history.recent("blinds"),
            "win_rate": self.history.recent("wins"),
            "evaluations": list(self.evaluations),
        }

    def _recent_rewards(self) -> dict[str, float]:
        rewards = self.history.rewards[-100:]
        return {
            "mean_reward": self.history.recent("rewards"),
            "std_reward": float(np.std(rewards)) if rewards else np.nan,
        }

    def close(self) -> None:
        super().close()
        if self.eval_env is not None:
            self.eval_env.close()


# -- small things -------------------------------------------------------------------------------------------


def _numbers(values: Mapping[str, Any]) -> dict[str, float]:
    """The numbers that a log has and has not written yet."""
    return {
        name: float(value) for name, value in values.items() if isinstance(value, int | float | np.number)
    }


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


class _Sighted:
    """A model as ``evaluate_policy`` asks it: with running statistics and masks."""

    def __init__(self, trainer: SB3Trainer, env: VecEnv) -> None:
        self.trainer = trainer
        self.env = env

    def predict(self, seen: Any, **how: Any) -> Any:
        trainer = self.trainer
        if trainer.normalization is not None:
            seen = trainer.normalization.normalize_obs(seen)
        if trainer.masks_env:
            how["action_masks"] = get_action_masks(self.env)
        return trainer.model.predict(seen, **how)


def _metrics(episodes: Iterable[RewardedGame]) -> BalatroMetrics:
    found = BalatroMetrics()
    for each in episodes:
        found.add_episode(each.reward, each.ante, each.best_hand, each.length, each.blinds, each.won)
    return found


@contextmanager
def _own_generators(seed: int) -> Iterator[None]:
    """Evaluations neither use nor move the generators of the training."""
    generator = np.random.get_state()  # noqa: NPY002
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        try:
            yield
        finally:
            np.random.set_state(generator)  # noqa: NPY002
