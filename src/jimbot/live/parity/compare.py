"""Comparing a game with a recorded state, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jimbot import _core
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.protocol.known import key_named

PHASES = {"SMODS_BOOSTER_OPENED": "PACK"}
Item = _core.Joker | _core.Consumable | _core.Card
FIRST_PACK = "p_buffoon_normal"  # its art variant is not drawn from the seed


@dataclass(frozen=True)
class Field:
    """One compared value: where it is, ours, the recorded one."""

    name: str
    ours: Any
    theirs: Any

    @property
    def equal(self) -> bool:
        return bool(self.ours == self.theirs)


def _key_of(kind: str, name: str) -> str:
    """The key of what a recording names by its key or in English."""
    return name if name in content()[kind] else key_named(kind, name) or name


def _without(code: str, *marks: str) -> str:
    first, *rest = code.split("/")
    return "/".join([first, *(r for r in rest if r.split(":")[0] not in marks)])


def _item_key(item: Item) -> str:
    return item.code if isinstance(item, _core.Card) else item.key


def _marks(eternal: bool, rounds: int, rental: bool) -> str:
    marks = {"eternal": eternal, f"perishable:{rounds}": rounds > 0, "rental": rental}
    return "/".join(name for name, shown in marks.items() if shown)


def _stickers(joker: _core.Joker) -> str:
    return _marks(joker.eternal, joker.rounds_left if joker.perishable else 0, joker.rental)


def _recorded_stickers(card: dict[str, Any]) -> str:
    return _marks(bool(card.get("eternal")), int(card.get("perishable") or 0), bool(card.get("rental")))


def _frame(game: Game, state: dict[str, Any]) -> Iterator[Field]:
    g = game.reveal()
    yield Field("state", game.phase, PHASES.get(state["state"], state["state"]))
    yield Field("ante", g.ante, state["ante"])
    if "round_num" in state:
        yield Field("round_num", g.round, state["round_num"])
    yield Field("money", g.money, state["money"])
    yield Field("won", g.won, bool(state["won"]))
    yield Field(
        "vouchers_used", sorted(game.vouchers), sorted(_key_of("voucher", v) for v in state["vouchers_used"])
    )
    ours = {
        "hands_left": g.hands_left,
        "discards_left": g.discards_left,
        "hands_played": g.hands_played,
        "discards_used": g.discards_used,
        "reroll_cost": g.reroll_price,
        "chips": g.score,
    }
    for name, value in ours.items():
        if name in state["round"]:
            yield Field(f"round.{name}", value, state["round"][name])


def _blinds(game: Game, state: dict[str, Any], detail: str | None) -> Iterator[Field]:
    round_end = state["state"] == "ROUND_EVAL"
    for blind, name in zip(game.blinds, ("small", "big", "boss"), strict=True):
        theirs = state.get("blinds", {}).get(name, {})
        # after a boss the round-end screen names the old boss with the old or the next ante's score
        if "name" in theirs and not (round_end and name == "boss"):
            yield Field(f"blinds.{name}.name", blind.name, theirs["name"])
        if "score" in theirs and not (round_end and (detail or name == "boss")):
            yield Field(f"blinds.{name}.score", blind.target, theirs["score"])
        if "status" in theirs:
            yield Field(f"blinds.{name}.status", blind.status, theirs["status"])
        if "tag" in theirs and blind.tag:
            yield Field(f"blinds.{name}.tag", blind.tag, _key_of("tag", theirs["tag"]))


def _hands(game: Game, state: dict[str, Any]) -> Iterator[Field]:
    for name, h in game.hand_levels.items():
        if "hands" in state:
            ours = [h.level, h.chips, h.mult, h.played, h.played_this_round]
            yield Field(f"hands.{name}", ours, state["hands"][name])
        if name in state.get("levels", {}):
            yield Field(f"levels.{name}", h.level, state["levels"][name])


def _shown(g: _core.Game, where: str, joker: _core.Joker, card: dict[str, Any]) -> Iterator[Field]:
    """The number and the target that the joker's text shows; a disabled joker shows no number."""
    number = None if joker.debuffed else _core.joker_number(g, joker)
    if card.get("n") is not None and number is not None:
        yield Field(f"{where}.n", number, float(card["n"]))
    if "target" in card:
        yield Field(f"{where}.target", _core.joker_target(g, joker), card["target"])


