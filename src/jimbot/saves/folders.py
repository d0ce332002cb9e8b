"""Where the game keeps its files on each system, and the run that is being played."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

APP = "2379780"  # of the game on Steam
PROTON = f"steamapps/compatdata/{APP}/pfx/drive_c/users/steamuser/AppData/Roaming/Balatro"
STEAM = (".steam/steam", ".local/share/Steam", ".var/app/com.valvesoftware.Steam/.local/share/Steam")
LIBRARIES = "steamapps/libraryfolders.vdf"
LIBRARY = re.compile(r'"path"\s+"((?:[^"\\]|\\.)*)"')
RUN, PROFILE = "save.jkr", "profile.jkr"


def _libraries(home: Path) -> Iterator[Path]:
    """The folders in which Steam installs games on Linux."""
    for root in (home / each for each in STEAM):
        yield root
        if (root / LIBRARIES).is_file():
            text = (root / LIBRARIES).read_text(errors="replace")
            yield from (Path(path.replace("\\\\", "\\")) for path in LIBRARY.findall(text))


def folders(
    platform: str = sys.platform, home: Path | None = None, environ: Mapping[str, str] = os.environ
) -> list[Path]:
    """The places of the game's files that there are."""
    home = Path.home() if home is None else home
    if platform == "win32":
        places = [Path(environ.get("APPDATA", home / "AppData/Roaming")) / "Balatro"]
    elif platform == "darwin":
        places = [home / "Library/Application Support/Balatro"]
    else:
        places = [library / PROTON for library in _libraries(home)]
    return [place for place in dict.fromkeys(places) if place.is_dir()]


def files(places: list[Path], name: str) -> list[Path]:
    """The files of this name in folders of the game and of its profiles, and places that are files
    themselves; the one that was written last first."""
    found = [place for place in places if place.is_file()]
    found += [path for place in places for path in (place / name, *place.glob(f"*/{name}")) if path.is_file()]
    return sorted(found, key=lambda path: -path.stat().st_mtime_ns)


def last_file(places: list[Path], name: str) -> Path | None:
    """The file of this name that was written last."""
    return next(iter(files(places, name)), None)
