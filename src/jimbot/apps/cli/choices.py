"""What is legal now, as things to type."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from jimbot.game import Consumable, Game
from jimbot.game.content import content


def choices(game: Game) -> dict[str, str]:
    """What to type -> what it does."""
    out: dict[str, str] = {}
    _round(game, out)
    _shop(game, out)
    _pack(game, out)
    _blind(game, out)
    for i in game.legal_indices("use"):
        consumable = game.consumables[i]
        out[f"u {i + 1}{_targets(consumable)}"] = f"use {consumable.name}"
    sell = [f"j{i + 1}" for i in game.legal_indices("sell_joker")]
    sell += [f"c{i + 1}" for i in game.legal_indices("sell_consumable")]
    if sell:
        out[f"s {sell[0]}"] = f"sell ({' '.join(sell)})"
    return out


def draw_choices(game: Game) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for typed, meaning in (choices(game) | {"?": "help and all other commands"}).items():
        table.add_row(Text(f"  {typed}", style="bold green"), meaning)
    return table


def _targets(consumable: Consumable) -> str:
    row = content()["consumable"][consumable.key]
    if not row["target_max"]:
        return ""
    return " on " + " ".join(str(2 * i + 2) for i in range(max(1, row["target_min"])))


def _choose(consumable: Consumable) -> str:
    row = content()["consumable"][consumable.key]
    least, most = row["target_min"], row["target_max"]
    return f" on {least} to {most} cards" if least < most else f" on {most} cards" if most else ""


def _round(game: Game, out: dict[str, str]) -> None:
    if game.legal_indices("play"):
        out["p 1 3 5"] = (
            f"play 1 to 5 cards ({game.hands_left} hands left); 'score 1 3 5' shows what they would score"
        )
    if game.legal_indices("discard"):
        out["d 2 4"] = f"discard 1 to 5 cards ({game.discards_left} left)"


def _shop(game: Game, out: dict[str, str]) -> None:
    for i in game.legal_indices("buy_card"):
        out[f"b {i + 1}"] = f"buy {_offer(game, i)} for ${game.shop[i].price}"
    for i in game.legal_indices("buy_and_use"):
        item = game.shop[i].item
        targets = _targets(item) if isinstance(item, Consumable) else ""
        out[f"ub {i + 1}{targets}"] = f"buy and use {_offer(game, i)} for ${game.shop[i].price}"
    for i in game.legal_indices("buy_voucher"):
        voucher = game.shop_vouchers[i]
        out[f"bv {i + 1}"] = f"buy {content()['voucher'][voucher.key]['name']} for ${voucher.price}"
    for i in game.legal_indices("buy_pack"):
        pack = game.shop_packs[i]
        out[f"bp {i + 1}"] = f"open {content()['booster'][pack.key]['name']} for ${pack.price}"
    if game.legal_indices("reroll"):
        out["r"] = f"reroll the shop for ${game.reroll_price}"
    if game.legal_indices("leave_shop"):
        out["n"] = "leave the shop"


def _offer(game: Game, i: int) -> str:
    return str(game.shop[i].item)


def _pack(game: Game, out: dict[str, str]) -> None:
    for i in game.legal_indices("pick"):
        item = game.pack_cards[i].item
        targets, choose = "", ""
        if isinstance(item, Consumable):
            targets, choose = _targets(item), _choose(item)
        out[f"t {i + 1}{targets}"] = f"take {item}{choose}"
    if game.legal_indices("skip_pack"):
        out["k"] = "skip the rest of the pack"


def _blind(game: Game, out: dict[str, str]) -> None:
    if game.legal_indices("select_blind"):
        out["n"] = f"play the {game.blind.name}"
    if game.legal_indices("skip_blind"):
        tag = content()["tag"][game.blind.tag or ""]["name"]
        out["k"] = f"skip it for the {tag}"
    if game.legal_indices("reroll_boss"):
        out["r"] = "reroll the boss"
    if game.legal_indices("cash_out"):
        out["n"] = "cash out"
