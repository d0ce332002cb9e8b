"""Cards of a seed report and the places where a seed has what was asked for, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

    from jimbot.view import Place


def joined(parts: list[Text], by: str = ", ") -> Text:
    from rich.text import Text

    return Text(by).join(parts)


def thing_text(card: dict[str, Any]) -> Text:
    """A joker, consumable or playing card of a report."""
    from rich.text import Text

    from jimbot.game.content import content
    from jimbot.view.picture.card_text import face

    key = card["key"]
    for kind in ("joker", "consumable"):
        if key in content()[kind]:
            shown = Text(content()[kind][key]["name"])
            break
    else:
        suit, rank = key.split("_")
        shown = face(rank, suit)
    marks = [card[name] for name in ("edition", "seal") if name in card]
    if "enhancement" in card:
        marks.insert(0, card["enhancement"].removeprefix("m_"))
    marks += [name for name in ("eternal", "perishable", "rental") if card.get(name)]
    if marks:
        shown.append(f" ({', '.join(mark.lower() for mark in marks)})", style="italic")
    return shown


def in_words(found: list[Place]) -> str:
    """Ante 1: Perkeo from The Soul (pack 2), Telescope. Ante 2: ..."""
    antes: dict[int, list[str]] = {}
    for place in found:
        antes.setdefault(place.ante, []).append(_place(place))
    return ". ".join(f"Ante {ante}: {', '.join(words)}" for ante, words in antes.items())


def _place(place: Place) -> str:
    from jimbot.game.content import content

    if place.card is not None:
        where = {"shop": "shop", "in_pack": "pack", "soul": "The Soul in pack"}[place.where]
        return f"{thing_text(place.card).plain} ({where} {place.number})"
    if place.where == "pack":
        return f"{content()['booster'][f'{place.key}_1']['name']} (pack {place.number})"
    if place.where == "boss":
        return content()["blind"][place.key]["name"]
    if place.where == "voucher":
        return content()["voucher"][place.key]["name"]
    return f"{content()['tag'][place.key]['name']} ({place.where.removesuffix('_tag')} blind)"
