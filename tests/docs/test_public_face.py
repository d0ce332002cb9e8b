"""Everything that a package offers can be imported from it, and the pages send nobody behind it."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jimbot.game.action import CONSTRUCTORS

ROOT = Path(__file__).resolve().parents[2]
NEEDS = {  # what a name may need that is not there everywhere
    "BalatroVecEnv": "stable_baselines3",
    "BalatroRLlibEnv": "ray",
    "BalatroPufferEnv": "pufferlib",
    "BalatroTorchRLEnv": "torchrl",
    "AsyncClient": "httpx",
    "Client": "httpx",
    "Launcher": "httpx",
    "Patience": "httpx",
    "Pool": "httpx",
    "Supervision": "httpx",
    "Gateway": "websockets",
    "BalatroEnv": "gymnasium",
    "BalatroVectorEnv": "gymnasium",
}
PACKAGES = [
    "jimbot",
    "jimbot.agents",
    "jimbot.live.client",
    "jimbot.live.games",
    "jimbot.live.protocol",
    "jimbot.live.server",
    "jimbot.game.content",
    "jimbot.documents",
    "jimbot.envs",
    "jimbot.envs.adapters",
    "jimbot.evaluation",
    "jimbot.evaluation.events",
    "jimbot.game",
    "jimbot.live.parity",
    "jimbot.view.picture",
    "jimbot.runs",
    "jimbot.view",
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_keeps_its_promise(package):
    module = importlib.import_module(package)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    for name in module.__all__:
        if name not in NEEDS or importlib.util.find_spec(NEEDS[name]) is not None:
            assert not isinstance(getattr(module, name), type(importlib)), f"{package}.{name} is a module"
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = module.no_such_name


def test_an_id_that_names_its_module_needs_no_import():
    pytest.importorskip("gymnasium")
    program = (
        "import gymnasium; print(gymnasium.make('jimbot.envs:jimbot/Balatro-v1').reset(seed=1)[1]['ante'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


def test_no_page_sends_users_to_the_engine_itself():
    for page in [
        ROOT / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *(ROOT / "examples").glob("*.py"),
    ]:
        text = page.read_text(encoding="utf-8")
        for line in re.findall(r".*_core\b.*", text):
            assert not re.search(r"import _core|from jimbot\._core|jimbot\._core\.\w", line), (
                page.name,
                line,
            )


def test_no_page_or_example_needs_a_private_name():
    """What somebody copies from a page begins with no underscore."""
    sources = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "examples").glob("*.py")}
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        sources[page.name] = "\n".join(re.findall(r"```py(?:thon)?\n(.*?)```", text, re.S))
        assert not re.search(r"`_core\.", text), page.name
    for notebook in sorted((ROOT / "docs" / "tutorials").glob("*.ipynb")):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        sources[notebook.name] = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    assert len(sources) > 30
    for name, source in sources.items():
        own = re.sub(r"\bself\._\w+", "", source)  # a class of the reader's may have them
        assert not re.search(r"\._[a-z]\w*|import _\w+", own), name


def test_editors_see_what_everything_of_the_engine_is():
    tree = ast.parse((ROOT / "src" / "jimbot" / "_core.pyi").read_text(encoding="utf-8"))
    parts = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    assert not [node.name for node in parts if ast.get_docstring(node) is None]
    (action,) = [node for node in parts if node.name == "Action"]
    shown = {node.name: ast.get_docstring(node) for node in action.body if isinstance(node, ast.FunctionDef)}
    for constructor in CONSTRUCTORS:
        assert shown[constructor.__name__] == inspect.getdoc(constructor)


@pytest.mark.slow
def test_editors_know_what_environments_return(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "from jimbot.envs import BalatroEnv, BalatroVectorEnv\n"
        "reveal_type(BalatroEnv().reset()[0])\n"
        "reveal_type(BalatroEnv(observation='flat').step(1)[0])\n"
        "reveal_type(BalatroVectorEnv(8, stake='gold').reset()[0])\n"
        "BalatroEnv(decks='red')\n"
    )
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / "build" / "mypy"), str(program)]
    lines = subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()
    assert "dict[str, ndarray" in lines[0].replace("builtins.", "").replace("numpy.", "")
    assert "float32" in lines[1] or "floating" in lines[1]
    assert "dict[str, ndarray" in lines[2].replace("builtins.", "").replace("numpy.", "")
    assert "decks" in "\n".join(lines[3:])
