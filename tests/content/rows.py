"""Tools of the tables beside ``positions``: refusals inside a row, codes of everything, the random streams.

A row acts through the front door: ``play(position, actions)`` reads the notation and applies the actions,
separated by ``;``. ``action !reason`` says that the action is refused for that reason.
``check(game, expected)`` compares facts by name (see ``FACTS``; a poker hand's name means its level).
``Streams`` is written from the specification, not from the engine, so that it can judge it.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import pytest

from jimbot.game import Card, Consumable, Game, Joker, Offer
from jimbot.game.content import content

T = TypeVar("T")


def game(position: str) -> Game:
    return Game.from_notation("jimbot1 " + position)


def act(g: Game, actions: str) -> Game:
    for step in filter(None, (a.strip() for a in actions.split(";"))):
        action, _, reason = (part.strip() for part in step.partition("!"))
        refused = g.why_illegal(action)
        if reason:
            assert refused is not None, f"'{action}' should be refused: {reason}"
            assert reason in refused, f"'{action}' is refused for another reason: {refused}"
            before = g.notation()
            with pytest.raises(ValueError):
                g.apply(action)
            assert g.notation() == before, f"the refused '{action}' changed the game"
        else:
            assert refused is None, f"'{action}' is refused in {g.phase}: {refused}"
            g.apply(action)
    return g


def play(position: str, actions: str = "") -> Game:
    return act(game(position), actions)


def code(item: Card | Joker | Consumable | str) -> str:
    """S_K/e:GLASS, j_joker/x:FOIL/eternal/perishable/rental/pinned/d, c_fool, v_grabber, ??"""
    if isinstance(item, str):
        return item
    if isinstance(item, Card):
        return item.code
    marks = [f"x:{item.edition.upper()}"] if item.edition else []
    if isinstance(item, Joker):
        marks += [m for m in ("eternal", "perishable", "rental", "pinned") if getattr(item, m)]
        marks += ["d"] if item.debuffed else []
    return "/".join([item.key, *marks])


def codes(items: Sequence[Any]) -> str:
    return " ".join(code(i.item if isinstance(i, Offer) else i) for i in items)


FACTS: dict[str, Callable[[Game], Any]] = {
    "hand": lambda g: codes(g.hand),
    "hand_count": lambda g: len(g.hand),
    "deck": lambda g: len(g.full_deck),
    "jokers": lambda g: codes(g.jokers),
    "joker_count": lambda g: len(g.jokers),
    "sells": lambda g: [j.sell for j in g.jokers],
    "consumables": lambda g: codes(g.consumables),
    "tags": lambda g: " ".join(t.key for t in g.tags),
    "shop": lambda g: codes(g.shop),
    "shop_count": lambda g: len(g.shop),
    "prices": lambda g: [o.price for o in g.shop],
    "voucher_offers": lambda g: codes(g.shop_vouchers),
    "pack_offers": lambda g: codes(g.shop_packs),
    "pack_prices": lambda g: [o.price for o in g.shop_packs],
    "pack_cards": lambda g: codes(g.pack_cards),
    "score": lambda g: g.round_score,
    "boss": lambda g: g.blinds[2].key,
    "rows": lambda g: {k: v for k, v in g.cash_out_rows.items() if v},
    "hands_per_round": lambda g: g.reveal().hands_per_round,
    "discards_per_round": lambda g: g.reveal().discards_per_round,
    "boss_rerolled": lambda g: g.reveal().boss_rerolled,
    "reward": lambda g: g.blind.reward,
}


def fact(g: Game, name: str) -> Any:
    if name in FACTS:
        return FACTS[name](g)
    if name.startswith("owns "):  # how many cards of the full deck have this code
        return sum(c.code == name[5:] for c in g.full_deck)
    if name in content()["hand"]:
        return g.hand_levels[name].level
    return getattr(g, name)


def check(g: Game, expected: Mapping[str, Any]) -> None:
    found = {name: fact(g, name) for name in expected}
    assert found == dict(expected)


def complete(kind: str, keys: Sequence[str], /, **fields: Any) -> None:
    """Every key of a content table has a row."""
    missing = [k for k in pool(kind, **fields) if k not in set(keys)]
    assert not missing, f"no row for {missing}"


# -- the random streams, from rng.md section 1 ------------------------------------------------------------

MASK = 2**64 - 1
WORDS = ((63, 31, 18), (58, 19, 28), (55, 24, 7), (47, 21, 8))
FRONTS = [f"{s}_{r}" for s in "CDHS" for r in "23456789AJKQT"]
RANKS = "23456789TJQKA"


def hash_text(text: str) -> float:
    x = 1.0
    for i in range(len(text), 0, -1):
        x = math.fmod(((1.1239285023 / x) * ord(text[i - 1]) * math.pi) + (math.pi * i), 1.0)
    return x


class Lua:
    """The generator of rng.md 1.4."""

    def __init__(self, d: float) -> None:
        self.words = []
        for k, _, _ in WORDS:
            d = d * 3.14159265358979323846
            d = d + 2.7182818284590452354
            (bits,) = struct.unpack("<Q", struct.pack("<d", d))
            least = 1 << (64 - k)
            self.words.append(bits + least if bits < least else bits)
        for _ in range(10):
            self.step()

    def step(self) -> int:
        out = 0
        for i, (k, q, s) in enumerate(WORDS):
            z = self.words[i]
            mask = (MASK << (64 - k)) & MASK
            z = ((((z << q) & MASK) ^ z) >> (k - s)) ^ (((z & mask) << s) & MASK)
            self.words[i] = z
            out ^= z
        return out

    def real(self) -> float:
        bits = (self.step() & (2**52 - 1)) | 0x3FF0000000000000
        return struct.unpack("<d", struct.pack("<Q", bits))[0] - 1.0

    def integer(self, low: int, high: int) -> int:
        return math.floor(self.real() * (high - low + 1)) + low


class Streams:
    """The streams of a run that has used none of them yet; ``use`` skips draws made before."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.own = hash_text(seed)
        self.states: dict[str, float] = {}

    def generator(self, key: str) -> Lua:
        state = self.states.get(key) or hash_text(key + self.seed)
        state = abs(float(f"{math.fmod(2.134453429141 + state * 1.72431234, 1.0):.13f}"))
        self.states[key] = state
        return Lua((state + self.own) / 2)

    def use(self, key: str, times: int = 1) -> Streams:
        for _ in range(times):
            self.generator(key)
        return self

    def real(self, key: str) -> float:
        return self.generator(key).real()

    def pick(self, key: str, items: Sequence[T]) -> T:
        return items[self.generator(key).integer(1, len(items)) - 1]

    def draw(self, key: str, items: Sequence[T], holes: Sequence[T] = ()) -> T:
        """From a pool with holes: redraws on key_resample2, key_resample3, ..."""
        assert any(i not in holes for i in items), f"{key}: every entry is a hole"
        for name in itertools.chain([key], (f"{key}_resample{n}" for n in itertools.count(2))):
            found = self.pick(name, items)
            if found not in holes:
                return found
        raise AssertionError

    def shuffle(self, key: str, items: Sequence[T]) -> list[T]:
        out, lua = list(items), self.generator(key)
        for i in range(len(out), 1, -1):
            j = lua.integer(1, i)
            out[i - 1], out[j - 1] = out[j - 1], out[i - 1]
        return out


