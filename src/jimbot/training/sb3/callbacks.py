"""Beside the learning: game metrics, logs, evaluations, checkpoints, and a stop when numbers fail."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat

from jimbot.envs.spec import MASK
from jimbot.training.boards import report, summary_writer
from jimbot.training.metrics import BalatroMetrics

if TYPE_CHECKING:
    from jimbot.training.sb3.trainer import SB3Trainer

LOG_EVERY = 2048  # timesteps between two lines of the log


class BalatroMetricsCallback(BaseCallback):
    """Keeps the results of episodes and writes means of the last 100 to the log (balatro/...).

    ``balatro/illegal_rate`` is the share of actions that the mask did not allow.
    """

    def __init__(
        self,
        history: BalatroMetrics | None = None,
        advance: Callable[..., None] | None = None,
        logged: int | None = None,
    ) -> None:
        super().__init__()
        self.history = BalatroMetrics() if history is None else history
        self.advance = advance
        self.logged = logged  # timesteps of the last line, where the run goes on; None: lines begin now
        self._actions = self._illegal = 0

    def _on_training_start(self) -> None:
        earlier = self.history.seconds
        self._began = time.perf_counter() - (earlier[-1] if earlier else 0.0)
        self._from = (time.perf_counter(), self.num_timesteps)
        if self.logged is None:
            self.logged = self.num_timesteps

    def _on_step(self) -> bool:
        infos, dones = self.locals["infos"], self.locals["dones"]
        for i in np.flatnonzero(dones):
            if "episode" in infos[i]:
                self.history.add_info(infos[i], self.num_timesteps, time.perf_counter() - self._began)
        seen: Any = self.model._last_obs
        if isinstance(seen, dict) and MASK in seen:
            actions = np.asarray(self.locals["actions"]).reshape(-1)
            self._illegal += int((seen[MASK][np.arange(len(actions)), actions] == 0).sum())
            self._actions += len(actions)
        if self.advance is not None:
            self.advance(len(dones), self._note())
        return True

    def _note(self) -> str:
        return f"reward {self.history.recent('rewards'):.3f}" if len(self.history) else ""

    def _on_rollout_end(self) -> None:
        if self.num_timesteps - (self.logged or 0) >= LOG_EVERY:
            self.dump()

    def _on_training_end(self) -> None:
        if self.num_timesteps > (self.logged or 0):
            self.dump()

    def dump(self) -> None:
        """One line of the log."""
        began, timesteps = self._from
        self.logged = self.num_timesteps
        record = self.logger.record
        speed = (self.num_timesteps - timesteps) / (time.perf_counter() - began)
        record("time/timesteps", self.num_timesteps)
        record("time/steps_per_second", speed)
        known = {
            shown: self.history.recent(name) for name, shown in IN_TELEMETRY.items() if len(self.history)
        }
        report("sb3", steps=self.num_timesteps, steps_per_second=speed, **known)
        record("time/episodes", len(self.history))
        if len(self.history):
            record("rollout/ep_rew_mean", self.history.recent("rewards"))
            record("rollout/ep_len_mean", self.history.recent("lengths"))
            for name, shown in SHOWN.items():
                value = self.history.recent(name)
                if not math.isnan(value):
                    record(f"balatro/{shown}", value)
        if self._actions:
            record("balatro/illegal_rate", self._illegal / self._actions)
        self.logger.dump(self.num_timesteps)


IN_TELEMETRY = {"rewards": "reward", "blinds": "blinds", "wins": "wins"}
SHOWN = {
    "antes": "episode_ante",
    "scores": "episode_score",
    "rewards": "episode_reward",
    "blinds": "blinds_beaten",
    "wins": "win_rate",
    "money": "money",
}


class MilestoneCallback(BaseCallback):
    """Evaluates and writes checkpoints, each when its interval of timesteps is over.

    Both happen before a rollout: then everything that was gathered has been learned from, and the state of
    the run is small.
    """

    def __init__(self, trainer: SB3Trainer) -> None:
        super().__init__()
        self.trainer = trainer
        self.evaluated = self.saved = 0  # timesteps of the last ones

    def _on_training_start(self) -> None:
        if self.num_timesteps < self.saved:  # counting has begun again
            self.evaluated = self.saved = 0

    def _on_rollout_start(self) -> None:
        self.act()

    def _on_step(self) -> bool:
        return True

    def act(self, at_the_end: bool = False) -> None:
        config, now = self.trainer.config, self.num_timesteps
        score = None
        if self._due(config.eval_freq, self.evaluated, at_the_end):
            check_finite(self.model)
            self.evaluated = now
            score = self.trainer.evaluate_now()
        best = score is not None and not score <= (self.trainer.checkpoints.best_score or -math.inf)
        if best or self._due(config.checkpoint_freq, self.saved, at_the_end):
            check_finite(self.model)
            self.saved = now
            self.trainer.save_checkpoint(score)

    def _due(self, interval: int, last: int, at_the_end: bool) -> bool:
        now = self.num_timesteps
        return interval > 0 and now > last and (at_the_end or now // interval > last // interval)


def check_finite(model: Any) -> None:
    """Raises FloatingPointError where training has diverged."""
    for name, value in model.policy.named_parameters():
        if not value.isfinite().all():
            raise FloatingPointError(
                f"training diverged: {name} holds numbers that are not finite after {model.num_timesteps} "
                "timesteps; earlier checkpoints are untouched. A lower learning_rate may help"
            )


# -- where the log goes --------------------------------------------------------------------------------------


class JsonLinesWriter(KVWriter):
    """One JSON object per line of the log."""

    def __init__(self, path: Path, timesteps: int) -> None:
        if path.exists():  # a run that goes on writes again what came after its checkpoint
            lines = [
                line for line in path.read_text(encoding="utf-8").splitlines() if _step_of(line) <= timesteps
            ]
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        self.file = path.open("a", encoding="utf-8")

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        values = {name: _plain(value) for name, value in key_values.items()}
        self.file.write(json.dumps({"timesteps": step, **values}) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def _step_of(line: str) -> float:
    try:
        return float(json.loads(line)["timesteps"])
    except (ValueError, KeyError, TypeError):
        return math.inf  # a line that a kill has cut


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


class WandbWriter(KVWriter):
    """The log on Weights & Biases."""

    def __init__(self, run: Any) -> None:
        self.run = run

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        self.run.log({name: _plain(value) for name, value in key_values.items()}, step=step)

    def close(self) -> None:
        self.run.finish()


def tensorboard_writer(folder: Path, timesteps: int) -> TensorBoardOutputFormat:
    writer = TensorBoardOutputFormat(str(folder / "tb_logs"))
    if timesteps:
        writer.writer.close()
        writer.writer = summary_writer(folder / "tb_logs", timesteps + 1)
    return writer
