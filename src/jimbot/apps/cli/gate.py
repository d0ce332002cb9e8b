"""`jimbot gate`: the regression gates P15 to P20."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from jimbot.apps.cli import options
from jimbot.release.gates.plans import run_gate
from jimbot.release.gates.run import GateChoices, GateSettings
from jimbot.runs.commands import from_settings

app = options.group()


@app.command()
@from_settings
def gate(
    settings: GateChoices,
    name: Annotated[
        Literal["p15", "p16", "p17", "p18", "p19", "p20"],
        typer.Argument(help="Which gate; docs/P15_SPEC.md to P20_SPEC.md describe them."),
    ],
    fail_on_perf_gate: Annotated[
        bool, options.flag("--fail-on-perf-gate", "A challenger that is not better is an error, too.")
    ] = False,
) -> None:
    """Run a regression gate and write its artefacts.

    Every figure comes from games that were played. Run the same command again after an interruption: what
    is done is not done again. The exit code is 0 if everything works, whatever is concluded about the
    challenger, and 1 if not (functional, reliability, release); p16 has 10 for drift, 11 for labels, 12 for
    the service, 13 for training and evaluation.

    Example: jimbot gate p18 --quick
    """
    options.need("torch", "train", "gate")
    given = {field: getattr(settings, field) for field in settings.model_fields_set}
    code, _ = run_gate(GateSettings(gate=name, **given), fail_on_perf_gate, say=typer.echo)
    raise typer.Exit(code)
