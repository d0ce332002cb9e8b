"""A policy of the RLlib pipeline in its file. Needs no Ray.

The file of a checkpoint also holds how far the training was, so that it can go on from there; an exported
file does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from jimbot.game.planner import PlannerOptions
from jimbot.models.balatro_net import NetShape
from jimbot.models.files import NetworkFile, read_network, write_network
from jimbot.models.inputs import MOVES
from jimbot.models.policy import environment_of

TRAINER = "rllib"
Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class About:
    """What a file says about its policy."""

    network: NetShape
    hands: str
    planner: PlannerOptions
    steps: int
    train_seeds: tuple[str, ...]
    settings: dict[str, Any]  # of the training
    run: str  # its folder

    def to_json(self) -> dict[str, Any]:
        return {
            "trainer": TRAINER,
            "environment": environment_of("dict", self.hands, self.planner),
            "steps": self.steps,
            "train_seeds": list(self.train_seeds),
            "settings": self.settings,
            "run": self.run,
        }

    @staticmethod
    def of(path: Path, file: NetworkFile) -> About:
        """ValueError, one line, if the file is of another trainer."""
        said = file.about
        if said.get("trainer") != TRAINER:
            raise ValueError(f"{path} is of trainer {said.get('trainer')!r}; a file of {TRAINER!r} is needed")
        try:
            environment = said["environment"]
            return About(
                NetShape(**file.shape),
                environment["hands"],
                PlannerOptions(**environment["planner"]),
                said["steps"],
                tuple(said["train_seeds"]),
                said["settings"],
                said["run"],
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"{path} is of another version of JimBot: {error}") from None


def save(path: Path, about: About, weights: Arrays, state: Arrays | None = None) -> None:
    """Writes a file, whole or not at all."""
    write_network(path, MOVES, asdict(about.network), weights, about.to_json(), state)


def about_file(path: Path) -> About:
    return About.of(path, read_network(path, MOVES))
