"""The search agent: what the heuristic and the network find likely, played on in redrawn games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jimbot import _core
from jimbot.agents.heuristic import ROUNDS, NativeAgent
from jimbot.agents.judge import weights
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.registry import register
from jimbot.game.planner import planner_options
from jimbot.models.native import native_network

WORLDS = 128
E_TIMES = 0.01  # a choice priced this much lower is e times less likely
MAX_WORLDS = 1_000_000  # time ends before


@register("search")
class SearchAgent(NativeAgent):
    """``worlds`` is the number of redrawn games per decision at p = 1/2 (default: 128, or as many as
    ``ms`` allows; fewer where a run is nearly won or lost), ``candidates`` the number of choices that are
    compared in them, ``blinds`` the number played in each, behind which the network rates it (of cards,
    theirs alone), ``trust`` the chance to win that it takes to outweigh a choice that is e times as likely to
    the heuristic. ``ms`` ends a decision after that many milliseconds (results then depend on the machine).
    ``checkpoint`` is a network of decisions as in ``policy``; none: that of the package. With ``alone`` the
    network alone says which choices are likely, in place of the heuristic."""

    plans_hands = False

    def __init__(
        self,
        worlds: int | None = None,
        candidates: int = 5,
        blinds: int = 2,
        trust: float = 0.002,
        ms: float = 0,
        threads: int = 1,
        checkpoint: Path | None = None,
        alone: bool = False,
    ) -> None:
        if worlds is None:
            worlds = WORLDS if ms == 0 else MAX_WORLDS
        if min(worlds, candidates, blinds, threads) < 1 or min(trust, ms) < 0:
            raise ValueError(
                "worlds, candidates, blinds and threads must be 1 or more, trust and ms 0 or more"
            )
        net = native_network(model_file(checkpoint or SHIPPED))
        strategist = None
        if not alone:
            hands = planner_options("default")
            strategist = _core.Strategist(
                weights().core, ROUNDS, hands.discards, hands.samples, network=net, trust=E_TIMES
            )
        self.core = _core.Search(net, strategist, candidates, worlds, blinds, trust, ms, threads)

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        return {"checkpoint": Path(options.get("checkpoint") or SHIPPED)}
