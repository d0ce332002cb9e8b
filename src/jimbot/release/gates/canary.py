"""The canary: a candidate suggests beside the champion on a running game, and nothing it says is done.

On a game that somebody plays, both only look on. On a `jimbot serve` of our own the champion plays. Each
decision is a real one, made by both from the same view: what they would do is compared, nothing is made up.
"""

from __future__ import annotations

import importlib.util
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from jimbot.agents import Agent, View, make_agent
from jimbot.agents.play import Move, Moves, Observer
from jimbot.game.seeds import draw_seed
from jimbot.live.backends import Backend
from jimbot.release.gates.decision import MAX_DIVERGENCE
from jimbot.runs.console import json_text
from jimbot.runs.machine import write_whole

SCHEMA, SKIP_SCHEMA = "canary_v1", "canary_skip_v1"
LEAST_DECISIONS = 20  # fewer say nothing
POLL = 0.2


@dataclass
class Canary(Observer):
    """Decisions of a candidate in the positions of another player."""

    candidate: Agent
    decisions: int = 0
    same: int = 0
    failures: list[str] = field(default_factory=list)  # of the candidate
    phases: Counter[str] = field(default_factory=Counter)
    apart: Counter[str] = field(default_factory=Counter)  # differing decisions by phase
    examples: list[dict[str, Any]] = field(default_factory=list)

    def decided(self, move: Move) -> None:
        self.add(move.view, str(move.action))

    def add(self, view: View, champions: str) -> None:
        """Asks the candidate, and compares with what the champion does."""
        try:
            action = self.candidate.consider(view).action
            reason = view.why_illegal(action)
        except Exception as error:  # whatever a candidate does wrong is its own fault, and reported
            action, reason = None, f"{type(error).__name__}: {error}"
        self.decisions += 1
        self.phases[view.phase] += 1
        if reason is not None:
            self.failures.append(f"decision {self.decisions}, {view.phase}: {action or ''} {reason}".strip())
        if str(action) == champions:
            self.same += 1
            return
        self.apart[view.phase] += 1
        if len(self.examples) < 20:
            self.examples.append({"phase": view.phase, "champion": champions, "candidate": str(action)})

    @property
    def divergence(self) -> float | None:
        return 1 - self.same / self.decisions if self.decisions else None

    @property
    def status(self) -> str:
        if self.failures:
            return "FAIL"
        if self.divergence is None or self.decisions < LEAST_DECISIONS:
            return "SKIP"
        return "FAIL" if self.divergence > MAX_DIVERGENCE else "PASS"

    def to_dict(self, game: str, played_by: str, candidate: str, champion: str) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "label": "measured",
            "synthetic": False,
            "game": game,
            "played_by": played_by,
            "candidate": candidate,
            "champion": champion,
            "decisions": self.decisions,
            "divergence": self.divergence,
            "max_divergence": MAX_DIVERGENCE,
            "least_decisions": LEAST_DECISIONS,
            "divergence_by_phase": {name: self.apart[name] / n for name, n in self.phases.items()},
            "candidate_failures": self.failures[:20],
            "status": self.status,
            "examples": self.examples,
        }


def play_beside(backend: Backend, champion: Agent, candidate: Agent, seeds: list[str], most: int) -> Canary:
    """The champion plays these seeds on an armed backend, ``most`` decisions; the candidate suggests."""
    canary = Canary(candidate)
    for seed in seeds:
        backend.reset(seed)
        candidate.reset(0)
        for _ in islice(Moves(champion, backend, 0, [canary]), most - canary.decisions):
            pass
    return canary


def watch_beside(
    backend: Any,
    champion: Agent,
    candidate: Agent,
    most: int,
    seconds: float,
) -> Canary:
    """Both look on while somebody plays: each new position is decided once by both; nothing is ever sent."""
    canary, until, run, is_new = Canary(candidate), time.monotonic() + seconds, None, True
    while canary.decisions < most and time.monotonic() < until:
        if is_new and not backend.over:
            if backend.seed != run:
                run = backend.seed
                champion.reset(0)
                candidate.reset(0)
            view = backend.view(draw_seed(0, canary.decisions))
            canary.add(view, str(champion.act(view)))
        time.sleep(POLL)
        is_new = backend.refresh()
    return canary


def run_canary(
    place: Path,
    candidate: str,
    champion: str,
    base_url: str | None,
    most: int,
    seeds: list[str],
    seconds: float = 60.0,
) -> dict[str, Any]:
    """Writes canary.json, or canary_skip.json where there is no game. Without an address, a `jimbot serve` of
    our own is started and the champion plays there."""
    if importlib.util.find_spec("httpx") is None:
        return skip(place, "httpx is not installed: pip install 'jimbot[live]'")
    from jimbot.live.drive.reach import Unreachable, is_real_game, reach

    one, two = make_agent(champion), make_agent(candidate)
    if base_url is None:
        from jimbot.live.games.own_servers import own_servers

        with own_servers([0]) as ((_, url),):
            backend = reach(url, execute=True)
            try:
                found = play_beside(backend, one, two, seeds, most)
            finally:
                backend.close()
        result = found.to_dict("jimbot serve", "the champion", candidate, champion)
    else:
        try:
            real = is_real_game(base_url)
            backend = reach(base_url)
        except Unreachable as error:
            return skip(place, f"no game: {error}")
        try:
            found = watch_beside(backend, one, two, most, seconds)
        finally:
            backend.close()
        if found.decisions < LEAST_DECISIONS:
            return skip(
                place,
                f"{found.decisions} decisions were made at {base_url} within {seconds:g} s;"
                f" {LEAST_DECISIONS} are needed",
            )
        game = "real" if real else "jimbot serve"
        result = found.to_dict(game, "somebody else", candidate, champion)
    write_whole(place / "canary.json", json_text(result) + "\n")
    return result


def skip(place: Path, why: str) -> dict[str, Any]:
    result = {"schema": SKIP_SCHEMA, "status": "SKIP", "label": "skipped", "synthetic": False, "why": why}
    write_whole(place / "canary_skip.json", json_text(result) + "\n")
    return result
