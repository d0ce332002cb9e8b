"""`jimbot gate`: the regression gates P15 to P20."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import Workers


class Gate(enum.StrEnum):
    p15 = enum.auto()
    p16 = enum.auto()
    p17 = enum.auto()
    p18 = enum.auto()
    p19 = enum.auto()
    p20 = enum.auto()


def gate(
    name: Annotated[Gate, typer.Argument(help="Which gate; docs/P15_SPEC.md to P20_SPEC.md describe them.")],
    quick: Annotated[
        bool, typer.Option("--quick", help="Small trainings, 20 seeds, no milestone: minutes.")
    ] = False,
    skip_milestone_1000: Annotated[
        bool, typer.Option("--skip-milestone-1000", help="Leave the milestone out; nobody is promoted.")
    ] = False,
    perf_gate_only: Annotated[
        bool, typer.Option("--perf-gate-only", help="Only the perf gate, with the networks of the last run.")
    ] = False,
    fail_on_perf_gate: Annotated[
        bool, typer.Option("--fail-on-perf-gate", help="A challenger that is not better is an error, too.")
    ] = False,
    allow_promote: Annotated[
        bool, typer.Option("--allow-promote", help="A challenger that passes everything becomes champion.")
    ] = False,
    challenger: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who challenges; default: the gate's own.")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Strategies of the ablation, separated by commas."),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Game for the canary and p16; default: a jimbot serve of its own."),
    ] = None,
    registry: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Registry; default: ARTIFACTS/registry.")
    ] = None,
    artifacts: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the artefacts of all gates are.")
    ] = Path("docs/artifacts"),
    patience: Annotated[
        float,
        typer.Option(min=1.0, metavar="SECONDS", help="Most time for a game of a challenger's first ones."),
    ] = 60.0,
    workers: Workers = None,
) -> None:
    """Run a regression gate and write its artefacts.

    Every figure comes from games that were played. Run the same command again after an interruption: what
    is done is not done again. The exit code is 1 if a gate has failed; p16 has 10 for drift, 11 for labels,
    12 for the service, 13 for training and evaluation.

    Example: jimbot gate p18 --quick
    """
    options.need("torch", "train", "gate")
    from jimbot.release.gates.plans import run_gate
    from jimbot.release.gates.run import Settings
    from jimbot.release.gates.strategies import read_strategies

    with options.bad_input():
        if strategies is not None:
            read_strategies(strategies)
        settings = Settings(
            gate=name.value,
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
