"""The part that P17 to P20 share: a challenger against the champion, from its first game to the decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.evaluation.manifest import code_hash
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.release.gates.ablation import ablation, played
from jimbot.release.gates.buckets import buckets, risk_guard
from jimbot.release.gates.canary import run_canary, skip
from jimbot.release.gates.decision import Findings, decide, re_evaluation, roll_back_if_needed
from jimbot.release.gates.registry import Model, Registry
from jimbot.release.gates.run import GateRun
from jimbot.release.gates.seeds import seed_file, seeds_of
from jimbot.release.gates.statistics import Milestone, Perf, middle, milestone, perf
from jimbot.release.gates.strategies import Strategy
from jimbot.runs import commit

FIRST_CHAMPION = Strategy("heuristic", "heuristic")
SMOKE_GAMES, CANARY_GAMES = 2, 10


@dataclass(frozen=True)
class Contest:
    """Who plays against whom, and where what is known of them is kept."""

    registry: Registry
    champion: Model
    challenger: Strategy
    model: Model | None  # the challenger in the registry; None if it cannot even be read
    faults: tuple[str, ...]  # what it did wrong in its first games


def enter(run: GateRun, challenger: Strategy) -> Contest:
    """Opens the registry, crowns the first champion if there is none, and lets the challenger play two games
    that it must not fail in."""
    settings = run.settings
    registry = Registry(settings.registry or settings.artifacts / "registry")
    if registry.champion_id() is None:
        first = registry.register(FIRST_CHAMPION.name, FIRST_CHAMPION.agent, _made_with(run))
        registry.crown_first(first, _made_with(run))
    champion = registry.champion()
    assert champion is not None
    entry = run.stage("challenger", lambda: _entry(run, registry, challenger))
    model = registry.model(entry["model_id"]) if entry["model_id"] else None
    agent = Strategy(challenger.name, model.agent if model else challenger.agent)
    return Contest(registry, champion, agent, model, tuple(entry["faults"]))


def _entry(run: GateRun, registry: Registry, challenger: Strategy) -> dict[str, Any]:
    try:
        model = registry.register(challenger.name, challenger.agent, _made_with(run))
    except ValueError as error:
        return {"agent": challenger.agent, "model_id": None, "faults": [f"it cannot be read: {error}"]}
    try:
        faults = smoke(model.agent, run.settings.patience)
    except ValueError as error:
        faults = [f"it cannot be played: {error}"]
    return {"agent": model.agent, "model_id": model.model_id, "faults": faults}


def smoke(agent: str, patience: float) -> list[str]:
    """What an agent does wrong in its first games, each of which it must end in time."""
    seeds = seeds_of(20)[:SMOKE_GAMES]
    faults = []
    for record in play_seeds(RunOptions(agent), list(enumerate(seeds)), 1, patience):
        if record.failure:
            reason = record.failure.reason
            faults.append(f"seed {record.seed}, decision {record.failure.step}: {reason}")
            if "no answer within" in reason:
                break
    return faults


def judge(run: GateRun, contest: Contest, strategies: Sequence[Strategy]) -> Findings:
    """Ablation, perf, risk, milestone and canary of a challenger, with their files."""
    if contest.faults:
        for name in ("ablation", "milestone", "canary"):
            run.skip(name, "the challenger failed in its first games")
        skip(run.path, "the challenger failed in its first games")
        return Findings(functional=contest.faults)
    sizes = run.settings.sizes
    seeds = seed_file(sizes.seeds)
    place = run.path / f"ablation_{sizes.seeds}"
    champion = Strategy("champion", contest.champion.agent)
    by_name = {who.name: who for who in (champion, *strategies, contest.challenger)} | {"champion": champion}
    everyone = list(by_name.values())
    run.stage("ablation", lambda: ablation(place, everyone, seeds, "champion", run.settings.processes))
    ours = _games(run, place, contest.challenger, everyone, seeds)
    theirs = _games(run, place, champion, everyone, seeds)
    failures = tuple(f"seed {r.seed}: {r.failure.reason}" for r in ours if r.failure)
    run.json("baseline_summary.json", {"agent": champion.agent, **middle(theirs), **buckets(theirs)})
    found = perf(ours, theirs)
    risk = risk_guard(ours, theirs)
    stone, canary = None, "SKIP"
    if not run.settings.perf_gate_only:
        stone = _milestone(run, contest)
        canary = run.stage("canary", lambda: _canary(run, contest))["status"]
    return Findings(failures, found, risk, stone, canary, dict(run.skipped))


def _games(
    run: GateRun, place: Path, who: Strategy, everyone: Sequence[Strategy], seeds: Path
) -> list[Record]:
    """Games that the ablation has played: under the first name that this agent has there."""
    first = next(one for one in everyone if one.agent == who.agent)
    return played(place, first, seeds, run.settings.processes)


def _milestone(run: GateRun, contest: Contest) -> Milestone | None:
    sizes = run.settings.sizes
    if run.settings.skip_milestone_1000 or not sizes.milestone:
        why = "--skip-milestone-1000" if run.settings.skip_milestone_1000 else "--quick plays no milestone"
        run.skip("milestone", why)
        return None
    count = {"p17": 500, "p20": 2000}.get(run.settings.gate, sizes.milestone)

    def work() -> dict[str, Any]:
        place, seeds = run.path / f"milestone_{count}", seed_file(count)
        pair = (contest.challenger, Strategy("champion", contest.champion.agent))
        ours, theirs = (played(place, who, seeds, run.settings.processes) for who in pair)
        return {"seeds": seeds.name, **milestone(ours, theirs).to_dict()}

    found = run.stage("milestone", work)
    return Milestone(**{name: found[name] for name in Milestone.__dataclass_fields__})


def _canary(run: GateRun, contest: Contest) -> dict[str, Any]:
    found = _beside(run, run.path, contest.challenger.agent, contest.champion.agent)
    return found | ({"skipped": found["why"]} if "why" in found else {})


def _beside(run: GateRun, place: Path, candidate: str, champion: str) -> dict[str, Any]:
    base_url, most = run.settings.base_url, run.settings.sizes.canary
    return run_canary(place, candidate, champion, base_url, most, seeds_of(20)[:CANARY_GAMES])


def conclude(run: GateRun, contest: Contest, found: Findings) -> dict[str, Any]:
    """Writes the decision down, here and in the registry. A challenger that fails changes nothing else."""
    decision, reasons = decide(found, run.settings.allow_promote)
    if contest.model is None:
        concluded: dict[str, Any] = {"decision": decision, "reasons": reasons, "model_id": None}
    else:
        model = contest.model

        def work() -> dict[str, Any]:
            final = contest.registry.decide(
                model, decision, reasons, _evidence(run, found), contest.champion.model_id
            )
            line = contest.registry.lines()[-1]
            return {"decision": final, "reasons": line["reasons"], "model_id": model.model_id}

        concluded = run.stage("decision", work)
    result = {
        "schema": "champion_decision_v1",
        "challenger": contest.challenger.name,
        "agent": contest.challenger.agent,
        **concluded,
        "champion_before": contest.champion.model_id,
        "champion_after": contest.registry.champion_id(),
        "allow_promote": run.settings.allow_promote,
        "evidence": _evidence(run, found),
    }
    lines = [f"# {result['decision']}: {contest.challenger.name}", ""]
    lines += [f"- {reason}" for reason in concluded["reasons"]]
    lines += ["", f"Champion before: {result['champion_before']}, after: {result['champion_after']}.", ""]
    run.text("champion_decision.md", "\n".join(lines))
    run.folder.write("registry.jsonl", (contest.registry.folder / "registry.jsonl").read_bytes())
    return run.json("champion_decision.json", result)


def re_evaluate(run: GateRun, registry: Registry, champion: Model) -> dict[str, Any]:
    """Plays the champion itself again, beside the last good one, and rolls back if that is due."""

    def work() -> dict[str, Any]:
        seeds = seed_file(run.settings.sizes.seeds)
        good = registry.last_good()
        damage = registry.damage(champion)
        place = run.path / "re_evaluation"
        ours: list[Record] = []
        if damage is None:
            ours = played(place, Strategy("champion", champion.agent), seeds, run.settings.processes)
        theirs = None
        if good is not None and ours:
            theirs = played(place, Strategy("last_good", good.agent), seeds, run.settings.processes)
        passed, reasons = re_evaluation(ours, theirs, damage)
        failures = registry.re_evaluated(champion, passed, reasons, _made_with(run))
        divergence = None
        if good is not None and damage is None and not run.settings.perf_gate_only:
            beside = run.path / "champion_canary"
            beside.mkdir(exist_ok=True)
            divergence = _beside(run, beside, champion.agent, good.agent).get("divergence")
        report = roll_back_if_needed(registry, champion, failures, divergence, _made_with(run))
        report |= {"re_evaluation_passed": passed, "re_evaluation_reasons": reasons}
        run.json("rollback_report.json", report)
        return report

    return run.stage("re_evaluation", work)


def _made_with(run: GateRun) -> dict[str, Any]:
    return {"artifacts": str(run.path), "commit": commit(), "code": code_hash()}


def _evidence(run: GateRun, found: Findings) -> dict[str, Any]:
    return _made_with(run) | {
        "folders": sorted(str(path.parent) for path in run.path.glob("*/games/*/manifest.json")),
        "perf": _dict(found.perf),
        "risk": found.risk,
        "milestone": _dict(found.milestone),
        "canary": found.canary,
        "functional": list(found.functional),
        "skipped": found.skipped,
    }


def _dict(found: Perf | Milestone | None) -> dict[str, Any] | None:
    return None if found is None else found.to_dict()
