"""Suggestions as a table, the agent's decision first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from jimbot.view import Suggestion, percent
from jimbot.view.words import chips_words

EQUAL = "≈"
MADE = Text("> ", style="bold green")


def stacked_suggestions(suggestions: Sequence[Suggestion], made: str = "") -> Text:
    """The same for a narrow place: each decision over its reason."""
    text = Text()
    for rank, one in enumerate(suggestions, 1):
        if one.action == made:
            text.append(MADE)
        text.append(f"{rank}. {one.text}", style="bold" if rank == 1 else "")
        text.append(f"\n   {figures(one)}{one.reason}\n", style="dim")
    return text


def figures(one: Suggestion) -> str:
    """Its chance, in front of its reason."""
    equal = "about as good, " if one.about_equal else ""
    if one.expected_score is not None and one.chance is not None:
        return f"{equal}{percent(one.chance)} to clear: "
    return f"{percent(one.chance)} to win: " if one.chance is not None else equal


def draw_suggestions(suggestions: Sequence[Suggestion], phase: str, made: str = "") -> Table:
    """Rank, decision, chance, chips, reason; those that are about as good as the first are marked, and the
    one that was ``made``."""
    cards = phase == "SELECTING_HAND"
    wins = any(one.to_win is not None for one in suggestions)
    goals = ["to clear", "chips"] * cards + ["to win"] * wins
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "decision", *goals, "why"):
        table.add_column(name, justify="right" if name in goals else "left")
    for rank, one in enumerate(suggestions, 1):
        mark = Text(EQUAL if one.about_equal else f"{rank}.")
        score = "" if one.expected_score is None else chips_words(one.expected_score)
        table.add_row(
            MADE + mark if one.action == made else mark,
            Text(one.text, style="bold" if rank == 1 else ""),
            *([_chance(one.chance), score] if cards else []),
            *([_chance(one.to_win)] if wins else []),
            one.reason,
        )
    if any(one.about_equal for one in suggestions):
        table.add_row(EQUAL, Text("about as good as the first", style="dim"))
    return table


def _chance(chance: float | None) -> str:
    return "" if chance is None else percent(chance)
