"""What an agent thought of a position, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from jimbot.view.advice import Thought


def draw_thoughts(thoughts: Sequence[Thought]) -> Table:
    """Best first; the decision that was made is marked."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for thought in thoughts:
        likely = "" if thought.probability is None else f"{100 * thought.probability:.0f} % likely"
        mark = Text("> " if thought.made else "  ", style="bold green")
        table.add_row(mark + Text(thought.text), likely, thought.reason)
    return table
