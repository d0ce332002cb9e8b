"""Who was evaluated, on what, with which code; and what a learner may not be tested on."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jimbot
from jimbot import _core
from jimbot.agents import judge
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.registry import Spec, parse
from jimbot.agents.registry import options as options_of
from jimbot.evaluation import runs
from jimbot.evaluation.runs import RunOptions
from jimbot.models.trained_on import is_test, refuse_test_seeds
from jimbot.runs import made_with, sha256
from jimbot.runs.reading import read_file

FORMAT = "jimbot-eval-1"
# What must be the same for an evaluation to go on.
SAME = (
    "format", "agent", "files", "deck", "stake", "challenge",
    "agent_seed", "seed_source", "seeds", "code", "backend", "isolate", "endless",
)  # fmt: skip
INSTALLED = (
    Path(sys.prefix),
    Path(jimbot.__file__).parent,
)  # what is there is in `code`, or not the agent's own
UNUSUAL = ("isolate", "secret", "endless")  # left out where it is not so
DECIDING = ("agents", "documents", "envs", "game", "knowledge", "models", "runs", "saves", "view")  # rooms


def manifest(options: RunOptions, spec: Spec, source: str, seeds: Sequence[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        **{name: value for name, value in options.to_dict().items() if name not in UNUSUAL or value},
        "files": _files(options.agent, spec),
        "seed_source": source,
        "seeds": list(seeds),
        "code": code_hash(),
        **made_with(),
    }


def difference(there: dict[str, Any], here: dict[str, Any]) -> str | None:
    """In what two manifests describe different evaluations, in words."""
    for name in SAME:
        if there.get(name) != here.get(name):
            if name in ("seeds", "code", "files"):
                return f"its {name} are others" if name != "code" else "engine or agents have changed since"
            return f"{name} is {there.get(name)!r} there and {here.get(name)!r} here"
    return None


def code_hash() -> str:
    """A fingerprint of all that decides: the engine, every file of the rooms that agents are made of, the
    judge and network in use, and the file that makes an agent's draw seed from a place in the list."""
    package = Path(jimbot.__file__).parent
    own = [path for room in DECIDING for path in sorted((package / room).rglob("*"))]
    digest = hashlib.sha256()
    for path in (Path(_core.__file__), *own, Path(runs.__file__), judge.WEIGHTS, SHIPPED):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(agent: str, spec: Spec) -> dict[str, str]:
    """The files that a spec names, with their fingerprints; of a run, the model that plays; of a file with an
    agent, what it imports from its folder too."""
    name = agent.partition(":")[0]
    paths = modules_of(Path(name)) if name.endswith(".py") else []
    named = {
        option: Path(str(value)) for option, value in spec.given.items() if isinstance(value, str | Path)
    }
    for option, path in (named | spec.kind.files(spec.given)).items():
        paths.append(model_file(path) if option == "checkpoint" else path)
    return {str(path): sha256(path) for path in paths if path.is_file()}


def modules_of(file: Path) -> list[Path]:
    """A file and the modules of its folder that are loaded, or that it imports, at once or later, and those
    that these import."""
    found: list[Path] = []
    todo = [file, *_loaded_from(file.parent)]
    while todo:
        found.append(todo.pop(0))
        for base in _imported(found[-1], file.parent):
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                if path.is_file() and path not in found and path not in todo:
                    todo.append(path)
    return found


def _loaded_from(folder: Path) -> list[Path]:
    """The files of modules that were loaded from a folder, but for those of installed packages."""
    here, found = folder.resolve(), []
    for module in list(sys.modules.values()):
        path = Path(getattr(module, "__file__", None) or "/").resolve()
        inside = path.suffix == ".py" and path.is_relative_to(here)
        if inside and not any(path.is_relative_to(place) for place in INSTALLED):
            found.append(folder / path.relative_to(here))
    return sorted(found)


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """Where the modules in the import statements of a file may lie, and their packages, without suffix: in
    the folder of the agent, or as a dot says in that of the file."""
    for node in ast.walk(ast.parse(read_file(file))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [".".join(filter(None, (node.module, alias.name))) for alias in node.names]
        else:
            continue
        up = node.level if isinstance(node, ast.ImportFrom) else 0
        base = file.parents[min(up, len(file.parents)) - 1] if up else folder
        for name in names:
            parts = name.split(".")
            yield from (base.joinpath(*parts[:end]) for end in range(1, len(parts) + 1))


def refuse_trained_on_test(agent: str | Spec, seeds: Iterable[str]) -> None:
    """Raises ValueError if test seeds are asked for and what the agent has learned may come from test seeds.

    That is its option ``checkpoint``, ``tuning`` or ``judge`` (default: the package's policy or judge); what
    says so is in ``jimbot.models.trained_on``.
    """
    kind, given = agent if isinstance(agent, Spec) else parse(agent)
    known = {"judge": judge.WEIGHTS} if "judge" in options_of(kind) else {}
    named = given | kind.files(given)
    known |= {
        name: Path(named[name]) for name in ("checkpoint", "judge", "tuning") if named.get(name) is not None
    }
    if known and any(is_test(seed) for seed in seeds):
        for name, learned in known.items():
            refuse_test_seeds(model_file(learned) if name == "checkpoint" else learned)
