"""What an agent is handed: a position as a player sees it, and redrawn copies to look ahead in."""

from __future__ import annotations

import re
from hashlib import blake2b

from jimbot import _core
from jimbot.game import Game
from jimbot.game.seen import Seen

# What a notation says besides what a player sees: numbers of cards, the redrawn part, the rules of the table.
UNSEEN = re.compile(r"#\d+| (seed|draw|calls_only|endless|variant|next_number)=\S+")


class View(Seen):
    """The face of a position, without the position behind it.

    A view keeps a copy of the game in which everything hidden (order of the draw pile, face-down cards,
    random streams, the seed) was drawn again: the truth is not in it, however it is read, and there is no
    way back to the game. Games that differ only in hidden facts give equal views for the same draw seed.

    With ``calls_only`` a decision is legal only if the real game's protocol can make it here: that is what
    a player behind the protocol can do. Copies made from the view keep to it.
    """

    __slots__ = ("_copy", "draw_seed")

    def __init__(self, game: Game, draw_seed: int, calls_only: bool = False) -> None:
        self._copy = game.determinize(draw_seed)
        self._g = self._copy.reveal()
        self._g.calls_only |= calls_only
        #: A number of 64 bits to draw from at this decision; it depends on nothing in the game.
        self.draw_seed = draw_seed

    def to_bytes(self) -> bytes:
        """What the view holds, for another process."""
        return self._copy.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes, draw_seed: int) -> View:
        """The view that another process has written. What it allowed besides the rules is not in it."""
        view = cls.__new__(cls)
        view._copy = Game.from_bytes(data)
        view._g = view._copy.reveal()
        view.draw_seed = draw_seed
        return view

    def determinized(self, seed: int) -> Game:
        """A game of your own that looks the same; this seed draws its hidden part."""
        return self._copy.determinize(seed)

    @property
    def key(self) -> bytes:
        """The same for every view of a position that looks the same, however its hidden part was drawn."""
        return blake2b(self.determinized(0).to_bytes() + bytes([self._g.calls_only]), digest_size=16).digest()

    def same_for_all(self) -> View:
        """The view that everybody has who sees this position, behind the protocol too: its draw seed is made
        from what is seen."""
        shown = UNSEEN.sub("", self.determinized(0).notation(rng=False))
        draw_seed = int.from_bytes(blake2b(shown.encode(), digest_size=8).digest())
        return View(self._copy, draw_seed, self._g.calls_only)

    def engine(self) -> _core.Game:
        """The engine's object of such a game, for native agents."""
        return self._g.clone()
