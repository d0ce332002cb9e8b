"""Lessons: games as they were played, with what an expert would have done in every position.

A lesson is its seed and its decisions; positions come back by playing it again, which the core does in
microseconds. So a decision costs some 50 bytes, and any game can be labelled again by another expert.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jimbot import _core
from jimbot.agents import make_agent
from jimbot.agents.greedy import GreedyAgent
from jimbot.agents.heuristic import NativeAgent
from jimbot.game import deck_index, stake_index
from jimbot.game.seeds import list_of, mix
from jimbot.training.data.settings import MAX_STEPS

NO_CHALLENGE = 255

Lesson = bytes


@dataclass(frozen=True)
class Played:
    """The result of a game."""

    seed: str
    deck: int
    stake: int
    challenge: int
    variant: int
    won: bool
    ended: bool  # else it was cut short
    furthest: int  # blind beaten, 0 to 24
    end: int  # number of the blind at the end, 0 to 23; 24 for a win
    steps: int


def played(lesson: Lesson) -> Played:
    return Played(**_core.lesson_info(lesson))


class Expert:
    """An agent of the core that labels positions: heuristic, search (with their options) or greedy."""

    def __init__(self, spec: str) -> None:
        agent = make_agent(spec)
        if not isinstance(agent, NativeAgent | GreedyAgent):
            raise ValueError(f"expert {spec!r} cannot label positions; heuristic, search and greedy can")
        self.spec = spec
        self.core: Any = agent.core if isinstance(agent, NativeAgent) else None

    def play(
        self,
        seeds: Sequence[str],
        deck: str = "red",
        stake: str = "white",
        threads: int = 1,
        agent_seed: int = 0,
        max_steps: int = MAX_STEPS,
    ) -> list[Lesson]:
        """Whole games on these seeds. How many threads there are changes no result."""
        refuse_test(seeds)
        run = (deck_index(deck), stake_index(stake), NO_CHALLENGE)
        drawn = draw_seeds(seeds, agent_seed)
        return _core.play_lessons(self.core, list(seeds), drawn, *run, threads, max_steps)

    def relabel(
        self,
        lessons: Sequence[Lesson],
        threads: int = 1,
        draw_seed: int = 0,
        hands: float = 1.0,
        others: float = 1.0,
    ) -> list[Lesson]:
        """The same games with this expert's opinion of a share of the positions with hands, and of others."""
        return _core.relabel_lessons(list(lessons), self.core, mix(draw_seed), threads, hands, others)


def draw_seeds(seeds: Sequence[str], agent_seed: int) -> list[int]:
    """What a player draws from in each game: by its own seed and the game's name, not by the game's seed."""
    return [mix(mix(agent_seed) + int.from_bytes(seed.encode(), "big") % 2**64) for seed in seeds]


def refuse_test(seeds: Sequence[str]) -> None:
    """Nothing is ever learned from test seeds."""
    for seed in seeds:
        found = list_of(seed)
        if found is not None and found[0] == "test":
            raise ValueError(
                f"seed {seed} is number {found[1]} of the test seeds; nothing is learned from those"
            )
