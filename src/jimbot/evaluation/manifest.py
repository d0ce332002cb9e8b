"""Who was evaluated, on what, with which code; and what a learner may not be tested on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
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
from jimbot.game.seeds import LISTS, list_of, read_seeds, seed_list
from jimbot.runs import made_with, sha256
from jimbot.runs.reading import read_json

FORMAT = "jimbot-eval-1"
# What must be the same for an evaluation to go on.
SAME = (
    "format", "agent", "files", "deck", "stake", "challenge",
    "agent_seed", "seed_source", "seeds", "code", "backend", "isolate", "endless",
)  # fmt: skip
UNUSUAL = ("isolate", "secret", "endless")  # left out where it is not so
DECIDING = ("agents", "envs", "game", "models")  # rooms


def manifest(options: RunOptions, spec: Spec, source: str, seeds: Sequence[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        **{name: value for name, value in asdict(options).items() if name not in UNUSUAL or value},
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
    """A fingerprint of all that decides: the engine, the rooms that agents are made of, the package's judge
    and network, and the file that makes an agent's draw seed from a place in the list."""
    package = Path(jimbot.__file__).parent
    own = [path for room in DECIDING for path in sorted((package / room).rglob("*.py"))]
    digest = hashlib.sha256()
    for path in (Path(_core.__file__), *own, Path(runs.__file__), judge.WEIGHTS, SHIPPED):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(agent: str, spec: Spec) -> dict[str, str]:
    """The files that a spec names, with their fingerprints; of a run, the model that plays."""
    name = agent.partition(":")[0]
    paths = [Path(name)] if name.endswith(".py") else []
    named = {
        option: Path(str(value)) for option, value in spec.given.items() if isinstance(value, str | Path)
    }
    for option, path in (named | spec.kind.files(spec.given)).items():
        paths.append(model_file(path) if option == "checkpoint" else path)
    return {str(path): sha256(path) for path in paths if path.is_file()}


# -- training and test never mix --------------------------------------------------------------------------


RANDOM, UNKNOWN = "random:", "unknown:"
# As versions before wrote what is RANDOM now.
RANDOM_WORDS = re.compile(r"random seeds, (drawn by seed \d+|sequences (from )?\d+ (to \d+|on))")


def random_seeds(how: str) -> str:
    """An entry of ``train_seeds``: seeds that were drawn at random; how, such as by which seed."""
    return f"{RANDOM}{how}"


def unknown_seeds(of: object) -> str:
    """An entry of ``train_seeds`` where the training seeds are unknown: never tested."""
    return f"{UNKNOWN}{of}"


def refuse_trained_on_test(agent: str | Spec, seeds: Iterable[str]) -> None:
    """Raises ValueError if test seeds are asked for and what the agent has learned may come from test seeds.

    That is its option ``checkpoint``, ``tuning`` or ``judge`` (default: the package's policy or judge).
    A manifest, NAME.json beside it, or manifest.json in it, beside it or up to two folders above, lists under
    ``train_seeds`` seeds, names of lists, files of seeds, or what ``random_seeds`` gives. Anything else is
    unknown.
    """
    kind, given = agent if isinstance(agent, Spec) else parse(agent)
    known = {"judge": judge.WEIGHTS} if "judge" in options_of(kind) else {}
    named = given | kind.files(given)
    known |= {
        name: Path(named[name]) for name in ("checkpoint", "judge", "tuning") if named.get(name) is not None
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
        found = _seeds_of(entry)
        if found is None:
            raise ValueError(
                f"{path} does not say which seeds {entry!r} are: seeds, a list, a file of seeds or"
                f" '{RANDOM}...' is allowed; it cannot be evaluated on test seeds"
            )
        if any(_is_test(seed) for seed in found):
            raise ValueError(
                f"{path} lists test seeds as training seeds ({entry!r}); it cannot be evaluated on test seeds"
            )


def train_seeds_of(learned: Path) -> list[str]:
    """What something was trained on, as its manifest lists it, for what begins with it or is made of it."""
    path = manifest_of(learned)
    found = None if path is None else read_json(path).get("train_seeds")
    if found is None:
        return [unknown_seeds(learned)]
    return [found] if isinstance(found, str) else [*found]


def _is_test(seed: str) -> bool:
    found = list_of(seed)
    return found is not None and found[0] == "test"


def _seeds_of(entry: str) -> list[str] | None:
    """The seeds that an entry names; of a list one is enough to know it by. None: unknown."""
    if entry.startswith(RANDOM) or RANDOM_WORDS.fullmatch(entry):
        return []
    if re.fullmatch(r"[A-Z0-9]{1,8}", entry):  # as the game writes them
        return [entry]
    if Path(entry).is_file():
        return read_seeds(entry)
    name = re.fullmatch(r"([a-z]+)-[0-9]+(@[0-9]+)?", entry)
    return seed_list(f"{name[1]}-1") if name is not None and name[1] in LISTS else None


def manifest_of(learned: Path) -> Path | None:
    folders = (learned, *list(learned.parents)[:3])  # the model of a checkpoint lies that deep in its run
    places = (learned.parent / f"{learned.stem}.json", *(folder / "manifest.json" for folder in folders))
    return next((place for place in places if place.is_file()), None)
