"""Search for good settings with Ray Tune: poor ones are pruned by successive halving (ASHA)."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml
from ray import tune as ray_tune
from ray.tune.schedulers import ASHAScheduler

from jimbot.runs.machine import cores, write_whole
from jimbot.training.config import timesteps_allowed
from jimbot.training.rllib.algorithm import algorithm_config, built
from jimbot.training.rllib.cluster import Resources, cluster
from jimbot.training.rllib.settings import RLlibConfig, read_config

Say = Callable[[str], object]
RANGES: dict[str, Any] = {  # what is tried; everything else stays as given
    "lr": ray_tune.loguniform(3e-5, 3e-3),
    "entropy_coeff": ray_tune.loguniform(1e-3, 5e-2),
    "clip_param": ray_tune.uniform(0.1, 0.3),
    "gamma": ray_tune.choice([0.99, 0.995, 0.997, 0.999]),
    "lambda_": ray_tune.choice([0.8, 0.9, 0.95]),
    "num_epochs": ray_tune.choice([1, 2, 4, 8]),
}
METRIC = "reward"  # mean of the validation games: finer than blinds, which are 0 at first
GRACE = 2  # iterations before settings may be given up


def tune(config: RLlibConfig, folder: Path, options: Any, say: Say) -> dict[str, Any]:
    """Tries settings and writes the best ones to ``best_config.yaml`` in the folder, for ``--config``.

    Each trial samples and learns in one process: as many run at once as there are cores.
    """
    alone = config.changed(num_env_runners=0, num_gpus=0.0, num_learners=0, evaluation_num_env_runners=0)
    if config.algorithm != "PPO":
        raise ValueError(f"--tune tries settings of PPO; algorithm is {config.algorithm!r}")
    games = options.eval_episodes or 50
    most = timesteps_allowed(options.stop_timesteps or 2**62)
    if folder.exists():
        raise ValueError(f"{folder} exists; choose another --experiment")
    with cluster(options.address, options.memory, say):
        scheduler = ASHAScheduler(
            time_attr="training_iteration",
            max_t=options.iterations,
            grace_period=min(GRACE, options.iterations),
            reduction_factor=2,
        )
        say(f"tries {options.tune_samples} settings of {', '.join(RANGES)}, {cores()} at once")
        tuner = ray_tune.Tuner(
            ray_tune.with_resources(
                ray_tune.with_parameters(
                    _trial, given=alone.to_dict(), games=games, iterations=options.iterations, most=most
                ),
                {"cpu": 1},
            ),
            param_space=RANGES,
            tune_config=ray_tune.TuneConfig(
                metric=METRIC, mode="max", scheduler=scheduler, num_samples=options.tune_samples
            ),
            run_config=ray_tune.RunConfig(
                name=folder.name,
                storage_path=str(folder.resolve().parent),
                verbose=0,
                failure_config=ray_tune.FailureConfig(max_failures=2),  # a trial that is killed begins again
            ),
        )
        found = tuner.fit()
    return _reported(config, folder, found, say)


def _trial(chosen: dict[str, Any], given: dict[str, Any], games: int, iterations: int, most: int) -> None:
    """One setting, in a process of Ray Tune."""
    os.environ["OMP_NUM_THREADS"] = "1"
    config = read_config(given | chosen)
    made = algorithm_config(config, config.model.shape(), Resources(1, 0, 0, 0))
    made.evaluation(evaluation_interval=1, evaluation_duration=games)
    steps, began = 0, time.monotonic()
    with built(made) as algorithm:
        for _ in range(iterations):
            result = algorithm.train()  # type: ignore[no-untyped-call]
            steps += int(result["env_runners"]["num_env_steps_sampled"])
            speed = steps / (time.monotonic() - began)
            played = result["evaluation"]["env_runners"]
            ray_tune.report({**played, "steps": steps, "steps_per_second": speed})
            if steps >= most:
                return


def _reported(config: RLlibConfig, folder: Path, found: Any, say: Say) -> dict[str, Any]:
    trials = []
    for trial in found:
        settings = {name: trial.config[name] for name in RANGES} if trial.config else {}
        figures = {name: (trial.metrics or {}).get(name) for name in (METRIC, "blinds", "win_rate", "steps")}
        trials.append(
            {**settings, **figures, "error": str(trial.error).splitlines()[-1] if trial.error else None}
        )
    good = [trial for trial in trials if trial["error"] is None and trial[METRIC] is not None]
    if not good:
        raise ValueError(f"all {len(trials)} trials failed; the last one: {trials[-1]['error']}")
    best = max(good, key=lambda trial: trial[METRIC])
    best_settings = config.changed(**{name: best[name] for name in RANGES}).to_dict()
    write_whole(folder / "best_config.yaml", yaml.safe_dump(best_settings, sort_keys=False))
    write_whole(folder / "trials.json", json.dumps(trials, indent=2) + "\n")
    say(f"best: {best['blinds']:.2f} blinds with { ({n: best[n] for n in RANGES}) }")
    return {"best": best, "trials": len(trials), "best_config": str(folder / "best_config.yaml")}
