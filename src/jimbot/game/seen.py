"""What a player sees of a run, what the rules let him do, and what a play would score."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Iterable
from typing import Any

from jimbot import _core
from jimbot._core import Action
from jimbot.game.content import content
from jimbot.game.records import (
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
    counted,
    number_text,
)

SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"} | {n: str(n) for n in range(2, 10)}
HIDDEN = "??"
BREAKS = "glass"  # the stream that decides whether a Glass Card breaks


def name_of(kind: str, key: str) -> str:
    name: str = content()[kind][key]["name"]
    return name


class Seen:
    """The readable face of a position. Nothing here distinguishes games that differ only in hidden facts."""

    __slots__ = ("_g",)
    _g: _core.Game

    # -- actions ----------------------------------------------------------------------------------------

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
        return self._g.why_illegal(as_action(action))

    def score(self, cards: Iterable[int]) -> Score:
        """What playing these hand positions would score, step by step, without touching the game."""
        out = self._g.explain(Action("play " + ",".join(str(operator.index(c)) for c in cards)))
        if out["hidden"]:
            return Score(None, None, None, None, 0, (), False, False, ())
        cards_by_index, jokers, consumables = self._g.cards, self._g.jokers, self._g.consumables
        blind = name_of("blind", self._g.current_blind)

        def source(kind: str, index: int) -> str:
            if kind in ("card", "held_card"):
                code = cards_by_index[index].code
                return f"held {code}" if kind == "held_card" else code
            if kind == "joker":
                return HIDDEN if jokers[index].face_down else jokers[index].name
            if kind == "consumable":
                return consumables[index].name
            others: dict[str, str] = {"hand": out["hand"], "blind": blind, "deck": name_of("deck", self.deck)}
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
            out["exact"] or self._only_breaks(events),
            out["refused"],
            events,
        )

    def _only_breaks(self, events: Iterable[Event]) -> bool:
        """Whether nothing is left to chance but if Glass Cards break, after they have scored."""
        open_events = [event.stream for event in events if event.kind in OPEN_EVENTS]
        face_down = any(card.face_down for card in self._g.hand) or any(j.face_down for j in self._g.jokers)
        return bool(open_events) and set(open_events) == {BREAKS} and not face_down

    # -- facts ------------------------------------------------------------------------------------------

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
    def endless(self) -> bool:
        """The run goes on after the win."""
        return self._g.endless

    @property
    def lost(self) -> bool:
        return self._g.lost

    @property
    def truncated(self) -> bool:
        """A limit of the state was reached (see ``core/game/types.h``); the run ended without a result."""
        return self._g.truncated

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
        _, _, target, _ = self._g.blinds[self.blind_on_deck]
        return target

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
                name_of("blind", key),
                _core.blind_text(self._g, key),
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
    def blind_on_deck(self) -> int:
        """0, 1 or 2: the small, the big or the boss blind is played, or comes next."""
        return self._g.blind_on_deck

    @property
    def blind_disabled(self) -> bool:
        return self._g.blind_disabled

    @property
    def hand(self) -> list[Card]:
        return [card_record(c) for c in self._g.hand]

    @property
    def jokers(self) -> list[Joker]:
        return [self._joker(j, self._g.joker_sell_value(i)) for i, j in enumerate(self._g.jokers)]

    @property
    def acts_as(self) -> list[int | None]:
        """Of each joker the position of the one whose effect it has; None: it has none, or lies face down."""
        jokers = self._g.jokers
        return [None] * len(jokers) if any(j.face_down for j in jokers) else self._g.acts_as

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
        return [card_record(c, face_up=True) for c in self._g.cards]

    @property
    def draw_pile(self) -> list[Card]:
        """The undrawn cards, sorted: their order is not known. Face-down cards in hand may be any of them
        and are listed too."""
        seen = {c.number for c in self._g.hand if not c.face_down} | {c.number for c in self._g.discard_pile}
        cards = [card_record(c, face_up=True) for c in self._g.cards if c.number not in seen]
        return sorted(cards, key=lambda c: c.number or 0)

    @property
    def draw_pile_size(self) -> int:
        return self._g.draw_pile_size

    @property
    def cash_out_rows(self) -> dict[str, int]:
        """What the cash-out will pay, row by row (in ROUND_EVAL)."""
        names = ("blind", "hands", "discards", "jokers", "tags", "interest")
        return dict(zip(names, self._g.cash_out_rows, strict=True))

    def observe(self) -> dict[str, Any]:
        """Everything a player sees, as one dictionary. Equal for games that differ only in hidden facts."""
        names = (
            "phase ante round money round_score target hands_left discards_left hands_played discards_used "
            "skips hand_size joker_slots consumable_slots blinds blind_disabled hand jokers consumables tags "
            "vouchers shop shop_vouchers shop_packs reroll_price pack pack_cards pack_picks_left hand_levels "
            "draw_pile draw_pile_size cash_out_rows"
        )
        return {name: getattr(self, name) for name in names.split()}

    # -- shown to people --------------------------------------------------------------------------------

    def _parts(self) -> list[str]:
        """The position in a few words."""
        run = f"{self.deck[2:]}/{self.stake[6:]}" + (f"/{self.challenge}" if self.challenge else "")
        parts = [run, f"ante {self.ante} {self.blind.name}", self.phase, f"${self.money}"]
        if self.phase == "SELECTING_HAND":
            parts.append(f"{number_text(self.round_score)}/{number_text(self.target)}")
            parts.append(f"{counted(self.hands_left, 'hand')} {counted(self.discards_left, 'discard')}")
        if self.hand:
            parts.append("hand " + " ".join(c.code for c in self.hand))
        if self.jokers:
            parts.append("jokers " + ", ".join(j.name for j in self.jokers))
        if self.over:
            parts.append("won" if self.won else "lost" if self.lost else "truncated")
        return parts

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'; '.join(self._parts())}>"

    def _repr_png_(self) -> bytes:
        """The position drawn: notebooks ask for this. Pictures are made in a room above this one."""
        picture = importlib.import_module("jimbot.view.picture")
        data: bytes = picture.png(picture.draw(self))
        return data

    # -- from the engine's records ----------------------------------------------------------------------

    def _tag(self, record: tuple[str, str | None]) -> Tag:
        key, hand = record
        return Tag(key, name_of("tag", key), hand)

    def _joker(self, j: _core.Joker, sell: int | None) -> Joker:
        if j.face_down:
            return Joker(HIDDEN, HIDDEN, "", 0, None, face_down=True)
        return Joker(
            key=j.key,
            name=j.name,
            text=_core.joker_text(self._g, j),
            value=j.value,
            sell=sell,
            edition=j.edition,
            eternal=j.eternal,
            perishable=j.perishable,
            rental=j.rental,
            pinned=j.pinned,
            debuffed=j.debuffed,
            rounds_left=j.rounds_left,
            target=_core.joker_target(self._g, j),
            number=j.number,
        )

    def _consumable(self, c: _core.Consumable, sell: int | None) -> Consumable:
        kind = content()["consumable"][c.key]["kind"]
        text = _core.consumable_text(self._g, c.key)
        return Consumable(c.key, c.name, kind, text, sell, c.edition, c.number)

    def _offer(self, item: _core.Card | _core.Joker | _core.Consumable, price: int) -> Offer:
        if isinstance(item, _core.Joker):
            return Offer(self._joker(item, None), price)
        if isinstance(item, _core.Consumable):
            return Offer(self._consumable(item, None), price)
        return Offer(card_record(item), price)


def as_action(action: Action | str) -> Action:
    return Action(action) if isinstance(action, str) else action


def card_record(c: _core.Card, face_up: bool = False) -> Card:
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
