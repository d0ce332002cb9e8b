"""The adviser: the heuristic decides, asks a language model where its lead is small (docs/advisor.md)."""

from jimbot.agents.advisor.agent import AdvisorAgent
from jimbot.agents.advisor.providers import Provider, Reply, Scripted

__all__ = ["AdvisorAgent", "Provider", "Reply", "Scripted"]
