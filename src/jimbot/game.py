"""Game: the readable face of one run.

Everything here is what a player can see. The hidden part of a position (order of the draw pile, face-down
cards, the random streams) is reached only through ``Game.reveal()``, ``notation()`` and ``to_bytes()``.
"""

from __future__ import annotations

import operator
import os
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from jimbot import _core
from jimbot._core import Action
from jimbot.records import (
    OPEN_EVENTS,
    Blind,
    Card,
    Consumable,
    Event,
    HandLevel,
    Joker,
    Offer,
    Score,
    Tag,
    number_text,
)

__all__ = [
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
    "check_seed",
    "content",
    "random_seed",
]

SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"} | {n: str(n) for n in range(2, 10)}
HIDDEN = "??"
MAX_SEED = 16


class IllegalAction(ValueError):
    """An action that the rules refuse. The game is as it was."""


_tables: dict[str, dict[str, dict[str, Any]]] = {}


def content() -> dict[str, dict[str, dict[str, Any]]]:
    """The content tables: kind -> key -> row."""
    if not _tables:
        for kind, rows in _core.content().items():
            _tables[kind] = {row["key"]: row for row in rows}
    return _tables


def _name(kind: str, key: str) -> str:
    name: str = content()[kind][key]["name"]
    return name


def check_seed(seed: str) -> str:
    """A seed is 1 to 16 printable ASCII characters."""
    if not isinstance(seed, str):
        raise TypeError(f"seed must be text, not {type(seed).__name__}")
    if not 1 <= len(seed) <= MAX_SEED:
        raise ValueError(f"seed {seed!r} has {len(seed)} characters; 1 to {MAX_SEED} are allowed")
    for c in seed:
        if not " " <= c <= "~":
            raise ValueError(f"seed {seed!r} holds {c!r}; only printable ASCII characters are allowed")
    return seed


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


