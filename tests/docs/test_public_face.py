"""Everything that a package offers can be imported from it, and the pages send nobody behind it."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDS = {  # what a name may need that is not there everywhere
    "BalatroVecEnv": "stable_baselines3",
    "BalatroRLlibEnv": "ray",
    "ppo_config": "ray",
    "BalatroPufferEnv": "pufferlib",
    "AsyncClient": "httpx",
    "AsyncPool": "httpx",
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
    "jimbot.balatrobot.client",
    "jimbot.balatrobot.games",
    "jimbot.balatrobot.protocol",
    "jimbot.balatrobot.server",
    "jimbot.content",
    "jimbot.documents",
    "jimbot.envs",
    "jimbot.envs.adapters",
    "jimbot.evaluation",
    "jimbot.events",
    "jimbot.game",
    "jimbot.parity",
    "jimbot.picture",
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
