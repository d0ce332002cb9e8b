"""The policy agent: what a trainer has learned.

A policy of moves sees what a learner of the environments sees, and picks cards one by one. A policy of whole
decisions (``best.pt`` of the imitation recipes) rates every alternative of a decision at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jimbot import _core
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.planned import TwoStepAgent
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.planner import plan_hand, planner_options
from jimbot.game.records import percent
from jimbot.models.files import read_network
from jimbot.models.inputs import DECISIONS
from jimbot.models.native import native_network

USABLE = 8  # consumables that have a move


@register("policy")
class PolicyAgent(Agent):
    """``checkpoint`` is a model file, a checkpoint folder or a run folder of a trainer; none: the network of
    the package, which decides alone, without planner or search. ``planner`` lets the hand planner of this
    strength play the cards of a network of whole decisions."""

    def __init__(self, checkpoint: Path | None = None, planner: str | None = None) -> None:
        path = model_file(checkpoint or SHIPPED)
        file = read_network(path)
        decides = file.network == DECISIONS
        if planner is not None and not decides:
            raise ValueError(f"{path} picks cards: who plays them was settled when it was trained")
        self._player: Agent = (
            DecisionPlayer(native_network(path), bool(file.about.get("values")), planner)
            if decides
            else MovePlayer(path)
        )

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        return {"checkpoint": Path(options.get("checkpoint") or SHIPPED)}

    def reset(self, seed: int) -> None:
        self._player.reset(seed)

    def act(self, view: View) -> Action:
        return self._player.act(view)

    def consider(self, view: View) -> Advice:
        return self._player.consider(view)


class DecisionPlayer(TwoStepAgent):
    """Whole decisions: the alternative that the network finds most likely. ``values``: it has also learned
    the chance to win."""

    def __init__(self, network: _core.Network, values: bool, planner: str | None = None) -> None:
        self._network, self._values = network, values
        self._planner = None if planner is None else planner_options(planner)

    def act(self, view: View) -> Action:
        chosen = self._decide(view)
        return chosen[0].action if isinstance(chosen, list) else chosen.action

    def consider(self, view: View) -> Advice:
        chosen = self._decide(view)
        if isinstance(chosen, list):
            return Advice(tuple(self._alternative(one) for one in chosen))
        return Advice((chosen,))

    def _decide(self, view: View) -> list[_core.Rated] | Alternative:
        """Every choice, most likely first; or the one that is made without the network."""
        second = self.second_action(view)
        if second is not None:
            return Alternative(second, None, "what room was made for")
        rated = self._network.rate(view.engine(), view.draw_seed)
        best = rated[0]
        if self._planner is not None and best.action.kind in ("play", "discard"):
            return Alternative(plan_hand(view, self._planner, view.draw_seed), None, "by the planner")
        self.plan(view, best.action, best.then)
        return rated

    def _alternative(self, rated: _core.Rated) -> Alternative:
        value = rated.value if self._values else None
        reasons = [] if value is None else [f"{percent(value)} to win"]
        if rated.then is not None:
            reasons.append(f"then {rated.then}")
        return Alternative(rated.action, value, ", ".join(reasons), rated.probability, rated.then)


class MovePlayer(Agent):
    """Moves: cards are picked one by one."""

    def __init__(self, path: Path) -> None:
        try:
            from jimbot.models.policy import load_policy
        except ImportError as error:
            raise ValueError(f"{path} needs a library: pip install 'jimbot[train]' ({error})") from None

        from jimbot.envs.batch import Batch  # here: it loads Gymnasium where that is installed
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
        return plan_hand(view, self.policy.planner, view.draw_seed)


def _only_cards(view: View) -> bool:
    """A round in which no consumable can be used: the planner plays without asking, as in training."""
    return view.phase == "SELECTING_HAND" and not any(i < USABLE for i in view.legal_indices("use"))
