"""P15 to P20: which stages a gate has, in their order. A stage that is done is not done again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jimbot.release.gates import models
from jimbot.release.gates.ablation import ablation
from jimbot.release.gates.calibration import calibrate
from jimbot.release.gates.challenge import Contest, conclude, enter, judge, re_evaluate
from jimbot.release.gates.equal_time import pays
from jimbot.release.gates.report import challenger_gates, finish, gate
from jimbot.release.gates.run import GateRun, GateSettings, finished, result_of
from jimbot.release.gates.seeds import GENERATORS, generated, seed_file, seeds_of
from jimbot.release.gates.strategies import Strategy, playable, read_strategies, strategy

EXPERT = "heuristic"
DAGGER_FIRST = {"p18": 820_000, "p19": 840_000}  # number of the first train seed
Plan = Callable[[GateRun, bool], int]


def p15(run: GateRun, fail_on_perf_gate: bool) -> int:
    """Search-labelled data, policy-value training, long-horizon evaluation at Gold Stake."""
    sizes, workers = run.settings.sizes, run.settings.processes
    data = run.path / "data"
    made = run.stage("data", lambda: models.make_data(data, sizes.search_games, "search", workers))
    pv = run.path / "models" / "pv"
    trained = run.stage("pv", lambda: models.train_pv(pv, data, sizes, workers))
    seeds = seed_file(sizes.seeds)
    everyone = playable(("heuristic", "pv"), {"pv": Path(trained["model"])}, None)
    place = run.path / "eval_gold"
    eval_gold = run.stage(
        "eval_gold", lambda: ablation(place, everyone, seeds, "heuristic", workers, stake="gold")
    )
    checks = {
        "search has labelled games": made["games"] >= 1,
        "nobody failed in a game": _nobody_failed(eval_gold),
        **_seed_checks(),
    }
    return finish(run, {"functional": gate(run, "functional", checks)}, fail_on_perf_gate)


def p17(run: GateRun, fail_on_perf_gate: bool) -> int:
    """Champion and challenger on 100 seeds, 500 as the milestone, failure buckets, canary."""
    contest = enter(run, _challenger(run, Strategy("search", "search:worlds=2,candidates=3")))
    return _contest(run, contest, _strategies(run, "heuristic", {}, contest), {}, fail_on_perf_gate)


def p18(run: GateRun, fail_on_perf_gate: bool) -> int:
    """RL pilot, ablation, champion decision, DAgger, canary. The perf gate alone takes the networks of the
    last run."""
    sizes, workers = run.settings.sizes, run.settings.processes
    if run.settings.perf_gate_only:
        before = finished(run.settings.artifacts, "p18", "p18 --perf-gate-only")
        known = {"rl": Path(result_of(before, "rl_pilot")["model"])}
        contest = enter(run, _challenger(run, strategy("rl", known)))
        return _contest(run, contest, _strategies(run, "rl", known, contest), {}, fail_on_perf_gate)
    data, place = run.path / "data", run.path / "models"
    made = run.stage("data", lambda: models.make_data(data, sizes.games, EXPERT, workers))
    pv = run.stage("pv", lambda: models.train_pv(place / "pv", data, sizes, workers))
    dagger = run.stage(
        "dagger_v3",
        lambda: models.train_dagger(place / "dagger", Path(pv["model"]), sizes, DAGGER_FIRST["p18"], workers),
    )
    rl = run.stage("rl_pilot", lambda: models.train_rl(place / "rl", Path(dagger["model"]), sizes, workers))
    known = {
        "pv": Path(pv["model"]),
        "hybrid": Path(pv["model"]),
        "rl": Path(rl["model"]),
        "bc": Path(dagger["model"]),
    }
    contest = enter(run, _challenger(run, strategy("rl", known)))
    everyone = _strategies(run, "heuristic,pv,hybrid,rl", known, contest)
    checks = {"the expert has played": made["games"] >= sizes.games}
    return _contest(run, contest, everyone, checks, fail_on_perf_gate)


def p19(run: GateRun, fail_on_perf_gate: bool) -> int:
    """Risk-aware controller, calibration, champion with rollback, ablation, DAgger, canary. Needs P18."""
    before = finished(run.settings.artifacts, "p18", "p19")
    sizes, workers = run.settings.sizes, run.settings.processes
    data = Path(result_of(before, "data")["data"])
    known = {
        "pv": Path(result_of(before, "pv")["model"]),
        "hybrid": Path(result_of(before, "pv")["model"]),
        "rl": Path(result_of(before, "rl_pilot")["model"]),
    }
    usual, only = "risk_aware,champion", run.settings.perf_gate_only
    if not only:
        usual = "heuristic,pv,hybrid,rl,bc,risk_aware,champion"
        dagger = run.stage(
            "dagger_v4",
            lambda: models.train_dagger(
                run.path / "models" / "dagger",
                Path(result_of(before, "dagger_v3")["model"]),
                sizes,
                DAGGER_FIRST["p19"],
                workers,
            ),
        )
        known["bc"] = Path(dagger["model"])
    risk = run.stage(
        "risk_config",
        lambda: models.make_risk_config(run.path / "risk", known["rl"], data, models.RISK_SETTINGS),
    )
    known["risk_aware"] = Path(risk["config"])
    contest = enter(run, _challenger(run, strategy("risk_aware", known)))
    checks, notes, held = _seed_checks(), [], None
    if not only:
        held = re_evaluate(run, contest.registry, contest.champion)
        checks["the champion holds"] = held["re_evaluation_passed"] or held["rolled_back"]
        if held["rolled_back"]:
            contest = enter(run, contest.challenger)
    found = judge(run, contest, _strategies(run, usual, known, contest))
    if not only:
        seeds = seeds_of(100)[: sizes.calibration]
        agents = {"heuristic": EXPERT, "pv": strategy("pv", known).agent, "bc": strategy("bc", known).agent}
        run.stage("calibration", lambda: calibrate(run.path / "calibration", agents, seeds))
        if not contest.faults:
            notes.append(run.stage("equal_time", lambda: _pays(run, contest, known))["verdict"])
    gates = challenger_gates(run, found, checks)
    decision = conclude(run, contest, found)
    lines = [f"The risk-aware controller: {note}." for note in notes]
    return finish(run, gates, fail_on_perf_gate, decision, lines, p18=str(before), rollback=held)


def _pays(run: GateRun, contest: Contest, known: Mapping[str, Path]) -> dict[str, Any]:
    from jimbot.release.gates.ablation import played

    count = run.settings.sizes.seeds
    seeds, place = seed_file(count), run.path / f"ablation_{count}"
    workers, policy = run.settings.processes, strategy("rl", known)
    games = {contest.challenger.agent: played(place, contest.challenger, seeds, workers)}
    result = pays(run.path / "equal_time", contest.challenger, policy, seeds, games, workers)
    return run.json("equal_time.json", result)


def p20(run: GateRun, fail_on_perf_gate: bool) -> int:
    """Release candidates: ensemble teacher to student, packages, determinism, channels, micro A/B. Needs P18
    and P19."""
    from jimbot.release.gates.release import release_candidate

    before = finished(run.settings.artifacts, "p18", "p20")
    risky = finished(run.settings.artifacts, "p19", "p20")
    sizes, workers = run.settings.sizes, run.settings.processes
    teachers = [
        Path(result_of(before, "pv")["model"]),
        Path(result_of(before, "rl_pilot")["model"]),
        Path(result_of(risky, "dagger_v4")["model"]),
    ]
    if run.settings.perf_gate_only:
        last = finished(run.settings.artifacts, "p20", "p20 --perf-gate-only")
        run.stage("student", lambda: result_of(last, "student"))
    student = run.stage(
        "student",
        lambda: models.train_student(
            run.path / "models" / "student", Path(result_of(before, "data")["data"]), teachers, sizes, workers
        ),
    )
    known = {
        "pv": teachers[0],
        "deploy_student": Path(student["model"]),
        "risk_aware": Path(result_of(risky, "risk_config")["config"]),
    }
    contest = enter(run, _challenger(run, strategy("deploy_student", known)))
    found = judge(run, contest, _strategies(run, "heuristic,pv,deploy_student,champion", known, contest))
    gates = challenger_gates(run, found, _seed_checks())
    decision = conclude(run, contest, found)
    packages: dict[str, Any] = {}
    if not run.settings.perf_gate_only:
        gates |= release_candidate(run, contest, known, found, decision, packages)
    return finish(run, gates, fail_on_perf_gate, decision, p18=str(before), p19=str(risky), packages=packages)


def _contest(
    run: GateRun, contest: Contest, everyone: list[Strategy], checks: dict[str, bool], fail_on_perf_gate: bool
) -> int:
    found = judge(run, contest, everyone)
    gates = challenger_gates(run, found, checks | _seed_checks())
    return finish(run, gates, fail_on_perf_gate, conclude(run, contest, found))


def _challenger(run: GateRun, own: Strategy) -> Strategy:
    given = run.settings.challenger
    return own if given is None else Strategy("challenger", given)


def _strategies(run: GateRun, usual: str, known: Mapping[str, Path], contest: Contest) -> list[Strategy]:
    names = read_strategies(run.settings.strategies or usual)
    found = playable(names, known, contest.champion.agent)
    return [contest.challenger if who.name == contest.challenger.name else who for who in found]


def _seed_checks() -> dict[str, bool]:
    return {
        f"{seed_file(count).name} is what its generator makes": seeds_of(count) == generated(count)
        for count in GENERATORS
    }


def _nobody_failed(found: Mapping[str, Any]) -> bool:
    return not any(row["failures"] for row in found["strategies"].values())


def plans() -> dict[str, Plan]:
    from jimbot.release.gates.p16 import p16

    return {"p15": p15, "p16": p16, "p17": p17, "p18": p18, "p19": p19, "p20": p20}


def run_gate(
    settings: GateSettings, fail_on_perf_gate: bool = False, say: Callable[[str], None] = lambda text: None
) -> tuple[int, Path]:
    """The exit code of a gate and where its artefacts are."""
    known = plans()
    if settings.gate not in known:
        raise ValueError(f"unknown gate {settings.gate!r}; one of {', '.join(known)}")
    if settings.gate in ("p19", "p20"):  # reported before anything is made
        finished(settings.artifacts, "p18", settings.gate)
    if settings.gate == "p20":
        finished(settings.artifacts, "p19", "p20")
    with GateRun(settings, say) as run:
        return known[settings.gate](run, fail_on_perf_gate), run.path
