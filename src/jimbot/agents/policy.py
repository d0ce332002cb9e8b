"""The policy agent: what a trainer has learned.

A policy of moves sees what a learner of the environments sees, and picks cards one by one. A policy of whole
decisions (``best.pt`` of the imitation recipes) scores every alternative of a decision at once.
"""

from __future__ import annotations

import importlib
import json
import math
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jimbot.agents.heuristic import Planned
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.planner import PlannerOptions, plan_hand, planner_options
from jimbot.runs.reading import reading

FORMAT = "jimbot-policy-1"
ABOUT = "policy.json"  # in the file of a model: what it was trained by and on
MOST_ABOUT = 64 << 20  # bytes of it: seed lists may be long
LOADERS = {  # trainer -> who builds its policies
    "sb3": "jimbot.training.sb3.policy:load",
    "native": "jimbot.training.native.policy:load",
    "rllib": "jimbot.training.rllib.policy:load",
}
USABLE = 8  # consumables that have a move
DECISIONS = (".pt", ".safetensors", ".onnx")  # how files of networks of whole decisions end
ONNX = ".onnx"  # those of them that run without torch


class Policy(Protocol):
    """Chooses moves for many games at once.

    ``observation``, ``hands`` and ``planner`` are as in ``BalatroEnv``.
    """

    observation: str
    hands: str
    planner: PlannerOptions

    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Any,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[Any], Any]:
        """A move for every game, and what to remember. ``begins``: a game that has just begun; ``memory`` is
        None at first."""


@register("policy")
class PolicyAgent(Agent):
    """``checkpoint`` is a model file, a checkpoint folder or a run folder of a trainer; none: the network of
    the package, which decides alone, without planner or search. ``planner`` lets the hand planner of this
    strength play the cards of a network of whole decisions."""

    def __init__(self, checkpoint: Path | None = None, planner: str | None = None) -> None:
        path = model_file(checkpoint or SHIPPED)
        decides = _is_of_decisions(path)
        if planner is not None and not decides:
            raise ValueError(f"{path} picks cards: who plays them was settled when it was trained")
        self._player: Agent = DecisionPlayer(path, planner) if decides else MovePlayer(path)

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        return {"checkpoint": Path(options.get("checkpoint") or SHIPPED)}

    def reset(self, seed: int) -> None:
        self._player.reset(seed)

    def act(self, view: View) -> Action:
        return self._player.act(view)

    def consider(self, view: View) -> Advice:
        return self._player.consider(view)


class DecisionPlayer(Agent):
    """Whole decisions: the alternative that the network finds most likely."""

    def __init__(self, path: Path, planner: str | None = None) -> None:
        self.net, self.about = _decision_net(path)
        self._planner = None if planner is None else planner_options(planner)
        self._planned: Planned | None = None

    def reset(self, seed: int) -> None:
        self._planned = None

    def act(self, view: View) -> Action:
        return self.consider(view).action

    def consider(self, view: View) -> Advice:
        planned, self._planned = self._planned, None
        if planned is not None and planned.is_for(view):
            return Advice((Alternative(planned.action, None, "what room was made for"),))
        scored = self.net.scored(view.engine(), view.luck, self.about.get("values", False))
        if not math.isfinite(scored[0].probability):
            raise ValueError("the network's probabilities are no numbers")
        best = scored[0]
        if self._planner is not None and best.action.kind in ("play", "discard"):
            return Advice((Alternative(plan_hand(view, self._planner, view.luck), None, "by the planner"),))
        if best.then is not None and view.is_legal(best.action):
            expected = view.determinized(view.luck)
            expected.apply(best.action)
            self._planned = Planned(best.then, expected)
        return Advice(tuple(Alternative(s.action, s.value, s.reason, s.probability) for s in scored))


def _decision_net(path: Path) -> tuple[Any, dict[str, Any]]:
    """The network of a file and what is told of it: by onnxruntime, or by torch."""
    try:
        if path.suffix == ONNX:
            from jimbot.models.onnx import load_onnx

            return load_onnx(path)
        from jimbot.models.decisions import load_net

        return load_net(path)
    except ImportError as error:
        extra = "onnx" if path.suffix == ONNX else "train"
        raise ValueError(f"{path} needs a library: pip install 'jimbot[{extra}]' ({error})") from None


