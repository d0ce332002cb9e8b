"""Removes caches and build output; environments, runs and docs/artifacts stay.

python tools/cleanup.py        list what would go
python tools/cleanup.py --yes  remove it
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOP = ("build", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".safe_run")
CODE = ("bench", "examples", "sim", "src", "tests", "tools", "trainer", "training")  # hold __pycache__


def leftovers(root: Path) -> Iterator[Path]:
    yield from (root / name for name in TOP if (root / name).is_dir())
    for name in CODE:
        yield from sorted((root / name).rglob("__pycache__"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Remove caches and build output.")
    parser.add_argument("--yes", action="store_true", help="remove it; without this, list it")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout (default: this one)")
    given = parser.parse_args()
    found = list(leftovers(given.root))
    for path in found:
        print(path.relative_to(given.root))
        if given.yes:
            shutil.rmtree(path)
    print(f"{len(found)} folders {'removed' if given.yes else 'would go: repeat it with --yes'}")


if __name__ == "__main__":
    main()
