"""Who can give advice: our own agents, and models that lie in the folder of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jimbot.agents import Agent, make_agent
from jimbot.agents.registry import names
from jimbot.apps.ui import places
from jimbot.evaluation.experiments.entry import EVALUATION, GATE, TRAINING, Entry, read_json
from jimbot.game.content import content
from jimbot.runs.statistics import wilson

OWN = {
    "heuristic": "Picks the move with the best estimated win chance; answers at once.",
    "search": "Simulates likely moves on reshuffled decks, for as long as it may think.",
    "planner": "Plans plays and discards; simple rules in the shop.",
    "greedy": "The hand that scores most; simple rules in the shop.",
    "random": "Any legal decision.",
}
SHOPS = 6  # of each ante that jokers are judged in
BUDGETS = (100, 300, 1000, 3000)  # milliseconds of a search


def adviser(name: str, budget: int = 300) -> Agent:
    """An agent of ours by name, or the policy of a training by its path in the folder of runs."""
    if name in OWN:
        return make_agent(f"search:ms={budget}" if name == "search" else name)
    from jimbot.agents import PolicyAgent

    return PolicyAgent(places.inside(name))


def advisers(entries: Sequence[Entry]) -> list[str]:
    """Names that ``adviser`` takes: agents first, then finished trainings."""
    own = [name for name in OWN if name in names()]
    models = [e.path for e in entries if e.kind == TRAINING and e.finished and _has_model(e.path)]
    return own + models


def _has_model(path: str) -> bool:
    from jimbot.agents.models import model_file

    try:
        return model_file(places.inside(path)).is_file()
    except (ValueError, OSError):
        return False


# -- how they play ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """Games of an agent with a deck and stake, of all its evaluations together."""

    agent: str
    deck: str
    stake: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    blinds: float


def standings(entries: Sequence[Entry]) -> list[Standing]:
    """Win rates by agent, deck and stake, the best first."""
    groups: dict[tuple[str, str, str], list[Entry]] = {}
    for entry in entries:
        if entry.kind == EVALUATION and entry.n and entry.wins is not None:
            key = entry.title, _name("deck", entry.deck), _name("stake", entry.stake)
            groups.setdefault(key, []).append(entry)
    out = []
    for (agent, deck, stake), found in groups.items():
        games, wins = sum(e.n or 0 for e in found), sum(e.wins or 0 for e in found)
        rate = wilson(min(wins, games), games)
        blinds = sum((e.n or 0) * (e.blinds or 0.0) for e in found) / games
        out.append(Standing(agent, deck, stake, games, wins, rate.value, rate.low, rate.high, blinds))
    return sorted(out, key=lambda one: (-one.win_rate, -one.blinds))


def boss_deaths(entries: Sequence[Entry], agent: str) -> dict[str, int]:
    """Runs that an agent lost to each boss, the deadliest first."""
    counts: dict[str, int] = {}
    for entry in entries:
        if entry.kind == EVALUATION and entry.title == agent:
            for key, count in (entry.deaths or {}).items():
                name = _name("blind", key)
                counts[name] = counts.get(name, 0) + count
    return dict(sorted(counts.items(), key=lambda pair: -pair[1]))


def _name(kind: str, key: str | None) -> str:
    row = content()[kind].get(key or "")
    return str(row["name"]) if row else key or "?"


def calibrations(entries: Sequence[Entry]) -> dict[str, dict[str, Any]]:
    """Reliability tables of the newest gate that has them: agent and phase -> table."""
    for entry in entries:
        if entry.kind == GATE:
            found = read_json(places.inside(entry.path) / "calibration" / "calibration.json")
            agents = found.get("agents")
            if isinstance(agents, dict):
                return {
                    f"{agent}, {phase}": table
                    for agent, tables in agents.items()
                    for phase, table in tables.get("phases", {}).items()
                }
    return {}


def joker_table(antes: Sequence[int] = (1, 4)) -> list[dict[str, object]]:
    """What the judge thinks of each joker: the change of the chance to win, in points, by ante."""
    from jimbot.agents.judge.jokers import JokerJudge, jokers_at, shops

    judge, found = JokerJudge(), shops(antes, SHOPS)
    views = {ante: jokers_at(judge, ante, found[ante]) for ante in antes}
    rows = content()["joker"]
    table: list[dict[str, object]] = [
        {"joker": rows[key]["name"], "rarity": rows[key]["rarity"]}
        | {f"ante {ante}": round(100 * views[ante].change.get(key, 0.0), 1) for ante in antes}
        for key in rows
    ]
    last = f"ante {antes[-1]}"
    return sorted(table, key=lambda row: -float(str(row[last])))
