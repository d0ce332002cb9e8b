"""Strategies by the names of the documents, and the agents that play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

STRATEGIES = {
    "heuristic": "heuristic",
    "pv": "policy:checkpoint={model}",
    "hybrid": "hybrid:checkpoint={model}",
    "rl": "policy:checkpoint={model}",
    "risk_aware": "risk_aware:config={model}",
    "champion": "",
    "deploy_student": "policy:checkpoint={model}",
    "search": "search",
    "bc": "policy:checkpoint={model}",
}
LEARNED = tuple(name for name, spec in STRATEGIES.items() if "{model}" in spec)
MADE_BY = {
    "pv": "a policy-value network (train_pv)",
    "hybrid": "a policy-value network (train_pv)",
    "rl": "a network of train_rl",
    "risk_aware": "a YAML file of risks",
    "deploy_student": "a student (train_distill)",
    "bc": "a cloned network (train_bc)",
}


@dataclass(frozen=True)
class Strategy:
    """A name and the agent that plays it."""

    name: str
    agent: str


def read_strategies(text: str) -> list[str]:
    """Names separated by commas; ValueError for one that is not known or there twice."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in STRATEGIES]
    if unknown or not names:
        raise ValueError(f"unknown strategy {', '.join(unknown) or text!r}; some of {', '.join(STRATEGIES)}")
    if len(set(names)) < len(names):
        raise ValueError(f"strategies {text!r}: one is there twice")
    return names


def strategy(name: str, models: Mapping[str, Path], champion: str | None = None) -> Strategy:
    """The agent of a strategy; ValueError if it needs a model, or a champion, that is not there."""
    read_strategies(name)
    if name == "champion":
        if champion is None:
            raise ValueError(
                "strategy 'champion' needs a registry with a champion: jimbot gate p17 makes one"
            )
        return Strategy(name, champion)
    if name in LEARNED and name not in models:
        raise ValueError(f"strategy {name!r} needs {MADE_BY[name]}; none was given")
    if name in LEARNED and not models[name].exists():
        raise ValueError(f"strategy {name!r}: there is no model {models[name]}")
    return Strategy(name, STRATEGIES[name].format(model=models.get(name, "")))


def playable(names: Sequence[str], models: Mapping[str, Path], champion: str | None) -> list[Strategy]:
    return [strategy(name, models, champion) for name in names]
