"""What the scripts at the root of the project share: arguments, the final table, and errors as one line."""

from __future__ import annotations

from typing import Any

import numpy as np

from jimbot.evaluation import evaluate
from jimbot.game.content import content
from jimbot.runs.console import console, progress
from jimbot.runs.statistics import mean_interval
from jimbot.training.config import timesteps_allowed
from jimbot.training.framework import (
    HyperparameterConfig,
)

BASELINES = ("random", "greedy")
DECKS = [key.removeprefix("b_") for key in content()["deck"] if key != "b_challenge"]
STAKES = [key.removeprefix("stake_") for key in content()["stake"]]


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
