"""Game: one run, played, copied and kept.

Its face (``jimbot.game.seen``) is what a player can see. The hidden part of a position (order of the draw
pile, face-down cards, the random streams) is reached only through ``Game.reveal()``, ``notation()`` and
``to_bytes()``, and the seed, which decides all of it, through ``seed``.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import Any

from jimbot import _core
from jimbot._core import IllegalAction
from jimbot.game.action import Action
from jimbot.game.content import content
from jimbot.game.records import Blind, Card, Consumable, Event, HandLevel, Joker, Offer, Score, Tag
from jimbot.game.saved import read_save
from jimbot.game.seen import HIDDEN, RANKS, SUITS, Seen, as_action
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_file

__all__ = [
    "HIDDEN",
    "MAX_DECISIONS",
    "RANKS",
    "SUITS",
    "Action",
    "Blind",
    "Card",
    "Consumable",
    "Event",
    "Game",
    "HandLevel",
    "IllegalAction",
    "Joker",
    "Offer",
    "Score",
    "Tag",
    "challenge_index",
    "check_seed",
    "deck_index",
    "random_seed",
    "stake_index",
    "typed_seed",
]

MAX_SEED = 16
MAX_TYPED_SEED = 8  # of the game's own text field
WORDS = ("seed", "deck", "stake", "challenge", "variant")  # options of a run, as a transcript names them
FLAGS = ("endless", "one_chip")
PERCENT = "target_percent"
MAX_DECISIONS = 20_000  # a run has some hundreds; a player who rearranges its hand for ever is stopped


def check_seed(seed: str) -> str:
    """A seed is 1 to 16 printable ASCII characters."""
    if not isinstance(seed, str):
        raise TypeError(f"seed must be text, not {type(seed).__name__}")
    if not 1 <= len(seed) <= MAX_SEED:
        raise ValueError(f"seed {seed[:80]!r} has {len(seed)} characters; 1 to {MAX_SEED} are allowed")
    for c in seed:
        if not " " <= c <= "~":
            raise ValueError(f"seed {seed!r} holds {c!r}; only printable ASCII characters are allowed")
    return seed


def typed_seed(text: str) -> str:
    """What the game makes of a seed that somebody types: letters become capitals, and 0 becomes O.

    What cannot be typed there (more than 8 characters, or others than letters and digits) stays as it is.
    """
    typed = len(text) <= MAX_TYPED_SEED and text.isascii() and text.isalnum()
    return text.upper().replace("0", "O") if typed else text


def random_seed() -> str:
    """A seed as the game generates them: 8 characters, digits 1-9 and letters without O."""
    return _core.seed_from_number(secrets.randbits(64))


def deck_index(deck: str) -> int:
    found = _core.find_deck(str(deck))
    if found is None:
        raise ValueError(f"unknown deck {deck!r}; one of {', '.join(content()['deck'])}")
    return found


def stake_index(stake: str | int) -> int:
    found = _core.find_stake(str(stake))
    if found is None:
        raise ValueError(f"unknown stake {stake!r}; one of {', '.join(content()['stake'])} or 1 to 8")
    return found


def challenge_index(challenge: str | None) -> int:
    if challenge is None:
        return 255
    found = _core.find_challenge(challenge)
    if found is None:
        raise ValueError(f"unknown challenge {challenge!r}; one of {', '.join(content()['challenge'])}")
    return found


class Game(Seen):
    """One run of Balatro.

    Deck, stake and challenge go by key or name; ``deck``, ``stake`` and ``challenge`` are the keys.

    Examples:
        >>> game = Game(seed="TESTSEED")
        >>> game.apply("select_blind")
        >>> game.apply("play 0,1,2")
    """

    __slots__ = ("_log",)

    def __init__(
        self,
        seed: str | None = None,
        deck: str = "b_red",
        stake: str | int = "stake_white",
        challenge: str | None = None,
        endless: bool = False,
        variant: str = "vanilla",
        one_chip: bool = False,
        target_percent: int = 100,
    ) -> None:
        seed = random_seed() if seed is None else check_seed(seed)
        variants = ("vanilla", "steamodded")
        if variant not in variants:
            raise ValueError(f"unknown variant {variant!r}; one of {', '.join(variants)}")
        index = challenge_index(challenge)
        if challenge is not None and (deck_index(deck), stake_index(stake)) != (0, 1):
            raise ValueError(
                f"a challenge needs deck 'red' and stake 'white', not deck {deck!r} and stake {stake!r}"
            )
        self._g = _core.Game.start(
            seed,
            deck_index(deck),
            stake_index(stake),
            index,
            variants.index(variant),
            endless,
            one_chip,
            target_percent,
        )
        self._log: list[str] | None = []

    # -- copies -----------------------------------------------------------------------------------------

    @classmethod
    def _wrap(cls, core: _core.Game, log: Sequence[str] | None = None) -> Game:
        game = cls.__new__(cls)
        game._g = core
        game._log = None if log is None else list(log)
        return game

    def clone(self) -> Game:
        """An independent copy, hidden part and all."""
        return Game._wrap(self._g.clone(), self._log)

    def determinize(self, seed: int) -> Game:
        """A copy in which everything the player cannot know is drawn again, consistently."""
        return Game._wrap(self._g.determinize(seed & (2**64 - 1)))

    def to_bytes(self) -> bytes:
        return self._g.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Game:
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
        return cls._wrap(_core.Game.from_bytes(bytes(data)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.to_bytes(), self._log)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the game to a file, whole or not at all."""
        write_whole(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        return cls.from_bytes(read_file(path))

    @classmethod
    def from_save(
        cls,
        source: str | os.PathLike[str] | bytes,
        meta: str | os.PathLike[str] | bytes | None = None,
        strict: bool = False,
    ) -> Game:
        """The position of a ``save.jkr`` of the game itself, with the future it has there.

        ``meta`` is the ``meta.jkr`` of the profile, whose locked items are then never drawn; beside a file it
        is found by itself. ``strict`` refuses a file that holds anything else than what follows or is
        understood. ``jimbot.game.saved.read_save`` reports all that was noticed.
        """
        found = read_save(source, meta)
        if strict:
            found.check_strictly()
        return cls._wrap(found.game)

    def notation(self, rng: bool = True) -> str:
        """The position in one line; what equals a fresh run is left out. Holds the hidden part too."""
        return self._g.notation(rng)

    @classmethod
    def from_notation(cls, text: str) -> Game:
        return cls._wrap(_core.Game.from_notation(text))

    def edited(self, tokens: str) -> Game:
        """A copy with some tokens of the notation changed, such as ``money=20 jokers=[j_joker]``."""
        copy = self.clone()
        copy._g.edit(tokens)
        copy._log = None
        return copy

    def __eq__(self, other: object) -> bool:
        """Two games are equal when they are the same position with the same future."""
        return isinstance(other, Game) and self.notation() == other.notation()

    __hash__ = None  # type: ignore[assignment]

    # -- actions ----------------------------------------------------------------------------------------

    def apply(self, action: Action | str) -> None:
        """Makes a decision. Raises IllegalAction, and changes nothing, if the rules refuse it."""
        decision = as_action(action)
        self._g.apply(decision)
        if self._log is not None:
            self._log.append(str(decision))

    @property
    def transcript(self) -> str:
        """The run so far as text: its options, then one decision per line. See ``Game.replay``.

        A game that was loaded, edited or redrawn does not know how it came about: ValueError.
        """
        if self._log is None:
            raise ValueError("this game was not played from the start here, so its decisions are not known")
        options = [f"seed={self._g.seed}", f"deck={self.deck}", f"stake={self.stake}"]
        if self.challenge:
            options.append(f"challenge={self.challenge}")
        options += [
            f"{name}={value}"
            for name, value, default in (
                ("variant", self.variant, "vanilla"),
                ("endless", self._g.endless, False),
                ("one_chip", self._g.one_chip, False),
                ("target_percent", self._g.target_percent, 100),
            )
            if value != default
        ]
        return "\n".join(["jimbot-run " + "\t".join(options), *self._log]) + "\n"

    @classmethod
    def replay(cls, transcript: str) -> Game:
        """Plays a transcript again from its seed."""
        lines = transcript.splitlines()
        if not lines or not lines[0].startswith("jimbot-run "):
            raise ValueError("a transcript starts with a line 'jimbot-run seed=...'")
        options: dict[str, Any] = {}
        for token in lines[0].removeprefix("jimbot-run ").split("\t"):
            name, _, value = token.partition("=")
            if name not in (*WORDS, *FLAGS, PERCENT):
                raise ValueError(f"unknown option {name!r} in the first line of the transcript")
            if name in options:
                raise ValueError(f"option {name!r} is given twice in the first line of the transcript")
            if name in FLAGS and value not in ("True", "False"):
                raise ValueError(f"option {name!r} of the transcript is {value!r}; True or False is allowed")
            if name == PERCENT and not (value.isdecimal() and 1 <= int(value[:4]) <= 100):
                raise ValueError(f"option {name!r} of the transcript is {value!r}; 1 to 100 is allowed")
            options[name] = value == "True" if name in FLAGS else int(value) if name == PERCENT else value
        if "seed" not in options:
            raise ValueError("the first line of the transcript names no seed")
        game = cls(**options)
        for number, line in enumerate(lines[1:], 2):
            if not line or line.startswith("#"):
                continue
            try:
                game.apply(line)
            except ValueError as error:
                raise type(error)(f"line {number} of the transcript: {error}") from None
        return game

    # -- beneath the face -------------------------------------------------------------------------------

    @property
    def seed(self) -> str:
        return self._g.seed

    def reveal(self) -> _core.Game:
        """The engine's own object, hidden facts and all: for tools and tests, never for agents."""
        return self._g

    def __repr__(self) -> str:
        return f"<Game seed {self.seed} {'; '.join(self._parts())}>"


def _restore(data: bytes, log: list[str] | None) -> Game:
    return Game._wrap(_core.Game.from_bytes(data), log)
