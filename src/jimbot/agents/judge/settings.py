"""Settings of learning the judge, and of measuring jokers with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from jimbot.agents.judge.examples import HELD_OUT
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import HIDDEN, Weights, weight_count
from jimbot.runs.settings import Count, Positive, Real, Settings, Share, setting

if TYPE_CHECKING:
    from jimbot.agents.judge.fit import Recipe


class JudgeLearning(Settings):
    """What a learning is made of. With other settings it is another one."""

    renamed: ClassVar[Mapping[str, str]] = {
        "batch": "batch_size",
        "rate": "learning_rate",
        "decay": "weight_decay",
        "trace": "td_lambda",
        "fresh_rate": "fresh_learning_rate",
    }

    games: int = setting(8000, "Games per iteration.", ge=HELD_OUT)
    first: int = setting(0, "Number of the first train seed, which also draws new weights.", ge=0, le=10**9)
    hidden: tuple[int, int] = Field(HIDDEN, description="Units of the hidden layers.")
    curiosity: Real = setting(0.04, "Random spread of the win probabilities, to try other actions.")
    daring: Share = setting(0.08, "Chance of any action at all, to learn what it brings.")
    plain: Share = setting(0.25, "Share of games with Red Deck, White Stake.")
    high: Share = setting(0.375, "Share with any deck, one of the three highest stakes.")
    challenge: Share = setting(0.0, "Share of challenges; the rest has any deck and any stake.")
    replay: Positive = setting(10, "Last iterations whose games are used.")
    average: Positive = setting(4, "Last iterations whose weights are averaged.")
    uses: Real = setting(2.0, "How often each example is used in all.")
    batch_size: Positive = setting(1024, "Examples per step.")
    learning_rate: Real = setting(5e-4, "Highest learning rate.")
    weight_decay: Real = 0.3
    dropout: Share = setting(0.2, "Share of hidden units left out.")
    td_lambda: Share = setting(0.98, "1: fit to results only; less: also to later predictions.")
    ahead: Count = setting(400, "Games of an iteration played during the fit before it, by older weights.")
    fresh_uses: Real = setting(6.0, "In the first fit of a judge that has learned nothing.")
    fresh_learning_rate: Real = setting(2e-3, "In that fit.")
    rounds: Count = setting(16, "Rounds simulated to measure a build.")
    discards: Count = setting(12, "Of the hand planner.")
    samples: Count = setting(24, "Of the hand planner.")

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        self.mixture()
        Weights(np.zeros(weight_count(self.hidden), np.float32), self.hidden)
        return self

    def mixture(self) -> Mixture:
        return Mixture(self.plain, self.high, self.challenge)

    def play(self) -> Play:
        return Play(self.rounds, self.discards, self.samples, self.curiosity, self.daring, self.mixture())

    def recipe(self, fresh: bool) -> Recipe:
        from jimbot.agents.judge.fit import Recipe

        uses, rate = (self.fresh_uses, self.fresh_learning_rate) if fresh else (self.uses, self.learning_rate)
        return Recipe(uses, self.batch_size, rate, self.weight_decay, self.dropout)

    def numbers(self, iteration: int) -> range:
        """The train seeds of an iteration; iterations count from 1."""
        first = self.first + (iteration - 1) * self.games
        return range(first, first + self.games)


class JokerMeasuring(Settings):
    """How jokers are measured."""

    games: int = setting(800, "Games that give positions.", ge=1, le=100_000)
    pairs: int = setting(4_000, "Pairs of jokers in each position.", ge=1, le=11_175)
    decks: Count = setting(40, "Runs of each deck.")
    ends: Count = setting(3_000, "Further games, of which the end alone counts.")
    rounds: Positive = setting(16, "Rounds simulated to measure a build.")
    first: Count = setting(700_000_000, "Number of the first train seed.")
