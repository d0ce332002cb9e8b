"""A policy of the RLlib pipeline, and its file: a zip of ``policy.json`` and arrays, no pickle. Needs no Ray.

The file of a checkpoint also holds where the training stood, so that it can go on from there; an exported
file does not.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.agents.policy import ABOUT, FORMAT, read_about
from jimbot.game.planner import PlannerOptions
from jimbot.models.balatro_net import BalatroNet, Memory, NetShape
from jimbot.models.sizes import check_sizes
from jimbot.runs.arrays import finite
from jimbot.runs.arrays import read_arrays as npz_arrays
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import reading

TRAINER = "rllib"
WEIGHTS = "weights.npz"
STANDING = "standing.npz"  # where the training stood
Arrays = Mapping[str, NDArray[Any]]


@dataclass
class NetPolicy:
    """``choose`` as in ``jimbot.agents.policy.Policy``: the best move, or one drawn by its chance."""

    net: BalatroNet
    hands: str
    planner: PlannerOptions
    observation: str = "dict"

    @torch.no_grad()
    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Memory | None,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[Any], Memory | None]:
        device = next(self.net.parameters()).device
        tables = {name: torch.as_tensor(part, device=device) for name, part in seen.items()}
        if memory is not None:
            goes_on = torch.from_numpy(~begins).to(device).unsqueeze(1)
            memory = memory[0] * goes_on, memory[1] * goes_on
        scores, _, memory = self.net.play(tables, memory)
        if not deterministic:
            scores = scores - torch.empty_like(scores).exponential_().log()
        return scores.argmax(1).cpu().numpy().astype(np.int32), memory


@dataclass(frozen=True)
class About:
    """What a file tells of its policy."""

    network: NetShape
    hands: str
    planner: PlannerOptions
    steps: int
    train_seeds: tuple[str, ...]
    settings: dict[str, Any]  # of the training
    run: str  # its folder

    def to_json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "trainer": TRAINER,
            "network": asdict(self.network),
            "environment": {"observation": "dict", "hands": self.hands, "planner": asdict(self.planner)},
            "steps": self.steps,
            "train_seeds": list(self.train_seeds),
            "settings": self.settings,
            "run": self.run,
        }

    @staticmethod
    def from_json(told: Mapping[str, Any]) -> About:
        environment = told["environment"]
        return About(
            NetShape(**told["network"]),
            environment["hands"],
            PlannerOptions(**environment["planner"]),
            told["steps"],
            tuple(told["train_seeds"]),
            told["settings"],
            told["run"],
        )


def save(path: Path, about: About, weights: Arrays, standing: Arrays | None = None) -> None:
    """Writes a file, whole or not at all."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(ABOUT, json.dumps(about.to_json(), indent=2))
        for name, arrays in ((WEIGHTS, weights), (STANDING, standing)):
            if arrays is not None:
                part = io.BytesIO()
                np.savez(part, **arrays)  # type: ignore[arg-type]  # savez has a flag among its names
                archive.writestr(name, part.getvalue())
    write_whole(path, data.getvalue())


def read_arrays(path: Path, name: str) -> dict[str, NDArray[Any]]:
    with reading(path, "damaged"), zipfile.ZipFile(path) as archive:
        if name not in archive.namelist():
            raise ValueError(
                f"{path} holds no {name}: it was exported to play; training goes on from a checkpoint"
            )
        return npz_arrays(archive.read(name), path)


def about_file(path: Path) -> About:
    """What a file of this pipeline tells of itself; ValueError, one line, if it is another one."""
    if not path.is_file():
        raise ValueError(f"there is no checkpoint {path}")
    told = read_about(path)
    if told["trainer"] != TRAINER:
        raise ValueError(f"{path} is of trainer {told['trainer']!r}; a file of {TRAINER!r} is needed")
    try:
        return About.from_json(told)
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} is of another version of JimBot: {error}") from None


def load_net(path: Path, about: About) -> BalatroNet:
    with reading(path, "no fit for its network"):
        weights = _tensors(finite(read_arrays(path, WEIGHTS), path))
        check_sizes(asdict(about.network), weights)
        net = BalatroNet(about.network)
        net.load_state_dict(weights)
        return net.eval()


def load(path: Path, told: dict[str, Any]) -> NetPolicy:
    """The policy of a file, by what it tells of itself."""
    about = about_file(path)
    return NetPolicy(load_net(path, about), about.hands, about.planner)


def _tensors(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
