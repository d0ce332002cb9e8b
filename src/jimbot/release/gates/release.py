"""The part of P20 that releases: packages, channels, the determinism audit, games behind the protocol."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from jimbot.evaluation import read_folder
from jimbot.release.gates.ablation import games_folder, played
from jimbot.release.gates.audit import audit
from jimbot.release.gates.challenge import Contest
from jimbot.release.gates.decision import Findings
from jimbot.release.gates.report import gate
from jimbot.release.gates.run import GateRun
from jimbot.release.gates.seeds import seed_file, seeds_of
from jimbot.release.gates.statistics import middle, perf
from jimbot.release.gates.strategies import Strategy, strategy
from jimbot.release.packages.layout import PackageContent, export, measured
from jimbot.release.packages.runner import agent_spec
from jimbot.release.packages.store import PackageStore
from jimbot.release.packages.verify import verify


def release_candidate(
    run: GateRun,
    contest: Contest,
    known: Mapping[str, Path],
    found: Findings,
    decision: Mapping[str, Any],
    packages: dict[str, Any],
) -> dict[str, dict[str, Any]]:
    """Reliability and release, with their files."""
    sizes = run.settings.sizes
    made = {
        name: run.stage(f"package_{name}", partial(_package, run, name, known))
        for name in ("deploy_student", "risk_aware")
    }
    packages |= made
    seeds = seeds_of(20)
    audits = {
        name: run.stage(f"audit_{name}", partial(audit, spec, seeds[: sizes.audit], run.settings.patience))
        for name, spec in {
            "champion": contest.champion.agent,
            "deploy_student": agent_spec(Path(made["deploy_student"]["package"])),
        }.items()
    }
    run.json("determinism.json", audits)
    micro = run.stage("micro_ab", lambda: _micro(run, contest, seeds[: sizes.micro]))
    reliability = {f"{name}: two runs decide alike": found["passed"] for name, found in audits.items()}
    reliability["the canary did not fail"] = found.canary != "FAIL"
    if "skipped" not in micro:
        reliability["no game behind the protocol failed"] = not micro["failures"]
    release = {f"{name}: the package verifies": one["verify"]["passed"] for name, one in made.items()}
    release |= {
        f"{name}: it makes a decision": one["verify"]["decision"] is not None for name, one in made.items()
    }
    channels = run.stage("channels", lambda: _channels(run, made, found, decision))
    release["channel dev points to it"] = channels["dev"] == made["deploy_student"]["package_id"]
    return {
        "reliability": gate(run, "reliability", reliability, micro_ab=micro),
        "release": gate(run, "release", release, channels=channels),
    }


def _package(run: GateRun, name: str, known: Mapping[str, Path]) -> dict[str, Any]:
    """Exports, signs nothing, verifies, and infers one step. Metrics are of games played here."""
    count = run.settings.sizes.seeds
    seeds = seed_file(count)
    place = run.path / f"ablation_{count}"
    folder = games_folder(place, name, seeds)
    if not (folder / "manifest.json").is_file():
        played(place, strategy(name, known), seeds, run.settings.processes)
    _, records = read_folder(folder)
    place = run.path / "packages" / f"{name}-{run.path.name}"
    place.parent.mkdir(exist_ok=True)
    risk = known["risk_aware"] if name == "risk_aware" else None
    model = known["deploy_student"] if risk is None else _model_of(risk)
    metrics = {**measured(model, folder), "seeds": seeds.name, "stake": "white", **middle(records)}
    content = PackageContent(name, model, metrics, risk, seed_files=(seeds.name,))
    if place.is_dir():  # the gate was ended between the package and its stage
        shutil.rmtree(place)
    packed = export(place, content)
    return {"package": str(place), "package_id": packed["package_id"], "verify": verify(place, once=True)}


def _model_of(risk: Path) -> Path:
    from jimbot.agents.risk_aware import Risks

    model = Risks.read(risk).checkpoint
    assert model is not None
    return model.with_suffix(".pt")


def _micro(run: GateRun, contest: Contest, seeds: list[str]) -> dict[str, Any]:
    """Champion and challenger behind the protocol, on the same few seeds. On a real game nobody plays unless
    a person arms it: that is `jimbot drive`."""
    if run.settings.base_url is not None:
        return {"skipped": "a game was given: a gate plays no runs there; use jimbot drive"}
    if importlib.util.find_spec("httpx") is None:
        return {"skipped": "httpx is not installed: pip install 'jimbot[live]'"}
    if contest.faults:
        return {"skipped": "the challenger failed in its first games"}
    from jimbot.evaluation.runs import RunOptions
    from jimbot.live.drive import Driver
    from jimbot.live.drive.reach import reach
    from jimbot.live.games.own_servers import own_servers

    jobs = list(enumerate(seeds))
    with own_servers([0]) as ((_, url),):

        def games(who: Strategy) -> list[Any]:
            driver = Driver(lambda: reach(url, execute=True))
            return list(driver.play(RunOptions(who.agent), jobs))

        ours = games(contest.challenger)
        theirs = games(Strategy("champion", contest.champion.agent))
    return {
        "game": "jimbot serve",
        "failures": [f"{r.seed}: {r.failure.reason}" for r in (*ours, *theirs) if r.failure],
        "challenger": middle(ours),
        "champion": middle(theirs),
        "against_champion": perf(ours, theirs).to_dict(),
    }


def _channels(
    run: GateRun, made: Mapping[str, Any], found: Findings, decision: Mapping[str, Any]
) -> dict[str, Any]:
    """dev: whatever verifies; canary: what passed its canary; stable: what was promoted."""
    store = PackageStore(run.settings.artifacts / "store")
    package = Path(made["deploy_student"]["package"])
    wanted = {
        "dev": made["deploy_student"]["verify"]["passed"],
        "canary": found.canary == "PASS",
        "stable": decision["decision"] == "promote",
    }
    result: dict[str, Any] = {"store": str(store.folder)}
    for channel, fits in wanted.items():
        if fits:
            store.install(package, channel)
        pointer = store.channel(channel)
        result[channel] = pointer["package_id"] if pointer else None
    return result
