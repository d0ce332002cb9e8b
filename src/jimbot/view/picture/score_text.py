"""A score, step by step."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from jimbot.game import Score
from jimbot.game.records import number
from jimbot.view import steps
from jimbot.view.picture.card_text import with_faces
from jimbot.view.steps import note


def draw_score(score: Score) -> RenderableType:
    """The steps of a score with the running chips and mult."""
    if score.score is None or score.refused:
        return Text(note(score))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("  step")
    table.add_column("gives")
    table.add_column("chips", justify="right", style="bright_blue")
    table.add_column("mult", justify="right", style="bright_red")
    for step in steps(score):
        table.add_row(Text("  ") + with_faces(step.source), step.gives, number(step.chips), number(step.mult))
    return Group(table, Text("  ") + score_total(score))


def score_total(score: Score) -> Text:
    """Pair: 28 × 2 = 56."""
    if score.score is None or score.refused:
        return Text(note(score))
    text = Text(f"{score.hand}: ")
    text.append(number(score.chips or 0), style="bright_blue").append(" × ")
    text.append(number(score.mult or 0), style="bright_red").append(" = ")
    text.append(number(score.score or 0), style="bold")
    if score.dollars:
        text.append(f", {'-' if score.dollars < 0 else '+'}${abs(score.dollars)}")
    if not score.exact:
        text.append(f", {note(score)}")
    return text
