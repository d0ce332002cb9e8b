"""The page about the architecture is true: its tree names every room, and arrows between rooms point down."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from jimbot.agents import names
from jimbot.agents.models import SHIPPED
from jimbot.game import Game

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "jimbot"


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("rooms")


def on_disk() -> set[str]:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return packages | {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}


def test_the_contract_names_every_room(rooms: ModuleType) -> None:
    named = [room for layer in rooms.layers() for room in layer]
    assert sorted(named) == sorted(on_disk() - {"lazy"})


def test_the_page_fits_on_three_screens_and_names_the_parts_of_the_core() -> None:
    lines = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 160
    tree = "\n".join(lines[: lines.index("```", 3)])
    for folder in [*(ROOT / "core").glob("*/"), *(ROOT / "core" / "game").glob("*/")]:
        assert f" {folder.name}/ " in tree, f"{folder.name} is missing"


def test_every_entry_of_the_root_is_explained() -> None:
    """What is there because a document names it is in the table of the page; the rest in the tree of the README."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    known = page + readme[readme.index("## Layout") :]
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    entries = {path.split("/")[0] + "/" for path in tracked if "/" in path} | {
        p for p in tracked if p.endswith(".py")
    }
    missing = {
        e
        for e in entries
        if not e.startswith((".", "tests/", "src/", "core/")) and e.split("/")[0] not in known
    }
    assert not missing


def below(rooms: ModuleType, room: str) -> set[str]:
    order = [room for layer in rooms.layers() for room in layer]
    return set(order[order.index(room) + 1 :])


def test_arrows_point_down(rooms: ModuleType) -> None:
    for room, others in rooms.arrows().items():
        wrong = others - below(rooms, room)
        assert not wrong, f"{room} uses {wrong}, which is not below it"


def test_a_module_in_a_string_is_an_arrow(rooms: ModuleType) -> None:
    code = """
import jimbot.game
LOADERS = {"sb3": "jimbot.training.sb3.policy:load"}
if TYPE_CHECKING:
    import jimbot.apps
raise ValueError("python -m jimbot.release.gates does it")
"""
    assert set(rooms.imported(ast.parse(code))) == {"jimbot.game", "jimbot.training.sb3.policy"}


# -- what runs ----------------------------------------------------------------------------------------------

PLAY = """
import json, sys
from jimbot.agents import View, make_agent
from jimbot.game import Game
from jimbot.game.seeds import draw_seed

agent, game, step = make_agent(sys.argv[1]), Game(sys.argv[2], "red"), 0
agent.reset(0)
while not game.over:
    game.apply(agent.act(View(game, draw_seed(0, step))))
    step += 1
print(json.dumps(sorted(sys.modules)))
"""
# Beside numpy: what an agent may load that the others do without.
OWN = {
    "risk_aware": {"yaml"},
    "advisor": {"httpx", "rich"},  # httpx loads it
}
LIBRARIES = {
    "gymnasium", "httpx", "matplotlib", "onnxruntime", "optuna", "pydantic", "ray", "rich", "sb3_contrib", "scipy",
    "stable_baselines3", "torch", "typer", "yaml",
}  # fmt: skip


def specs(folder: Path) -> dict[str, str]:
    """Every agent that is registered, ready to play the run SCRIPT."""
    game, config = Game("SCRIPT", "red"), folder / "risk.yaml"
    while not game.over:
        game.apply(game.legal_actions()[0])
    (folder / "run.txt").write_text(game.transcript)
    config.write_text(f"checkpoint: {SHIPPED}\n")
    options = {
        "advisor": f"provider=openai,url=http://127.0.0.1:9/v1,folder={folder}",
        "heuristic": "rounds=2",
        "hybrid": f"checkpoint={SHIPPED}",
        "risk_aware": f"config={config}",
        "scripted": f"file={folder / 'run.txt'}",
        "search": "worlds=1,candidates=2",
    }
    return {name: f"{name}:{options[name]}" if name in options else name for name in names()}


@pytest.mark.parametrize("name", names())
def test_an_agent_loads_nothing_from_above(rooms: ModuleType, tmp_path: Path, name: str) -> None:
    """Imports that are made only when something is played count too."""
    command = [sys.executable, "-c", PLAY, specs(tmp_path)[name], "SCRIPT"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"OPENAI_API_KEY": "none"}
    )
    assert done.returncode == 0, done.stderr
    modules = json.loads(done.stdout.splitlines()[-1])
    loaded = {module.split(".")[1] for module in modules if module.startswith("jimbot.")}
    assert loaded <= below(rooms, "agents") | {"agents", "lazy", "_core"}
    assert LIBRARIES & set(modules) <= OWN.get(name, set())


# -- names --------------------------------------------------------------------------------------------------


def test_a_class_has_its_name_alone() -> None:
    homes: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(str(file.relative_to(PACKAGE)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


NO_MODULE = {"jimbot.about", "jimbot.wasm"}  # a method of our server, and a file


def test_every_module_that_a_page_names_exists() -> None:
    """Also in the changelog of what is not released yet: readers import by these names."""
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    named = {
        match.group()
        for page in pages
        for match in re.finditer(r"(?<![\w/.])jimbot(\.[a-z_]\w*)+", page.read_text(encoding="utf-8"))
    }
    assert len(named) > 50
    assert [name for name in sorted(named - NO_MODULE) if not exists(name)] == []


def exists(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        place = PACKAGE.joinpath(*parts[1:length])
        if place.is_dir() or place.with_suffix(".py").is_file():
            rest = parts[length:]
            found = importlib.import_module(".".join(parts[:length])) if rest else None
            return not rest or hasattr(found, rest[0])
    return False
