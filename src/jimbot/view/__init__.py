"""Decisions, scores, items and seeds as plain data: what terminals, pages and reports show."""

from jimbot.view.decisions import Decision, decision
from jimbot.view.facts import Facts, facts
from jimbot.view.seed_places import Place, holds, places
from jimbot.view.seed_report import legendaries, seed_report
from jimbot.view.steps import Step, steps

__all__ = [
    "Decision",
    "Facts",
    "Place",
    "Step",
    "decision",
    "facts",
    "holds",
    "legendaries",
    "places",
    "seed_report",
    "steps",
]
