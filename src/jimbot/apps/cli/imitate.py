"""`jimbot imitate`: learning from experts."""

from __future__ import annotations

from jimbot.apps.cli import options
from jimbot.training.data import programs as data
from jimbot.training.imitation import programs as recipes

app = options.group(
    "Learn whole decisions from an expert's games, and measure what was learned.\n\n"
    "Example: jimbot imitate bc --train-jsonl runs/games --out-dir runs/bc"
)
for panel, commands in (("Data", data.COMMANDS), ("Recipes", recipes.COMMANDS)):
    for name, command in commands.items():
        example = f"Example: jimbot imitate {name} {command.example}"  # type: ignore[attr-defined]
        app.command(name, rich_help_panel=panel, epilog=example)(command)
