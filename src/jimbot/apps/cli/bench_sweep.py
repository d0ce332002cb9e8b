"""`jimbot bench sweep`: how the speed of servers grows with their number."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from jimbot.apps.bench import sweep as sweeping
from jimbot.apps.bench.timed_player import Mode, SweepSettings
from jimbot.apps.cli import options
from jimbot.runs.commands import from_settings
from jimbot.runs.console import console, progress, table

MODES = get_args(Mode)


@from_settings
def sweep(
    settings: SweepSettings,
    modes: Annotated[
        str, options.text("MODES", "action_only, rl_step, or both with a comma.", "--modes", "--mode")
    ] = "action_only,rl_step",
    instances: Annotated[
        str, options.text("LIST", "Numbers of servers, separated by commas.")
    ] = "1,2,3,4,5,6,8",
    repeats: Annotated[int, options.whole("Runs per setting.", 1)] = 3,
    first_port: Annotated[
        int | None,
        options.whole(
            "First port of each run; default: any free ports for our own servers, otherwise 12346.",
            1,
            65535,
            "--base-port",
            metavar="PORT",
        ),
    ] = None,
    out: Annotated[Path, options.text("DIR", "Folder for the two tables.")] = Path("."),
) -> None:
    """Measure servers with several numbers of instances.

    Writes sweep_results.csv and sweep_results_summary.csv. Each run is a separate `jimbot bench balatrobot`;
    both tables are rewritten after each run. The exit code is 1 if a run failed.

    Example: jimbot bench sweep --instances 1,2,4 --repeats 3 --out runs/sweep
    """
    mode_list = [_mode(word) for word in modes.split(",")]
    counts = [_count(word) for word in instances.split(",")]
    arguments = _arguments(settings)
    with progress("sweep", len(mode_list) * len(counts) * repeats) as advance:
        rows = sweeping.sweep(mode_list, counts, repeats, arguments, first_port, out, advance)
    console().print(table(sweeping.summarise(rows)))
    failed = sum(row["returncode"] != 0 for row in rows)
    if failed:
        typer.echo(f"jimbot: {failed} of {len(rows)} runs failed", err=True)
        raise typer.Exit(1)


def _arguments(settings: SweepSettings) -> list[str]:
    """The settings as options of a single measurement."""
    words = []
    for name, value in settings.to_dict().items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            usual = type(settings).model_fields[name].default
            words += [f"--{'no-' * usual}{option}"] * (value != usual)
        else:
            words += [f"--{option}", str(value)]
    return words


def _mode(word: str) -> str:
    if word.strip() not in MODES:
        raise ValueError(f"--modes must be {' or '.join(MODES)}, not {word!r}")
    return word.strip()


def _count(word: str) -> int:
    if not word.strip().isdecimal() or not 1 <= int(word) <= 64:
        raise ValueError(f"--instances must be whole numbers from 1 to 64, not {word!r}")
    return int(word)
