"""Agents: who decides. ``make_agent("planner:deep")`` makes one; ``@register("name")`` adds one."""

from jimbot.agents.advisor import AdvisorAgent
from jimbot.agents.greedy import GreedyAgent
from jimbot.agents.heuristic import HeuristicAgent
from jimbot.agents.planner_agent import PlannerAgent
from jimbot.agents.policy import PolicyAgent
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.random_agent import RandomAgent
from jimbot.agents.registry import make_agent, names, parse, register, with_budget
from jimbot.agents.risk_aware import HybridAgent, RiskAwareAgent
from jimbot.agents.scripted import ScriptedAgent
from jimbot.agents.search import SearchAgent
from jimbot.agents.view import View

__all__ = [
    "Advice",
    "AdvisorAgent",
    "Agent",
    "Alternative",
    "GreedyAgent",
    "HeuristicAgent",
    "HybridAgent",
    "PlannerAgent",
    "PolicyAgent",
    "RandomAgent",
    "RiskAwareAgent",
    "ScriptedAgent",
    "SearchAgent",
    "View",
    "make_agent",
    "names",
    "parse",
    "register",
    "with_budget",
]
