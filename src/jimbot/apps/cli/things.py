"""Cards of a seed report, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text


def joined(parts: list[Text], by: str = ", ") -> Text:
    from rich.text import Text

    return Text(by).join(parts)


def thing_text(card: dict[str, Any]) -> Text:
    """A joker, consumable or playing card of a report."""
    from rich.text import Text

    from jimbot.game import content
    from jimbot.picture.card_text import face

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