class Game:
    """One run of Balatro.

    >>> game = Game(seed="TESTSEED")
    >>> game.apply("select_blind")
    >>> game.apply("play 0,1,2")
    """

    __slots__ = ("_g", "_log")

    def __init__(
        self,
        seed: str | None = None,
        deck: str = "red",
        stake: str | int = "white",
        challenge: str | None = None,
        endless: bool = False,
        variant: str = "vanilla",
        one_chip: bool = False,
    ) -> None:
        seed = random_seed() if seed is None else check_seed(seed)
        variants = ("vanilla", "steamodded")
        if variant not in variants:
            raise ValueError(f"unknown variant {variant!r}; one of {', '.join(variants)}")
        index = challenge_index(challenge)
        if challenge is not None and (deck_index(deck), stake_index(stake)) != (0, 1):
            raise ValueError(
                f"a challenge has its own deck on White Stake; deck {deck!r} and stake {stake!r} were given"
            )
        self._g = _core.Game.start(
            seed, deck_index(deck), stake_index(stake), index, variants.index(variant), endless, one_chip
        )
        self._log: list[str] | None = []

    # -- copies ---------------------------------------------------------------------------------------

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
        """A copy in which everything the player cannot know is drawn anew, consistently."""
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
        temporary = f"{os.fspath(path)}.{os.getpid()}.tmp"
        try:
            with open(temporary, "wb") as file:
                file.write(self.to_bytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            if os.path.exists(temporary):
                os.unlink(temporary)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        with open(path, "rb") as file:
            return cls.from_bytes(file.read())

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

    # -- actions --------------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Every legal decision but rearrangements (any order of hand, jokers and consumables is legal)."""
        return self._g.legal_actions()

    def legal_indices(self, kind: str) -> list[int]:
        """The indices with which a kind of action is legal for some cards ([0] if it takes no index)."""
        return self._g.legal_indices(kind)

    def is_legal(self, action: Action | str) -> bool:
        return self.why_illegal(action) is None

    def why_illegal(self, action: Action | str) -> str | None:
        """Why the rules refuse an action, or None. Text that is no action raises ValueError."""
        return self._g.why_illegal(_action(action))

    def apply(self, action: Action | str) -> None:
        """Makes a decision. Raises IllegalAction, and changes nothing, if the rules refuse it."""
        decision = _action(action)
        reason = self._g.why_illegal(decision)
        if reason is not None:
            raise IllegalAction(f"'{decision}' is not legal in {self.phase}: {reason}")
        self._g.apply(decision)
        if self._log is not None:
            self._log.append(str(decision))

    def score(self, cards: Iterable[int]) -> Score:
        """What playing these hand positions would score, step by step, without touching the game."""
        play = Action("play " + ",".join(str(operator.index(c)) for c in cards))
        reason = self._g.why_illegal(play)
        if reason is not None:
            raise IllegalAction(f"'{play}' is not legal in {self.phase}: {reason}")
        out = self._g.explain(play)
        if out["hidden"]:
            return Score(None, None, None, None, 0, (), False, False, ())
        cards_by_index, jokers, consumables = self._g.cards, self._g.jokers, self._g.consumables
        blind = _name("blind", self._g.current_blind)

        def source(kind: str, index: int) -> str:
            if kind in ("card", "held_card"):
                code = cards_by_index[index].code
                return f"held {code}" if kind == "held_card" else code
            if kind == "joker":
                return HIDDEN if jokers[index].face_down else jokers[index].name
            if kind == "consumable":
                return consumables[index].name
            others: dict[str, str] = {"hand": out["hand"], "blind": blind, "deck": _name("deck", self.deck)}
            return others[kind]

        events = tuple(
            Event(
                kind,
                source(where, index),
                amount,
                amount2,
                chips,
                mult,
                stream if kind in OPEN_EVENTS else None,
            )
            for kind, where, index, amount, amount2, chips, mult, stream in out["events"]
        )
        scoring = tuple(i for i in range(len(self._g.hand)) if out["scoring"] >> i & 1)
        return Score(
            out["hand"],
            out["score"],
            out["chips"],
            out["mult"],
            out["dollars"],
            scoring,
            out["exact"],
            out["refused"],
            events,
        )

    @property
    def transcript(self) -> str:
        """The run so far as text: its options, then one decision per line. See ``Game.replay``.

        A game that was loaded, edited or redrawn does not know how it came about: ValueError.
        """
        if self._log is None:
            raise ValueError("this game was not played from its start here, so its decisions are not known")
        options = [f"seed={self._g.seed}", f"deck={self.deck}", f"stake={self.stake}"]
        if self.challenge:
            options.append(f"challenge={self.challenge}")
        options += [
            f"{name}={value}"
            for name, value, default in (
                ("variant", self.variant, "vanilla"),
                ("endless", self._g.endless, False),
                ("one_chip", self._g.one_chip, False),
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
            if name not in ("seed", "deck", "stake", "challenge", "variant", "endless", "one_chip"):
                raise ValueError(f"unknown option {name!r} in the first line of the transcript")
            if name in options:
                raise ValueError(f"option {name!r} is given twice in the first line of the transcript")
            if name in ("endless", "one_chip") and value not in ("True", "False"):
                raise ValueError(f"option {name!r} of the transcript is {value!r}; True or False is allowed")
            options[name] = value == "True" if name in ("endless", "one_chip") else value
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

    # -- what a player sees ---------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self._g.phase

    @property
    def over(self) -> bool:
        return self._g.phase == "GAME_OVER"

    @property
    def won(self) -> bool:
        return self._g.won

    @property
    def lost(self) -> bool:
        return self._g.lost

    @property
    def truncated(self) -> bool:
        """A limit of the state was reached (see ``core/types.h``); the run ended without a result."""
        return self._g.truncated

    @property
    def seed(self) -> str:
        return self._g.seed

    @property
    def deck(self) -> str:
        return self._g.deck

    @property
    def stake(self) -> str:
        return self._g.stake

    @property
    def challenge(self) -> str | None:
        return self._g.challenge

    @property
    def variant(self) -> str:
        return self._g.variant

    @property
    def ante(self) -> int:
        return self._g.ante

    @property
    def round(self) -> int:
        return self._g.round

    @property
    def money(self) -> int:
        return self._g.money

    @property
    def round_score(self) -> float:
        return self._g.score

    @property
    def target(self) -> float:
        """Score required by the current blind, or by the next one."""
        return self.blind.target

    @property
    def hands_left(self) -> int:
        return self._g.hands_left

    @property
    def discards_left(self) -> int:
        return self._g.discards_left

    @property
    def hands_played(self) -> int:
        return self._g.hands_played

    @property
    def discards_used(self) -> int:
        return self._g.discards_used

    @property
    def skips(self) -> int:
        return self._g.skips

    @property
    def hand_size(self) -> int:
        return self._g.hand_size

    @property
    def joker_slots(self) -> int:
        return self._g.joker_slots

    @property
    def consumable_slots(self) -> int:
        return self._g.consumable_slots

    @property
    def blinds(self) -> tuple[Blind, Blind, Blind]:
        """Small, Big and Boss Blind of this ante."""
        tags = [self._tag(t) for t in self._g.ante_tags]
        small, big, boss = (
            Blind(
                key,
                _name("blind", key),
                content()["blind"][key]["text"],
                status,
                target,
                reward,
                tags[i].key if i < 2 else None,
            )
            for i, (key, status, target, reward) in enumerate(self._g.blinds)
        )
        return small, big, boss

    @property
    def blind(self) -> Blind:
        """The blind being played, or the one to select next."""
        return self.blinds[self._g.blind_on_deck]

    @property
    def blind_disabled(self) -> bool:
        return self._g.blind_disabled

    @property
    def hand(self) -> list[Card]:
        return [_card(c) for c in self._g.hand]

    @property
    def jokers(self) -> list[Joker]:
        return [self._joker(j, self._g.joker_sell_value(i)) for i, j in enumerate(self._g.jokers)]

    @property
    def consumables(self) -> list[Consumable]:
        return [
            self._consumable(c, self._g.consumable_sell_value(i)) for i, c in enumerate(self._g.consumables)
        ]

    @property
    def tags(self) -> list[Tag]:
        return [self._tag(t) for t in self._g.tags]

    @property
    def ante_tags(self) -> list[Tag]:
        """Tags given for skipping the Small and the Big Blind of this ante."""
        return [self._tag(t) for t in self._g.ante_tags]

    @property
    def vouchers(self) -> list[str]:
        return self._g.vouchers

    @property
    def shop(self) -> list[Offer]:
        return [self._offer(item, price) for item, price in self._g.shop]

    @property
    def shop_vouchers(self) -> list[Offer]:
        return [Offer(key, price) for key, price in self._g.shop_vouchers]

    @property
    def shop_packs(self) -> list[Offer]:
        return [Offer(key, price) for key, price in self._g.shop_packs]

    @property
    def reroll_price(self) -> int:
        return self._g.reroll_price

    @property
    def pack(self) -> str | None:
        """Key of the open booster pack."""
        return self._g.pack

    @property
    def pack_cards(self) -> list[Offer]:
        return [self._offer(item, 0) for item, _ in self._g.pack_cards]

    @property
    def pack_picks_left(self) -> int:
        return self._g.pack_picks_left

    @property
    def hand_levels(self) -> dict[str, HandLevel]:
        return {row[0]: HandLevel(*row) for row in self._g.hand_levels}

    @property
    def full_deck(self) -> list[Card]:
        """Every playing card owned, in creation order."""
        return [_card(c, face_up=True) for c in self._g.cards]

    @property
    def draw_pile(self) -> list[Card]:
        """The undrawn cards, sorted: their order is not known. Face-down cards in hand may be any of them
        and are listed too."""
        seen = {c.number for c in self._g.hand if not c.face_down} | {c.number for c in self._g.discard_pile}
        cards = [_card(c, face_up=True) for c in self._g.cards if c.number not in seen]
        return sorted(cards, key=lambda c: c.number or 0)

    @property
    def draw_pile_size(self) -> int:
        return self._g.draw_pile_size

    @property
    def cash_out_rows(self) -> dict[str, int]:
        """What the cash-out will pay, row by row (in ROUND_EVAL)."""
        names = ("blind", "hands", "discards", "jokers", "tags", "interest")
        return dict(zip(names, self._g.cash_out_rows, strict=True))

    def reveal(self) -> _core.Game:
        """The engine's own object, hidden facts and all: for tools and tests, never for agents."""
        return self._g

    def observe(self) -> dict[str, Any]:
        """Everything a player sees, as one dictionary. Equal for games that differ only in hidden facts."""
        names = (
            "phase ante round money round_score target hands_left discards_left hands_played discards_used "
            "skips hand_size joker_slots consumable_slots blinds blind_disabled hand jokers consumables tags "
            "vouchers shop shop_vouchers shop_packs reroll_price pack pack_cards pack_picks_left hand_levels "
            "draw_pile draw_pile_size cash_out_rows"
        )
        return {name: getattr(self, name) for name in names.split()}

    def __repr__(self) -> str:
        where = f"{self.deck[2:]}/{self.stake[6:]}" + (f"/{self.challenge}" if self.challenge else "")
        parts = [
            f"seed {self.seed} {where}",
            f"ante {self.ante} {self.blind.name}",
            self.phase,
            f"${self.money}",
        ]
        if self.phase == "SELECTING_HAND":
            parts.append(f"{number_text(self.round_score)}/{number_text(self.target)}")
            parts.append(f"{self.hands_left} hands {self.discards_left} discards")
        if self.hand:
            parts.append("hand " + " ".join(c.code for c in self.hand))
        if self.jokers:
            parts.append("jokers " + ", ".join(j.name for j in self.jokers))
        if self.over:
            parts.append("won" if self.won else "lost" if self.lost else "truncated")
        return f"<Game {'; '.join(parts)}>"

    # -- from the engine's records --------------------------------------------------------------------

    def _tag(self, record: tuple[str, str | None]) -> Tag:
        key, hand = record
        return Tag(key, _name("tag", key), hand)

    def _joker(self, j: _core.Joker, sell: int | None) -> Joker:
        if j.face_down:
            return Joker(HIDDEN, HIDDEN, "", 0, None, face_down=True)
        return Joker(
            key=j.key,
            name=j.name,
            text=j.text,
            value=j.value,
            sell=sell,
            edition=j.edition,
            eternal=j.eternal,
            perishable=j.perishable,
            rental=j.rental,
            pinned=j.pinned,
            debuffed=j.debuffed,
            rounds_left=j.rounds_left,
            target=self._joker_target(j),
            number=j.number,
        )

    def _joker_target(self, j: _core.Joker) -> str | None:
        (idol_rank, idol_suit), mail, castle, ancient = self._g.targets
        targets = {
            "j_idol": f"{SUITS[idol_suit]}_{RANKS[idol_rank]}",
            "j_mail": RANKS[mail],
            "j_castle": SUITS[castle],
            "j_ancient": SUITS[ancient],
        }
        if j.key == "j_todo_list":
            return list(content()["hand"])[j.extra]
        return targets.get(j.key)

    def _consumable(self, c: _core.Consumable, sell: int | None) -> Consumable:
        row = content()["consumable"][c.key]
        return Consumable(c.key, c.name, row["kind"], row["text"], sell, c.edition, c.number)

    def _offer(self, item: _core.Card | _core.Joker | _core.Consumable, price: int) -> Offer:
        if isinstance(item, _core.Joker):
            return Offer(self._joker(item, None), price)
        if isinstance(item, _core.Consumable):
            return Offer(self._consumable(item, None), price)
        return Offer(_card(item), price)


def _restore(data: bytes, log: list[str] | None) -> Game:
    return Game._wrap(_core.Game.from_bytes(data), log)


def _action(action: Action | str) -> Action:
    return Action(action) if isinstance(action, str) else action


def _card(c: _core.Card, face_up: bool = False) -> Card:
    if c.face_down and not face_up:
        return Card(HIDDEN, face_down=True, forced=c.forced)
    return Card(
        code=c.code.replace("/f", "") if face_up else c.code,
        rank=RANKS[c.rank],
        suit=SUITS[c.suit],
        enhancement=c.enhancement,
        edition=c.edition,
        seal=c.seal,
        bonus=c.bonus,
        debuffed=c.debuffed,
        forced=c.forced and not face_up,
        number=c.number,
    )