def _edition(where: str, item: Item, card: dict[str, Any]) -> Field:
    return Field(f"{where}.edition", (item.edition or "").upper(), card.get("edition") or "")


def _jokers(game: Game, state: dict[str, Any], detail: str | None) -> Iterator[Field]:
    g = game.reveal()
    theirs = state["jokers"]
    if "limit" in theirs:
        yield Field("jokers.limit", g.joker_slots, theirs["limit"])
    yield Field("jokers.keys", [j.key for j in g.jokers], [c["key"] for c in theirs["cards"]])
    for i, (ours, card) in enumerate(zip(g.jokers, theirs["cards"], strict=False)):
        if ours.key != card["key"]:
            return
        where = f"jokers.{ours.key}"
        yield _edition(where, ours, card)
        yield Field(f"{where}.stickers", _stickers(ours), _recorded_stickers(card))
        yield Field(f"{where}.sell", g.joker_sell_value(i), card["sell"])
        if "buy" in card:
            yield Field(f"{where}.buy", g.joker_price(i), card["buy"])
        if detail != "basic":
            yield Field(f"{where}.debuff", ours.debuffed, bool(card.get("debuff")))
        if "id" in card:
            yield Field(f"{where}.id", ours.number, card["id"])
        if "facedown" in card:
            yield Field(f"{where}.face_down", ours.face_down, bool(card["facedown"]))
        yield from _shown(g, where, ours, card)


def _consumables(game: Game, state: dict[str, Any]) -> Iterator[Field]:
    g = game.reveal()
    theirs = state["consumables"]
    if "limit" in theirs:
        yield Field("consumables.limit", g.consumable_slots, theirs["limit"])
    yield Field("consumables.keys", [c.key for c in g.consumables], [c["key"] for c in theirs["cards"]])
    for i, (ours, card) in enumerate(zip(g.consumables, theirs["cards"], strict=False)):
        if ours.key != card["key"]:
            return
        where = f"consumables.{ours.key}"
        yield _edition(where, ours, card)
        values = {"id": ours.number, "sell": g.consumable_sell_value(i), "buy": g.consumable_price(i)}
        for name, value in values.items():
            if name in card:
                yield Field(f"{where}.{name}", value, card[name])


def hand_codes(g: _core.Game) -> list[str]:
    """The cards in hand as `hand.cards` compares them."""
    return [_without(c.code, "b", "f") for c in g.hand]


def _extra_chips(g: _core.Game, codes: list[str]) -> Field:
    """Hiker's chips, where the text of a card says them."""
    ours, theirs = [], []
    for card, code in zip(g.hand, codes, strict=False):
        marks = code.split("/")
        if not ({"d", "f", "u"} & set(marks) or card.debuffed or card.enhancement == "stone"):
            ours.append(card.bonus)
            theirs.append(sum(int(mark[2:]) for mark in marks if mark.startswith("b:")))
    return Field("hand.extra_chips", ours, theirs)


