"""What a gate trains before it judges: data of an expert, and the recipes of imitation, small or full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot import _core
from jimbot.agents.familiar import Familiar
from jimbot.game import Game
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.training.data.dataset import open_lessons
from jimbot.training.data.lessons import Lesson, played
from jimbot.training.data.records import DECKS, VARIANTS


@dataclass(frozen=True)
class Sizes:
    """How much is played and learned."""

    games: int  # of the expert
    epochs: int
    width: int
    choice_width: int
    redraws: int
    rounds: int  # simulated to measure each purchase's effect on the build
    dagger_games: int
    rl_iterations: int
    rl_games: int
    student_games: int
    valid: int  # validation seeds within recipes
    seeds: int  # of the ablation
    milestone: int  # 0: none
    calibration: int  # games
    canary: int  # decisions
    audit: int  # games
    micro: int  # games behind the protocol
    search_games: int  # labelled by search


QUICK = Sizes(
    games=60, epochs=3, width=64, choice_width=32, redraws=2, rounds=0, dagger_games=24,
    rl_iterations=1, rl_games=24, student_games=24, valid=10, seeds=20, milestone=0, calibration=10,
    canary=60, audit=3, micro=1, search_games=2,
)  # fmt: skip
FULL = Sizes(
    games=1000, epochs=4, width=128, choice_width=64, redraws=4, rounds=2, dagger_games=300,
    rl_iterations=2, rl_games=200, student_games=300, valid=100, seeds=100, milestone=1000, calibration=100,
    canary=400, audit=20, micro=5, search_games=60,
)  # fmt: skip

# The controller that is gated: hands by search, shops by search where the risk is not small. It
# wins more than the bands of the documents, with which the policy decides most (docs/P19_SPEC.md).
RISK_SETTINGS: dict[str, Any] = {
    "bands": {"hand": {"search": 1.0}, "shop": {"heuristic": 0.25, "search": 1.0}},
    "search": {"worlds": 4, "candidates": 3},
}
FAMILIAR_GAMES = 50  # whose positions the controller knows
FIRST_GAME = 800_000  # number of the first train seed of a gate's data


def make_data(folder: Path, games: int, expert: str, workers: int) -> dict[str, Any]:
    from jimbot.training.data.rollout import rollout
    from jimbot.training.data.settings import RolloutSettings

    settings = RolloutSettings(
        out=folder, games=games, workers=workers, agent=expert, seed=FIRST_GAME, quiet=True
    )
    done = rollout(settings)
    return {"data": str(folder), "expert": expert, "games": done["episodes"], "decisions": done["records"]}


def train_pv(folder: Path, data: Path, sizes: Sizes, workers: int) -> dict[str, Any]:
    from jimbot.training.imitation import pv
    from jimbot.training.imitation.settings import PvSettings

    pv.train(
        PvSettings(
            train_jsonl=data, out=folder, epochs=sizes.epochs, width=sizes.width,
            choice_width=sizes.choice_width, redraws=sizes.redraws, rounds=sizes.rounds, workers=workers,
        )
    )  # fmt: skip
    return _trained(folder)


def train_dagger(folder: Path, model: Path, sizes: Sizes, first: int, workers: int) -> dict[str, Any]:
    from jimbot.training.imitation import rounds
    from jimbot.training.imitation.settings import DaggerSettings

    done = rounds.train(
        DaggerSettings(
            out=folder, model=model, rounds=1, games=sizes.dagger_games, first=first,
            valid=sizes.valid, epochs=sizes.epochs, width=sizes.width,
            choice_width=sizes.choice_width, redraws=sizes.redraws, measured=sizes.rounds, workers=workers,
        )
    )  # fmt: skip
    lines = [
        {"round": line["round"], "beta": line["beta"]}
        | {name: line["online"][name] for name in ("n", "win_rate", "mean_blinds")}
        for line in done
    ]
    return _trained(folder) | {"rounds": lines, "best_round": done[-1]["best"]}


def train_rl(folder: Path, model: Path, sizes: Sizes, workers: int) -> dict[str, Any]:
    from jimbot.training.imitation import rl
    from jimbot.training.imitation.settings import RlSettings

    rl.train(
        RlSettings(
            model=model, out=folder, iterations=sizes.rl_iterations, games=sizes.rl_games,
            valid=sizes.valid, workers=workers,
        )
    )  # fmt: skip
    return _trained(folder)


def train_student(
    folder: Path, data: Path, teachers: Sequence[Path], sizes: Sizes, workers: int
) -> dict[str, Any]:
    """The teacher is the mean of several networks' shares."""
    from jimbot.training.imitation import distill
    from jimbot.training.imitation.settings import DistillSettings

    distill.train(
        DistillSettings(
            train_jsonl=data, out=folder, teacher=",".join(map(str, teachers)), games=sizes.student_games,
            epochs=sizes.epochs, valid=sizes.valid, workers=workers,
        )
    )  # fmt: skip
    return _trained(folder) | {"teachers": list(map(str, teachers))}


def _trained(folder: Path) -> dict[str, Any]:
    metrics = read_json(folder / "train_metrics.json")
    return {"model": str(folder / "best.pt"), "best_score": metrics["best_score"]}


# -- the risk-aware controller ------------------------------------------------------------------------------


def positions_of(lessons: Sequence[Lesson]) -> Iterator[Game]:
    """Every position of these games. It is one game that moves on: look before the next."""
    for lesson in lessons:
        about = played(lesson)
        game = Game(about.seed, DECKS[about.deck], about.stake, variant=VARIANTS[about.variant])
        for taken, *_ in _core.lesson_steps(lesson):
            yield game
            game.apply(taken)


def make_risk_config(folder: Path, model: Path, data: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    """risk.yaml with the features of the training data fitted beside it."""
    import os

    import yaml

    folder.mkdir(parents=True, exist_ok=True)
    familiar = Familiar.fit(positions_of(open_lessons(data)[:FAMILIAR_GAMES]), str(data))
    familiar.save(folder / "familiar.json")
    about = {
        "checkpoint": os.path.relpath(model, folder),
        "familiar": "familiar.json",
        **settings,
    }
    write_whole(folder / "risk.yaml", yaml.safe_dump(about, sort_keys=False))
    return {
        "config": str(folder / "risk.yaml"),
        "positions": {kind: usual.positions for kind, usual in familiar.kinds.items()},
    }
