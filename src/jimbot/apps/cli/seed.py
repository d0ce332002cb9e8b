"""`jimbot seed`: what a seed holds."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from jimbot.apps.cli import options, seed_find, seed_index, seed_odds, seed_rate, seed_route
from jimbot.apps.things import joined, thing_text
from jimbot.game.content import content
from jimbot.runs.console import console
from jimbot.view import legendaries, seed_report


class SeedOrCommand(options.Group):
    """`jimbot seed SEED` needs no further word; `find` is the command that it is."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        if args and args[0] not in (*self.commands, "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


app = options.group(
    "Show what a seed holds, find seeds that hold something, and the way to it.\n\n"
    "jimbot seed SEED is short for jimbot seed show SEED.\n\n"
    "Example: jimbot seed TUTORIAL --deck ghost --stake gold --antes 4 --json",
    SeedOrCommand,
)
app.command()(seed_find.find)
app.command("odds")(seed_odds.show_odds)
app.command("route")(seed_route.show_route)
app.command()(seed_rate.rate)
app.add_typer(seed_index.app, name="index")


@app.command()
def show(
    seed: Annotated[
        str,
        typer.Argument(parser=options.typed_seed, metavar="SEED", help="1 to 16 printable ASCII characters."),
    ],
    deck: options.Deck = None,
    stake: options.Stake = None,
    antes: Annotated[int, options.whole("Number of antes to show.", 1, 39)] = 8,
    as_json: options.Json = False,
) -> None:
    """Show what a seed holds: bosses, vouchers, tags, shops, packs.

    The lists for each ante follow the convention of seed tools: they assume that you own nothing, and only
    cards of the same pack exclude each other. The JSON also has the shops of a player who buys nothing, and
    the hands dealt.

    Example: jimbot seed show TUTORIAL --deck ghost --stake gold --antes 4
    """
    with options.bad_input():
        report = seed_report(seed, deck or "red", stake or "white", antes)
    options.show(report, as_json, _print)


def _print(report: dict[str, Any]) -> None:
    out = console()
    stake = list(content()["stake"].values())[report["stake"] - 1]["name"]
    deck = content()["deck"][report["deck"]]["name"]
    out.print(Text(f"Seed {report['seed']}, {deck}, {stake}", style="bold"))
    out.print(
        Text("First hand: ") + joined([thing_text({"key": key}) for key in report["initial_hand"]], " ")
    )
    souls = legendaries(report)
    for ante in report["antes"]:
        out.print(Text(f"\nAnte {ante['ante']}", style="bold"))
        out.print(_ante(ante, [soul["card"] for soul in souls if soul["ante"] == ante["ante"]]))


def _ante(ante: dict[str, Any], souls: list[dict[str, Any]]) -> Table:
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
    table.add_row("Shop queue", joined([thing_text(card) for card in ante["shop_queue"]]))
    for i, pack in enumerate(ante["packs"]):
        name = tables["booster"][pack["pack_key"] or f"{pack['pack']}_1"]["name"]
        cards = joined([thing_text(card) for card in pack["cards"]])
        table.add_row("Packs" if i == 0 else "", Text(f"{name}: ") + cards)
    if souls:
        table.add_row("The Soul", joined([thing_text(card) for card in souls]))
    return table
