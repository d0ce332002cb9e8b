"""Brings a checkout up to date with its remote branch, and pushes nothing unless asked to.

python tools/git_sync.py         fetch, then move forward if nothing of ours is in the way
python tools/git_sync.py --push  then push our commits
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(words)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description="Bring a checkout up to date with its remote branch.")
    parser.add_argument("--push", action="store_true", help="push our commits afterwards")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout (default: this one)")
    given = parser.parse_args()
    root = given.root
    if changed := git(root, "status", "--porcelain", "--untracked-files=no"):
        sys.exit(f"{len(changed.splitlines())} files have changes that are not committed; commit them first")
    git(root, "fetch", "--prune")
    behind, ahead = map(int, git(root, "rev-list", "--left-right", "--count", "@{upstream}...HEAD").split())
    if behind and ahead:
        sys.exit(f"{ahead} commits here and {behind} there differ: merge or rebase by hand")
    if behind:
        git(root, "merge", "--ff-only", "@{upstream}")
    if ahead and given.push:
        git(root, "push")
    shown = f"{ahead} pushed" if given.push else f"{ahead} not pushed"
    print(f"{behind} commits taken, {shown}")


if __name__ == "__main__":
    main()
