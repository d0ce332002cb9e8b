"""What a gate leaves behind: gate_*.json, PERF_GATE_SUMMARY.md, report.json, report.md and report.html."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jimbot.evaluation.experiments.report import gate_parts
from jimbot.evaluation.pages import page
from jimbot.game.records import percent
from jimbot.release.gates.decision import Findings
from jimbot.release.gates.run import REPORT, STAGES, GateRun
from jimbot.release.gates.statistics import MEAN_ANTES, MEDIAN_ANTES, ROUNDS, SEED
from jimbot.runs.reading import read_json

SCHEMA, GATE_SCHEMA = "gate_report_v1", "gate_v1"
GATES = ("functional", "perf", "risk", "reliability", "release")
# What is concluded about a challenger is an answer, not an error, unless asked for.
SOFT = ("perf", "risk")


def gate(run: GateRun, name: str, checks: Mapping[str, bool], **facts: Any) -> dict[str, Any]:
    """Writes gate_NAME.json: passed if every check is."""
    if name not in GATES:
        raise ValueError(f"unknown gate {name!r}; one of {', '.join(GATES)}")
    failed = [check for check, passed in checks.items() if not passed]
    result = {
        "schema": GATE_SCHEMA,
        "gate": name,
        "run": run.settings.gate,
        "passed": not failed,
        "failed": failed,
        "checks": dict(checks),
        **facts,
    }
    return run.json(f"gate_{name}.json", result)


def challenger_gates(run: GateRun, found: Findings, checks: Mapping[str, bool]) -> dict[str, dict[str, Any]]:
    """The gates that every challenger goes through, with their files."""
    good = {"the challenger plays without a fault": not found.functional, **checks}
    gates = {"functional": gate(run, "functional", good, faults=list(found.functional))}
    if found.perf is not None:
        gates["perf"] = gate(
            run, "perf", {"further than the champion": found.perf.passed}, **found.perf.to_dict()
        )
        run.text("PERF_GATE_SUMMARY.md", perf_summary(run, found))
    if found.risk is not None:
        rules = {"no critical bucket is worse by more than 5 points": found.risk["passed"]}
        gates["risk"] = gate(run, "risk", rules, guard=found.risk)
    return gates


def perf_summary(run: GateRun, found: Findings) -> str:
    one = found.perf
    assert one is not None
    power = f"{percent(one.power_for_mean, 0)} for a mean difference of {MEAN_ANTES} antes"
    lines = [
        f"# Perf gate of {run.settings.gate}: {'pass' if one.passed else 'fail'}",
        "",
        f"{one.n} seeds, paired; the gate is passed by a median ante {MEDIAN_ANTES:+} or a mean ante"
        f" {MEAN_ANTES:+} against the champion, or by a lower bound above 0 (bootstrap, {ROUNDS} rounds,"
        f" seed {SEED}).",
        "",
        "| figure | value |",
        "|---|---|",
        f"| median ante, difference | {one.delta_median_ante:+.2f} |",
        f"| mean ante, difference | {one.antes} |",
        f"| wins, difference | {one.wins} |",
        f"| power | {power}; {percent(one.power_for_wins, 0)} for the wins that were measured |",
        f"| passed by | {'; '.join(one.by) or 'nothing'} |",
    ]
    if found.milestone is not None:
        stone = found.milestone
        lines.append(f"| milestone, {stone.n} seeds | mean ante {stone.antes}, wins {stone.wins} |")
    return "\n".join(lines) + "\n"


def finish(
    run: GateRun,
    gates: Mapping[str, Mapping[str, Any]],
    fail_on_perf_gate: bool,
    decision: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (),
    **facts: Any,
) -> int:
    """Writes the report; the exit code: 1 if a gate has failed."""
    hard = [name for name, one in gates.items() if not one["passed"]]
    soft_is_fine = not (fail_on_perf_gate or run.settings.perf_gate_only)
    failing = [name for name in hard if not (name in SOFT and soft_is_fine)]
    stages = {file.stem: read_json(file) for file in sorted((run.path / STAGES).glob("*.json"))}
    report = {
        "schema": SCHEMA,
        "gate": run.settings.gate,
        "settings": run.settings.as_json(),
        "commit": run.manifest["commit"],
        "code": run.manifest["code"],
        "machine": run.manifest["machine"],
        "passed": not failing,
        "exit_code": int(bool(failing)),
        "gates": {name: bool(one["passed"]) for name, one in gates.items()},
        "failing": failing,
        "skipped": run.skipped,
        "decision": None if decision is None else {k: decision[k] for k in ("decision", "reasons")},
        "seconds": round(sum(stage["seconds"] for stage in stages.values()), 3),
        "stages": {name: stage["seconds"] for name, stage in stages.items()},
        "notes": list(notes),
        **facts,
    }
    run.text("report.md", markdown(report, gates))
    run.json(REPORT, report)
    run.text("report.html", page(f"Gate {run.settings.gate}", gate_parts(run.path)))
    for name, one in gates.items():
        why = "" if one["passed"] else f" ({', '.join(one['failed'])})"
        run.say(f"{run.settings.gate}: gate {name} {'passed' if one['passed'] else 'failed'}{why}")
    if decision is not None:
        run.say(f"{run.settings.gate}: {decision['decision']}: {'; '.join(decision['reasons'])}")
    for note in notes:
        run.say(f"{run.settings.gate}: {note}")
    run.say(f"{run.settings.gate}: {run.path}/report.md")
    run.say(f"{run.settings.gate}: {exit_code(failing, hard)}")
    return int(bool(failing))


def exit_code(failing: Sequence[str], failed: Sequence[str]) -> str:
    """The exit code, and why it is that one."""
    if failing:
        return f"exit code 1: failed: {', '.join(failing)}"
    if not failed:
        return "exit code 0: all passed"
    return (
        f"exit code 0: everything works; {', '.join(failed)} say that the challenger is not better"
        " (--fail-on-perf-gate makes that an error)"
    )


def markdown(report: Mapping[str, Any], gates: Mapping[str, Mapping[str, Any]]) -> str:
    outcome = "failed" if report["failing"] else "passed"
    counted_out = [name for name, passed in report["gates"].items() if not passed and report["passed"]]
    if counted_out:  # e.g. a challenger that is not better, without --fail-on-perf-gate
        outcome += f"; failed without counting: {', '.join(counted_out)}"
    lines = [f"# {report['gate'].upper()}: {outcome}", ""]
    lines += [f"Commit {report['commit']}; {report['seconds']:.0f} s of stages.", ""]
    lines += ["| gate | result | what failed |", "|---|---|---|"]
    for name, one in gates.items():
        result = "passed" if one["passed"] else "failed"
        lines.append(f"| {name} | {result} | {'; '.join(one['failed'])} |")
    lines += ["", "| stage | seconds |", "|---|---|"]
    for name, seconds in report["stages"].items():
        skipped = report["skipped"].get(name)
        lines.append(f"| {name} | {f'skipped: {skipped}' if skipped else f'{seconds:.1f}'} |")
    if report["decision"] is not None:
        lines += ["", f"Decision: **{report['decision']['decision']}**", ""]
        lines += [f"- {reason}" for reason in report["decision"]["reasons"]]
    lines += [f"\n{note}" for note in report["notes"]]
    return "\n".join(lines) + "\n"
