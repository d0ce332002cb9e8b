"""A training on RLlib from beginning to end: iterations, evaluations, checkpoints, what is shown and kept."""

from __future__ import annotations

import functools
import json
import logging
import math
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm

from jimbot.evaluation.batched import means
from jimbot.evaluation.experiments.curves import flat
from jimbot.models.trained_on import random_seeds
from jimbot.runs import made_with
from jimbot.runs.interruption import Interruption, interruptible
from jimbot.runs.machine import write_whole
from jimbot.runs.processes import memory_used
from jimbot.training.boards import summary_writer, wandb_run
from jimbot.training.callbacks import ALIASES, FACTS
from jimbot.training.config import timesteps_allowed
from jimbot.training.folder import metrics_of
from jimbot.training.rllib import evaluation, start, state
from jimbot.training.rllib.algorithm import algorithm_config, built
from jimbot.training.rllib.cluster import cluster, resources
from jimbot.training.rllib.folder import BEST, FINAL, MODEL, RLlibFolder, publish_best
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.plan import RLlibPlan
from jimbot.training.rllib.policy import About, about_file, save
from jimbot.training.rllib.settings import RLlibConfig
from jimbot.training.rllib.start import Beginning

Say = Callable[[str], object]
PACKAGES = ("ray", "torch", "numpy", "gymnasium")
TIE = 1e-5  # of two models with as many wins, the one that beats more blinds is better


@dataclass(frozen=True)
class Result:
    """The result of a training; validation figures are those of its best model."""

    iterations: int
    steps: int
    steps_per_second: float
    win_rate: float | None
    mean_blinds: float | None
    best_model: str | None
    run_dir: str


def train(
    config: RLlibConfig,
    plan: RLlibPlan,
    place: Path,
    say: Say = lambda text: None,
) -> Result:
    """Trains in the folder, from where a training with the same settings there has stopped, from
    a checkpoint, or with the weights of ``init_from``. At Ctrl-C it saves and ends."""
    if plan.eval_episodes is not None:
        config = config.changed(evaluation_duration=plan.eval_episodes)
    beginning, earlier = _beginning(config, plan.checkpoint, plan.init_from)
    seeds = [*beginning.train_seeds, random_seeds(f"drawn by seed {config.seed}")]
    manifest = {
        "format": RLlibFolder.format,
        "command": sys.argv,
        "settings": config.to_dict(),
        "checkpoint": start.named(plan.checkpoint),
        "init_from": start.named(plan.init_from),
        "train_seeds": list(dict.fromkeys(seeds)),
        **made_with(PACKAGES),
    }
    with ExitStack() as stack:
        stack.enter_context(cluster(plan.address, plan.memory, say))
        folder = stack.enter_context(RLlibFolder(place, manifest))
        newest = folder.checkpoints.latest()
        if newest is not None:
            file = newest.check().path / MODEL
            beginning = start.resumed(file, config)
        stack.enter_context(_logs_said(say))
        wait = stack.enter_context(interruptible(say))
        return _Training(config, plan, folder, beginning, earlier, wait, say).go()


def _beginning(
    config: RLlibConfig, checkpoint: Path | None, init_from: Path | None
) -> tuple[Beginning, list[dict[str, Any]]]:
    """And the metrics of the training that goes on."""
    if checkpoint is not None and init_from is not None:
        raise ValueError(
            "give checkpoint (goes on with a training) or init_from (its weights only), not both"
        )
    if init_from is not None:
        return start.warm(init_from, config), []
    if checkpoint is None:
        return start.fresh(config), []
    about = about_file(checkpoint)
    run = Path(about.run)
    lines = metrics_of(run) if run.is_dir() else []
    return start.resumed(checkpoint, config), lines


