"""Files of our networks: safetensors that say what the network is, what it is shown, and how it was made.

One format, whatever the name of the file: ``best.pt`` and ``model.safetensors`` hold the same.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.models.inputs import DECISIONS, MOVES, NETWORKS, inputs_of
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import MAX_MODEL, open_file, read_file, reading
from jimbot.runs.safetensors import parse_safetensors, safetensors_bytes

FORMAT = "jimbot-network-1"
FORMER = {  # names of sizes in files of former versions, and today's
    DECISIONS: {"hidden": "choice_width"},
    MOVES: {"hidden": "width", "entity": "entity_width"},
}
STATE = "state:"  # before the names of arrays that are no weights
IN_ZIP = "policy.safetensors"  # within an archive of Stable-Baselines3
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class NetworkFile:
    """``network`` is what it chooses: decisions or moves; ``shape`` what it is made of; ``about`` whatever
    its trainer says; ``state`` where the training was, if it can go on from here."""

    network: str
    shape: dict[str, Any]
    weights: Arrays
    about: dict[str, Any]
    state: Arrays


def write_network(
    path: Path,
    network: str,
    shape: Mapping[str, Any],
    weights: Mapping[str, NDArray[Any]],
    about: Mapping[str, Any],
    state: Mapping[str, NDArray[Any]] | None = None,
) -> None:
    """Writes a network, whole or not at all; ``about`` holds plain words and numbers."""
    write_whole(path, network_bytes(network, shape, weights, about, state))


def network_bytes(
    network: str,
    shape: Mapping[str, Any],
    weights: Mapping[str, NDArray[Any]],
    about: Mapping[str, Any],
    state: Mapping[str, NDArray[Any]] | None = None,
) -> bytes:
    meta = {
        "format": FORMAT,
        "network": network,
        "shape": json.dumps(dict(shape)),
        "inputs": inputs_of(network, dict(shape)),
        "about": json.dumps(dict(about)),
    }
    arrays = {**weights, **{f"{STATE}{name}": array for name, array in (state or {}).items()}}
    return safetensors_bytes(arrays, meta)


def read_network(path: Path, network: str | None = None) -> NetworkFile:
    """The network of a file. ValueError, one line, if it holds none of that kind, or one that was trained on
    other inputs than this version of JimBot has."""
    if not path.is_file():
        raise ValueError(f"there is no checkpoint {path}")
    with reading(path, "damaged, or no model at all"):
        arrays, meta = parse_safetensors(bytes_of(path))
        if meta.get("format") != FORMAT:
            raise ValueError(f"{path} has the format {meta.get('format')!r}; {FORMAT!r} is known")
        kind, shape, about = meta["network"], json.loads(meta["shape"]), json.loads(meta["about"])
        if kind not in NETWORKS or network not in (None, kind):
            raise ValueError(f"{path} is a network of {kind}; {network or ', '.join(NETWORKS)} is allowed")
        if not isinstance(about, dict):
            raise ValueError("it says nothing about itself")
        state = {
            name.removeprefix(STATE): array.copy() for name, array in arrays.items() if name.startswith(STATE)
        }
        weights = {name: array.copy() for name, array in arrays.items() if not name.startswith(STATE)}
        shape = {FORMER.get(kind, {}).get(name, name): size for name, size in shape.items()}
        _check(path, shape, weights)
        here = inputs_of(kind, shape)
        if meta["inputs"] != here:
            raise ValueError(
                f"{path} was trained on inputs {meta['inputs']}, and this version of JimBot has {here}:"
                " it would play badly; train it again"
            )
        return NetworkFile(kind, shape, weights, about, state)


def bytes_of(path: Path) -> bytes:
    """Our file: itself, what an archive of Stable-Baselines3 holds, or what its own weights are as ours."""
    if path.suffix != ".zip":
        return read_file(path, MAX_MODEL)
    with open_file(path) as file, zipfile.ZipFile(file) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MAX_MODEL:
            raise ValueError(f"{path} holds more than {MAX_MODEL:,} bytes")
        if IN_ZIP in archive.namelist():
            return archive.read(IN_ZIP)
        if "policy.pth" in archive.namelist():
            return _foreign(path, archive)
        raise ValueError(f"{path} holds neither {IN_ZIP} nor policy.pth: it is damaged, or no model")


def _foreign(path: Path, archive: zipfile.ZipFile) -> bytes:
    try:
        from jimbot.models.sb3_zip import network_of_archive
    except ImportError as error:
        raise ValueError(f"{path} needs a library: pip install 'jimbot[train]' ({error})") from None
    try:
        return network_of_archive(archive)
    except ValueError as error:
        raise ValueError(f"{path} cannot play: {error}") from None


def _check(path: Path, shape: Mapping[str, Any], weights: Arrays) -> None:
    """Before memory is taken for a network: its sizes are among those of its weights, which are numbers."""
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise ValueError(f"{path} holds weights in {name} that are no finite numbers")
    largest = max((size for array in weights.values() for size in array.shape), default=0)
    for name, value in shape.items():
        for size in value if isinstance(value, list) else [value]:
            if isinstance(size, int) and size > largest:
                raise ValueError(f"{path} has {name} {size}, and no weight is larger than {largest}")
