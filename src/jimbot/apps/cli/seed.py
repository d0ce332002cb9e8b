"""`jimbot seed`: what a seed holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.console import console, print_json

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def seed(
    seed: Annotated[str, typer.Argument(metavar="SEED", help="1 to 16 printable ASCII characters.")],
    deck: options.Deck = None,
    stake: options.Stake = None,
    antes: Annotated[
        int, typer.Option(parser=options.whole(1, 39), metavar="N", help="Number of antes to show.")
    ] = 8,
    as_json: options.Json = False,
) -> None:
    """Show what a seed holds: bosses, vouchers, tags, shops, packs.

    The lists for each ante follow the convention of seed tools: they assume that you own nothing, and only
    cards of the same pack exclude each other. The JSON also has the shops of a player who buys nothing, and
    the hands dealt.

    Example: jimbot seed TUTORIAL --deck ghost --stake gold --antes 4
    """
    from jimbot.view.seed_report import seed_report

    with options.bad_input():
        report = seed_report(seed, deck or "red", stake or "white", antes)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: dict[str, Any]) -> None:
    from rich.text import Text

    from jimbot.game import content

    out = console()
    stake = list(content()["stake"].values())[report["stake"] - 1]["name"]
    deck = content()["deck"][report["deck"]]["name"]
    out.print(Text(f"Seed {report['seed']}, {deck}, {stake}", style="bold"))
    out.print(Text("First hand: ") + _join([_thing({"key": key}) for key in report["initial_hand"]], " "))
    for ante in report["antes"]:
        out.print(Text(f"\nAnte {ante['ante']}", style="bold"))
        out.print(_ante(ante))


def _ante(ante: dict[str, Any]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from jimbot.game import content

    tables = content()
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    boss = tables["blind"][ante["boss"]]
    table.add_row("Boss", f"{boss['name']}: {boss['text']}")
    table.add_row("Voucher", tables["voucher"][ante["voucher"]]["name"])
    table.add_row(
        "Skip tags", ", ".join(tables["tag"][ante[key]]["name"] for key in ("tag_small", "tag_big"))
    )
    table.add_row("Shop queue", _join([_thing(card) for card in ante["shop_queue"]]))
    for i, pack in enumerate(ante["packs"]):
        name = tables["booster"][pack["pack_key"] or f"{pack['pack']}_1"]["name"]
        cards = _join([_thing(card) for card in pack["cards"]])
        table.add_row("Packs" if i == 0 else "", Text(f"{name}: ") + cards)
    return table


def _join(parts: list[Text], by: str = ", ") -> Text:
    from rich.text import Text

    return Text(by).join(parts)


def _thing(card: dict[str, Any]) -> Text:
    """A joker, consumable or playing card of a report, in words."""
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