class _Training:
    def __init__(
        self,
        config: RLlibConfig,
        plan: RLlibPlan,
        folder: RLlibFolder,
        beginning: Beginning,
        earlier: list[dict[str, Any]],
        wait: Interruption,
        say: Say,
    ) -> None:
        self.config, self.plan, self.folder, self.say = config, plan, folder, say
        self.beginning, self.earlier, self.wait = beginning, earlier, wait
        self.games = Games.of(config.env_config)
        self.steps, self.iteration, self.episodes = beginning.steps, 0, 0
        self.seconds = 0.0  # of iterations, since the training was started or resumed
        if beginning.state:
            self.iteration, self.episodes = beginning.state["counters"].tolist()

    def go(self) -> Result:
        folder = self.folder
        torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))  # more are slower where others compute too
        found = ray.cluster_resources()  # type: ignore[no-untyped-call]
        given = resources(self.config, found.get("CPU", 1), found.get("GPU", 0), self.say)
        made = algorithm_config(self.config, self.beginning.shape, given)
        with built(made) as algorithm, ExitStack() as stack:
            self._take_up(algorithm)
            writers = self._writers(stack)
            first, began = self.steps, time.monotonic()
            over = self._is_over(began)
            while not over:
                line = self._iterate(algorithm)
                over = self._is_over(began)
                due = over or self._is_due()
                if due and "valid_win_rate" not in line and (over or self.config.evaluation_interval):
                    line |= {f"valid_{name}": value for name, value in self._evaluated(algorithm).items()}
                folder.add(line)  # before its checkpoint: lines beyond the newest one are made again
                for write in writers:
                    write(line)
                self._show(line)
                if due:
                    self._save(algorithm, line)
                    self._mind_memory()
        return self._conclude((self.steps - first) / max(self.seconds, 1e-9))

    def _take_up(self, algorithm: Algorithm) -> None:
        begin = self.beginning
        if begin.state:
            state.restore(algorithm, begin.state, begin.steps)
            algorithm._iteration = self.iteration
            self.say(f"goes on at iteration {self.iteration}, {self.steps:,} steps")
        if begin.weights:
            state.put_weights(algorithm, begin.weights, strict=bool(begin.state))
        self.folder.take_back(self.iteration, self.earlier)

    def _is_due(self) -> bool:
        return self.plan.checkpoint_freq > 0 and self.iteration % self.plan.checkpoint_freq == 0

    def _is_over(self, began: float) -> bool:
        plan = self.plan
        most = timesteps_allowed(plan.stop_timesteps or sys.maxsize)
        minutes = (time.monotonic() - began) / 60
        return (
            self.wait.asked
            or self.iteration >= plan.iterations
            or self.steps >= most
            or (plan.minutes is not None and minutes >= plan.minutes)
            or (plan.target_reward is not None and self._reward >= plan.target_reward)
        )

    _reward = -math.inf  # of the last iteration

    def _iterate(self, algorithm: Algorithm) -> dict[str, Any]:
        began = time.monotonic()
        result = algorithm.train()  # type: ignore[no-untyped-call]
        seconds = time.monotonic() - began
        runners, timers = result.get("env_runners", {}), result["timers"]  # nothing, if all were lost
        made = int(runners.get("num_env_steps_sampled", 0))
        self.iteration += 1
        self.steps += made
        self.episodes += int(runners.get("num_episodes", 0))
        self.seconds += seconds
        line: dict[str, Any] = {
            "iteration": self.iteration,
            "steps": self.steps,
            "episodes": self.episodes,
            **{name: _plain(result.get(name)) for name in ALIASES},
            **{name: _plain(runners.get(name)) for name in FACTS},
            "deaths": {boss: int(count) for boss, count in (runners.get("deaths") or {}).items()},
        }
        self._reward = -math.inf if line["episode_reward_mean"] is None else line["episode_reward_mean"]
        interval = self.config.evaluation_interval
        if interval and self.iteration % interval == 0:  # RLlib reports it in later iterations too
            played = result["evaluation"]["env_runners"]
            line |= {f"valid_{name}": float(value) for name, value in played.items()}
        line["seconds"] = {
            "iteration": seconds,
            "sampling": _plain(timers.get("env_runner_sampling_timer", timers.get("sample"))),
            "learning": _plain(timers.get("learner_update_timer")),
            "steps_per_second": made / seconds,
        }
        line["runners"] = int(result["fault_tolerance"]["num_healthy_workers"])
        if line["runners"] < self._runners:
            lost = self._runners - line["runners"]
            self.say(f"lost {lost} of {self.config.num_env_runners} runners; the others go on")
        self._runners = line["runners"]
        return line

    _runners = 0  # in the last iteration

    def _save(self, algorithm: Algorithm, line: dict[str, Any]) -> None:
        score = None
        if "valid_win_rate" in line:
            score = line["valid_win_rate"] + TIE * line["valid_blinds"]
        about = About(
            self.beginning.shape,
            self.games.hands,
            self.games.planner,
            self.steps,
            tuple(self.folder.manifest["train_seeds"]),
            self.config.to_dict(),
            str(self.folder.path.resolve()),
        )
        weights, arrays = state.weights_of(algorithm), state.state_of(algorithm)
        arrays["counters"] = np.array([self.iteration, self.episodes])
        kept = self.folder.checkpoints
        before = kept.best_score
        saved = kept.save(self.steps, lambda place: save(place / MODEL, about, weights, arrays), score)
        self._save_for_ray(algorithm)
        if score is not None and (before is None or score > before):
            self._publish((saved.path / MODEL).read_bytes())

    def _evaluated(self, algorithm: Algorithm) -> dict[str, float]:
        group = algorithm.eval_env_runner_group or algorithm.env_runner_group
        assert group is not None
        group.sync_weights(
            from_worker_or_learner_group=algorithm.learner_group, inference_only=True, timeout_seconds=None
        )
        return means(evaluation.play(algorithm, self.config.evaluation_duration))

    def _save_for_ray(self, algorithm: Algorithm) -> None:
        """RLlib's own checkpoint beside ours, for tools of Ray."""
        place = self.folder.path / "ray"
        algorithm.save_to_path(str((place / f"{self.steps:012d}").resolve()))
        kept = {checkpoint.path.name for checkpoint in self.folder.checkpoints.all()}
        for old in place.iterdir():
            if old.name not in kept:
                shutil.rmtree(old)

    def _publish(self, model: bytes) -> None:
        write_whole(self.folder.path / "checkpoints" / BEST, model)
        seeds = self.folder.manifest["train_seeds"]
        other = publish_best(model, seeds, self.folder.path, self.plan.checkpoint_dir)
        if other is not None:
            self.say(
                f"{self.plan.checkpoint_dir / BEST} is now of {self.folder.path}; that of {other} stays there"
            )

    def _writers(self, stack: ExitStack) -> list[Callable[[dict[str, Any]], object]]:
        """Where the metrics go beside the folder."""
        writers: list[Callable[[dict[str, Any]], object]] = []
        file = self.plan.log_file
        if file is not None:
            lines = self.folder.lines()
            write_whole(file, "".join(json.dumps(line) + "\n" for line in lines))
            log = stack.enter_context(file.open("a", buffering=1))
            writers.append(lambda line: log.write(json.dumps(line) + "\n"))
        for place in (
            self.folder.path / "tb_logs",
            self.plan.results_dir.expanduser() / self.folder.path.name,
        ):
            board = summary_writer(place, self.steps + 1)
            if board is not None:
                stack.callback(board.close)
                writers.append(functools.partial(_to_board, board))
        if self.plan.track:
            run = wandb_run(self.folder.path, self.config.to_dict(), asked_by="--track", project="jimbot")
            stack.callback(run.finish)
            writers.append(lambda line: run.log(dict(flat(line)), step=line["steps"]))
        return writers

    def _show(self, line: dict[str, Any]) -> None:
        reward, length = line["episode_reward_mean"], line["episode_len_mean"]
        speed = line["seconds"]["steps_per_second"]
        text = f"{line['iteration']:>5}  {line['steps']:>11,} steps {speed:>7,.0f}/s"
        if reward is not None:
            text += f"  reward {reward:6.3f}  moves {length:5.0f}  wins {line['win_rate']:6.1%}"
        if "valid_blinds" in line:
            wins, blinds = line["valid_win_rate"], line["valid_blinds"]
            text += f"  | validation: blinds {blinds:5.2f}  wins {wins:6.1%}"
        self.say(text)

    def _mind_memory(self) -> None:
        used = memory_used()
        if used > self.plan.memory:
            raise MemoryError(
                f"the training uses {used:.1f} GB, more than --memory {self.plan.memory:g}. It was saved: "
                "go on with fewer games, a smaller train_batch_size, or more memory"
            )

    def _conclude(self, speed: float) -> Result:
        best = self.folder.path / "checkpoints" / BEST
        if best.exists():
            write_whole(self.folder.path / FINAL, best.read_bytes())
        judged = [line for line in self.folder.lines() if "valid_win_rate" in line]
        top = max(judged, key=lambda line: (line["valid_win_rate"], line["valid_blinds"]), default=None)
        result = Result(
            self.iteration,
            self.steps,
            speed,
            None if top is None else top["valid_win_rate"],
            None if top is None else top["valid_blinds"],
            str(best) if best.exists() else None,
            str(self.folder.path),
        )
        self.folder.note(result=asdict(result))
        return result


def _to_board(board: Any, line: dict[str, Any]) -> None:
    """With the document's names of metrics."""
    for name, value in flat(line):
        board.add_scalar(name, value, line["steps"])


def _plain(value: Any) -> float | None:
    return None if value is None or not math.isfinite(float(value)) else float(value)


@contextmanager
def _logs_said(say: Say) -> Iterator[None]:
    """Messages of parts of the training, such as a lost runner, are printed too."""

    class Said(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            say(record.getMessage())

    logger, handler = logging.getLogger("jimbot.training"), Said()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
