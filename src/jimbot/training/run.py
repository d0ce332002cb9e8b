"""Train on Ray RLlib, on one machine or a cluster: `python -m jimbot.training.run`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jimbot.runs.arguments import option, read_arguments

if TYPE_CHECKING:
    from jimbot.training.rllib.settings import RLlibConfig

PROGRAM = "python -m jimbot.training.run"


@dataclass(frozen=True)
class Options:
    config: Path | None = option(None, "YAML file of settings; without it those of configs/default_ppo.yaml")
    checkpoint: Path | None = option(None, "go on from this checkpoint, such as checkpoints/best_model.pt")
    init_from: Path | None = option(
        None, "begin with the weights of this policy of jimbot train, or of a run here"
    )
    experiment: str | None = option(None, "name of the run; one that was interrupted goes on")
    track: bool = option(False, "follow it on Weights & Biases (kept offline without a login)")
    iterations: int = option(1000, "iterations in all")
    stop_timesteps: int | None = option(None, "end after so many moves")
    minutes: float | None = option(None, "end after so many minutes")
    target_reward: float | None = option(None, "end once the mean reward of games reaches this")
    checkpoint_freq: int = option(10, "iterations between checkpoints")
    evaluate: bool = option(
        False, "with --checkpoint: evaluate it and do not train; else evaluate at the end"
    )
    eval_episodes: int | None = option(None, "games of an evaluation, on validation seeds")
    tune: bool = option(False, "search for good settings with Ray Tune, from those given")
    tune_samples: int = option(8, "settings that --tune tries")
    memory: float = option(8.0, "gigabytes that a local cluster may use")
    log_file: Path | None = option(None, "write the metrics of every iteration there too, as JSON lines")
    address: str | None = option(
        None, "auto, local or HOST:PORT; without it a running cluster, or else a local one"
    )
    runs_dir: Path = option(Path("runs/rllib"), "where runs are kept")
    checkpoint_dir: Path = option(Path("checkpoints"), "where best_model.pt of the newest run is put")
    results_dir: Path = option(Path("~/ray_results"), "where RLlib's own log goes, for TensorBoard")


def main(arguments: Sequence[str] | None = None) -> int:
    given = read_arguments(
        Options, arguments, PROGRAM, __doc__ or "", "--config configs/fast_ppo.yaml --minutes 10"
    )
    try:
        _check(given)
        print(json.dumps(_run(given)))
    except (ValueError, TypeError, OSError, ImportError, MemoryError) as error:
        text = str(error).strip() or type(error).__name__
        if isinstance(error, ImportError):
            text += " (pip install 'jimbot[rllib]')"
        sys.stderr.write(f"{PROGRAM}: {text}\n")
        return 2
    return 0


def _check(given: Options) -> None:
    for name in ("iterations", "checkpoint_freq", "tune_samples"):
        if getattr(given, name) < 1:
            raise ValueError(f"--{name.replace('_', '-')} is {getattr(given, name)}; 1 or more is allowed")
    for name in ("stop_timesteps", "eval_episodes", "minutes", "memory"):
        value = getattr(given, name)
        if value is not None and value <= 0:
            raise ValueError(f"--{name.replace('_', '-')} is {value:g}; more than 0 is allowed")
    if given.experiment is not None and (
        not given.experiment or Path(given.experiment).name != given.experiment
    ):
        raise ValueError(f"--experiment is {given.experiment!r}; a name without slashes is needed")
    if given.checkpoint is not None and not given.checkpoint.is_file():
        raise ValueError(f"there is no checkpoint {given.checkpoint}")
    if given.init_from is not None and not given.init_from.exists():
        raise ValueError(f"there is no policy {given.init_from} to begin with")


def _run(given: Options) -> object:
    if given.evaluate and given.checkpoint is not None:
        from jimbot.training.rllib.analysis import judged

        return judged(given.checkpoint, given.eval_episodes or 100)[0]
    config = settings(given)
    if given.tune:
        from jimbot.training.rllib.tune import tune

        return tune(config, given.runs_dir / _name(given, "tune"), given, say)
    from jimbot.training.rllib.train import Plan, train

    plan = Plan(
        run=given.runs_dir / _name(given, config.algorithm),
        **{name: getattr(given, name) for name in Plan.__dataclass_fields__ if name != "run"},
    )
    result = asdict(train(config, plan, given.checkpoint, given.init_from, say))
    if given.evaluate and result["best_model"] is not None:
        from jimbot.training.rllib.analysis import judged

        result["evaluation"] = judged(Path(result["best_model"]), given.eval_episodes or 100)[0]
    return result


def settings(given: Options) -> RLlibConfig:
    """Those of the file, of the checkpoint, or the default."""
    from jimbot.training.rllib.policy import about_file
    from jimbot.training.rllib.settings import DEFAULT, load_config, read_config

    if given.config is not None:
        return load_config(given.config)
    if given.checkpoint is not None:
        return read_config(about_file(given.checkpoint).settings, str(given.checkpoint))
    return read_config(DEFAULT)


def _name(given: Options, kind: str) -> str:
    return given.experiment or time.strftime(f"{kind}_%Y-%m-%d_%H-%M-%S")


def say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
