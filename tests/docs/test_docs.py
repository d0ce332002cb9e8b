"""The documentation is true: its examples run, its notations read, its generated tables are current."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.live.server.methods import ALL

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


OPTIONAL = ("gymnasium", "sb3_contrib")
LIVE = ("jimbot.live.client", "jimbot.live.games")  # these need httpx
EXAMPLES = [(page.name, block) for page in PAGES for block in blocks(page, "python")]


def test_there_are_examples() -> None:
    assert {"README.md", "game.md", "environment.md", "learning.md", "protocol.md"} <= {
        name for name, _ in EXAMPLES
    }


@pytest.mark.documents
@pytest.mark.parametrize(("name", "block"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_run(
    name: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_networks: None
) -> None:
    monkeypatch.chdir(tmp_path)  # some of them write files
    for module in OPTIONAL:
        if f"import {module}" in block or f"from {module}" in block:
            pytest.importorskip(module)
    if "jimbot.training" in block:
        pytest.importorskip("sb3_contrib")
    if any(f"from {module} import" in block for module in LIVE):
        pytest.importorskip("httpx")
    exec(compile(block, name, "exec"), {})


def test_the_first_snippet_of_the_readme_wins_a_blind(capsys: pytest.CaptureFixture[str]) -> None:
    space: dict[str, Any] = {}
    exec(compile(blocks(ROOT / "README.md", "python")[0], "README.md", "exec"), space)
    assert space["game"].phase == "ROUND_EVAL"
    assert capsys.readouterr().out == "ROUND_EVAL 412.0 of 300.0\n"


def test_the_notation_of_the_docs_reads() -> None:
    lines = [
        line for block in blocks(ROOT / "docs" / "notation.md", "") for line in block.splitlines() if line
    ]
    assert lines
    for line in lines:
        assert Game.from_notation(line).phase == "SELECTING_HAND"


@pytest.mark.documents
def test_the_generated_tables_are_current() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "docs.py", "--check"], check=True)


@pytest.mark.documents
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every link, anchor and reference is checked by the build."""
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr.strip()) == (0, ""), done.stderr[-3000:]
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert not re.search(r'(src|href)="https?://', page), "a page fetches from elsewhere"


def test_every_method_of_the_protocol_is_shown_with_a_request_and_its_answer() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name in (*ALL, "rpc.discover", "jimbot.about"):
        shown = re.search(rf"^# {re.escape(name)}\n-> (.*)\n<- (.*)$", page, re.M)
        assert shown is not None, name
        assert json.loads(shown[1])["method"] == name
        assert '"result":' in shown[2]


def test_the_configurations_of_clients_start_our_server() -> None:
    page = ROOT / "docs" / "mcp.md"
    found = [json.loads(block) for block in blocks(page, "json")]
    found += [tomllib.loads(block) for block in blocks(page, "toml")]
    assert len(found) == 3
    for configuration in found:
        ((_, servers),) = configuration.items()
        assert (servers["jimbot"]["command"], servers["jimbot"]["args"]) == ("jimbot", ["mcp"])


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
