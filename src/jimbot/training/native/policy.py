"""A policy of the native trainer, and its file: a zip of ``policy.json`` and ``weights.npz``, no pickle."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.agents.policy import ABOUT, FORMAT, read_about
from jimbot.game.planner import PlannerOptions, planner_options
from jimbot.models.moves import MoveNet
from jimbot.models.sizes import check_sizes
from jimbot.runs.arrays import finite, read_arrays
from jimbot.runs.reading import reading
from jimbot.training.native.settings import MoveTraining

WEIGHTS = "weights.npz"


@dataclass
class NativePolicy:
    """``choose`` as in ``jimbot.agents.policy.Policy``: the best move, or one drawn by its chance."""

    net: MoveNet
    hands: str
    planner: PlannerOptions
    observation: str = "dict"

    @torch.no_grad()
    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Any,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[Any], Any]:
        device = next(self.net.parameters()).device
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            scores, _ = self.net({name: torch.as_tensor(part, device=device) for name, part in seen.items()})
        if not deterministic:
            scores = scores - torch.empty_like(scores).exponential_().log()
        return scores.argmax(1).cpu().numpy().astype(np.int32), None


def save(path: Path, net: MoveNet, settings: MoveTraining, steps: int, train_seeds: list[str]) -> None:
    planner = asdict(planner_options(settings.planner))
    about = {
        "format": FORMAT,
        "trainer": "native",
        "network": {"hidden": settings.width, "width": settings.entity_width},
        "environment": {"observation": "dict", "hands": settings.hands, "planner": planner},
        "steps": steps,
        "train_seeds": train_seeds,
    }
    weights = io.BytesIO()
    np.savez(weights, **{name: value.detach().cpu().numpy() for name, value in net.state_dict().items()})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(ABOUT, json.dumps(about))
        archive.writestr(WEIGHTS, weights.getvalue())


def load(path: Path, told: dict[str, Any]) -> NativePolicy:
    """The policy of a file, by what it tells of itself."""
    with reading(path, "no policy that can be played"):
        weights = read_weights(path)
        check_sizes(told["network"], weights)
        net = MoveNet(**told["network"])
        net.load_state_dict(weights)
        environment = told["environment"]
        return NativePolicy(net.eval(), environment["hands"], PlannerOptions(**environment["planner"]))


def read_weights(path: Path) -> dict[str, Tensor]:
    with reading(path, "damaged"), zipfile.ZipFile(path) as archive:
        arrays = read_arrays(archive.read(WEIGHTS), path)
    return {name: torch.from_numpy(array) for name, array in finite(arrays, path).items()}


def read_start(path: Path) -> tuple[dict[str, Tensor], list[str]]:
    """The weights of a policy to begin with, and the seeds that they were trained on."""
    about = read_about(path)
    if about["trainer"] != "native":
        raise ValueError(
            f"{path} is of trainer {about['trainer']!r}; a file of 'native' is needed to start from"
        )
    seeds: list[str] = about["train_seeds"]
    return read_weights(path), seeds
