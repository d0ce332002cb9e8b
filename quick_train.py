"""Train one algorithm for about half a minute and see how it plays.

    python quick_train.py
    python quick_train.py --algorithm A2C --timesteps 50000
    python quick_train.py --eval-only models/PPO_20261115_120000/PPO_final.zip

Uses a small network and settings for short runs; for long runs use train_with_framework.py. At the end it
plays validation seeds and compares the result with random and greedy play.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from jimbot.runs.console import console
from jimbot.training import scripts
from jimbot.training.framework import create_trainer
from jimbot.training.utils import create_balatro_env


@scripts.script
def main(arguments: Sequence[str] | None = None) -> int:
    p = scripts.parser(__doc__)
    scripts.add_algorithm(p)
    scripts.add_common(p, timesteps=60_000, n_envs=64)
    p.add_argument("--save-dir", default="models", metavar="DIR", help="folder for runs; default: models")
    p.add_argument(
        "--eval-episodes",
        type=scripts.whole,
        default=100,
        metavar="N",
        help="games to play at the end; default: 100",
    )
    p.add_argument("--eval-only", metavar="MODEL", help="do not train: only show how this model plays")
    options = p.parse_args(arguments)

    config = scripts.common_config(options, options.algorithm, scripts.quick_hyperparams(options.algorithm))
    config.save_dir, config.eval_freq, config.checkpoint_freq = options.save_dir, 0, 0
    env = create_balatro_env(seed=options.seed, deck=options.deck, stake=options.stake)
    with create_trainer(env, config) as trainer:
        if options.eval_only:
            trainer.load_model(Path(options.eval_only))
        else:
            result = trainer.train()
            path = trainer.save_model()
            speed = result["total_timesteps"] / result["duration"]
            console().print(
                f"{options.algorithm}: {result['total_timesteps']:,} timesteps in {result['duration']:.0f} s "
                f"({speed:,.0f}/s), {result['episodes']:,} episodes; model: {path}"
            )
        scripts.standing(trainer, options.eval_episodes, options.deck, options.stake)
    return 0


if __name__ == "__main__":
    sys.exit(main())
