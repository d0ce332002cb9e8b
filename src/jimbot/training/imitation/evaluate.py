"""How well a network of decisions does: offline against an expert's games, or online by playing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from jimbot.training.imitation.settings import EvalSettings

EPISODES = 100  # online, where neither games nor seeds are given


def evaluate(settings: EvalSettings) -> dict[str, Any]:
    from jimbot.agents.models import model_file

    model = model_file(settings.model)
    if settings.offline:
        return offline(settings, model)
    return online_real(settings, model) if settings.backend == "real" else online_sim(settings, model)


def offline(settings: EvalSettings, model: Path) -> dict[str, Any]:
    import torch

    from jimbot.models.decisions import load_net
    from jimbot.training.data.dataset import open_lessons
    from jimbot.training.imitation.measures import measure
    from jimbot.training.imitation.rows import Rows

    assert settings.dataset is not None
    net, about = load_net(model, settings.device)
    rows = Rows(open_lessons(settings.dataset), net.shape, settings.threads, settings.device)
    fitted = set(_manifest(model).get("train_seeds", ()))
    unseen = {game.seed for game in rows.games} - fitted
    every = torch.arange(len(rows), device=settings.device)
    which = every if settings.allow_training_rows else rows.of_seeds(unseen)
    if len(which) == 0:
        raise ValueError(
            f"the network was fitted to every game of {settings.dataset}; evaluate it on other games, or say"
            " --allow-training-rows"
        )
    found = measure(net, rows, which)
    if not about.get("values", False):  # it has learned no chances to win
        del found["value"]
    games = len(set(rows.game[which].tolist()))
    if games < len(rows.games):
        sys.stderr.write(f"{games} of {len(rows.games)} games count; the network was fitted to the others\n")
    return named(found) | {"games": games, "fitted_games_counted": settings.allow_training_rows}


def named(found: dict[str, Any]) -> dict[str, Any]:
    """With the names of the documents beside those of each phase."""
    out: dict[str, Any] = {"illegal_rate": found["all"]["illegal_rate"]}
    for phase, words in found.items():
        if phase == "hand":
            out |= {"top1": words["top1"], "top3": words["top3"], "random_top3": words["random_top3"]}
            out["top3_lift"] = words["top3_lift"]
        if "top1" in words and phase != "all":
            out |= {f"{phase}_top1": words["top1"], f"{phase}_top3": words["top3"]}
            out |= {f"{phase}_regret": words.get("regret")}
    return out | {"value_ece": found.get("value", {}).get("ece"), "phases": found}


def online_sim(settings: EvalSettings, model: Path) -> dict[str, Any]:
    from jimbot.evaluation import evaluate as play

    seeds, source = _seeds(settings)
    agent = f"policy:checkpoint={model}"
    found = play(
        agent,
        seeds=seeds,
        source=source,
        deck=settings.deck,
        stake=settings.stake,
        workers=settings.threads,
    )
    return found.summary


def online_real(settings: EvalSettings, model: Path) -> dict[str, Any]:
    import tempfile

    from jimbot.runs.statistics import mean_interval, wilson
    from jimbot.training.data.record_files import read_records
    from jimbot.training.data.records import episodes_of
    from jimbot.training.data.rollout import rollout
    from jimbot.training.data.settings import RolloutSettings

    seeds, _ = _seeds(settings)
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "seeds.txt"
        listed.write_text("\n".join(seeds) + "\n")
        out = Path(folder) / "games.jsonl"
        rollout(
            RolloutSettings(
                out=out,
                backend="real",
                episodes=len(seeds),
                agent=f"policy:checkpoint={model.resolve()}",
                seeds=str(listed),
                deck=settings.deck,
                stake=settings.stake,
                base_urls=settings.base_url,
                max_steps_per_episode=settings.max_steps_per_episode,
            )
        )
        games = [game[-1]["reward_info"] for game in episodes_of(read_records(out))]
    rate = wilson(sum(game["won"] for game in games), len(games))
    blinds = mean_interval([game["blinds"] for game in games])
    return {
        "agent": f"policy:checkpoint={model}",
        "n": len(games),
        "wins": sum(game["won"] for game in games),
        "win_rate": rate.value,
        "win_rate_low": rate.low,
        "win_rate_high": rate.high,
        "mean_blinds": blinds.value,
        "mean_blinds_low": blinds.low,
        "mean_blinds_high": blinds.high,
    }


def _seeds(settings: EvalSettings) -> tuple[list[str], str]:
    from jimbot.game.seeds import read_seeds, seed_list
    from jimbot.training.data.rollout import seeds_of
    from jimbot.training.data.settings import RolloutSettings

    episodes = settings.episodes or EPISODES
    if settings.seed_prefix:
        made = RolloutSettings(out=Path("-"), episodes=episodes, seed_prefix=settings.seed_prefix)
        return seeds_of(made), settings.seed_prefix
    if settings.seeds:
        return read_seeds(settings.seeds)[: settings.episodes], settings.seeds
    name = f"valid-{episodes}"
    return seed_list(name), name


def _manifest(model: Path) -> dict[str, Any]:
    path = model.parent / "manifest.json"
    return json.loads(path.read_text()) if path.is_file() else {}
