"""The files that make an agent of a file what it is: an evaluation goes on with these alone.

They are all files of its folder tree when it begins, and all modules and other files that it reads from
outside the environment, whenever that is, but for those that it writes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import jimbot
from jimbot.evaluation.agent_reads import Digests, Reads
from jimbot.runs.provenance import sha256

MAX_FILES = 1_000  # of a folder tree; of a larger one, the agent's own file and its modules count
MAX_BYTES = 1 << 28
NOT_OURS = ("pyvenv.cfg", "manifest.json")  # a folder with one of them is an environment, or a run
ENVIRONMENT = tuple(
    place.resolve() for place in (Path(sys.prefix), Path(sys.base_prefix), Path(jimbot.__file__).parent)
)


def files_of(agent: Path) -> list[Path]:
    """The file of an agent, and the others of its folder tree."""
    tree, size = [agent], 0
    for path in _tree(agent.parent):
        if path != agent:
            tree.append(path)
        size += path.stat().st_size
        if len(tree) > MAX_FILES or size > MAX_BYTES:
            return [agent]
    return tree


def _tree(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(name for name in folders if _counts(here / name))
        yield from (here / name for name in sorted(names) if name[0] != "." and (here / name).is_file())


def _counts(folder: Path) -> bool:
    is_hidden = folder.name.startswith(".") or folder.name == "__pycache__"
    return not is_hidden and not any((folder / mark).exists() for mark in NOT_OURS)


def other_file(there: Mapping[str, Any], here: Mapping[str, Any]) -> str | None:
    """The first file that is not what it was, by the manifests of two evaluations. A file that came later and
    is no module may be what the agent writes down: it does not count."""
    files, modules, now = there.get("files"), there.get("modules", {}), here["files"]
    if not isinstance(files, dict) or not isinstance(modules, dict):
        return "unknown"
    changed = (path for path, digest in files.items() if now.get(path) != digest)
    added = (path for path in now if path not in files and path.endswith(".py"))
    loaded = (
        path for path, digest in modules.items() if digest is not None and _digest(Path(path)) != digest
    )
    return next(chain(changed, added, loaded), None)


def held_files(manifest: Mapping[str, Any]) -> Digests:
    """What an evaluation holds an agent to, when it begins or goes on."""
    held: Digests = {str(Path(path).resolve()): digest for path, digest in manifest["files"].items()}
    held |= manifest.get("modules", {})
    return held


def _digest(path: Path) -> str | None:
    return sha256(path) if path.is_file() else None


def take_in(known: Digests, found: Mapping[str, str | None]) -> None:
    """Adds files that an agent has read. ValueError if one is no longer what it was."""
    for path, digest in found.items():
        if digest is None or known.get(path, digest) is None:
            known[path] = None
        elif known.setdefault(path, digest) != digest:
            raise ValueError(f"{path} has changed in the middle of the evaluation: the agent is another one")


class Loads:
    """What this process reads for an agent of a file, from outside the environment."""

    def __init__(self, agent: str) -> None:
        self._of_file = agent.partition(":")[0].endswith(".py")
        self._seen = {"__main__"}
        self._reads = Reads(ENVIRONMENT, MAX_FILES, MAX_BYTES)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Within: the agent is made, or plays."""
        if not self._of_file:
            yield
            return
        with self._reads.watched():
            yield

    def new(self) -> Digests:
        """Files since it was last asked, with their fingerprints."""
        return self._reads.new() | self._modules()

    def _modules(self) -> dict[str, str]:
        names = set(sys.modules) - self._seen if self._of_file else set()
        self._seen |= names
        found: dict[str, str] = {}
        for name in names:
            file = getattr(sys.modules.get(name), "__file__", None)
            path = Path(file).resolve() if isinstance(file, str) else None
            if path and path.is_file() and not any(path.is_relative_to(place) for place in ENVIRONMENT):
                found[str(path)] = sha256(path)
        return found
