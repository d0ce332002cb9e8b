"""The search agent: the strategist's best alternatives, played on in redrawn games."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.registry import register
from jimbot.judge import weights
from jimbot.planner import planner_options


@register("search")
class SearchAgent(NativeAgent):
    """``worlds`` are drawn anew for a decision, ``blinds`` are played in each before the judge is asked;
    ``trust`` is how many worlds the strategist's own price counts for. ``ms`` ends a decision after so many
    milliseconds (results then depend on the machine)."""

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
    ) -> None:
        if min(worlds, candidates, blinds, threads) < 1 or min(trust, ms) < 0:
            raise ValueError("worlds, candidates, blinds and threads are 1 or more, trust and ms 0 or more")
        hands = planner_options(tier)
        self._settings = (
            weights(judge).core,
            16,
            hands.discards,
            hands.samples,
            candidates,
            worlds,
            blinds,
            trust,
            ms,
            threads,
        )
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.core = _core.Search(*self._settings)