def seeds() -> Iterator[str]:
    return (f"S{n}" for n in itertools.count(1))


def seed_where(condition: Callable[[Streams], bool]) -> str:
    """The first seed whose unused streams fulfil the condition."""
    return next(s for s in seeds() if condition(Streams(s)))


# -- pools and created things, from rng.md sections 2 to 5 ------------------------------------------------

GATED = ["j_steel_joker", "j_stone", "j_lucky_cat", "j_ticket", "j_glass", "j_cavendish"]
SECRET = ["c_planet_x", "c_ceres", "c_eris"]
NEVER = ["c_soul", "c_black_hole"]
RARITIES = ("common", "uncommon", "rare", "legendary")
GUARANTEED = {"POLYCHROME": 0.85, "HOLO": 0.5, "FOIL": 0.0}
RATES = {"joker": 20.0, "tarot": 4.0, "planet": 4.0, "card": 0.0, "spectral": 0.0}


def pool(kind: str, /, **fields: Any) -> list[str]:
    """Keys of a content table in pool order, filtered by fields of the row."""
    return [k for k, row in content()[kind].items() if all(row[f] == v for f, v in fields.items())]


def edition(e: float, rate: float = 1, factor: float = 1, negative: bool = True) -> str:
    """The edition poll as a mark of a code."""
    if negative and e > 1 - 0.003 * factor:
        return "/x:NEGATIVE"
    for name, share in (("POLYCHROME", 0.006), ("HOLO", 0.02), ("FOIL", 0.04)):
        if e > 1 - share * rate * factor:
            return f"/x:{name}"
    return ""


