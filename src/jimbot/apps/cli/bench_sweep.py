"""`jimbot bench sweep`: how the speed of servers grows with their number."""

from __future__ import annotations

from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.bench_balatrobot import (
    Backend,
    CpuAffinity,
    JsonBackend,
    Launch,
    LaunchInstances,
    Mode,
    NoFastRestart,
    StaggerStart,
    Steps,
)
from jimbot.runs.console import console, progress, table


def sweep(
    modes: Annotated[
        str,
        typer.Option(
            "--modes", "--mode", metavar="MODES", help="action_only, rl_step, or both separated by a comma."
        ),
    ] = "action_only,rl_step",
    instances: Annotated[
        str, typer.Option(metavar="LIST", help="Numbers of servers, separated by commas.")
    ] = "1,2,3,4,5,6,8",
    repeats: Annotated[int, typer.Option(parser=options.whole(1), metavar="N", help="Runs per setting.")] = 3,
    first_port: Annotated[
        int | None,
        typer.Option(
            "--base-port",
            parser=options.whole(1, 65535),
            metavar="PORT",
            help="First port of each run; default: any free ports for our own servers, otherwise 12346.",
        ),
    ] = None,
    steps_per_instance: Steps = 2000,
    json_backend: JsonBackend = Backend.stdlib,
    cpu_affinity: CpuAffinity = False,
    no_fast_restart: NoFastRestart = False,
    stagger_start: StaggerStart = 0.0,
    launch_instances: LaunchInstances = Launch.sim,
    out: Annotated[str, typer.Option(metavar="DIR", help="Folder for the two tables.")] = ".",
) -> None:
    """Measure servers with several numbers of instances.

    Writes sweep_results.csv and sweep_results_summary.csv. Each run is a separate `jimbot bench balatrobot`;
    both tables are rewritten after each run. The exit code is 1 if a run failed.

    Example: jimbot bench sweep --instances 1,2,4 --repeats 3 --out runs/sweep
    """
    from pathlib import Path

    from jimbot.apps.bench import sweep as sweeping

    with options.bad_input():
        mode_list = [_choice(word, list(Mode), "--modes") for word in modes.split(",")]
        counts = [_count(word) for word in instances.split(",")]
        arguments = ["--steps-per-instance", str(steps_per_instance), "--json-backend", json_backend.value]
        arguments += ["--stagger-start", str(stagger_start), "--launch-instances", launch_instances.value]
        arguments += ["--cpu-affinity"] * cpu_affinity + ["--no-fast-restart"] * no_fast_restart
        with progress("sweep", len(mode_list) * len(counts) * repeats) as advance:
            rows = sweeping.sweep(mode_list, counts, repeats, arguments, first_port, Path(out), advance)
    console().print(table(sweeping.summarise(rows)))
    failed = sum(row["returncode"] != 0 for row in rows)
    if failed:
        typer.echo(f"jimbot: {failed} of {len(rows)} runs failed", err=True)
        raise typer.Exit(1)


def _choice(word: str, allowed: list[Mode], option: str) -> str:
    if word.strip() not in allowed:
        raise ValueError(f"{option} must be {' or '.join(allowed)}, not {word!r}")
    return word.strip()


def _count(word: str) -> int:
    if not word.strip().isdecimal() or not 1 <= int(word) <= 64:
        raise ValueError(f"--instances must be whole numbers from 1 to 64, not {word!r}")
    return int(word)
