"""Evaluation during training: whole games on validation seeds, without exploration."""

from __future__ import annotations

from typing import Any

from ray.rllib.utils.metrics import ENV_RUNNER_RESULTS, EVALUATION_RESULTS
from ray.rllib.utils.metrics.metrics_logger import MetricsLogger

from jimbot.evaluation.batched import RewardedGame, means
from jimbot.game.seeds import seed_list


def evaluate_on_seeds(algorithm: Any, runners: Any) -> tuple[dict[str, Any], int, int]:
    """RLlib's ``custom_evaluation_function``. The evaluation runners share the seeds."""
    games = play(algorithm, algorithm.config.evaluation_duration)
    steps = sum(game.length for game in games)
    metrics = MetricsLogger(root=False)  # RLlib takes metrics of an evaluation from those who played it
    for name, value in means(games).items():
        metrics.log_value(name, value, window=1)
    algorithm.metrics.aggregate([metrics.reduce()], key=(EVALUATION_RESULTS, ENV_RUNNER_RESULTS))
    return {}, steps, steps


def play(algorithm: Any, count: int) -> list[RewardedGame]:
    """The first validation seeds, by the weights that the evaluation runners have."""
    seeds = seed_list(f"valid-{count}")
    group = algorithm.eval_env_runner_group or algorithm.env_runner_group
    ids = group.healthy_env_runner_ids()
    if not ids:
        found: list[RewardedGame] = group.local_env_runner.play_seeds(seeds)
        return found
    shares = [seeds[i :: len(ids)] for i in range(len(ids))]
    parts = group.foreach_env_runner(
        "play_seeds",
        kwargs=[{"seeds": share} for share in shares],
        remote_worker_ids=ids,
        local_env_runner=False,
    )
    played = {game.seed: game for part in parts for game in part}
    if len(played) < len(seeds):  # a runner was lost: its share is played here
        left = [seed for seed in seeds if seed not in played]
        played |= {game.seed: game for game in group.local_env_runner.play_seeds(left)}
    return [played[seed] for seed in seeds]
