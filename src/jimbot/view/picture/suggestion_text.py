"""Suggestions as a table, best first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from jimbot.view import Suggestion, percent
from jimbot.view.words import chips_words

EQUAL = "≈"


def stacked_suggestions(suggestions: Sequence[Suggestion]) -> Text:
    """The same for a narrow place: each decision over its reason."""
    text = Text()
    for rank, one in enumerate(suggestions, 1):
        text.append(f"{rank}. {one.text}", style="bold" if rank == 1 else "")
        text.append(f"\n   {'about as good: ' if one.about_equal else ''}{one.reason}\n", style="dim")
    return text


def draw_suggestions(suggestions: Sequence[Suggestion], phase: str) -> Table:
    """Rank, decision, chance, chips, reason; those that are about as good as the first are marked."""
    goal = "to clear" if phase == "SELECTING_HAND" else "to win"
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "decision", goal, "chips", "why"):
        table.add_column(name, justify="right" if name in (goal, "chips") else "left")
    for rank, one in enumerate(suggestions, 1):
        table.add_row(
            EQUAL if one.about_equal else f"{rank}.",
            Text(one.text, style="bold" if rank == 1 else ""),
            "" if one.chance is None else percent(one.chance),
            "" if one.expected_score is None else chips_words(one.expected_score),
            one.reason,
        )
    if any(one.about_equal for one in suggestions):
        table.add_row(EQUAL, Text("about as good as the first", style="dim"))
    return table
