"""Calibration: the probabilities that agents give, against the results of their games.

A chance to win is compared with the end of that game, a chance to clear the blind with whether that blind was
cleared: never with what another agent would have done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents import Agent, PolicyAgent, View, make_agent
from jimbot.agents.play import GameTable, Move, Observer, play
from jimbot.agents.protocol import Alternative
from jimbot.evaluation.calibration import calibration, error_interval
from jimbot.evaluation.pages import charts_installed
from jimbot.evaluation.runs import RunOptions, agent_seed
from jimbot.game import Action
from jimbot.game.planner import clear_chance
from jimbot.game.records import percent
from jimbot.game.seen import Seen
from jimbot.runs.console import json_text
from jimbot.runs.machine import write_whole

SCHEMA = "calibration_v1"
PHASES = {"SELECTING_HAND": "hand", "SHOP": "shop", "BLIND_SELECT": "blind"}  # all else is a pack
FORCED = "ROUND_EVAL"  # the cash-out is no decision


@dataclass(frozen=True)
class Forecast:
    """A chance, of what, where, and whether it came true."""

    phase: str
    of: str  # win, or clear
    chance: float
    game: int
    happened: bool


class _Asked(Agent, Observer):
    """An agent that gives its probabilities with its decisions; of decisions with cards only if ``hands``."""

    def __init__(self, agent: Agent, hands: bool) -> None:
        self._agent, self._hands = agent, hands

    def reset(self, seed: int) -> None:
        self._agent.reset(seed)
        self.given: list[tuple[str, str, float, int]] = []  # phase, of what, chance, round
        self.cleared: set[int] = set()

    def act(self, view: View) -> Action:
        if view.phase == "SELECTING_HAND" and not self._hands:
            return self._agent.act(view)
        chosen = self._agent.consider(view).alternatives[0]
        chance = chance_of(self._agent, view, chosen)
        if chance is not None:
            self.given.append((PHASES.get(view.phase, "pack"), *chance, view.round))
        return chosen.action

    def moved(self, move: Move, position: Seen) -> None:
        if move.view.phase == "SELECTING_HAND" and (position.phase == "ROUND_EVAL" or position.won):
            self.cleared.add(move.view.round)


def forecasts(
    agent: Agent,
    seeds: Sequence[str],
    options: RunOptions,
    hands: bool = True,
    each: Callable[[], None] = lambda: None,
) -> list[Forecast]:
    """Plays these seeds and notes every chance that the agent gives for what it does."""
    found: list[Forecast] = []
    asked = _Asked(agent, hands)
    for index, seed in enumerate(seeds):
        game = options.game(seed)
        play(asked, GameTable(game), agent_seed(options, index), [asked])
        found += [
            Forecast(phase, of, chance, index, game.won if of == "win" else number in asked.cleared)
            for phase, of, chance, number in asked.given
        ]
        each()
    return found


def chance_of(agent: Agent, view: View, chosen: Alternative) -> tuple[str, float] | None:
    """What the agent thinks will come of its decision: of a network its value; of the native agents the
    judge's chance to win, and in a round the planner's to clear the blind."""
    if view.phase == FORCED:
        return None
    if view.phase == "SELECTING_HAND" and not isinstance(agent, PolicyAgent):
        if chosen.action.kind not in ("play", "discard"):
            return None
        return "clear", clear_chance(view, chosen.action, seed=view.draw_seed)
    return None if chosen.score is None or not 0 <= chosen.score <= 1 else ("win", chosen.score)


def calibrated(found: Iterable[Forecast]) -> dict[str, Any]:
    """By phase: ECE over ten bins with its interval over games."""
    phases: dict[str, list[Forecast]] = {}
    for one in found:
        phases.setdefault(f"{one.phase} ({one.of})", []).append(one)
    return {phase: _table(these) for phase, these in sorted(phases.items())}


def _table(found: Sequence[Forecast]) -> dict[str, Any]:
    predicted, happened, games = zip(*((one.chance, one.happened, one.game) for one in found), strict=True)
    interval = error_interval(predicted, happened, games)
    return calibration(predicted, happened) | {"games": len(set(games)), "ece_interval": interval}


def calibrate(place: Path, agents: dict[str, str], seeds: Sequence[str]) -> dict[str, Any]:
    """Plays each agent and writes calibration.json, calibration.md and a reliability diagram per phase (where
    matplotlib is installed)."""
    place.mkdir(parents=True, exist_ok=True)
    result: dict[str, Any] = {"schema": SCHEMA, "games": len(seeds), "stake": "white", "agents": {}}
    for name, spec in agents.items():
        phases = calibrated(forecasts(make_agent(spec), seeds, RunOptions(spec)))
        result["agents"][name] = {"agent": spec, "phases": phases} | (
            {} if phases else {"why_none": "it gives no chance to win"}
        )
        for phase, table in phases.items():
            if charts_installed():
                from jimbot.evaluation.pages.charts import figure_bytes
                from jimbot.evaluation.pages.plots import Reliability

                title = f"{name}, {phase}: ECE {percent(table['ece'])}"
                file = f"reliability_{name}_{phase.split()[0]}.png"
                write_whole(place / file, figure_bytes(Reliability({title: table["bins"]})))
    write_whole(place / "calibration.json", json_text(result) + "\n")
    write_whole(place / "calibration.md", markdown(result))
    return result


def by_stake(
    agent: str, seeds: Sequence[str], stakes: Sequence[str], each: Callable[[], None] = lambda: None
) -> dict[str, dict[str, Any]]:
    """How true an agent's win probabilities between hands are, on Red Deck: a table per stake."""
    tables = {}
    for stake in stakes:
        options = RunOptions(agent, stake=stake)
        found = forecasts(make_agent(agent), seeds, options, hands=False, each=each)
        tables[stake] = _table([one for one in found if one.of == "win"]) | {"games": len(seeds)}
    return tables


def markdown(result: dict[str, Any]) -> str:
    lines = [
        "# Calibration",
        "",
        f"{result['games']} games each, {result['stake']} stake. Win probabilities against results;"
        " ECE over ten bins, its 95 % interval by a bootstrap over games.",
        "",
        "| agent | phase (chance of) | decisions | ECE | interval | Brier |",
        "|---|---|---|---|---|---|",
    ]
    for name, found in result["agents"].items():
        for phase, table in found["phases"].items():
            low, high = table["ece_interval"]
            cells = (
                f"{percent(table['ece'])}",
                f"{percent(low)} to {percent(high)}",
                f"{table['brier']:.3f}",
            )
            lines.append(f"| {name} | {phase} | {table['n']} | " + " | ".join(cells) + " |")
        if not found["phases"]:
            lines.append(f"| {name} | none: {found['why_none']} | | | | |")
    return "\n".join(lines) + "\n"
