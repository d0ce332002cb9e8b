"""What is legal now, as things to type."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from jimbot.game import Game
from jimbot.game.records import counted
from jimbot.view import Choice
from jimbot.view import choices as legal_choices

TYPED = {
    "play": "p 1 3 5",
    "discard": "d 2 4",
    "buy_card": "b",
    "buy_and_use": "ub",
    "buy_voucher": "bv",
    "buy_pack": "bp",
    "use": "u",
    "pick": "t",
    "select_blind": "n",
    "cash_out": "n",
    "leave_shop": "n",
    "skip_blind": "k",
    "skip_pack": "k",
    "reroll": "r",
    "reroll_boss": "r",
}


def choices(game: Game) -> dict[str, str]:
    """What to type -> what it does."""
    found = legal_choices(game)
    out = {_typed(choice): _meaning(game, choice) for choice in found if choice.kind in TYPED}
    sell = [
        f"{choice.kind[5]}{(choice.index or 0) + 1}" for choice in found if choice.kind.startswith("sell_")
    ]
    return out | ({f"s {sell[0]}": f"sell ({' '.join(sell)})"} if sell else {})


def draw_choices(game: Game) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for typed, meaning in (choices(game) | {"?": "help and all other commands"}).items():
        table.add_row(Text(f"  {typed}", style="bold green"), meaning)
    return table


def _typed(choice: Choice) -> str:
    place = "" if choice.index is None else f" {choice.index + 1}"
    cards = "".join(f" {2 * i + 2}" for i in range(max(1, choice.least))) if choice.most and place else ""
    return TYPED[choice.kind] + place + (f" on{cards}" if cards else "")


def _meaning(game: Game, choice: Choice) -> str:
    if choice.kind == "play":
        left = counted(game.hands_left, "hand")
        return f"play 1 to 5 cards ({left} left); 'score 1 3 5' shows what they would score"
    if choice.kind == "discard":
        return f"discard 1 to 5 cards ({game.discards_left} left)"
    least, most = choice.least, choice.most
    on = "" if not most else f" on {least} to {most} cards" if least < most else f" on {most} cards"
    return choice.text + on + ("" if choice.price is None else f" for ${choice.price}")