def _cards(game: Game, state: dict[str, Any], detail: str | None) -> Iterator[Field]:
    g = game.reveal()
    hand, deck = state["hand"], state["deck"]
    if "limit" in hand:
        yield Field("hand.limit", g.hand_size, hand["limit"])
    yield Field("hand.cards", hand_codes(g), [_without(code, "b", "u", "f") for code in hand["cards"]])
    if detail in (None, "full"):
        yield Field("hand.face_down", [c.face_down for c in g.hand], ["/f" in code for code in hand["cards"]])
        yield _extra_chips(g, hand["cards"])
        if "ids" in hand:
            yield Field("hand.ids", [c.number for c in g.hand], hand["ids"])
    if "owned" in deck:
        yield Field("deck.owned", len(g.cards), deck["owned"])
    if "count" in deck:
        yield Field("deck.count", len(g.deck_order), deck["count"])
    if "cards" in deck:  # boss debuffs may still be on cards of the round-end screen
        if "ids" in deck:
            yield Field("deck.ids", [c.number for c in g.deck_order], deck["ids"])
        yield Field(
            "deck.cards",
            [_without(c.code, "b", "d", "f") for c in g.deck_order],
            [_without(code, "b", "d", "u", "f") for code in deck["cards"]],
        )


def _recorded_key(card: dict[str, Any]) -> str:
    return str(card.get("key", card.get("card")))


def _offers(
    g: _core.Game, area: str, offers: list[tuple[Item, int]], cards: list[dict[str, Any]]
) -> Iterator[Field]:
    for (item, price), card in zip(offers, cards, strict=True):
        where = f"{area}.{_item_key(item)}"
        yield Field(f"{where}.buy", price, card["buy"])
        if "key" in card:
            yield _edition(where, item, card)
        if isinstance(item, _core.Joker):
            yield Field(f"{where}.stickers", _stickers(item), _recorded_stickers(card))
            yield from _shown(g, where, item, card)
        if "id" in card:
            yield Field(f"{where}.id", item.number, card["id"])


def _shop(game: Game, state: dict[str, Any], detail: str | None) -> Iterator[Field]:
    g = game.reveal()
    if "shop" in state:
        ours = [_item_key(item) for item, _ in g.shop]
        theirs = [_recorded_key(c) for c in state["shop"]["cards"]]
        if detail:  # fronts of shop cards depend on the build
            ours = [
                "card" if isinstance(item, _core.Card) else key
                for key, (item, _) in zip(ours, g.shop, strict=True)
            ]
            theirs = ["card" if key[1] == "_" and key[0] in "SHCD" else key for key in theirs]
        yield Field("shop.cards", ours, theirs)
        if "limit" in state["shop"]:
            yield Field("shop.limit", g.shop_slots, state["shop"]["limit"])
        if ours == theirs:
            yield from _offers(g, "shop", g.shop, state["shop"]["cards"])
        yield Field(
            "vouchers.cards", [k for k, _ in g.shop_vouchers], [c["key"] for c in state["vouchers"]["cards"]]
        )
        yield Field(
            "vouchers.buy", [p for _, p in g.shop_vouchers], [c["buy"] for c in state["vouchers"]["cards"]]
        )
        packs = [FIRST_PACK if c["key"].startswith(FIRST_PACK) else c["key"] for c in state["packs"]["cards"]]
        yield Field(
            "packs.cards", [FIRST_PACK if k.startswith(FIRST_PACK) else k for k, _ in g.shop_packs], packs
        )
        yield Field("packs.buy", [p for _, p in g.shop_packs], [c["buy"] for c in state["packs"]["cards"]])
    if "pack" in state:
        ours = [_item_key(item) for item, _ in g.pack_cards]
        theirs = [_recorded_key(c) for c in state["pack"]["cards"]]
        if detail:  # seals were not logged inside packs
            ours, theirs = [_without(k, "s") for k in ours], [_without(k, "s") for k in theirs]
        yield Field("pack.cards", ours, theirs)
        if ours == theirs:
            yield from _offers(g, "pack", g.pack_cards, state["pack"]["cards"])


def compare(game: Game, state: dict[str, Any], detail: str | None) -> Iterator[Field]:
    """Every field that the recorded state allows to compare."""
    yield from _frame(game, state)
    yield from _blinds(game, state, detail)
    yield from _hands(game, state)
    yield from _jokers(game, state, detail)
    yield from _consumables(game, state)
    yield from _cards(game, state, detail)
    yield from _shop(game, state, detail)
