"""scripts/cleanup and scripts/git_sync, in checkouts of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"


def script(name: str, *words: object) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(SCRIPTS / f"{name}.sh"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True)


def git(root: Path, *words: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    return subprocess.run(
        ["git", "-C", str(root), *who, *words], check=True, capture_output=True, text=True
    ).stdout.strip()


def test_cleanup_lists_first_and_keeps_what_was_worked_for(tmp_path: Path) -> None:
    kept = [".venv/lib/__pycache__", "docs/artifacts/p18", "runs/a", "checkpoints"]
    gone = ["build/x", "src/jimbot/__pycache__", ".mypy_cache"]
    for name in (*kept, *gone):
        (tmp_path / name).mkdir(parents=True)
    listed = script("cleanup", "--root", tmp_path)
    assert "src/jimbot/__pycache__" in listed.stdout
    assert "3 folders would go" in listed.stdout
    assert all((tmp_path / name).is_dir() for name in gone)
    assert "3 folders removed" in script("cleanup", "--root", tmp_path, "--yes").stdout
    assert not any((tmp_path / name).exists() for name in gone)
    assert all((tmp_path / name).is_dir() for name in kept)


@pytest.fixture
def checkouts(tmp_path: Path) -> tuple[Path, Path]:
    """Of two people with one remote repository."""
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "remote")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for one in (ours, theirs):
        git(tmp_path, "clone", "-q", "remote", one.name)
        git(one, "checkout", "-q", "-B", "main")
    commit(theirs, "first")
    git(theirs, "push", "-q", "-u", "origin", "main")
    git(ours, "fetch", "-q")
    git(ours, "reset", "-q", "--hard", "origin/main")
    git(ours, "branch", "-q", "-u", "origin/main")
    return ours, theirs


def commit(root: Path, name: str) -> None:
    (root / name).write_text(name)
    git(root, "add", name)
    git(root, "commit", "-q", "-m", name)


def test_sync_moves_forward_and_pushes_only_if_asked(checkouts: tuple[Path, Path]) -> None:
    ours, theirs = checkouts
    commit(theirs, "second")
    git(theirs, "push", "-q")
    assert script("git_sync", "--root", ours).stdout == "1 commits taken, 0 not pushed\n"
    assert (ours / "second").is_file()
    commit(ours, "third")
    assert script("git_sync", "--root", ours).stdout == "0 commits taken, 1 not pushed\n"
    assert script("git_sync", "--root", ours, "--push").stdout == "0 commits taken, 1 pushed\n"
    assert script("git_sync", "--root", theirs).stdout == "1 commits taken, 0 not pushed\n"
    assert (theirs / "third").is_file()


def test_sync_refuses_what_it_would_have_to_merge(checkouts: tuple[Path, Path]) -> None:
    ours, theirs = checkouts
    commit(theirs, "second")
    git(theirs, "push", "-q")
    commit(ours, "other")
    done = script("git_sync", "--root", ours, "--push")
    assert done.returncode == 1
    assert "1 commits here and 1 there differ" in done.stderr
    (ours / "first").write_text("changed")
    done = script("git_sync", "--root", ours)
    assert done.returncode == 1
    assert "1 files have changes that are not committed" in done.stderr
