"""The risk-aware agent: a policy decides while it is safe, surer players take over as the risk grows."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from jimbot.agents.familiar import Familiar, kind_of
from jimbot.agents.heuristic import HeuristicAgent
from jimbot.agents.policy import PolicyAgent
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.search import SearchAgent
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.runs.reading import in_file, read_yaml

ROUTES = ("policy", "hybrid", "search", "heuristic")
Bands = tuple[tuple[str, float], ...]  # who decides up to which risk, rising to 1


@dataclass(frozen=True)
class RiskWeights:
    """What a risk is made of; each part is from 0 to 1."""

    confidence: float = 0.35  # the policy's lack of it
    disagreement: float = 0.30  # the heuristic would do something else
    value_gap: float = 0.20  # part of the chance to win that the heuristic sees lost
    illegal: float = 0.10  # share of the policy's probability on decisions that are not legal
    ood: float = 0.05  # distance to the positions of the training


@dataclass(frozen=True)
class Risks:
    """The settings of a controller: a YAML file names some of these."""

    weights: RiskWeights = field(default_factory=RiskWeights)
    hand: Bands = (("policy", 0.40), ("hybrid", 0.70), ("search", 0.90), ("heuristic", 1.0))
    shop: Bands = (("policy", 0.45), ("hybrid", 0.75), ("heuristic", 1.0))
    close: float = 0.02  # hybrid: the policy may lose this much win probability
    search: Mapping[str, Any] = field(default_factory=dict)  # options of the search
    ms: float = 0  # milliseconds for a decision; the search gets what is left of them. 0: no limit
    checkpoint: Path | None = None  # the policy's model
    familiar: Path | None = None  # fitted features; without them nothing counts as unusual

    @classmethod
    def read(cls, path: Path) -> Risks:
        """Paths in the file count from its folder."""
        with in_file(path):
            try:
                return cls.of(read_yaml(path) or {}, path.parent)
            except OSError as error:
                raise ValueError(f"{path}: {error.strerror}") from None
            except (TypeError, AttributeError) as error:
                raise ValueError(str(error)) from None

    @classmethod
    def of(cls, data: Any, folder: Path = Path()) -> Risks:
        known = [one.name for one in fields(cls) if one.name not in ("hand", "shop")] + ["bands"]
        if not isinstance(data, dict) or (other := set(data) - set(known)):
            given = ", ".join(sorted(map(str, other))) if isinstance(data, dict) else type(data).__name__
            raise ValueError(f"{given} is not known; some of {', '.join(sorted(known))} are")
        bands = data.get("bands", {})
        if set(bands) - {"hand", "shop"}:
            raise ValueError(f"bands are of hand and shop, not of {', '.join(sorted(bands))}")
        return cls(
            weights=_weights(data.get("weights", {})),
            hand=_bands(bands["hand"]) if "hand" in bands else cls.hand,
            shop=_bands(bands["shop"]) if "shop" in bands else cls.shop,
            close=_number("close", data.get("close", cls.close)),
            search=dict(data.get("search", {})),
            ms=_number("ms", data.get("ms", cls.ms), most=None),
            checkpoint=folder / data["checkpoint"] if data.get("checkpoint") else None,
            familiar=folder / data["familiar"] if data.get("familiar") else None,
        )

    def bands(self, phase: str) -> Bands:
        return self.hand if kind_of(phase) == "hand" else self.shop


def _weights(data: Mapping[str, Any]) -> RiskWeights:
    known = [one.name for one in fields(RiskWeights)]
    if set(data) - set(known):
        unknown = ", ".join(sorted(set(data) - set(known)))
        raise ValueError(f"weights {unknown} are not known; some of {', '.join(known)} are")
    return RiskWeights(**{name: _number(f"weight {name}", value) for name, value in data.items()})


def _bands(data: Mapping[str, Any]) -> Bands:
    bands = tuple((str(route), _number(f"bound of {route}", bound)) for route, bound in data.items())
    unknown = [route for route, _ in bands if route not in ROUTES]
    bounds = [bound for _, bound in bands]
    if unknown or not bands or bounds != sorted(set(bounds)) or bounds[-1] != 1:
        raise ValueError(
            f"bands are {dict(data)}; some of {', '.join(ROUTES)} with rising bounds up to 1 are allowed"
        )
    return bands


def _number(name: str, value: Any, most: float | None = 1.0) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ValueError(f"{name} is {value!r}; a number, 0 or more, is allowed")
    if most is not None and value > most:
        raise ValueError(f"{name} is {value!r}; at most {most:g} is allowed")
    return float(value)


@dataclass(frozen=True)
class Routed:
    """Why a decision was made by whom. ``terms`` are the parts of the risk before they are weighed."""

    step: int
    phase: str
    route: str
    why: str
    risk: float
    terms: dict[str, float]
    action: str
    milliseconds: float


@register("risk_aware")
class RiskAwareAgent(Agent):
    """``config`` is a YAML file of weights, bands and files; ``checkpoint`` is the policy's model, where the
    file names none; ``ms`` is the time for a decision; ``log`` is a folder that gets a line per decision."""

    def __init__(
        self,
        config: Path | None = None,
        checkpoint: Path | None = None,
        ms: float | None = None,
        log: Path | None = None,
    ) -> None:
        self.risks = Risks() if config is None else Risks.read(config)
        model = checkpoint or self.risks.checkpoint
        if model is None:
            raise ValueError("agent 'risk_aware' needs a policy: checkpoint=..., or checkpoint in its config")
        self.ms = self.risks.ms if ms is None else ms
        self.policy = PolicyAgent(model)
        self.heuristic = HeuristicAgent()
        self.search = SearchAgent(**{"ms": self.ms, **self.risks.search})
        self.familiar = Familiar.load(self.risks.familiar) if self.risks.familiar else None
        self.log: list[Routed] = []  # of this game
        self._lines = None if log is None else _open_log(log)
        self._seed = 0

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        risks = Risks.read(options["config"]) if options.get("config") else Risks()
        found = {"checkpoint": options.get("checkpoint") or risks.checkpoint, "familiar": risks.familiar}
        return {name: path for name, path in found.items() if path is not None}

    def reset(self, seed: int) -> None:
        for player in (self.policy, self.heuristic, self.search):
            player.reset(seed)
        self.log, self._seed = [], seed

    def act(self, view: View) -> Action:
        return self.consider(view).action

    def consider(self, view: View) -> Advice:
        begin = time.perf_counter()
        bands = self.risks.bands(view.phase)
        sure = self.heuristic.consider(view)
        if len(bands) == 1 and bands[0][0] in ("heuristic", "search"):
            route, risk, terms, theirs, gap = bands[0][0], 0.0, {}, None, None
            why = "the only one for this phase"
        else:
            advice = self.policy.consider(view)
            theirs = advice.alternatives[0]
            gap = _gap(theirs.action, sure)
            terms = self.terms(view, advice, sure, gap)
            weights = asdict(self.risks.weights)
            risk = sum(weights[name] * value for name, value in terms.items())
            route = next(who for who, bound in bands if risk < bound or bound == 1)
            why = f"risk {risk:.2f}"
        chosen = sure.alternatives[0]
        if route in ("policy", "hybrid") and theirs is not None:
            if not view.is_legal(theirs.action):
                route, why = "heuristic", f"{why}, the policy's choice is not legal"
            elif route == "policy" or (gap is not None and gap <= self.risks.close):
                chosen = next((a for a in sure.alternatives if a.action == theirs.action), theirs)
        elif route == "search":
            left = self.ms - 1000 * (time.perf_counter() - begin) if self.ms else None
            if left is not None and left <= 0:
                route, why = "heuristic", f"{why}, no time is left to search"
            else:
                chosen = self.search.consider(view).alternatives[0]
        self._note(view, route, why, risk, terms, chosen.action, 1000 * (time.perf_counter() - begin))
        reason = f"{route} at {why}" + (f"; {chosen.reason}" if chosen.reason else "")
        others = (a for a in sure.alternatives if a.action != chosen.action)
        return Advice((Alternative(chosen.action, chosen.score, reason, chosen.probability), *others))

    def terms(self, view: View, advice: Advice, sure: Advice, gap: float | None) -> dict[str, float]:
        """The parts of the risk, from 0 to 1. An unmeasured gap counts as half of the worst; a policy
        that gives no probabilities is half sure."""
        theirs = advice.alternatives[0]
        apart = theirs.action != sure.action
        best = sure.alternatives[0].score or 0.0
        lost = 0.5 if gap is None else min(1.0, gap / max(best, 0.05))
        rated = [(a.action, a.probability) for a in advice.alternatives if a.probability]
        refused = sum(share for action, share in rated if share and not view.is_legal(action))
        return {
            "confidence": 0.5 if theirs.probability is None else 1 - theirs.probability,
            "disagreement": float(apart),
            "value_gap": lost if apart else 0.0,
            "illegal": min(1.0, refused) if rated else float(not view.is_legal(theirs.action)),
            "ood": 0.0 if self.familiar is None else self.familiar.unusual(view),
        }

    def _note(
        self,
        view: View,
        route: str,
        why: str,
        risk: float,
        terms: dict[str, float],
        action: Action,
        ms: float,
    ) -> None:
        routed = Routed(len(self.log), view.phase, route, why, risk, terms, str(action), round(ms, 3))
        self.log.append(routed)
        if self._lines is not None:
            self._lines.write(json.dumps({"agent_seed": self._seed, **asdict(routed)}) + "\n")


@register("hybrid")
class HybridAgent(RiskAwareAgent):
    """``checkpoint`` is the policy's model. It decides unless the heuristic sees more than two points of the
    chance to win lost by it, or did not weigh its choice at all."""

    def __init__(self, checkpoint: Path) -> None:
        super().__init__(checkpoint=checkpoint)
        self.risks = Risks(hand=(("hybrid", 1.0),), shop=(("hybrid", 1.0),))

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        return {}


def _open_log(folder: Path) -> Any:
    """A file of this process: several may play at once."""
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / f"routes-{os.getpid()}.jsonl").open("a", buffering=1)


def _gap(action: Action, sure: Advice) -> float | None:
    """How much less the heuristic thinks of an action than of its own; None if it did not weigh it."""
    best = sure.alternatives[0]
    found = next((a for a in sure.alternatives if a.action == action), None)
    if found is None or found.score is None or best.score is None:
        return None
    return best.score - found.score
