"""Archetypes: kinds of builds, and who serves them, by what the rows show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from jimbot.knowledge.relations import ALL_CARDS, JokerRelations, Relations, faces, suits

Serves = Callable[[JokerRelations], float]  # how much, 0 to 1


@dataclass(frozen=True)
class Archetype:
    key: str
    name: str
    joker: Serves
    hands: frozenset[str] = frozenset()  # poker hands that it is about
    consumable: Callable[[dict[str, Any]], bool] = lambda relations: False
    voucher: Callable[[dict[str, Any]], bool] = lambda figures: False
    deck: Callable[[Any], bool] = lambda row: False


def archetypes() -> list[Archetype]:
    return [*_by_hand(), *_by_card(), *_by_means()]


def rule_serves(archetype: Archetype, rule: str, relations: Relations) -> float:
    """How much a joker that changes a rule serves: by the hands that it makes easier."""
    return _share(relations.rule_hands[rule], archetype.hands)


def _share(those: frozenset[str], of: frozenset[str]) -> float:
    return len(those & of) / len(of) if of else 0.0


def _by_hand() -> list[Archetype]:
    families = {
        "pairs": ("Pairs", {"Pair", "Two Pair"}),
        "kinds": ("Three and more of a kind", {"Three of a Kind", "Four of a Kind", "Five of a Kind"}),
        "full_house": ("Full houses", {"Full House", "Flush House"}),
        "straight": ("Straights", {"Straight", "Straight Flush"}),
        "flush": ("Flushes", {"Flush", "Straight Flush", "Flush House", "Flush Five"}),
    }
    return [_of_hands(key, name, frozenset(hands)) for key, (name, hands) in families.items()]


def _of_hands(key: str, name: str, hands: frozenset[str]) -> Archetype:
    def levels(relations: dict[str, Any]) -> bool:
        """Of these hands; Black Hole serves all alike."""
        return bool(hands & set(relations["levels"])) and len(relations["levels"]) < 12

    return Archetype(key, name, lambda joker: _share(joker.hands, hands), hands, levels)


def _of_suit(suit: str, cards: frozenset[int]) -> Archetype:
    return Archetype(
        suit,
        suit.capitalize(),
        lambda joker: float(joker.cards() == cards),
        consumable=lambda relations: suit in relations["suits"],
    )


def _by_card() -> list[Archetype]:
    face = faces()
    return [
        *(_of_suit(suit, cards) for suit, cards in suits().items()),
        Archetype("faces", "Face cards", lambda joker: _within(joker.cards(), face)),
        Archetype(
            "low",
            "Low cards",
            lambda joker: float(
                bool(joker.cards()) and not joker.cards() & face and len(joker.cards()) <= 20
            ),
        ),
        Archetype(
            "held",
            "Cards held in hand",
            lambda joker: float(
                bool(
                    joker.held
                    or joker.again_held
                    or "held_cards" in joker.facts
                    or "hand_size" in joker.deeds
                )
            ),
            consumable=lambda relations: "m_steel" in relations["gives"] or "Blue" in relations["seals"],
            voucher=lambda figures: figures["hand_size"] > 0,
            deck=lambda row: row["hand_size"] > 0,
        ),
    ]


def _within(cards: frozenset[int], of: frozenset[int]) -> float:
    return float(bool(cards) and cards <= of)


def _by_means() -> list[Archetype]:
    return [
        Archetype(
            "again",
            "Cards that score again",
            lambda joker: float(bool(joker.again)),
            consumable=lambda relations: "Red" in relations["seals"],
        ),
        Archetype(
            "enhanced",
            "Enhanced cards",
            lambda joker: float(bool(joker.reads or joker.gives)),
            consumable=lambda relations: bool(relations["gives"]),
        ),
        Archetype(
            "money",
            "Money",
            lambda joker: float(bool({"dollars", "sell_value"} & joker.deeds or "money" in joker.facts)),
            consumable=lambda relations: "dollars" in relations["deeds"] or "m_gold" in relations["gives"],
            voucher=lambda figures: bool(figures["interest_cap"] or figures["discount"]),
            deck=lambda row: row["dollars"] > 0 or row["dollars_per_discard"] > 0,
        ),
        Archetype(
            "tarots",
            "Tarots",
            lambda joker: float(
                "tarots" in joker.deeds or "tarots_used" in joker.facts or "tarot" in joker.grows_by_kind
            ),
            consumable=lambda relations: "tarots" in relations["deeds"],
            voucher=lambda figures: figures["tarot_rate"] > 0,
        ),
        Archetype(
            "levels",
            "Levels of hands",
            lambda joker: float(bool({"levels", "planets"} & joker.deeds or "planet" in joker.grows_by_kind)),
            consumable=lambda relations: bool(relations["levels"]) or "planets" in relations["deeds"],
            voucher=lambda figures: (
                figures["planet_rate"] > 0
                or figures["most_played_planet"]
                or figures["planet_times_mult"] > 0
            ),
        ),
        Archetype(
            "thin_deck",
            "A thin deck",
            lambda joker: float("destroys_cards" in joker.deeds or bool(joker.destroyed)),
            consumable=lambda relations: "destroys_cards" in relations["deeds"],
        ),
        Archetype(
            "big_deck",
            "A big deck",
            lambda joker: float(bool("cards" in joker.deeds or "cards_added" in joker.grows)),
            consumable=lambda relations: "cards" in relations["deeds"],
            voucher=lambda figures: figures["card_rate"] > 0,
        ),
        Archetype(
            "discards",
            "Discards",
            lambda joker: float(
                bool(
                    joker.discarded
                    or "discarded" in joker.grows
                    or ("discards_left" in joker.facts and not joker.wants_no_discards)
                    or "discards" in joker.deeds
                )
            ),
            voucher=lambda figures: figures["discards"] > 0,
            deck=lambda row: row["discards"] > 0,
        ),
        Archetype("growth", "Jokers that grow", lambda joker: float("counter" in joker.deeds)),
        Archetype("multipliers", "Multipliers", lambda joker: float("times_mult" in joker.deeds)),
        Archetype("copies", "Copies", lambda joker: float("copies" in joker.deeds)),
        Archetype(
            "odds",
            "Odds",
            lambda joker: float(joker.rolls or joker.doubles_probabilities),
            consumable=lambda relations: "m_lucky" in relations["gives"],
        ),
        Archetype(
            "any_card",
            "Whatever scores",
            lambda joker: float(joker.scored >= ALL_CARDS),
        ),
    ]
