"""Installed packages and the channels that point to them: dev, canary, stable, each with its history."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

from jimbot.release.packages.layout import CHECKSUMS, METADATA, SIGNATURE, is_name
from jimbot.release.packages.verify import faults_of
from jimbot.runs import lock_folder
from jimbot.runs.machine import sweep, whole_folder, write_whole
from jimbot.runs.reading import MAX_MODEL, read_file, read_json

CHANNELS = ("dev", "canary", "stable")
SCHEMA = "channel_v1"
PATIENCE = 60.0


class PackageStore:
    """A folder of packages that were verified, with one pointer file per channel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packages = folder / "packages"
        self.packages.mkdir(parents=True, exist_ok=True)
        (folder / "channels").mkdir(exist_ok=True)

    def install(self, package: Path, channel: str, key: Path | None = None) -> dict[str, Any]:
        """Verifies a package, copies it, verifies the copy, and points the channel to it."""
        _known(channel)
        faults = faults_of(package, key)
        if faults:
            raise ValueError(f"{package} is refused: {'; '.join(faults)}")
        name = read_json(package / METADATA)["package_id"]
        with lock_folder(self.folder, "store", PATIENCE):
            sweep(self.folder / "channels")
            place = self.packages / name
            for left in self.packages.glob(".*.tmp"):  # of an installation that was killed
                if not left.is_symlink():
                    shutil.rmtree(left)
            if not place.is_dir():
                with whole_folder(place) as beside:
                    _copy(package, beside)
                    if faults := faults_of(beside, key):
                        raise ValueError(f"{package} changed while it was copied: {'; '.join(faults)}")
            elif read_file(place / CHECKSUMS) != read_file(package / CHECKSUMS):
                raise ValueError(f"another package is installed under the name {name}")
            return self._point(channel, name)

    def channel(self, channel: str) -> dict[str, Any] | None:
        _known(channel)
        path = self.folder / "channels" / f"{channel}.json"
        if not path.is_file():
            return None
        pointer: Any = read_json(path)
        known = isinstance(pointer, dict) and isinstance(pointer.get("history"), list)
        if not known or not is_name(pointer.get("package_id")):
            raise ValueError(f"{path} is no pointer to a package: it is damaged")
        return dict(pointer)

    def package(self, channel: str) -> Path:
        pointer = self.channel(channel)
        if pointer is None:
            raise ValueError(
                f"channel {channel!r} of {self.folder} is empty: jimbot package install fills it"
            )
        return self.packages / str(pointer["package_id"])

    def _point(self, channel: str, name: str) -> dict[str, Any]:
        before = self.channel(channel)
        history = [] if before is None else before["history"]
        step = {"package_id": name, "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        pointer = {"schema": SCHEMA, "channel": channel, "package_id": name, "history": [*history, step]}
        write_whole(self.folder / "channels" / f"{channel}.json", json.dumps(pointer, indent=2) + "\n")
        return pointer


def _copy(package: Path, place: Path) -> None:
    """Only what the checksums list."""
    signature = [SIGNATURE] if (package / SIGNATURE).is_file() else []
    for name in (*read_json(package / CHECKSUMS), CHECKSUMS, *signature):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(place / name, read_file(package / name, MAX_MODEL, follow=False))


def _known(channel: str) -> None:
    if channel not in CHANNELS:
        raise ValueError(f"unknown channel {channel!r}; one of {', '.join(CHANNELS)}")
