"""`jimbot doctor`: what is installed here, what is missing for which command, and where things are."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from jimbot.apps.cli import options
from jimbot.runs.console import console, print_json
from jimbot.runs.machine import cores, lacks, processor

app = options.group()
# What each extra is for. `all`, and those for developers of JimBot, are left out.
USES = {
    "data": "records in files that end in .zst",
    "events": "events",
    "framework": "tune, training with Stable-Baselines3",
    "graph": "graph",
    "gym": "Gymnasium environments",
    "live": "drive, parity record",
    "llm": "eval --agent advisor",
    "mcp": "mcp",
    "onnx": "export as ONNX",
    "report": "report, charts",
    "rllib": "training on Ray",
    "sb3": "environments for Stable-Baselines3",
    "sign": "package keys, package sign",
    "telemetry": "telemetry",
    "train": "train, imitate, judge learn",
    "tui": "tui",
    "ui": "ui",
    "wandb": "Weights & Biases",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox", "microsoft-edge", "safari")


@dataclass(frozen=True)
class Extra:
    name: str
    use: str
    installed: dict[str, str]  # package -> version
    missing: list[str]


@app.command()
def doctor(as_json: options.Json = False) -> None:
    """Show what is installed, what is missing for which command, and where things are.

    The exit code is 1 if something is missing that every command needs.

    Example: jimbot doctor
    """
    faults = list(_faults())
    facts = _facts()
    extras = [_extra(name) for name in USES]
    if as_json:
        print_json({"faults": faults, **facts, "extras": extras})
    else:
        _print(faults, facts, extras)
    if faults:
        raise typer.Exit(1)


def _faults() -> Iterator[str]:
    """Why no command can work here."""
    for package in sorted(_needed("")):
        if _version(package) is None:
            yield f"{package} is missing: pip install {package}"
    if missing := lacks():
        yield f"the processor lacks {', '.join(missing)}: build JimBot on this machine (docs/install.md)"
    try:
        import jimbot._core as core

        core.build()
    except ImportError as error:
        yield f"the engine does not load: {error}"


def _facts() -> dict[str, str]:
    import psutil

    from jimbot.apps.cli.version import version_text
    from jimbot.apps.kept import state_folder

    size = shutil.get_terminal_size()
    shown = "terminal" if sys.stdout.isatty() else "no terminal"
    memory = psutil.virtual_memory()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    here = Path.cwd()
    lines = [line.partition(": ") for line in version_text().splitlines()]
    return {
        "version": lines[0][0],
        **{name: value for name, colon, value in lines if colon},
        "processor": f"{processor()}, {platform.machine()}; {cores()} cores for us, "
        f"{memory.available / 2**30:.1f} of {memory.total / 2**30:.1f} GB free",
        "terminal": f"{shown}, {size.columns} x {size.lines}, {sys.stdout.encoding}, "
        f"TERM={os.environ.get('TERM', '')}",
        "browser": browser or "none found (jimbot ui prints an address to open elsewhere)",
        "package": str(Path(__file__).parents[2]),
        "own runs": str(state_folder()),
        "this folder": f"{here}, {'writable' if os.access(here, os.W_OK) else 'not writable'}, "
        f"{shutil.disk_usage(here).free / 2**30:.1f} GB free",
    }


def _needed(extra: str) -> set[str]:
    """Packages that an extra asks for, by name; those of every user for ""."""
    found: set[str] = set()
    for line in importlib.metadata.requires("jimbot") or []:
        name, marker = re.match(r"[\w.-]+", line), re.search(r"extra == .([\w-]+)", line)
        if name is None or (marker[1] if marker else "") != extra:
            continue
        if name[0] != "jimbot":
            found.add(name[0])
        elif (others := re.match(r"jimbot\[([\w,-]+)\]", line)) is not None:
            found = found.union(*(_needed(other) for other in others[1].split(",")))
    return found


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _extra(name: str) -> Extra:
    versions = {package: _version(package) for package in sorted(_needed(name))}
    return Extra(
        name,
        USES[name],
        {package: version for package, version in versions.items() if version is not None},
        [package for package, version in versions.items() if version is None],
    )


def _print(faults: list[str], facts: dict[str, str], extras: list[Extra]) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    grid: Any = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in facts.items():
        grid.add_row(Text(name, style="dim"), Text(value, overflow="fold"))
    out.print(grid)
    rows: Any = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        rows.add_column(no_wrap=True, overflow="ellipsis")
    for extra in extras:
        state = f"pip install 'jimbot[{extra.name}]'  ({', '.join(extra.missing)})"
        rows.add_row(
            Text("missing" if extra.missing else "ready", style="yellow" if extra.missing else "green"),
            Text(extra.use),
            Text(state if extra.missing else _listed(extra.installed), style="dim"),
        )
    out.print("\nplay, watch, eval, advise, seed, info, serve and replay need no extra. The others:")
    out.print(rows)
    out.print()
    for fault in faults:
        out.print(Text(f"FAULT: {fault}", style="bold red"))
    if not faults:
        out.print("What every command needs is here.")


def _listed(installed: dict[str, str]) -> str:
    return ", ".join(f"{package} {version}" for package, version in installed.items())
