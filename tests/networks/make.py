"""The networks that tests load: one of each kind, tiny, with random weights, as its trainer saves it.

python -m tests.networks.make       writes them again (`make tiny-networks`), after their inputs or format changed
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import torch
from tests.agents.policies import saved_policy

from jimbot.game.planner import planner_options
from jimbot.models.balatro_net import BalatroNet, NetShape
from jimbot.models.decisions import DecisionNet, Shape, save_net
from jimbot.models.weights import arrays_of
from jimbot.runs import sha256
from jimbot.training.native.moves import MovePPO
from jimbot.training.native.settings import MoveTraining
from jimbot.training.rllib import policy

HERE = Path(__file__).parent


def decisions(folder: Path) -> None:
    """Of whole decisions, in a folder as a recipe of imitation leaves it."""
    about = {"recipe": "pv", "values": True, "train_seeds": ["train-10"]}
    save_net(folder / "best.pt", DecisionNet(Shape(16, 8, redraws=0, rounds=0)), about)
    manifest = about | {"sha256": sha256(folder / "best.pt")}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def moves(folder: Path) -> None:
    """Of moves, by the native trainer."""
    MovePPO(MoveTraining(width=16, entity_width=4)).save_policy(folder, ["train-10"])


def rllib(folder: Path) -> None:
    """Of moves, by the RLlib pipeline."""
    shape = NetShape(width=16, entity_width=4)
    settings = {"model": {"custom_model_config": {"width": 16, "entity_width": 4}}}
    about = policy.About(shape, "cards", planner_options("default"), 1000, ("train-10",), settings, "rllib")
    policy.save(folder / "best_model.pt", about, arrays_of(BalatroNet(shape)), None)


def sb3(folder: Path) -> None:
    """Of moves, by Stable-Baselines3."""
    with tempfile.TemporaryDirectory() as place:
        (folder / "PPO_final.zip").write_bytes(saved_policy(Path(place)).read_bytes())


KINDS: dict[str, Callable[[Path], None]] = {each.__name__: each for each in (decisions, moves, rllib, sb3)}


def make(kind: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    KINDS[kind](folder)


if __name__ == "__main__":
    for kind in KINDS:
        make(kind, HERE / kind)
    print(*sorted(path for path in HERE.glob("*/*") if path.parent.name in KINDS), sep="\n")
