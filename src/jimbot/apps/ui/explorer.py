"""A seed ante by ante with names and texts; seeds side by side; where a card can be found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from jimbot.game import Card
from jimbot.game.content import content
from jimbot.view import seed_report
from jimbot.view.picture import colours
from jimbot.view.picture.svg import blind_tile, card_svg, tag_tile, tile_svg
from jimbot.view.picture.tiles import Tile, voucher_tile

LEGENDARY = "legendary"
LOOKS = (("joker", "rarity", colours.RARITIES), ("consumable", "kind", colours.CONSUMABLES))


@lru_cache(maxsize=64)
def report(seed: str, deck: str = "b_red", stake: str = "stake_white", antes: int = 8) -> dict[str, Any]:
    return seed_report(seed, deck, stake, antes)


@dataclass(frozen=True)
class Thing:
    """A card of a queue or a pack: its name, where it lies, its picture."""

    name: str
    where: str
    drawing: str
    key: str


def thing(card: dict[str, Any], where: str) -> Thing:
    """A joker, consumable or playing card of a report."""
    key = str(card["key"])
    tables = content()
    stickers = tuple(
        (name.capitalize(), colours.STICKERS[name])
        for name in ("eternal", "perishable", "rental")
        if card.get(name)
    )
    edition = card.get("edition")
    for kind, mark, palette in LOOKS:
        if key in tables[kind]:
            row = tables[kind][key]
            left, right = str(row[mark]).capitalize(), f"${row['cost']}"
            tile = Tile(row["name"], row["text"], palette[row[mark]], edition, stickers, left, right)
            return Thing(str(row["name"]), where, tile_svg(tile), key)
    suit, rank = key.split("_")
    enhancement = str(card["enhancement"]).removeprefix("m_") if "enhancement" in card else None
    seal = str(card["seal"]).lower() if "seal" in card else None
    shown = Card(key, rank, suit, enhancement, edition, seal)
    return Thing(key, where, card_svg(shown), key)


def head(ante: dict[str, Any]) -> list[str]:
    """Boss, voucher and the two skip tags of an ante, drawn with their texts."""
    return [
        tile_svg(blind_tile(ante["boss"], left="Boss")),
        tile_svg(voucher_tile(ante["voucher"])),
        tile_svg(tag_tile(ante["tag_small"])),
        tile_svg(tag_tile(ante["tag_big"])),
    ]


def queue(ante: dict[str, Any]) -> list[Thing]:
    return [thing(card, f"ante {ante['ante']}, shop {i}") for i, card in enumerate(ante["shop_queue"], 1)]


def packs(ante: dict[str, Any]) -> list[tuple[str, list[Thing]]]:
    """Packs in the order of the shops, with their cards."""
    out = []
    for number, pack in enumerate(ante["packs"], 1):
        row = content()["booster"][pack["pack_key"] or f"{pack['pack']}_1"]
        where = f"ante {ante['ante']}, pack {number}"
        out.append((str(row["name"]), [thing(card, where) for card in pack["cards"]]))
    return out


def things(found: dict[str, Any]) -> Iterator[Thing]:
    """Everything that the shops and packs of a report hold."""
    for ante in found["antes"]:
        yield from queue(ante)
        for _, cards in packs(ante):
            yield from cards


def search(found: dict[str, Any], words: str) -> list[Thing]:
    """Cards, and nothing for no words, whose name holds these words."""
    wanted = words.lower().strip()
    return [one for one in things(found) if wanted in one.name.lower()] if wanted else []


def legendaries(found: dict[str, Any]) -> list[Thing]:
    """Legendary jokers that packs show, and the cards The Soul that lead to one."""
    rarity = {key: row["rarity"] for key, row in content()["joker"].items()}
    return [one for one in things(found) if rarity.get(one.key) == LEGENDARY or one.key == "c_soul"]


def compared(reports: Sequence[dict[str, Any]]) -> list[dict[str, object]]:
    """Ante by ante: boss, voucher, tags and the first shop of each seed."""
    names = content()
    rows = []
    for number in range(max(len(found["antes"]) for found in reports)):
        row: dict[str, object] = {"ante": number + 1}
        for found in reports:
            ante = found["antes"][number]
            jokers = [one.name for one in queue(ante) if one.key in names["joker"]]
            tags = ", ".join(str(names["tag"][ante[tag]]["name"]) for tag in ("tag_small", "tag_big"))
            row[found["seed"]] = (
                f"{names['blind'][ante['boss']]['name']}; {names['voucher'][ante['voucher']]['name']};"
                f" {tags}; {', '.join(jokers[:4]) or 'no jokers first'}"
            )
        rows.append(row)
    return rows


def share_link(seeds: Sequence[str], deck: str, stake: str, antes: int) -> str:
    """What to put behind the address of the app."""
    return "/seeds?" + urlencode({"seed": ",".join(seeds), "deck": deck, "stake": stake, "antes": antes})
