"""What a condition on seeds names: cards with marks, packs, vouchers, tags, bosses; and what never comes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from jimbot.game.content import content
from jimbot.game.content.find import find, name_of
from jimbot.game.seeds.query import Fact, Wanted

EDITIONS = {
    "foil": "foil",
    "holo": "holo",
    "holographic": "holo",
    "polychrome": "polychrome",
    "negative": "negative",
}
STICKERS = ("eternal", "perishable", "rental")
OK: dict[str, Literal["eternal_ok", "perishable_ok"]] = {
    "eternal": "eternal_ok",
    "perishable": "perishable_ok",
}
SEALS = ("gold", "red", "blue", "purple")
RARITIES = ("common", "uncommon", "rare", "legendary")
CONSUMABLES = ("tarot", "planet", "spectral")
SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "10": "T"} | {
    str(n): str(n) for n in range(2, 10)
}
ALL_RANKS = "23456789TJQKA"
CARD = re.compile(r"([shcd])_([2-9tjqka])", re.I)
NEVER_DRAWN = ("c_soul", "c_black_hole")  # they take the place of another card
HAS = ("joker", "consumable", "voucher", "tag", "blind", "booster")
KINDS = "joker, tarot, planet, spectral, card, a rank or a suit"


@dataclass
class NamedCard:
    """A card as it was named, before it is known where it may come from."""

    keys: frozenset[str] = frozenset()
    suits: str = ""
    ranks: str = ""
    edition: str | None = None
    enhancement: str | None = None
    seal: str | None = None
    stickers: list[str] = field(default_factory=list)
    name: str = ""  # of the one that was meant, for messages

    def wanted(self, keys: Iterable[str], with_cards: bool) -> Wanted:
        return Wanted(
            frozenset(keys),
            self.suits if with_cards else "",
            self.ranks if with_cards else "",
            self.edition,
            self.enhancement,
            self.seal,
            tuple(sorted(set(self.stickers))),
        )


class Things:
    """Reads names for one deck and stake. Each method takes the words of a name and the first and last ante,
    and returns the facts of which one must be so. ValueError: unknown, or never there."""

    def __init__(self, deck: str, stake: str) -> None:
        self._deck = content()["deck"][deck]
        self._stake = content()["stake"][stake]

    def anything(self, words: list[str], first: int, last: int) -> list[Fact]:
        if pack := _pack_kinds(words):
            return [Fact("booster", first, last, pack)]
        named = self._card_or_named(words)
        if isinstance(named, NamedCard):
            return self._places(named, first, last, ("shop", "pack_card", "legendary"))
        kind, key = named
        if kind == "voucher":
            return self.voucher([key], first, last)
        if kind == "tag":
            return self.tag(None, [key], first, last)
        if kind == "blind":
            return self.boss([key], first, last)
        return [Fact("booster", first, last, frozenset([key.rsplit("_", 1)[0]]))]

    def in_shop(self, words: list[str], first: int, last: int) -> list[Fact]:
        return self._places(self._card(words), first, last, ("shop",))

    def in_packs(self, words: list[str], first: int, last: int) -> list[Fact]:
        if pack := _pack_kinds(words):
            return [Fact("booster", first, last, pack)]
        return self._places(self._card(words), first, last, ("pack_card",))

    def legendary(self, words: list[str], first: int, last: int) -> list[Fact]:
        card = self._card(words)
        if not any(_rarity(key) == "legendary" for key in card.keys):
            names = ", ".join(key for key, row in content()["joker"].items() if row["rarity"] == "legendary")
            raise ValueError(f"{card.name} is no legendary joker; one of {names}")
        return self._places(card, first, last, ("legendary",))

    def voucher(self, words: list[str], first: int, last: int) -> list[Fact]:
        _, row = find(" ".join(words), "voucher")
        owned, name = self._deck["vouchers"], row["name"]
        if row["key"] in owned:
            raise ValueError(f"{name} is never sold: the {self._deck['name']} has it from the start")
        needed = row["requires"]
        if needed is not None and needed not in owned:
            before = content()["voucher"][needed]["name"]
            raise ValueError(f"{name} is never sold here: it needs {before}, and a seed report owns nothing")
        return [Fact("voucher", first, last, frozenset([row["key"]]))]

    def tag(self, which: str | None, words: list[str], first: int, last: int) -> list[Fact]:
        _, row = find(" ".join(words), "tag")
        if row["min_ante"] > last:
            raise ValueError(f"{row['name']} does not come before ante {row['min_ante']}")
        keys = frozenset([row["key"]])
        small, big = Fact("small_tag", first, last, keys), Fact("big_tag", first, last, keys)
        return [small] if which == "small" else [big] if which == "big" else [small, big]

    def boss(self, words: list[str], first: int, last: int) -> list[Fact]:
        _, row = find(" ".join(words), "blind")
        if not row["boss"]:
            raise ValueError(f"{row['name']} is no boss; `jimbot info blind` lists all")
        antes = range(first, last + 1)
        if row["showdown"] and not any(ante % 8 == 0 for ante in antes):
            raise ValueError(f"{row['name']} comes in antes 8, 16, 24 and so on only")
        if not row["showdown"] and not any(ante % 8 and ante >= row["min_ante"] for ante in antes):
            raise ValueError(
                f"{row['name']} comes from ante {row['min_ante']} on, and never in ante 8, 16, 24"
            )
        return [Fact("boss", first, last, frozenset([row["key"]]))]

    def meant(self, text: str) -> str | None:
        """The key of something that may have been meant, where a fact should start."""
        try:
            return str(_find(text, HAS)[1]["key"])
        except ValueError:
            return None

    # -- cards --------------------------------------------------------------------------------------------

    def _card(self, words: list[str]) -> NamedCard:
        named = self._card_or_named(words, ("joker", "consumable"))
        assert isinstance(named, NamedCard)
        return named

    def _card_or_named(self, words: list[str], kinds: Sequence[str] = HAS) -> NamedCard | tuple[str, str]:
        if "any" in words:
            return self._any([word for word in words if word != "any"])
        # marks come before the name; a name may itself begin with a word that is a mark (Glass Joker)
        most = _marks(words, NamedCard())
        for cut in range(most + 1):
            name = " ".join(words[cut:])
            if not name or _marks(words[:cut], NamedCard()) != cut:
                continue
            try:
                found = self._by_name(name, kinds)
            except ValueError:
                if cut == most:
                    raise
                continue
            if isinstance(found, NamedCard):
                _marks(words[:cut], found)
                return found
            if cut == 0:
                return found
            raise ValueError(f"{' '.join(words[:cut])} cannot come before {name!r}, which is no card")
        raise ValueError(
            f"the name of a card is missing behind {' '.join(words)!r}; 'any' with {KINDS} will do"
        )

    def _by_name(self, name: str, kinds: Sequence[str]) -> NamedCard | tuple[str, str]:
        if match := CARD.fullmatch(name):
            return NamedCard(suits=match[1].upper(), ranks=match[2].upper(), name=name.upper())
        kind, row = _find(name, kinds)
        if kind in ("joker", "consumable"):
            return NamedCard(frozenset([row["key"]]), name=row["name"])
        return kind, row["key"]

    def _any(self, words: list[str]) -> NamedCard:
        """any rare joker, any tarot, any steel king, any negative joker."""
        card = NamedCard(name=f"any {' '.join(words)}")
        rest = list(words)
        rarity, kind, suits, ranks = None, None, "", ""
        while rest:
            if taken := _marks(rest, card):
                rest = rest[taken:]
                continue
            word = rest.pop(0)
            single = word.removesuffix("s")
            if word in RARITIES:
                rarity = word
            elif single in ("joker", *CONSUMABLES, "card"):
                kind = single
            elif single in RANKS:
                ranks += RANKS[single]
            elif word in SUITS or f"{word}s" in SUITS:
                suits += SUITS.get(word) or SUITS[f"{word}s"]
            elif word != "of":
                allowed = f"{', '.join(RARITIES)}, {KINDS}"
                raise ValueError(f"'any' knows no {word!r}; {allowed} and marks such as negative are allowed")
        if rarity is not None or kind == "joker":
            rows = content()["joker"].values()
            card.keys = frozenset(row["key"] for row in rows if rarity in (None, row["rarity"]))
        elif kind in CONSUMABLES:
            rows_ = content()["consumable"].values()
            card.keys = frozenset(row["key"] for row in rows_ if row["kind"] == kind)
        elif kind == "card" or suits or ranks or card.enhancement or card.seal:
            card.suits, card.ranks = suits or "SHCD", ranks or ALL_RANKS
        else:
            raise ValueError(f"'any' needs a kind: {KINDS}")
        return card

    # -- where cards come from ----------------------------------------------------------------------------

    def _places(self, card: NamedCard, first: int, last: int, subjects: Sequence[str]) -> list[Fact]:
        self._check_marks(card)
        out: list[Fact] = []
        if "shop" in subjects and (keys := {key for key in card.keys if self._in_shop(key)}):
            out.append(Fact("shop", first, last, wanted=card.wanted(keys, False)))
        if "pack_card" in subjects:
            keys = {key for key in card.keys if _in_packs(key)}
            if keys == {"c_soul"}:  # whichever legendary it makes
                every = [key for key in content()["joker"] if _rarity(key) == "legendary"]
                out.append(Fact("legendary", first, last, wanted=Wanted(frozenset(every))))
            elif keys or card.suits:
                out.append(Fact("pack_card", first, last, wanted=card.wanted(keys, True)))
        if "legendary" in subjects and not card.stickers:
            keys = {key for key in card.keys if _rarity(key) == "legendary"}
            if keys:
                out.append(Fact("legendary", first, last, wanted=card.wanted(keys, False)))
        if not out:
            raise ValueError(f"{card.name} is never there: {self._why_never(card)}")
        return out

    def _check_marks(self, card: NamedCard) -> None:
        jokers = {key for key in card.keys if key.startswith("j_")}
        if card.stickers and not jokers:
            raise ValueError(f"only jokers are {' or '.join(card.stickers)}")
        if (card.enhancement or card.seal) and card.keys:
            raise ValueError("only playing cards have an enhancement or a seal")
        if card.edition and not jokers and not card.suits:
            raise ValueError("only jokers and playing cards have an edition in shops and packs")
        if card.edition == "negative" and card.suits:
            raise ValueError("playing cards are never negative in packs")
        if {"eternal", "perishable"} <= set(card.stickers):
            raise ValueError("no joker is eternal and perishable")
        for sticker in card.stickers:
            stakes = content()["stake"]
            needed = content()["sticker"][sticker]["from_stake"]
            if stakes[needed]["level"] > self._stake["level"]:
                raise ValueError(
                    f"jokers are {sticker} from {stakes[needed]['name']} on: give the option stake"
                )
            rows = [content()["joker"][key] for key in jokers]
            if sticker != "rental" and not any(row[OK[sticker]] for row in rows):
                raise ValueError(f"{card.name} is never {sticker}")

    def _in_shop(self, key: str) -> bool:
        if key.startswith("j_"):
            return _joker_comes(key)
        row = content()["consumable"][key]
        if row["kind"] == "spectral" and not self._deck["spectral_rate"]:
            return False
        return key not in NEVER_DRAWN and key not in _secret_planets()

    def _why_never(self, card: NamedCard) -> str:
        if card.suits:
            return "shops sell playing cards only after Magic Trick"
        if any(_rarity(key) == "legendary" for key in card.keys):
            return "legendary jokers come of The Soul alone, without stickers: say 'has' or 'legendary'"
        key = min(card.keys)
        if key in NEVER_DRAWN:
            return f"{name_of(content()['consumable'][key])} comes in packs only"
        if key in _secret_planets():
            return "its poker hand must have been played first"
        if key.startswith("j_"):
            gate = content()["joker"][key]["gate"]
            needs = f"it needs a {gate} card in the deck"
            return needs if gate else "Gros Michel must have gone extinct first"
        return "only the Ghost Deck has Spectral cards in shops"


def _find(text: str, kinds: Sequence[str]) -> tuple[str, dict[str, str]]:
    kind, row = find(text, kinds)
    return kind, dict(row)


def _marks(words: Sequence[str], card: NamedCard) -> int:
    """Sets the marks that the words begin with; how many words they are."""
    enhancements = {key.removeprefix("m_") for key in content()["enhancement"]}
    at = 0
    while at < len(words):
        word = words[at]
        if word in SEALS and words[at + 1 : at + 2] == ["seal"]:
            card.seal = word
            at += 1
        elif word in EDITIONS:
            card.edition = EDITIONS[word]
        elif word in STICKERS:
            card.stickers.append(word)
        elif word in enhancements:
            card.enhancement = word
        else:
            break
        at += 1
    return at


def _pack_kinds(words: Sequence[str]) -> frozenset[str]:
    """Packs that words such as "mega arcana" or a key name, without the number of their picture."""
    packs = {key.rsplit("_", 1)[0]: key.split("_")[1:3] for key in content()["booster"]}
    if len(words) == 1 and words[0].startswith("p_"):
        return frozenset({words[0], words[0].rsplit("_", 1)[0]} & packs.keys())
    rest = [word for text in words for word in text.lower().split() if word not in ("pack", "packs")]
    if not rest:
        return frozenset()
    return frozenset(key for key, named in packs.items() if all(word in named for word in rest))


def _rarity(key: str) -> str | None:
    return content()["joker"][key]["rarity"] if key.startswith("j_") else None


def _joker_comes(key: str) -> bool:
    """To a deck without enhanced cards, before any Gros Michel went extinct."""
    row = content()["joker"][key]
    return row["rarity"] != "legendary" and row["gate"] is None and key != "j_cavendish"


def _in_packs(key: str) -> bool:
    return _joker_comes(key) if key.startswith("j_") else key not in _secret_planets()


def _secret_planets() -> set[str]:
    return {row["planet"] for row in content()["hand"].values() if row["secret"]}
