"""`make release`: one command writes version and changelog, commits and tags; nothing happens by accident."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "release.py"
LOG = """# Changelog

## Unreleased

### Breaking

- Nothing: no release yet.

### New

- A thing.

### Fixed

### Docs

## 0.0.9 (2026-01-01)

### New

- An older thing.
"""


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout


def release(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), "--root", str(root), "--no-build", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "src" / "jimbot").mkdir(parents=True)
    (tmp_path / "src/jimbot/__init__.py").write_text('__version__ = "0.1.0"\n')
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.1.0"\n')
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\nversion: 0.1.0\n")
    (tmp_path / "CHANGELOG.md").write_text(LOG)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "A. Nonymous")
    git(tmp_path, "config", "user.email", "nobody@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "begin")
    return tmp_path


def test_without_a_version_it_only_says_what_it_would_do(project: Path) -> None:
    done = release(project)
    assert done.returncode == 0
    assert "v0.1.1" in done.stdout
    assert "nothing was changed" in done.stdout
    assert git(project, "status", "--porcelain") == git(project, "tag") == ""


def test_a_release_is_one_commit_and_a_tag(project: Path) -> None:
    done = release(project, "--version", "0.2.0")
    assert done.returncode == 0, done.stderr
    assert git(project, "tag") == "v0.2.0\n"
    assert git(project, "status", "--porcelain") == ""
    assert '"0.2.0"' in (project / "pyproject.toml").read_text()
    assert '"0.2.0"' in (project / "src/jimbot/__init__.py").read_text()
    citation = (project / "CITATION.cff").read_text()
    assert "\nversion: 0.2.0\ndate-released: 20" in citation
    assert "cff-version: 1.2.0" in citation
    log = (project / "CHANGELOG.md").read_text()
    unreleased, _, rest = log.partition("## 0.2.0 (")
    assert "A thing" not in unreleased
    assert "### New" in unreleased
    section, _, older = rest.partition("## 0.0.9")
    assert "### New\n\n- A thing.\n" in section
    assert "Nothing" not in section
    assert "### Fixed" not in section
    assert "An older thing." in older
    assert release(project, "--version", "0.3.0").returncode != 0  # nothing unreleased is shown


@pytest.mark.parametrize(
    ("version", "error"),
    [
        ("0.0.8", "does not come after 0.1.0"),
        ("1.0", "three numbers"),
        ("v1.0.0", "three numbers"),
        ("1.0.0rc", "three numbers"),
        ("0.1.0rc1", "does not come after 0.1.0"),
    ],
)
def test_a_wrong_version_is_refused(project: Path, version: str, error: str) -> None:
    done = release(project, "--version", version)
    assert done.returncode == 1
    assert error in done.stderr
    assert git(project, "tag") == ""


def test_a_candidate_comes_before_its_release(project: Path) -> None:
    shown = release(project, "--version", "1.0.0rc1", "--dry-run")
    assert shown.returncode == 0, shown.stderr
    assert "would commit and tag v1.0.0rc1" in shown.stdout
    assert git(project, "status", "--porcelain") == git(project, "tag") == ""
    assert release(project, "--version", "1.0.0rc1").returncode == 0
    (project / "CHANGELOG.md").write_text(LOG, encoding="utf-8")
    assert "v1.0.0," in release(project).stdout
    git(project, "commit", "--quiet", "--all", "-m", "more")
    assert release(project, "--version", "1.0.0").returncode == 0
    assert git(project, "tag").split() == ["v1.0.0", "v1.0.0rc1"]


def test_changes_that_are_not_committed_stop_it(project: Path) -> None:
    (project / "CHANGELOG.md").write_text(LOG + "\n")
    done = release(project, "--version", "0.2.0")
    assert "not committed" in done.stderr
    assert git(project, "tag") == ""


def test_a_tag_is_made_once(project: Path) -> None:
    git(project, "tag", "v0.2.0")
    done = release(project, "--version", "0.2.0")
    assert "exists already" in done.stderr
