"""Help is complete, and quick because it loads little."""

from __future__ import annotations

import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from jimbot.apps.cli.app import ALSO, PANELS, app

HEAVY = ["jimbot._core", "jimbot.game.game", "numpy", "torch", "rich"]
LEARNING = ["torch", "ray", "stable_baselines3", "textual", "streamlit", "matplotlib", "httpx", "duckdb"]


def walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Every command and group of commands below one, by its whole name."""
    for word in command.commands:
        inner = command.commands[word]
        yield f"{name} {word}".strip(), inner
        if hasattr(inner, "commands"):
            yield from walk(inner, f"{name} {word}".strip())


TOP: Any = typer.main.get_command(app)
COMMANDS = dict(walk(TOP, ""))
HIDDEN = {name: ALSO[name] for name in ALSO if name != "safe-run"}
EXAMPLE = re.compile(r"Example: (jimbot .*)", re.DOTALL)


def test_every_command_of_the_folder_is_walked():
    assert {"play", "seed find", "gate", "package keys", "judge tune", "imitate distill"} <= set(COMMANDS)
    assert len(COMMANDS) > 60


@pytest.mark.parametrize("command", [*COMMANDS, "safe-run"])
def test_every_command_explains_itself_with_an_example(jimbot, command):
    done = jimbot(f"{command} --help")
    assert done.code == 0
    assert f"Example: jimbot {command}" in done.out
    assert "…" not in done.out
    assert max(map(len, done.out.splitlines())) <= 100 or "Example" in max(done.out.splitlines(), key=len)


def test_a_slip_gets_one_sentence_after_the_other(jimbot):
    """It names what is near, and ends once."""
    assert jimbot("plya").err == (
        "jimbot: No such command 'plya'. Did you mean 'play', 'replay'? Try 'jimbot --help'.\n"
    )
    assert jimbot("play --seeed X").err.endswith("(Possible options: --seed). Try 'jimbot play --help'.\n")


@pytest.mark.parametrize("command", [*COMMANDS, "safe-run"])
def test_the_example_of_every_command_parses(jimbot, command):
    found = EXAMPLE.search(jimbot(f"{command} --help").out)
    assert found is not None
    shown = re.split(r"\n\s*\n|;", found[1])[0]
    _, *words = shlex.split(shown)
    inner, name = TOP, "jimbot"
    while words and hasattr(inner, "commands") and words[0] in inner.commands:
        inner, name = inner.commands[words[0]], f"{name} {words.pop(0)}"
    with inner.make_context(name, words):
        pass


@pytest.mark.parametrize("command", HIDDEN)
def test_a_name_of_other_days_is_the_command_of_today(jimbot, command):
    old, new = (jimbot(f"{name} --help").out for name in (command, HIDDEN[command]))
    assert old.replace(f"jimbot {command}", f"jimbot {HIDDEN[command]}").split() == new.split()
    assert command not in [name for name, _ in walk(TOP, "")]


@pytest.mark.parametrize(
    "command",
    [
        "seed show",
        "seed find",
        "info",
        "bench playouts",
        "replay",
        "eval",
        "compare",
        "judge jokers",
        "judge calibrate",
        "bench core",
        "bench env",
        "bench planner",
        "bench agents",
        "bench balatrobot",
        "parity replay",
        "parity record",
    ],
)
def test_every_report_has_json(jimbot, command):
    assert "--json" in jimbot(f"{command} --help").out


def test_top_help_lists_the_commands_in_panels(jimbot):
    for done in (jimbot("--help"), jimbot()):
        assert done.code == 0
        shown = {line.split()[0] for line in done.out.splitlines() if line.startswith("  ")}
        assert "jimbot train --preset quick" in done.out
        assert shown >= {command for command in COMMANDS if " " not in command}
        assert re.findall(r"^(\w[\w ]*):$", done.out, re.MULTILINE) == ["Options", "Start here", *PANELS]


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


def loaded_by(*lines: list[str], names: list[str]) -> str:
    code = f"""
import sys
from jimbot.apps.cli.app import main
for words in {list(lines)}:
    try:
        main(words)
    except SystemExit:
        pass
print("loaded:", [name for name in {names} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_help_loads_neither_engine_nor_libraries():
    assert loaded_by(["--help"], [], ["fly"], names=HEAVY) == "loaded: []"


def test_help_of_a_command_loads_no_optional_library():
    lines = [[*command.split(), "--help"] for command in COMMANDS]
    assert loaded_by(*lines, names=LEARNING) == "loaded: []"


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
def test_the_shell_completes(jimbot, monkeypatch, typed, offered):
    monkeypatch.setenv("_JIMBOT_COMPLETE", "complete_zsh")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
    done = jimbot("")
    assert {part for part in offered if f'"{part}"' in done.out} == offered, done


def test_completing_the_name_of_a_command_loads_none():
    code = f"""
import atexit, os, sys
os.environ |= {{"_JIMBOT_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "jimbot "}}
atexit.register(lambda: print("loaded:", [name for name in {HEAVY[:-1]} if name in sys.modules]))
from jimbot.apps.cli.app import main
main([])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert '"safe-run"' not in done.stdout
    assert all(f'"{name}"' in done.stdout for panel in PANELS.values() for name in panel)
    assert done.stdout.splitlines()[-1] == "loaded: []"


def test_completion_is_installed_by_an_option(jimbot):
    assert "--install-completion" in jimbot("--help").out
    assert "--show-completion" in jimbot("--help").out
