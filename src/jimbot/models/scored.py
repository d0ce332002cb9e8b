"""The choices of a decision as a network ranks them; needs numpy only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jimbot import _core
from jimbot.game.records import percent

PRICE_SCALE = 10  # prices are told tenfold: small numbers are learned badly
POSITION_COLUMNS = sum(size for _, _, size in _core.position_columns())
CHOICE_COLUMNS = sum(size for _, _, size in _core.choice_columns())


@dataclass(frozen=True)
class Scored:
    """A choice, how likely an expert takes it, and the chance to win that it leaves (None: not learned)."""

    action: _core.Action
    then: _core.Action | None  # what a sale makes room for
    probability: float
    value: float | None

    @property
    def reason(self) -> str:
        """What the probability does not tell."""
        chance = [f"{percent(self.value)} to win"] if self.value is not None else []
        second = [f"then {self.then}"] if self.then is not None else []
        return ", ".join(chance + second)


def ranked(
    choices: Sequence[tuple[_core.Action, _core.Action | None]],
    likely: Sequence[float],
    prices: Sequence[float],
    chance: float | None,
) -> list[Scored]:
    """Most likely first. ``prices`` are a network's own; ``chance`` is that of the best choice to win."""
    best = max(prices)

    def value(price: float) -> float | None:
        return None if chance is None else min(1.0, max(0.0, chance + (price - best) / PRICE_SCALE))

    found = [
        Scored(action, then, p, value(price))
        for (action, then), p, price in zip(choices, likely, prices, strict=True)
    ]
    return sorted(found, key=lambda one: -one.probability)
