"""Help is complete, and quick because it loads little."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys

import pytest

COMMANDS = [
    "play",
    "seed",
    "seed show",
    "seed find",
    "info",
    "playouts",
    "replay",
    "serve",
    "eval",
    "compare",
    "report",
    "ui",
    "watch",
    "train",
    "judge",
    "judge learn",
    "judge jokers",
    "judge calibrate",
    "bench",
    "bench core",
    "bench env",
    "bench planner",
    "bench policy",
    "bench balatrobot",
    "bench sweep",
    "bench events",
    "bench seeds",
    "drive",
    "events",
    "events tail",
    "events replay",
    "mcp",
    "assist",
    "advise",
    "tui",
    "tui play",
    "tui watch",
    "tui replay",
    "tui assist",
    "tui train",
    "safe-run",
    "rollout",
    "dataset",
    "imitate",
    "imitate bc",
    "imitate dagger",
    "imitate eval",
    "parity replay",
    "parity scenarios",
    "parity report",
    "parity record",
    "parity fixtures",
]
HEAVY = ["jimbot._core", "jimbot.game.game", "numpy", "torch", "rich"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(jimbot, command):
    done = jimbot(f"{command} --help")
    assert done.code == 0
    assert f"Example: jimbot {command}" in done.out


@pytest.mark.parametrize(
    "command",
    [
        "seed show",
        "seed find",
        "info",
        "playouts",
        "replay",
        "eval",
        "compare",
        "judge jokers",
        "judge calibrate",
        "bench core",
        "bench env",
        "bench planner",
        "bench balatrobot",
        "parity replay",
        "parity record",
    ],
)
def test_every_report_has_json(jimbot, command):
    assert "--json" in jimbot(f"{command} --help").out


def test_top_help_lists_the_commands(jimbot):
    for done in (jimbot("--help"), jimbot()):
        assert done.code == 0
        assert all(command in done.out for command in COMMANDS if " " not in command)


def test_version(jimbot):
    import jimbot as package

    done = jimbot("--version")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == f"jimbot {package.__version__}"
    assert re.fullmatch(r"commit: ([0-9a-f]{7,40}\+?|unknown)", lines[1])
    assert re.fullmatch(
        r"engine: (gcc|clang) [\d.]+, (portable|tuned .*); saves of layout [0-9a-f]{16}", lines[2]
    )
    assert lines[3].startswith(f"python: {platform.python_version()}, numpy ")


def test_help_loads_neither_engine_nor_libraries():
    code = f"""
import sys
from jimbot.apps.cli.app import main
for words in [[], {", ".join(str(c.split()) for c in COMMANDS)}]:
    try:
        main([*words, "--help"])
    except SystemExit:
        pass
print("loaded:", [name for name in {HEAVY} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded: []"


def test_the_package_still_gives_the_game():
    code = "import jimbot; from jimbot import Action, Game, IllegalAction; print(Game.__module__, jimbot.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("jimbot.game.game ")


def test_the_package_has_no_other_attribute():
    import jimbot

    with pytest.raises(AttributeError, match="no attribute 'gmae'"):
        jimbot.gmae  # noqa: B018


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("jimbot see", {"seed"}),
        ("jimbot seed f", {"find"}),
        ("jimbot bench see", {"seeds"}),
        ("jimbot eval --ag", {"--agent", "--agent-seed"}),
        ("jimbot play --deck gh", {"ghost"}),
        ("jimbot play --stake g", {"green", "gold"}),
        ("jimbot eval --challenge om", {"omelette_1"}),
    ],
)
def test_the_shell_completes(typed, offered):
    words = {"_JIMBOT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": typed}
    done = subprocess.run(
        [sys.executable, "-m", "jimbot"], env=os.environ | words, capture_output=True, text=True, check=False
    )
    assert {part for part in offered if f'"{part}"' in done.stdout} == offered, done


def test_completion_is_installed_by_an_option(jimbot):
    assert "--install-completion" in jimbot("--help").out
    assert "--show-completion" in jimbot("--help").out
