"""Train with all features of the framework: curriculum, cloning, evaluations, checkpoints, logs, --resume.

    python train_with_framework.py --timesteps 1000000 --use-curriculum
    python train_with_framework.py --config best.json --timesteps 2000000
    python train_with_framework.py --resume models/PPO_20261115_120000

A run is saved in <save-dir>/<ALGORITHM>_<date>_<time>: config.json, metrics.jsonl, checkpoints/, eval/,
tb_logs/ and the final model. --resume continues from the last checkpoint, exactly as if it had not stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from jimbot.runs.console import console
from jimbot.training import scripts
from jimbot.training.framework import TrainerConfig, create_trainer
from jimbot.training.utils import create_balatro_env, validate_environment

RUN = "run.json"  # what the game was, beside config.json


def parser() -> argparse.ArgumentParser:
    p = scripts.parser(__doc__)
    scripts.add_algorithm(p)
    scripts.add_common(p, timesteps=1_000_000, n_envs=8)
    p.add_argument("--config", metavar="FILE", help="a config.json; other options override it")
    p.add_argument("--resume", metavar="RUN", help="continue the run in this folder")
    p.add_argument("--load-model", metavar="MODEL", help="start with the weights of this model")
    p.add_argument("--save-dir", metavar="DIR", help="folder for runs; default: models")
    p.add_argument(
        "--checkpoint-freq",
        type=scripts.interval,
        metavar="N",
        help="timesteps between checkpoints; 0: none; default: 10,000",
    )
    p.add_argument(
        "--eval-freq",
        type=scripts.interval,
        metavar="N",
        help="timesteps between evaluations; 0: none; default: 5,000",
    )
    p.add_argument(
        "--eval-episodes", type=scripts.whole, metavar="N", help="games per evaluation; default: 20"
    )
    p.add_argument(
        "--restore-best", action="store_true", default=None, help="end with the best model, not the last"
    )
    p.add_argument(
        "--normalize-obs", action=argparse.BooleanOptionalAction, help="normalise observations; default: yes"
    )
    p.add_argument(
        "--normalize-reward", action=argparse.BooleanOptionalAction, help="normalise rewards; default: yes"
    )
    p.add_argument("--wandb-project", metavar="NAME", help="Weights & Biases project; default: balatro-rl")
    p.add_argument("--wandb-tags", nargs="*", metavar="TAG", help="Weights & Biases tags; default: none")
    p.add_argument("--lr", type=float, metavar="X", help="learning rate; default: depends on the algorithm")
    p.add_argument("--gamma", type=float, metavar="X", help="discount; default: 0.99")
    p.add_argument("--entropy-coef", type=float, metavar="X", help="weight of the entropy; default: 0.01")
    p.add_argument(
        "--batch-size", type=scripts.whole, metavar="N", help="batch size; default: depends on the algorithm"
    )
    p.add_argument(
        "--quick-test", action="store_true", help="10,000 timesteps with the small network of quick_train.py"
    )
    p.add_argument(
        "--final-games",
        type=scripts.whole,
        default=100,
        metavar="N",
        help="games for the table at the end; default: 100",
    )
    # options that are not given keep the value of the file or of TrainerConfig
    p.set_defaults(**dict.fromkeys(["algorithm", *CONFIG]))
    return p


CONFIG = {  # argument -> field of TrainerConfig
    "timesteps": "total_timesteps",
    **{name: name for name in ("n_envs", "seed", "use_curriculum", "use_behavioral_cloning", "use_wandb")},
    **{name: name for name in ("device", "save_dir", "checkpoint_freq", "eval_freq", "eval_episodes")},
    **{
        name: name
        for name in ("restore_best", "normalize_obs", "normalize_reward", "wandb_project", "wandb_tags")
    },
}
HYPERPARAMS = {"lr": "learning_rate", "gamma": "gamma", "entropy_coef": "entropy_coefficient"}


def config_of(options: argparse.Namespace) -> TrainerConfig:
    """The file or the defaults, and then what was given on the command line."""
    if options.config:
        config = TrainerConfig.load(options.config)
        if options.algorithm not in (None, config.algorithm):
            raise ValueError(
                f"--algorithm {options.algorithm} does not match: {options.config} is for {config.algorithm}"
            )
    else:
        config = TrainerConfig(algorithm=options.algorithm or "PPO")
    if options.quick_test:
        config.hyperparams = scripts.quick_hyperparams(config.algorithm)
        config.total_timesteps = 10_000
    for fields, target in ((CONFIG, config), (HYPERPARAMS, config.hyperparams)):
        for name, field in fields.items():
            if getattr(options, name) is not None:
                setattr(target, field, getattr(options, name))
    if options.batch_size is not None:
        config.hyperparams.algorithm_specific["batch_size"] = options.batch_size
    return config


@scripts.script
def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    game = {"deck": options.deck, "stake": options.stake}
    if options.resume:
        folder = Path(options.resume)
        if not (folder / RUN).is_file():
            raise FileNotFoundError(f"{folder} is not a run of train_with_framework.py: it has no {RUN}")
        config, game = TrainerConfig.load(folder / "config.json"), json.loads((folder / RUN).read_text())
    else:
        config = config_of(options)
    env = create_balatro_env(seed=config.seed, **game)
    if not validate_environment(env):
        return 1
    with create_trainer(env, config) as trainer:
        if options.resume:
            behind = trainer.resume(options.resume)
            console().print(f"continuing {options.resume} at {behind:,} timesteps")
        else:
            if options.load_model:
                trainer.load_model(options.load_model)
            (trainer.run_dir / RUN).write_text(json.dumps(game) + "\n")
        result = trainer.train()
        console().print(
            f"{config.algorithm}: {result['timesteps']:,} timesteps, {result['episodes']:,} episodes; "
            f"model: {trainer.save_model()}"
        )
        scripts.standing(trainer, options.final_games, **game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