def guaranteed_edition(e: float) -> str:
    return next(name for name, least in GUARANTEED.items() if e > least)


def new_joker(
    s: Streams, src: str, have: Sequence[str] = (), rarity: int = 0, ante: int = 1, rate: float = 1
) -> str:
    """The code of the next joker of a source in a run with no gate open."""
    if not rarity:
        r = s.real(f"rarity{ante}{src}")
        rarity = 3 if r > 0.95 else 2 if r > 0.7 else 1
    key = "Joker4" if rarity == 4 else f"Joker{rarity}{src}{ante}"
    jokers = pool("joker", rarity=RARITIES[rarity - 1])
    if not set(jokers) - {*GATED, *have}:
        jokers, have = ["j_joker"], []
    joker = s.draw(key, jokers, [*GATED, *have])
    return joker + edition(s.real(f"edi{src}{ante}"), rate)


def new_consumable(s: Streams, kind: str, src: str, have: Sequence[str] = (), ante: int = 1) -> str:
    holes = [*SECRET, *NEVER, *have]
    return s.draw(f"{kind.title()}{src}{ante}", pool("consumable", kind=kind), holes)


def slot_kind(s: Streams, ante: int = 1, **rates: float) -> str:
    """What the next slot of the shop row holds: the weights added in their order, the roll by the total."""
    weights = RATES | rates
    roll = s.real(f"cdt{ante}") * sum(weights.values())
    for kind, end in zip(weights, itertools.accumulate(weights.values()), strict=True):
        if end >= roll and weights[kind]:
            return kind
    raise AssertionError


def kind_of(offer: Offer) -> str:
    if isinstance(offer.item, Joker):
        return "joker"
    return offer.item.kind if isinstance(offer.item, Consumable) else "card"


def new_shop_row(
    s: Streams, slots: int = 2, have: Sequence[str] = (), ante: int = 1, rate: float = 1, **rates: float
) -> str:
    """The codes of a row that is filled now (Illusion excepted)."""
    row: list[str] = []
    for _ in range(slots):
        taken = [*have, *(c.partition("/")[0] for c in row)]
        kind = slot_kind(s, ante, **rates)
        if kind == "joker":
            row.append(new_joker(s, "sho", taken, ante=ante, rate=rate))
        elif kind == "card":
            row.append(s.pick(f"frontsho{ante}", FRONTS))
        else:
            row.append(new_consumable(s, kind, "sho", taken, ante))
    return " ".join(row)


def new_pack(s: Streams, ante: int = 1) -> str:
    boosters = content()["booster"]
    roll = s.real(f"shop_pack{ante}") * sum(b["weight"] for b in boosters.values())
    total = 0.0
    for key, row in boosters.items():
        total += row["weight"]
        if total >= roll:
            return key
    raise AssertionError
