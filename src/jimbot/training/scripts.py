"""What the scripts at the root of the project share: arguments, the final table, and errors as one line."""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jimbot.evaluation import evaluate
from jimbot.game.content import content
from jimbot.runs.console import console, progress
from jimbot.runs.statistics import mean_interval
from jimbot.training.config import timesteps_allowed
from jimbot.training.framework import (
    HyperparameterConfig,
    TrainerConfig,
    algorithms,
    default_hyperparams,
)
from jimbot.training.utils import setup_logging

BASELINES = ("random", "greedy")
DECKS = [key.removeprefix("b_") for key in content()["deck"] if key != "b_challenge"]
STAKES = [key.removeprefix("stake_") for key in content()["stake"]]


def parser(description: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def whole(text: str) -> int:
    """1_000_000 and 1000000 alike."""
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is too small; 1 or more is allowed")
    return value


def interval(text: str) -> int:
    return 0 if text == "0" else whole(text)


def add_common(p: argparse.ArgumentParser, timesteps: int, n_envs: int) -> None:
    p.add_argument("--timesteps", type=whole, default=timesteps, metavar="N", help=f"default {timesteps:,}")
    p.add_argument(
        "--n-envs", type=whole, default=n_envs, metavar="N", help=f"games at once, default {n_envs}"
    )
    p.add_argument("--seed", type=int, default=42, help="default 42")
    p.add_argument("--deck", choices=DECKS, default="red", metavar="DECK", help=f"one of {', '.join(DECKS)}")
    p.add_argument("--stake", choices=STAKES, default="white", help="default white")
    p.add_argument(
        "--use-curriculum", "--curriculum", action="store_true", help="short games first, longer ones later"
    )
    p.add_argument(
        "--use-behavioral-cloning",
        action="store_true",
        help="imitate the heuristic agent first, then train on",
    )
    wandb = p.add_mutually_exclusive_group()
    wandb.add_argument("--use-wandb", action="store_true", help="log to Weights & Biases")
    wandb.add_argument("--no-wandb", action="store_false", dest="use_wandb", help="do not (the default)")
    p.add_argument("--device", default="auto", help="auto, cpu or cuda")


def add_algorithm(p: argparse.ArgumentParser, default: str | None = "PPO") -> None:
    p.add_argument(
        "--algorithm",
        choices=algorithms(),
        default=default,
        metavar="NAME",
        help=f"one of {', '.join(algorithms())}",
    )


def quick_hyperparams(algorithm: str) -> HyperparameterConfig:
    """A small network and large batches: the most learning in a minute on two cores."""
    small: dict[str, Any] = {"policy_net_arch": [128], "value_net_arch": [128], "features_dim": 128}
    specific: dict[str, Any]
    if algorithm in ("PPO", "MaskablePPO"):
        specific = {"n_steps": 64, "batch_size": 512, "n_epochs": 4, "clip_range": 0.2}
        return HyperparameterConfig(learning_rate=1e-3, gamma=0.995, algorithm_specific=specific, **small)
    if algorithm == "A2C":
        return HyperparameterConfig(
            learning_rate=7e-4, gamma=0.995, algorithm_specific={"n_steps": 16}, **small
        )
    if algorithm == "RecurrentPPO":
        specific = {
            "n_steps": 32,
            "batch_size": 256,
            "n_epochs": 2,
            "policy_kwargs": {"lstm_hidden_size": 64},
        }
        return HyperparameterConfig(learning_rate=1e-3, algorithm_specific=specific, **small)
    specific = {"batch_size": 256, "train_freq": 1, "learning_starts": 2000, "target_update_interval": 2000}
    if algorithm == "QRDQN":
        specific["policy_kwargs"] = {"n_quantiles": 16}
    return HyperparameterConfig(learning_rate=5e-4, max_grad_norm=10.0, algorithm_specific=specific, **small)


def standing(trainer: Any, games: int, deck: str, stake: str) -> dict[str, Any]:
    """Trained policy, random and greedy on the same validation seeds, as a table; returns the figures."""
    games = timesteps_allowed(games)
    blinds: dict[str, list[float]] = {}
    others: dict[str, tuple[float, float]] = {}
    with progress("evaluate", games * (1 + len(BASELINES))) as advance:
        played = trainer.evaluate_games(games)
        blinds["trained"] = played.blinds
        others["trained"] = float(np.mean(played.antes)), float(np.mean(played.wins))
        advance(games)
        for name in BASELINES:
            found = evaluate(name, seeds=f"valid-{games}", deck=deck, stake=stake)
            blinds[name] = [record.blinds for record in found.records]
            others[name] = found.mean_ante, found.win_rate.value
            advance(games)
    out = console()
    out.print(f"\n{games} games on validation seeds ({deck} deck, {stake} stake)")
    out.print(f"{'':10}{'blinds beaten':>30}{'ante':>8}{'wins':>8}")
    for name, values in blinds.items():
        mean, (ante, wins) = mean_interval(values), others[name]
        text = f"{mean.value:.3f} [{mean.low:.3f}, {mean.high:.3f}]"
        out.print(f"{name:10}{text:>30}{ante:>8.2f}{wins:>8.1%}")
    gain = mean_interval([a - b for a, b in zip(blinds["trained"], blinds["random"], strict=True)])
    out.print(f"trained - random: {gain.value:+.3f} blinds [{gain.low:+.3f}, {gain.high:+.3f}] (95 %)")
    return {"blinds": blinds, "gain": gain}


def script(main: Callable[[Sequence[str] | None], int]) -> Callable[..., int]:
    """Expected errors cost one line on stderr and exit code 1."""

    @functools.wraps(main)
    def run(arguments: Sequence[str] | None = None) -> int:
        setup_logging()
        try:
            return main(arguments)
        except (ValueError, TypeError, OSError, ImportError, FloatingPointError) as error:
            sys.stderr.write(f"{sys.argv[0]}: {error}\n")
            return 1
        except KeyboardInterrupt:
            sys.stderr.write(f"{sys.argv[0]}: interrupted; --resume goes on from the last checkpoint\n")
            return 130

    return run


def common_config(
    options: argparse.Namespace, algorithm: str, hyperparams: HyperparameterConfig | None
) -> TrainerConfig:
    return TrainerConfig(
        algorithm=algorithm,
        total_timesteps=options.timesteps,
        n_envs=options.n_envs,
        seed=options.seed,
        use_curriculum=options.use_curriculum,
        use_behavioral_cloning=options.use_behavioral_cloning,
        use_wandb=options.use_wandb,
        device=options.device,
        hyperparams=hyperparams or default_hyperparams(algorithm),
    )
