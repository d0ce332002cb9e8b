"""Cards of a seed report and the places where a seed has what was asked for, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jimbot.game.records import counted, duration, number

if TYPE_CHECKING:
    from rich.text import Text

    from jimbot.game.seeds import Odds
    from jimbot.view import Place
    from jimbot.view.seed_route import Route


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


def route_lines(found: Route) -> list[str]:
    """The decisions of a route, one per line, in the order in which they are made."""
    lines = []
    for i, step in enumerate(found.steps, 1):
        where = f"Ante {step.ante}, shop {step.shop}" if step.shop else f"Ante {step.ante}"
        price = f" (${step.dollars})" if step.what in ("buy", "open", "reroll") else ""
        lines.append(f"{i}. {where}: {f'{step.what} {step.name}'.rstrip()}{price}")
    if not lines:
        lines.append("Nothing is to be done: it is there.")
    if found.extra_money:
        lines.append(
            f"It takes up to ${found.extra_money} more than a run has that wins each blind with one hand."
        )
    return lines


def odds_lines(found: Odds) -> list[str]:
    """How rare a find is and how long it takes, in words."""
    looked = f"{number(found.found)} of {counted(found.looked_at, 'seed')}"
    speed = f"{number(round(found.seeds_per_second))} seeds/s on {counted(found.threads, 'thread')}"
    whole = f"All 34^8 seeds take {duration(found.all_seconds)}"
    if not found.found:
        return [
            f"Rarer than 1 in {number(round(1 / found.share.high))} (95 %): {looked}.",
            f"The first one takes more than {duration(1 / (found.share.high * found.seeds_per_second))} "
            f"at {speed}. {whole}.",
        ]
    low, high = (number(round(1 / x)) for x in (found.share.high, found.share.low))
    many = found.expected
    return [
        f"1 in {number(round(1 / found.share.value))} (95 %: 1 in {low} to 1 in {high}): {looked}.",
        f"The first one takes {duration(found.first_seconds or 0)} on average at {speed}. {whole} and hold "
        f"about {number(float(f'{many.value:.3g}'))}.",
    ]
