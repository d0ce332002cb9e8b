"""What the engine knows of an item, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jimbot.game.content import AnyRow, content, name_of, variants
from jimbot.game.records import number

Facts = dict[str, str]


def facts(kind: str, row: AnyRow) -> Facts:
    """Named facts of an item, the ones that say something."""
    own: dict[str, Callable[[AnyRow], Facts]] = {
        "joker": _joker,
        "consumable": _consumable,
        "tarot": _consumable,
        "planet": _consumable,
        "spectral": _consumable,
        "hand": _hand,
        "voucher": _voucher,
        "tag": _tag,
        "blind": _blind,
        "deck": _deck,
        "stake": lambda row: {"level": str(row["level"])},
        "edition": lambda row: {"adds to the price": f"${row['price']}"},
        "booster": _booster,
        "challenge": _challenge,
        "sticker": lambda row: {"from": content()["stake"][row["from_stake"]]["name"]},
    }
    return {name: text for name, text in own[kind](row).items() if text} if kind in own else {}


def _names(kind: str, keys: list[str]) -> str:
    return ", ".join(name_of(content()[kind][key]) for key in keys)


def _changes(row: AnyRow, names: dict[str, str]) -> str:
    """+1 hands, -1 discards."""
    return ", ".join(f"{row[name]:+d} {word}" for name, word in names.items() if row.get(name))


def _joker(row: AnyRow) -> Facts:
    flags = {"copyable": "Blueprint", "eternal_ok": "Eternal", "perishable_ok": "Perishable"}
    return {
        "rarity": row["rarity"],
        "cost": f"${row['cost']}",
        "appears": f"only while the deck holds a {row['gate']} card" if row["gate"] else "",
        "while held": _changes(row, {"hand_size": "hand size", "hands": "hands", "discards": "discards"}),
        "starts at": number(row["start"]) if row["start"] else "",
        "never": ", ".join(word for name, word in flags.items() if not row[name]).replace(
            "Blueprint", "copied by Blueprint and Brainstorm"
        ),
        "acts": ", ".join(row["hooks"]).replace("_", " "),
    }


def _consumable(row: AnyRow) -> Facts:
    least, most = row["target_min"], row["target_max"]
    chosen = f"{least} card" if most == 1 else f"{least} to {most} cards" if least < most else f"{most} cards"
    hand = next((h for h in content()["hand"].values() if h["planet"] == row["key"]), None)
    secret = hand is not None and hand["secret"]
    return {
        "type": row["kind"],
        "cost": f"${row['cost']}",
        "choose": chosen if most else "",
        "needs": "a hand of at least 2 cards" if row["target"] == "whole_hand" else "",
        "hand": hand["key"] if hand else "",
        "appears": "only once its hand was played" if secret else "",
    }


def _hand(row: AnyRow) -> Facts:
    return {
        "level 1": f"{row['chips']} chips × {row['mult']} mult",
        "each level": f"+{row['level_chips']} chips, +{row['level_mult']} mult",
        "planet": _names("consumable", [row["planet"]]),
        "secret": "until it is played" if row["secret"] else "",
    }


def _voucher(row: AnyRow) -> Facts:
    return {
        "cost": f"${row['cost']}",
        "appears": f"only after {_names('voucher', [row['requires']])}" if row["requires"] else "",
    }


def _tag(row: AnyRow) -> Facts:
    return {
        "appears": f"from ante {row['min_ante']}" if row["min_ante"] > 1 else "",
        "acts": row["type"].replace("_", " "),
        "edition": row["edition"] or "",
        "opens": _names("booster", [row["pack"]]) if row["pack"] else "",
    }


def _blind(row: AnyRow) -> Facts:
    appears = f"from ante {row['min_ante']}" if row["min_ante"] > 1 else ""
    return {
        "target": f"{number(row['score_mult'])} times the base of the ante",
        "reward": f"${row['reward']}",
        "appears": "every 8th ante" if row["showdown"] else appears if row["boss"] else "",
    }


def _deck(row: AnyRow) -> Facts:
    counts = {
        "hands": "hands",
        "discards": "discards",
        "hand_size": "hand size",
        "joker_slots": "joker slots",
        "consumable_slots": "consumable slots",
        "dollars": "dollars",
    }
    pays = f"${row['dollars_per_hand']} per hand left, ${row['dollars_per_discard']} per discard left"
    return {
        "changes": _changes(row, counts),
        "starts with": ", ".join(
            filter(None, (_names("voucher", row["vouchers"]), _names("consumable", row["consumables"])))
        ),
        "pays": pays + (", no interest" if row["no_interest"] else ""),
        "spectral cards": f"in the shop, rate {number(row['spectral_rate'])}" if row["spectral_rate"] else "",
        "blind targets": f"times {number(row['blind_factor'])}" if row["blind_factor"] != 1 else "",
    }


def _booster(row: AnyRow) -> Facts:
    keys = variants("booster", row)
    return {
        "type": f"{row['size']} {row['kind']}",
        "cost": f"${row['cost']}",
        "weight in the shop": number(row["weight"]),
        "deals a hand": "yes" if row["deals_hand"] else "",
        "pictures": ", ".join(keys) if len(keys) > 1 else "",
    }


def _challenge(row: AnyRow) -> Facts:
    def joker(entry: list[Any]) -> str:
        key, edition, eternal, pinned = entry
        words = [edition, "eternal" if eternal else None, "pinned" if pinned else None]
        marks = ", ".join(word for word in words if word)
        return _names("joker", [key]) + (f" ({marks})" if marks else "")

    def value(name: str, show: Callable[[int], str] = str) -> str:
        return show(row[name]) if row[name] >= 0 else ""

    everything = {key: item for table in content().values() for key, item in table.items()}
    return {
        "jokers": ", ".join(map(joker, row["jokers"])),
        "consumables": _names("consumable", row["consumables"]),
        "vouchers": _names("voucher", row["vouchers"]),
        "hands": value("hands"),
        "discards": value("discards"),
        "hand size": value("hand_size"),
        "joker slots": value("joker_slots"),
        "money": value("dollars", lambda dollars: f"${dollars}"),
        "banned": ", ".join(name_of(everything[key]) for key in row["banned"]),
    }
