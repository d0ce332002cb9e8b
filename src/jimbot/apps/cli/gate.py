"""`jimbot gate`: the regression gates P15 to P20."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from jimbot.apps.cli import options
from jimbot.release.gates.plans import run_gate
from jimbot.release.gates.run import GateSettings
from jimbot.release.gates.strategies import read_strategies

app = options.group()


@app.command()
def gate(
    name: Annotated[
        Literal["p15", "p16", "p17", "p18", "p19", "p20"],
        typer.Argument(help="Which gate; docs/P15_SPEC.md to P20_SPEC.md describe them."),
    ],
    quick: Annotated[
        bool, options.flag("--quick", "Small trainings, 20 seeds, no milestone: minutes.")
    ] = False,
    skip_milestone_1000: Annotated[
        bool, options.flag("--skip-milestone-1000", "Leave the milestone out; nobody is promoted.")
    ] = False,
    perf_gate_only: Annotated[
        bool, options.flag("--perf-gate-only", "Only the perf gate, with the networks of the last run.")
    ] = False,
    fail_on_perf_gate: Annotated[
        bool, options.flag("--fail-on-perf-gate", "A challenger that is not better is an error, too.")
    ] = False,
    allow_promote: Annotated[
        bool, options.flag("--allow-promote", "A challenger that passes everything becomes champion.")
    ] = False,
    challenger: Annotated[
        str | None, options.text("AGENT", "Who challenges; default: the gate's own.")
    ] = None,
    strategies: Annotated[
        str | None, options.text("NAMES", "Strategies of the ablation, separated by commas.")
    ] = None,
    base_url: Annotated[
        str | None, options.text("URL", "Game for the canary and p16; default: a jimbot serve of its own.")
    ] = None,
    registry: Annotated[Path | None, options.text("DIR", "Registry; default: ARTIFACTS/registry.")] = None,
    artifacts: Annotated[
        Path, options.text("DIR", "Where the artefacts of all gates are.", "--out", "--artifacts")
    ] = Path("docs/artifacts"),
    patience: Annotated[
        float, options.real("Time limit per game in the challenger's smoke test.", 1, metavar="SECONDS")
    ] = 60.0,
    workers: Annotated[int | None, options.whole("Number of processes; default: all cores.", 1, 1024)] = None,
) -> None:
    """Run a regression gate and write its artefacts.

    Every figure comes from games that were played. Run the same command again after an interruption: what
    is done is not done again. The exit code is 1 if a gate has failed; p16 has 10 for drift, 11 for labels,
    12 for the service, 13 for training and evaluation.

    Example: jimbot gate p18 --quick
    """
    options.need("torch", "train", "gate")
    with options.bad_input():
        if strategies is not None:
            read_strategies(strategies)
        settings = GateSettings(
            gate=name,
            quick=quick,
            skip_milestone_1000=skip_milestone_1000,
            perf_gate_only=perf_gate_only,
            allow_promote=allow_promote,
            challenger=challenger,
            strategies=strategies,
            base_url=base_url,
            registry=registry or artifacts / "registry",
            artifacts=artifacts,
            workers=workers or 0,
            patience=patience,
        )
        code, _ = run_gate(settings, fail_on_perf_gate, say=lambda text: typer.echo(text))
    raise typer.Exit(code)
