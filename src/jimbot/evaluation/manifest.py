"""Who was evaluated, on what, with which code; and what a learner may not be tested on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jimbot
from jimbot import _core
from jimbot.agents import judge
from jimbot.agents.learned import learned_by
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.registry import Spec
from jimbot.evaluation import runs
from jimbot.evaluation.agent_files import files_of, other_file
from jimbot.evaluation.runs import RunOptions
from jimbot.models.trained_on import is_test, refuse_test_seeds
from jimbot.runs import made_with, sha256

FORMAT = "jimbot-eval-1"
# What must be the same for an evaluation to go on.
SAME = (
    "format", "agent", "deck", "stake", "challenge",
    "agent_seed", "seed_source", "seeds", "code", "backend", "isolate", "endless",
)  # fmt: skip
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
            if name in ("seeds", "code"):
                return "its seeds are others" if name == "seeds" else "engine or agents have changed since"
            return f"{name} is {there.get(name)!r} there and {here.get(name)!r} here"
    file = other_file(there, here)
    return None if file is None else f"its files are others ({file})"


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
    agent, those of its folder too."""
    name = agent.partition(":")[0]
    paths = files_of(Path(name)) if name.endswith(".py") else []
    named = {
        option: Path(str(value)) for option, value in spec.given.items() if isinstance(value, str | Path)
    }
    for option, path in (named | spec.kind.files(spec.given)).items():
        paths.append(model_file(path) if option == "checkpoint" else path)
    return {str(path): sha256(path) for path in paths if path.is_file()}


def refuse_trained_on_test(agent: str | Spec, seeds: Iterable[str]) -> None:
    """Raises ValueError if test seeds are asked for and what the agent has learned may come from test seeds;
    what says so is in ``jimbot.models.trained_on``."""
    learned = learned_by(agent)
    if learned and any(is_test(seed) for seed in seeds):
        for file in learned:
            refuse_test_seeds(file, "it cannot be evaluated on test seeds")
