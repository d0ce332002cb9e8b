"""Decisions, scores, items and seeds as plain data: what terminals, pages and reports show."""

from jimbot.view.decisions import Decision, decision
from jimbot.view.facts import Facts, facts
from jimbot.view.seed_report import seed_report
from jimbot.view.steps import Step, steps

__all__ = ["Decision", "Facts", "Step", "decision", "facts", "seed_report", "steps"]
