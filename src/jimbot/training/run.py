"""Train on Ray RLlib, on one machine or a cluster: `python -m jimbot.training.run`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from jimbot.runs.commands import from_settings, run_program
from jimbot.training.rllib.plan import RLlibPlan

if TYPE_CHECKING:
    from jimbot.training.rllib.settings import RLlibConfig


@from_settings
def _train(plan: RLlibPlan) -> None:
    print(json.dumps(_run(plan)))


def main(arguments: Sequence[str] | None = None) -> None:
    run_program(_train, arguments, "python -m jimbot.training.run")


def _run(plan: RLlibPlan) -> object:
    if plan.evaluate and plan.checkpoint is not None:
        from jimbot.training.rllib.analysis import judged

        return judged(plan.checkpoint, plan.eval_episodes or 100).summary
    config = config_of(plan)
    if plan.tune:
        from jimbot.training.rllib.tune import tune

        return tune(config, plan.runs_dir / _name(plan, "tune"), plan, say)
    from jimbot.training.rllib.train import train

    result = asdict(train(config, plan, plan.runs_dir / _name(plan, config.algorithm), say))
    if plan.evaluate and result["best_model"] is not None:
        from jimbot.training.rllib.analysis import judged

        result["evaluation"] = judged(Path(result["best_model"]), plan.eval_episodes or 100).summary
    return result


def config_of(plan: RLlibPlan) -> RLlibConfig:
    """Those of the file, of the checkpoint, or the default."""
    from jimbot.training.rllib.policy import about_file
    from jimbot.training.rllib.settings import DEFAULT, load_config, read_config

    if plan.config is None and plan.checkpoint is not None:
        return read_config(about_file(plan.checkpoint).settings, str(plan.checkpoint))
    return load_config(plan.config or DEFAULT)


def _name(plan: RLlibPlan, kind: str) -> str:
    return plan.experiment or time.strftime(f"{kind}_%Y-%m-%d_%H-%M-%S")


def say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    main()
