"""What the tests of the environments share: runs to play, and the rules of the moves written a second time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jimbot import Game
from jimbot.envs import BalatroEnv, Start
from jimbot.envs.spec import MOVE_COUNT, MOVES, TABLES
from jimbot.game.content import content

DECKS, STAKES, CHALLENGES = (list(content()[kind]) for kind in ("deck", "stake", "challenge"))
COLUMNS = {(t.name, c.name): i for t in TABLES for i, c in enumerate(t.columns)}
BLOCKS = {block.name: block for block in MOVES}
MAX_SWAPS = 10
NO_REASON = ("", "it is legal")

# Every deck, stake and challenge, with the other options mixed in.
STARTS = [
    *(
        Start(
            deck=deck,
            stake=1 + i % 8,
            one_chip=i % 3 > 0,
            endless=i % 4 == 1,
            variant="steamodded" if i % 5 == 2 else "vanilla",
        )
        for i, deck in enumerate(DECKS)
    ),
    *(
        Start(challenge=challenge, one_chip=i % 3 > 0, endless=i % 4 == 3)
        for i, challenge in enumerate(CHALLENGES)
    ),
]


def name_of(start: Start) -> str:
    words = [start.challenge or f"{start.deck}, stake {start.stake}"]
    words += [word for word in ("one_chip", "endless") if getattr(start, word)]
    return ", ".join(words)


def column(observation: Any, table: str, name: str) -> Any:
    """One named column of a table, for every row."""
    return observation[table][..., COLUMNS[table, name]]


def legal_ids(env: BalatroEnv) -> list[int]:
    return np.flatnonzero(env.action_masks()).tolist()


def play_to(env: BalatroEnv, rng: np.random.Generator, steps: int) -> Iterator[tuple[int, Any]]:
    """Random legal moves, a new episode where one ends: (move, what step returned)."""
    for _ in range(steps):
        move = int(rng.choice(legal_ids(env)))
        result = env.step(move)
        yield move, result
        if result[2] or result[3]:
            env.reset()


def same(one: Any, two: Any) -> bool:
    """Equal observations or infos, whatever their nesting, types included."""
    if isinstance(one, dict):
        return (
            isinstance(two, dict)
            and list(one) == list(two)
            and all(same(value, two[name]) for name, value in one.items())
        )
    if isinstance(one, np.ndarray):
        return (
            isinstance(two, np.ndarray)
            and one.dtype == two.dtype
            and np.array_equal(one, two, equal_nan=one.dtype.kind == "f")
        )
    return type(one) is type(two) and one == two


class Rules:
    """One game played by ids, with the rules of the ids in Python: which are legal and what they do.

    Follows from the list of complete decisions of the game alone.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.picked: list[int] = []
        self.swaps = 0

    def forced(self) -> list[int]:
        return [i for i, card in enumerate(self.game.reveal().hand) if card.forced]

    def paths(self) -> dict[tuple[int, ...], str]:
        """Every complete decision that ids can make, by its only path."""
        forced = self.forced()
        out: dict[tuple[int, ...], str] = {}
        for action in self.game.legal_actions():
            block = BLOCKS.get(action.kind)
            cards = sorted(action.cards)
            if block is None or action.index >= block.count:
                continue
            if cards and not set(forced) <= set(cards):
                continue  # the forced card is always among the picked ones
            own = [card for card in cards if card not in forced]
            if any(card >= BLOCKS["select"].count for card in own):
                continue
            path = (*own, block.first + action.index)
            assert path not in out
            out[path] = str(action)
        return out

    def swap(self, place: int) -> str:
        order = list(range(len(self.game.reveal().jokers)))
        order[place], order[place + 1] = order[place + 1], order[place]
        return "rearrange_jokers " + ",".join(map(str, order))

    def legal(self) -> set[int]:
        """The legal ids."""
        here = tuple(self.picked)
        ids = {path[len(here)] for path in self.paths() if path[: len(here)] == here}
        if not self.picked and self.swaps < MAX_SWAPS and not self.game.over:
            jokers = min(len(self.game.reveal().jokers), BLOCKS["swap_jokers"].count + 1)
            ids |= {
                BLOCKS["swap_jokers"].first + i for i in range(jokers - 1) if self.game.is_legal(self.swap(i))
            }
        return ids

    def decision(self, move: int) -> str | None:
        """The complete decision that a legal id makes; None if it picks a card."""
        if move < BLOCKS["select"].count:
            return None
        first = BLOCKS["swap_jokers"].first
        if first <= move < first + BLOCKS["swap_jokers"].count:
            return self.swap(move - first)
        return self.paths()[(*self.picked, move)]

    def make(self, move: int) -> str | None:
        decision = self.decision(move)
        if decision is None:
            self.picked.append(move)
            return None
        self.game.apply(decision)
        self.picked = []
        self.swaps = self.swaps + 1 if decision.startswith("rearrange") else 0
        return decision


ALL_IDS = frozenset(range(MOVE_COUNT))
