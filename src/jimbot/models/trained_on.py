"""What a learned file was trained on. Training and test never mix: what is unknown is never tested.

A network says itself which seeds are behind it. Of other files a manifest says so that names them by their
hash (``sha256``, or in ``files``): NAME.json beside the file, or manifest.json beside it or in one of the two
folders above.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jimbot.game.seeds import LISTS, list_of, read_seeds, seed_list
from jimbot.models.files import read_network
from jimbot.runs import sha256
from jimbot.runs.reading import read_json

RANDOM, UNKNOWN = "random:", "unknown:"
# As versions before wrote what is RANDOM now.
RANDOM_WORDS = re.compile(r"random seeds, (drawn by seed \d+|sequences (from )?\d+ (to \d+|on))")


def random_seeds(how: str) -> str:
    """An entry of ``train_seeds``: seeds that were drawn at random; how, such as by which seed."""
    return f"{RANDOM}{how}"


def unknown_seeds(of: object) -> str:
    """An entry of ``train_seeds`` where the training seeds are unknown."""
    return f"{UNKNOWN}{of}"


def train_seeds_of(learned: Path) -> list[str]:
    """The entries of its ``train_seeds``; one that is unknown where nothing says so."""
    for about in (_own_words(learned), manifest_of(learned)):
        if about is not None and "train_seeds" in about:
            entries = about["train_seeds"]
            entries = [entries] if isinstance(entries, str) else entries
            if isinstance(entries, list) and entries and all(isinstance(entry, str) for entry in entries):
                return list(entries)
            break
    return [unknown_seeds(learned)]


def manifest_of(learned: Path) -> dict[str, Any] | None:
    """The manifest that names a file by its hash."""
    if not learned.is_file():
        return None
    digest = sha256(learned)
    for about in _manifests(learned):
        files = about.get("files")
        if digest in (about.get("sha256"), *(files.values() if isinstance(files, dict) else ())):
            return about
    return None


def _manifests(learned: Path) -> Iterator[dict[str, Any]]:
    folders = list(learned.parents)[:3]  # the model of a checkpoint lies that deep in its run
    for place in (learned.with_suffix(".json"), *(folder / "manifest.json" for folder in folders)):
        try:
            about = read_json(place)
        except (OSError, ValueError):
            continue
        if isinstance(about, dict):
            yield about


def _own_words(learned: Path) -> dict[str, Any] | None:
    try:
        return read_network(learned).about
    except (OSError, ValueError):  # no network, or one that cannot play here
        return None


def refuse_test_seeds(learned: Path, so: str) -> None:
    """ValueError where it may have been trained on a test seed; ``so`` says what may not be done then."""
    for entry in train_seeds_of(learned):
        found = _seeds_of(entry)
        if entry == unknown_seeds(learned):
            why = "has no train_seeds, nor a manifest.json that lists them and names it by its sha256"
        elif found is None:
            allowed = f"seeds, a list, a file of seeds or '{RANDOM}...'"
            why = f"does not say which seeds {entry!r} are: {allowed} is allowed"
        elif any(is_test(seed) for seed in found):
            why = f"lists test seeds as training seeds ({entry!r})"
        else:
            continue
        raise ValueError(f"{learned} {why}; {so}")


def is_test(seed: str) -> bool:
    """Whether it is one of the list ``test``."""
    found = list_of(seed)
    return found is not None and found[0] == "test"


def _seeds_of(entry: str) -> list[str] | None:
    """The seeds that an entry names; of a list one is enough to know it by. None: unknown."""
    if entry.startswith(RANDOM) or RANDOM_WORDS.fullmatch(entry):
        return []
    if re.fullmatch(r"[A-Z0-9]{1,8}", entry):  # as the game writes them
        return [entry]
    name = re.fullmatch(r"([a-z]+)-[0-9]+(@[0-9]+)?", entry)
    if name is not None:
        return seed_list(f"{name[1]}-1") if name[1] in LISTS else None
    try:
        return read_seeds(entry) if Path(entry).is_file() else None
    except (OSError, ValueError):
        return None
