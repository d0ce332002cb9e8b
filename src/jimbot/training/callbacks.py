"""BalatroCallbacks: results of games, in RLlib's metrics. ``config["callbacks"] = BalatroCallbacks``.

Metrics of ``env_runners``: ``win_rate``, ``ante``, ``blinds``, ``score``, ``money`` (means of the last 100
games of each runner) and ``deaths``, the runs of the iteration that were lost to each boss. Results carry
the names of document 002 beside RLlib's own: ``episode_reward_mean``, ``episode_len_mean``, ``policy_loss``,
``value_loss``, ``entropy``, ``kl_divergence``.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ray.rllib.callbacks.callbacks import RLlibCallback

from jimbot.game.content import content
from jimbot.training.boards import report

logger = logging.getLogger("jimbot.training")

FACTS = {  # metric -> fact of an episode
    "win_rate": "won",
    "ante": "ante",
    "blinds": "furthest_blind",
    "score": "score",
    "money": "money",
}
WINDOW = 100
ALIASES = {  # name of the document -> where RLlib has it
    "episode_reward_mean": (("env_runners", "episode_return_mean"),),
    "episode_len_mean": (("env_runners", "episode_len_mean"),),
    "win_rate": (("env_runners", "win_rate"),),
    "policy_loss": (
        ("learners", "default_policy", "policy_loss"),
        ("learners", "default_policy", "mean_pi_loss"),
        ("learners", "default_policy", "pi_loss"),
    ),
    "value_loss": (("learners", "default_policy", "vf_loss"),),
    "entropy": (("learners", "default_policy", "entropy"),),
    "kl_divergence": (
        ("learners", "default_policy", "mean_kl_loss"),
        ("learners", "default_policy", "kl"),
    ),
}
IN_TELEMETRY = {
    "episode_reward_mean": "reward",
    "win_rate": "wins",
    "kl_divergence": "kl",
}
BOSSES = list(content()["blind"])  # number of a blind - 1 -> key
FIRST_BOSS = 2  # after the small and the big blind


class BalatroCallbacks(RLlibCallback):
    """With our ``BatchRunner`` whole samples are counted at once; with RLlib's own runners and
    ``BalatroRLlibEnv``, episode by episode."""

    def on_sample_end(  # type: ignore[override]
        self, *, env_runner: Any, metrics_logger: Any, samples: Any, **_: Any
    ) -> None:
        player = getattr(env_runner, "player", None)
        if player is None:
            return
        if len(player.recent):
            for name, fact in FACTS.items():
                metrics_logger.log_value(name, player.recent_mean(fact), window=1)
        for blind, count in Counter(player.lost_to).items():
            if blind > FIRST_BOSS:
                metrics_logger.log_value(("deaths", BOSSES[blind - 1]), count, reduce="sum")

    def on_episode_end(  # type: ignore[override]
        self, *, episode: Any, metrics_logger: Any, **_: Any
    ) -> None:
        info = episode.get_infos(-1)
        for name, fact in FACTS.items():
            metrics_logger.log_value(name, float(info[fact]), window=WINDOW)

    def on_train_result(self, *, result: dict[str, Any], **_: Any) -> None:
        found = aliases(result)
        result.update(found)
        known = {IN_TELEMETRY.get(name, name): value for name, value in found.items()}
        steps = result.get("num_env_steps_sampled_lifetime", 0)
        report("rllib", **known, steps=float(steps))

    def on_env_runners_recreated(
        self, *, env_runner_indices: list[int], is_evaluation: bool, **_: Any
    ) -> None:
        kind = "evaluation runner" if is_evaluation else "runner"
        numbers = ", ".join(map(str, env_runner_indices))
        logger.warning("%s %s was lost; it has been started again, and training goes on", kind, numbers)


def aliases(result: Mapping[str, Any]) -> dict[str, float]:
    """The metrics of a result by the document's names, as far as they are there."""
    found = {}
    for name, places in ALIASES.items():
        for place in places:
            value: Any = result
            for key in place:
                value = value.get(key) if isinstance(value, Mapping) else None
            if value is not None:
                found[name] = float(value)
                break
    return found
