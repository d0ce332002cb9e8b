"""Who was evaluated, on what, with which code; and what a learner may not be tested on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jimbot import _core, agents
from jimbot.agents import judge
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.registry import options as options_of
from jimbot.agents.registry import parse
from jimbot.evaluation.runs import RunOptions
from jimbot.game import planner, seeds
from jimbot.game.seeds import list_of, read_seeds
from jimbot.runs import made_with, sha256
from jimbot.runs.reading import read_json

FORMAT = "jimbot-eval-1"
# What must be the same for an evaluation to go on.
SAME = (
    "format", "agent", "files", "deck", "stake", "challenge",
    "agent_seed", "seed_source", "seeds", "code", "backend", "isolate", "endless",
)  # fmt: skip
UNUSUAL = ("isolate", "secret", "endless")  # told only of evaluations that are


def manifest(options: RunOptions, source: str, seeds: Sequence[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        **{name: value for name, value in asdict(options).items() if name not in UNUSUAL or value},
        "files": _files(options.agent),
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
    """A fingerprint of the engine and of the agents, with their luck, the package's judge and network and the
    planner's strengths."""
    digest = hashlib.sha256(Path(_core.__file__).read_bytes())
    own = [*sorted(Path(agents.__file__).parent.rglob("*.py")), Path(planner.__file__), Path(seeds.__file__)]
    for path in (*own, judge.WEIGHTS, SHIPPED):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(spec: str) -> dict[str, str]:
    """The files that a spec names, with their fingerprints; of a run, the model that plays."""
    name = spec.partition(":")[0]
    paths = [Path(name)] if name.endswith(".py") else []
    kind, given = parse(spec)
    told = {option: Path(str(value)) for option, value in given.items() if isinstance(value, str | Path)}
    for option, path in (told | kind.files(given)).items():
        paths.append(model_file(path) if option == "checkpoint" else path)
    return {str(path): sha256(path) for path in paths if path.is_file()}


# -- training and test never mix --------------------------------------------------------------------------


def refuse_trained_on_test(spec: str, seeds: Iterable[str]) -> None:
    """Raises ValueError if test seeds are asked for and what the agent has learned comes from test seeds.

    That is its option ``checkpoint``, ``tuning`` or ``judge`` (default: the package's policy or judge).
    A manifest, NAME.json beside it, or manifest.json in it, beside it or up to two folders above, lists under
    ``train_seeds`` seeds, names of lists, or files of seeds.
    """
    kind, given = parse(spec)
    known = {"judge": judge.WEIGHTS} if "judge" in options_of(kind) else {}
    told = given | kind.files(given)
    known |= {
        name: Path(told[name]) for name in ("checkpoint", "judge", "tuning") if told.get(name) is not None
    }
    if known and any(_is_test(seed) for seed in seeds):
        for learned in known.values():
            _refuse_trained_on_test(learned)


def _refuse_trained_on_test(learned: Path) -> None:
    path = manifest_of(learned)
    if path is None:
        raise ValueError(
            f"{learned} has no manifest.json with its training seeds; it cannot be evaluated on test seeds"
        )
    try:
        trained = read_json(path)["train_seeds"]
        entries = [trained] if isinstance(trained, str) else [*trained]
        if not all(isinstance(entry, str) for entry in entries):
            raise TypeError
    except (KeyError, TypeError, ValueError):
        raise ValueError(
            f"{path} does not list 'train_seeds'; without them it cannot be evaluated on test seeds"
        ) from None
    for entry in entries:
        if entry.startswith("test-") or any(_is_test(seed) for seed in _seeds_of(entry)):
            raise ValueError(
                f"{path} lists test seeds as training seeds ({entry!r}); it cannot be evaluated on test seeds"
            )


def _is_test(seed: str) -> bool:
    found = list_of(seed)
    return found is not None and found[0] == "test"


def _seeds_of(entry: str) -> list[str]:
    """The seeds of a file; else the entry itself: lists other than test hold no test seeds."""
    return read_seeds(entry) if Path(entry).is_file() else [entry]


def manifest_of(learned: Path) -> Path | None:
    folders = (learned, *list(learned.parents)[:3])  # the model of a checkpoint lies that deep in its run
    places = (learned.parent / f"{learned.stem}.json", *(folder / "manifest.json" for folder in folders))
    return next((place for place in places if place.is_file()), None)
