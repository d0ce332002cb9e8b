"""Which games a judge is learned from: deck, stake and challenge by the number of the train seed."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot import _core
from jimbot.game.seeds import draw_seed

NO_CHALLENGE = 255
RED_DECK, WHITE_STAKE = 0, 1
DECKS, STAKES, CHALLENGES = (len(_core.content()[kind]) for kind in ("deck", "stake", "challenge"))
HIGH = 3  # stakes that are the highest
CURIOUS = 4  # one game in this many is without curiosity


@dataclass(frozen=True)
class RunStart:
    """How a run begins, in numbers of the core."""

    deck: int = RED_DECK
    stake: int = WHITE_STAKE
    challenge: int = NO_CHALLENGE


@dataclass(frozen=True)
class Mixture:
    """Shares of the games; what is left has any deck and any stake."""

    plain: float = 0.25  # Red Deck, White Stake
    high: float = 0.375  # any deck, one of the three highest stakes
    challenge: float = 0.0  # any challenge

    def __post_init__(self) -> None:
        shares = (self.plain, self.high, self.challenge)
        if not all(0 <= share <= 1 for share in shares) or sum(shares) > 1 + 1e-9:
            raise ValueError(
                f"shares of games are {', '.join(map(str, shares))}; 0 to 1 each and 1 together are allowed"
            )

    def start(self, number: int) -> RunStart:
        """Of the game with this number."""
        drawn = draw_seed(number, -(2**32))
        share = drawn % 2**20 / 2**20
        any_deck = (drawn >> 20) % DECKS
        any_stake = (drawn >> 32) % STAKES
        if share < self.plain:
            return RunStart()
        if share < self.plain + self.challenge:
            return RunStart(challenge=(drawn >> 20) % CHALLENGES)
        if share < self.plain + self.challenge + self.high:
            return RunStart(any_deck, WHITE_STAKE + STAKES - 1 - any_stake % HIGH)
        return RunStart(any_deck, WHITE_STAKE + any_stake)

    def is_plain(self, number: int) -> bool:
        """Red Deck, White Stake, without curiosity: what results are reported for."""
        return number % CURIOUS == 0 and self.start(number) == RunStart()
