"""The command line: `jimbot --help`. The module of a command is loaded when the command is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import CompletionItem  # type: ignore[attr-defined]

from jimbot.apps.cli.options import Group, group
from jimbot.runs.commands import run_app

PANELS = {
    "Play": {
        "play": "Play a run in the terminal with the keyboard.",
        "tui": "The terminal app: play, assist, watch, replay, train.",
        "ui": "The table in the browser: play with a coach, calculator, seeds; or the classic pages.",
        "replay": "Replay a run: its end, a page, a picture, or step by step.",
        "review": "The decisions of a run that cost most.",
        "seed": "Show what a seed holds, or find seeds that hold something.",
        "info": "Show what the engine knows about an item.",
        "export": "Write a position as a save file of the game (experimental).",
        "journal": "Show the runs that assist --save has followed.",
        "profile": "Show what you have won in the game itself, by deck, joker and hand.",
    },
    "Agents": {
        "eval": "Play an agent on fixed seeds and report its results.",
        "compare": "Compare two agents on the same seeds.",
        "watch": "Watch an agent play a run and see its reasons.",
        "agents": "What the adviser has cost, and why runs were lost.",
        "judge": "Learn, tune or inspect the judge of the heuristic agent.",
        "graph": "Ask what goes with what in the game.",
    },
    "Train": {
        "train": "Train a network to play.",
        "tune": "Search for good settings of a training.",
        "imitate": "Learn whole decisions from an expert's games.",
        "report": "Write one HTML page about runs of any kind.",
    },
    "Real game": {
        "assist": "Suggest what to do in a running game, or in a position.",
        "drive": "Let an agent play whole runs on the real game or a server.",
        "serve": "Serve the simulator to bots written for the real game.",
        "mcp": "Let language models play Balatro.",
        "parity": "Compare the engine with recordings of the real game.",
    },
    "Lab": {
        "doctor": "Show what is installed, what is missing, and where things are.",
        "bench": "Measure the speed of everything.",
        "events": "Gather events of games and hand them on.",
        "telemetry": "Look at what was recorded with --telemetry.",
    },
    "Release": {
        "gate": "Run a regression gate and write its artefacts.",
        "package": "Pack a model to play elsewhere; check, install and run it.",
    },
}
START = {
    "jimbot play": "Play a run; 'hint' says what to do and why, '?' lists the commands.",
    "jimbot watch --agent heuristic": "Watch an agent win one.",
    "jimbot assist": "Get advice beside a running game.",
    "jimbot train --preset quick": "Train a network for some minutes.",
}
ALSO = {  # names of other days, and a program that the documents call by its script
    "advise": "assist",
    "advisor": "agents",
    "dataset": "imitate dataset",
    "improve": "imitate improve",
    "playouts": "bench playouts",
    "rollout": "imitate rollout",
    "safe-run": "safe-run",
    "tune-agent": "judge tune",
}
MODULES = {"eval": "evaluate", "safe-run": "safe_run"}


class Commands(Mapping[str, Any]):
    """The commands by name, each loaded when it is asked for."""

    def __iter__(self) -> Iterator[str]:
        return (name for panel in PANELS.values() for name in panel)

    def __len__(self) -> int:
        return sum(map(len, PANELS.values()))

    def __getitem__(self, name: str) -> Any:
        if name not in ALSO and name not in list(self):
            raise KeyError(name)
        first, *inner = ALSO.get(name, name).split()
        command = typer.main.get_command(import_module(f"jimbot.apps.cli.{MODULES.get(first, first)}").app)
        command.name = first
        return command.commands[inner[0]] if inner else command  # type: ignore[attr-defined]


class OnDemand(Group):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()  # type: ignore[assignment]

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return list(self.commands)

    def shell_complete(self, ctx: typer.Context, incomplete: str) -> list[Any]:  # type: ignore[override]
        if incomplete.startswith("-"):
            return list(super().shell_complete(ctx, incomplete))
        return [CompletionItem(x, help=about) for _, x, about in self.rows(ctx) if x.startswith(incomplete)]

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        with formatter.section("Start here"):
            formatter.write_dl(list(START.items()))
        super().format_commands(ctx, formatter)

    def rows(self, ctx: typer.Context) -> list[tuple[str, str, str]]:
        return [(panel, name, about) for panel, inner in PANELS.items() for name, about in inner.items()]


def show_version(asked: bool) -> None:
    if asked:
        from jimbot.apps.cli.version import version_text

        typer.echo(version_text())
        raise typer.Exit


app = group(
    "Play, inspect, serve, evaluate and measure Balatro runs.", OnDemand, name="jimbot", add_completion=True
)
Version = Annotated[
    bool,
    typer.Option(
        "--version", callback=show_version, is_eager=True, help="Print version and build, and exit."
    ),
]


@app.callback()
def _top(version: Version = False) -> None: ...


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    run_app(app, arguments, "jimbot")


if __name__ == "__main__":
    main()
