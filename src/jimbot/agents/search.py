"""The search agent: the strategist's best alternatives, played on in redrawn games."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.registry import register
from jimbot.agents.tuning import read_tuning
from jimbot.judge import weights
from jimbot.planner import planner_options


@register("search")
class SearchAgent(NativeAgent):
    """``worlds`` is the number of redrawn games per decision, ``blinds`` the number played in each before the
    judge rates it, ``trust`` the number of worlds that the strategist's own price counts for. ``ms`` ends a
    decision after that many milliseconds (results then depend on the machine). ``tuning`` is a JSON file of
    other constants than the built-in ones."""

    def __init__(
        self,
        worlds: int = 16,
        candidates: int = 5,
        blinds: int = 1,
        trust: float = 16,
        ms: float = 0,
        threads: int = 1,
        tier: str = "deep",
        judge: str | None = None,
        tuning: str | None = None,
    ) -> None:
        if min(worlds, candidates, blinds, threads) < 1 or min(trust, ms) < 0:
            raise ValueError(
                "worlds, candidates, blinds and threads must be 1 or more, trust and ms 0 or more"
            )
        hands = planner_options(tier)
        self.core = _core.Search(
            weights(judge).core,
            8,
            hands.discards,
            hands.samples,
            candidates,
            worlds,
            blinds,
            trust,
            ms,
            threads,
            read_tuning(tuning) if tuning is not None else {},
        )
