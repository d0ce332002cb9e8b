"""How well a network of decisions does: offline against an expert's games, or online by playing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from jimbot.agents.play import Observer
from jimbot.live.backends import Backend
from jimbot.runs.publishing import say
from jimbot.runs.reading import read_json
from jimbot.training.imitation.settings import EvalSettings

GAMES = 100  # online, where neither games nor seeds are given


def evaluate(settings: EvalSettings) -> dict[str, Any]:
    from jimbot.agents.models import model_file

    model = model_file(settings.model)
    if settings.offline:
        return offline(settings, model)
    return online(settings, model)


def offline(settings: EvalSettings, model: Path) -> dict[str, Any]:
    import torch

    from jimbot.models.decisions import load_net
    from jimbot.training.data.dataset import open_lessons
    from jimbot.training.imitation.measures import measure
    from jimbot.training.imitation.rows import Rows

    assert settings.dataset is not None
    net, about = load_net(model, settings.device)
    rows = Rows(open_lessons(settings.dataset), net.shape, settings.cores, settings.device)
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
    if not about.get("values", False):  # it has learned no win probabilities
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


def online(settings: EvalSettings, model: Path) -> dict[str, Any]:
    from jimbot import evaluate

    seeds, source = _seeds(settings)
    where = behind_the_protocol(settings) if settings.backend == "real" else {"workers": settings.cores}
    agent = f"policy:checkpoint={model}"
    try:
        found = evaluate(agent, seeds=seeds, source=source, deck=settings.deck, stake=settings.stake, **where)
    except RuntimeError as error:  # nobody answers there
        raise ValueError(str(error)) from error
    return found.summary


def behind_the_protocol(settings: EvalSettings) -> dict[str, Any]:
    """Who plays, and where."""
    from jimbot.live.client.exceptions import BalatrobotError
    from jimbot.live.drive import Driver
    from jimbot.live.drive.reach import Unreachable, reach

    def connect() -> Backend:
        return reach(settings.base_url, execute=True)

    limit = MoveLimit(settings.max_steps_per_episode)
    return {
        "played_by": Driver(connect, (BalatrobotError, Unreachable), say=say, observers=[limit]).play,
        "where": {"backend": "real"},
    }


class MoveLimit(Observer):
    """Gives a game up that does not end."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def asks(self, step: int) -> None:
        if step >= self._limit:
            raise ValueError(f"the game has not ended after {self._limit} decisions")


def _seeds(settings: EvalSettings) -> tuple[list[str], str]:
    from jimbot.game.seeds import read_seeds, seed_list
    from jimbot.training.data.rollout import seeds_of
    from jimbot.training.data.settings import RolloutSettings

    games = settings.games or GAMES
    if settings.seed_prefix:
        made = RolloutSettings(out=Path("-"), games=games, seed_prefix=settings.seed_prefix)
        return seeds_of(made), settings.seed_prefix
    if settings.seeds:
        return read_seeds(settings.seeds)[: settings.games], settings.seeds
    name = f"valid-{games}"
    return seed_list(name), name


def _manifest(model: Path) -> dict[str, Any]:
    path = model.parent / "manifest.json"
    return read_json(path) if path.is_file() else {}
