"""Advice for people: an agent's decision first, what else there is, and why."""

from jimbot.agents.advice.adviser import Adviser
from jimbot.agents.advice.regrets import Regret, Review, WhyNot, review, why_not
from jimbot.agents.advice.suggest import suggest

__all__ = ["Adviser", "Regret", "Review", "WhyNot", "review", "suggest", "why_not"]
