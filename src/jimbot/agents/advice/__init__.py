"""Advice for people: an agent's decision first, what else there is, and why."""

from jimbot.agents.advice.adviser import Adviser
from jimbot.agents.advice.regrets import Regret, Review, WhyNot, review, why_not

__all__ = ["Adviser", "Regret", "Review", "WhyNot", "review", "why_not"]
