"""What a seed holds: bosses, vouchers, tags, shops, packs, deals.

``antes`` follows the convention of seed tools: nothing is owned or shown, and only cards of the same pack
exclude each other. ``walk`` and ``first_shop`` follow the game for a player who buys nothing, skips nothing,
opens both packs of every shop in order and takes nothing.
"""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.game import RANKS, SUITS, check_seed, deck_index, stake_index
from jimbot.game.content import content

QUEUE = 10
DEAL_ANTES = 3

Thing = _core.Card | _core.Joker | _core.Consumable


def _card(thing: Thing) -> dict[str, Any]:
    if isinstance(thing, _core.Card):
        out: dict[str, Any] = {}
        if thing.enhancement:
            out["enhancement"] = f"m_{thing.enhancement}"
        out["key"] = f"{SUITS[thing.suit]}_{RANKS[thing.rank]}"
        if thing.edition:
            out["edition"] = thing.edition
        if thing.seal:
            out["seal"] = thing.seal.capitalize()
        return out
    out = {"key": thing.key}
    if thing.edition:
        out["edition"] = thing.edition
    if isinstance(thing, _core.Joker):
        out |= {name: True for name in ("eternal", "perishable", "rental") if getattr(thing, name)}
    return out


def _packs_in_shops(ante: int) -> int:
    """The shop after a boss belongs to the next ante: ante 1 has two shops, later ones three."""
    return 4 if ante == 1 else 6


def _pack(dealer: _core.Dealer, first_of_run: bool) -> dict[str, Any]:
    key = dealer.booster()
    return {
        "pack": key.rsplit("_", 1)[0],
        # the art of the run's first pack is not drawn from the seed
        "pack_key": None if first_of_run and key.startswith("p_buffoon_normal") else key,
        "cards": [_card(thing) for thing in dealer.open(key)],
    }


def _antes(dealer: _core.Dealer, antes: int) -> list[dict[str, Any]]:
    out = []
    for ante in range(1, antes + 1):
        dealer.ante = ante
        row: dict[str, Any] = {
            "ante": ante,
            "boss": dealer.boss(),
            "voucher": dealer.voucher(),
            "tag_small": dealer.tag(),
            "tag_big": dealer.tag(),
            "shop_queue": [],
            "packs": [],
        }
        for _ in range(QUEUE):
            row["shop_queue"] += [_card(thing) for thing in dealer.shop_row(1)]
            dealer.clear_row()
        for i in range(_packs_in_shops(ante)):
            row["packs"].append(_pack(dealer, ante == 1 and i == 0))
        out.append(row)
    return out


def _walk(dealer: _core.Dealer, antes: int, slots: int, owned: list[str]) -> list[dict[str, Any]]:
    dealer.set_in_use(owned)
    out = []
    for ante in range(1, antes + 1):
        dealer.ante = ante
        shops = []
        for shop in range(_packs_in_shops(ante) // 2):
            cards = [_card(thing) for thing in dealer.shop_row(slots)]
            packs = [_pack(dealer, ante == 1 and shop == 0 and i == 0) for i in range(2)]
            dealer.clear_row()
            shops.append({"cards": cards, "packs": packs})
        out.append({"ante": ante, "shops": shops})
    return out


def seed_report(seed: str, deck: str = "red", stake: str | int = "white", antes: int = 8) -> dict[str, Any]:
    """One element of the golden seed vectors, as plain data."""
    check_seed(seed)
    if not 1 <= antes <= 39:
        raise ValueError(f"antes is {antes}; 1 to 39 are allowed")
    deck_number, stake_number = deck_index(deck), stake_index(stake)
    deck_row = list(content()["deck"].values())[deck_number]

    def dealer() -> _core.Dealer:
        return _core.Dealer(seed, deck_number, stake_number)

    slots = 2 + sum(v.startswith("v_overstock") for v in deck_row["vouchers"])
    by_ante = _antes(dealer(), antes)
    walk = _walk(dealer(), antes, slots, deck_row["consumables"])
    dealt = dealer()
    draw_order = {}
    for ante in range(1, min(antes, DEAL_ANTES) + 1):
        dealt.ante = ante
        for number in (1, 2, 3):
            draw_order[f"{ante}.{number}"] = dealt.deal()
    dealt.ante = 1
    idol_rank, idol_suit, mail, castle = dealt.round_targets()
    first = walk[0]["shops"][0]
    return {
        "seed": seed,
        "deck": deck_row["key"],
        "stake": stake_number,
        "antes": by_ante,
        "first_shop": {
            "cards": first["cards"],
            "voucher": by_ante[0]["voucher"],
            "packs": [pack["pack"] for pack in first["packs"]],
        },
        "walk": walk,
        "draw_order": draw_order,
        "initial_hand": draw_order["1.1"][: 8 + deck_row["hand_size"]],
        "run_start_targets": {
            "idol": f"{SUITS[idol_suit]}_{RANKS[idol_rank]}",
            "mail_rank": RANKS[mail],
            "castle_suit": SUITS[castle],
        },
    }


def legendaries(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The legendary joker of every Soul in the packs of ``antes``: ``ante``, ``pack`` (from 1) and ``card``.

    Each Soul draws the next one of the run, for a player who uses them all and owns nothing, as in ``antes``.
    """
    dealer = _core.Dealer(report["seed"], deck_index(report["deck"]), report["stake"])
    out = []
    for row in report["antes"]:
        dealer.ante = row["ante"]
        for number, pack in enumerate(row["packs"], 1):
            for card in pack["cards"]:
                if card["key"] == "c_soul":
                    out.append({"ante": row["ante"], "pack": number, "card": _card(dealer.legendary())})
    return out
