"""Coverage: which items of the game the recordings show, and whether every step with them matched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from jimbot import _core
from jimbot.game import Game
from jimbot.game.content import content

Item = tuple[str, str]  # kind and key
TABLES = ("joker", "voucher", "tag", "deck", "stake", "enhancement", "edition", "seal", "sticker", "hand")


def pack_kind(key: str) -> str:
    """A pack without the number of its picture: p_arcana_mega."""
    return key.rstrip("0123456789").rstrip("_")


def all_items() -> dict[str, list[str]]:
    """Every item by kind, in the game's order."""
    tables = content()
    out = {kind: list(tables[kind]) for kind in TABLES}
    out |= {kind: [] for kind in ("tarot", "planet", "spectral")}
    out["edition"].remove("e_base")
    for key, row in tables["consumable"].items():
        out[row["kind"]].append(key)
    out["boss"] = [key for key, row in tables["blind"].items() if row["boss"]]
    out["pack"] = list(dict.fromkeys(map(pack_kind, tables["booster"])))
    return out


def _consumable(key: str) -> Item:
    return str(content()["consumable"][key]["kind"]), key


def _looks(item: _core.Card | _core.Joker) -> Iterator[Item]:
    if item.edition:
        yield "edition", f"e_{item.edition}"
    if isinstance(item, _core.Card):
        if item.enhancement:
            yield "enhancement", f"m_{item.enhancement}"
        if item.seal:
            yield "seal", item.seal.capitalize()
        return
    for sticker in content()["sticker"]:
        if getattr(item, sticker):
            yield "sticker", sticker


def items_in(g: _core.Game) -> Iterator[Item]:
    """What is owned, held or faced in a position."""
    for joker in g.jokers:
        yield "joker", joker.key
        yield from _looks(joker)
    for consumable in g.consumables:
        yield _consumable(consumable.key)
    for card in g.hand:
        yield from _looks(card)
    for voucher in g.vouchers:
        yield "voucher", voucher
    for tag, _ in g.tags:
        yield "tag", tag
    if g.pack:
        yield "pack", pack_kind(g.pack)
    if g.phase in ("SELECTING_HAND", "ROUND_EVAL") and content()["blind"][g.current_blind]["boss"]:
        yield "boss", g.current_blind
    yield "deck", g.deck
    yield "stake", g.stake


def items_used(before: _core.Game, after: Game, step: dict[str, Any]) -> Iterator[Item]:
    """What a step uses that neither of its positions shows."""
    method, params = step["method"], step["params"] or {}
    if method == "play" and after.reveal().last_hand:
        yield "hand", str(after.reveal().last_hand)
    if method == "skip" and before.blind_on_deck < 2:
        yield "tag", before.ante_tags[before.blind_on_deck][0]
    if method == "pack" and "card" in params and params["card"] < len(before.pack_cards):
        item = before.pack_cards[params["card"]][0]
        if isinstance(item, _core.Consumable):
            yield _consumable(item.key)


@dataclass
class Count:
    """Compared steps in which an item was there."""

    seen: int = 0
    matched: int = 0

    @property
    def mismatched(self) -> int:
        return self.seen - self.matched


@dataclass
class Coverage:
    """Counts per item; `watch` is called for every compared step of a replay."""

    counts: dict[Item, Count] = field(default_factory=dict)

    def watch(self, before: _core.Game, after: Game, step: dict[str, Any], matched: bool) -> None:
        items = {*items_in(before), *items_in(after.reveal()), *items_used(before, after, step)}
        for item in items:
            count = self.counts.setdefault(item, Count())
            count.seen += 1
            count.matched += matched

    def table(self) -> dict[str, dict[str, Any]]:
        """By kind: how many items there are, the count of each one seen, and those never seen."""
        out: dict[str, dict[str, Any]] = {}
        for kind, keys in all_items().items():
            seen = {key: self.counts[kind, key] for key in keys if (kind, key) in self.counts}
            out[kind] = {
                "items": len(keys),
                "seen": len(seen),
                "matched": sum(c.mismatched == 0 for c in seen.values()),
                "mismatched": sum(c.mismatched > 0 for c in seen.values()),
                "steps": {
                    key: {"seen": c.seen, "matched": c.matched, "mismatched": c.mismatched}
                    for key, c in seen.items()
                },
                "never": [key for key in keys if key not in seen],
            }
        return out
