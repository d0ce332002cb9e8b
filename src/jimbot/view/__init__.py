"""Positions, decisions, scores, advice, items and seeds as plain data: what every screen and page shows."""

from jimbot.view.advice import Suggestion
from jimbot.view.card_advice import CardAdvice, card_advice
from jimbot.view.choices import Choice, choices
from jimbot.view.decisions import Decision, decision
from jimbot.view.facts import Facts, facts
from jimbot.view.jokers import LiveJoker, live_jokers
from jimbot.view.position import Position, Ware, position
from jimbot.view.seed_places import Place, holds, places
from jimbot.view.seed_report import legendaries, seed_report
from jimbot.view.steps import Explanation, Step, explain, steps
from jimbot.view.words import card_words, decision_words, percent

__all__ = [
    "CardAdvice",
    "Choice",
    "Decision",
    "Explanation",
    "Facts",
    "LiveJoker",
    "Place",
    "Position",
    "Step",
    "Suggestion",
    "Ware",
    "card_advice",
    "card_words",
    "choices",
    "decision",
    "decision_words",
    "explain",
    "facts",
    "holds",
    "legendaries",
    "live_jokers",
    "percent",
    "places",
    "position",
    "seed_report",
    "steps",
]