class MovePlayer(Agent):
    """Moves: cards are picked one by one."""

    def __init__(self, path: Path) -> None:
        from jimbot.envs.batch import Batch  # the environments bring Gymnasium along
        from jimbot.envs.spec import move_id

        self._play = move_id("play")
        self.policy = load_policy(path)
        self._batch = Batch(
            hands=self.policy.hands,
            planner=self.policy.planner,
            flat=self.policy.observation == "flat",
            autoreset=False,
        )
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._memory: Any = None
        self._begins = True
        self._swaps = 0  # of jokers since the last other decision; the mask bounds them

    def act(self, view: View) -> Action:
        if self.policy.hands == "planner" and _only_cards(view):
            action = self._planned(view)
        else:
            action = self._chosen(view)
        self._swaps = self._swaps + 1 if action.kind == "rearrange_jokers" else 0
        return action

    def _chosen(self, view: View) -> Action:
        """Moves until one of them decides: the others pick cards."""
        batch = self._batch
        batch.place(0, view.engine(), self._swaps)
        while True:
            move = self._move()
            if self.policy.hands == "planner" and move == self._play:
                return self._planned(view)
            decision = batch.decision(0, move)
            if decision is not None:
                return decision
            batch.step([move])

    def _move(self) -> int:
        batch = self._batch
        seen = batch.observations if batch.flat is None else batch.flat
        moves, self._memory = self.policy.choose(
            seen, batch.mask.astype(bool), self._memory, np.array([self._begins])
        )
        self._begins = False
        return int(moves[0])

    def _planned(self, view: View) -> Action:
        return plan_hand(view, self.policy.planner, view.luck)


def _only_cards(view: View) -> bool:
    """A round in which no consumable can be used: the planner plays without asking, as in training."""
    return view.phase == "SELECTING_HAND" and not any(i < USABLE for i in view.legal_indices("use"))


# -- files --------------------------------------------------------------------------------------------------


def load_policy(checkpoint: Path) -> Policy:
    """What was learned, from where ``model_file`` finds it; ValueError, one line, if it cannot play."""
    path = model_file(checkpoint)
    about = read_about(path)
    if about["environment"] is None:
        raise ValueError(f"{path} was trained on another environment than Balatro; it cannot play here")
    if about["trainer"] not in LOADERS:
        raise ValueError(f"{path} is of trainer {about['trainer']!r}; one of {', '.join(LOADERS)} is known")
    module, _, name = LOADERS[about["trainer"]].partition(":")
    try:
        load: Callable[[Path, dict[str, Any]], Policy] = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise ValueError(f"{path} needs its trainer: pip install 'jimbot[framework]' ({error})") from None
    return load(path, about)


def _is_of_decisions(path: Path) -> bool:
    """Files of both kinds may end in .pt; those of moves tell about themselves."""
    if path.suffix not in DECISIONS or not zipfile.is_zipfile(path):
        return path.suffix in DECISIONS
    with reading(path, "damaged, or no model at all"), zipfile.ZipFile(path) as archive:
        return ABOUT not in archive.namelist()


def read_about(path: Path) -> dict[str, Any]:
    """What a model file tells of itself."""
    with reading(path, "damaged, or no model at all"), zipfile.ZipFile(path) as archive:
        if ABOUT not in archive.namelist():
            raise ValueError(f"{path} holds no {ABOUT}: it is damaged, or no trainer of JimBot has saved it")
        with archive.open(ABOUT) as file:
            about: Any = json.loads(file.read(MOST_ABOUT))
        found = about.get("format") if isinstance(about, dict) else None
        if found != FORMAT:
            raise ValueError(f"{path} has the format {found!r}; {FORMAT!r} is known")
        missing = [name for name in ("trainer", "environment") if name not in about]
        if missing:
            raise ValueError(f"{path} does not tell its {missing[0]}")
        return dict(about)
