"""`jimbot info`: what the engine knows about an item."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jimbot.apps.cli import options
from jimbot.game.content import AnyRow, as_kind, find_words, kinds, name_of, rows
from jimbot.runs.console import console, print_json
from jimbot.view.facts import facts

app = options.group()


@app.command()
def info(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KIND] [KEY]", help="A kind, a key or name, or both.", show_default=False),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Show what the engine knows about an item, or list all items of a kind.

    Kinds: joker, consumable, tarot, planet, spectral, voucher, tag, blind, deck, stake, booster,
    enhancement, edition, seal, sticker, challenge, hand. Give an item by key or name, in upper or lower case.

    Example: jimbot info joker j_baron; jimbot info the fool; jimbot info vouchers
    """
    words = words or []
    kind = as_kind(words[0]) if len(words) == 1 else None
    if not words:
        counts = {kind: len(rows(kind)) for kind in kinds()}
        shown: Any = {"kinds": counts}
        text: RenderableType = "\n".join(f"{kind:12} {count:4}" for kind, count in counts.items())
    elif kind:
        shown = {"kind": kind, "items": [_record(kind, row) for row in rows(kind)]}
        text = _list(kind)
    else:
        with options.bad_input():
            kind, row = find_words(words)
        shown = _record(kind, row)
        text = describe(kind, row)
    if as_json:
        print_json(shown)
    else:
        console().print(text)


def _record(kind: str, row: AnyRow) -> dict[str, Any]:
    """A row with the kind of its table; a kind of its own (tarot, Arcana) is called type."""
    own = {"type" if name == "kind" else name: value for name, value in row.items()}
    return {"kind": kind, **own}


def describe(kind: str, row: AnyRow) -> RenderableType:
    """An item on a few lines."""
    title = Text(name_of(row), style="bold")
    title.append(f"  {kind} {row['key']}", style="dim not bold")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2), pad_edge=False)
    for name, value in facts(kind, row).items():
        table.add_row(f"  {name}", value)
    return Group(title, *([Text(f"  {row['text']}")] if "text" in row else []), table)


def _list(kind: str) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in rows(kind):
        table.add_row(row["key"], name_of(row), row.get("text", ""))
    return table
