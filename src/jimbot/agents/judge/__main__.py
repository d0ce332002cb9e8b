"""`python -m jimbot.agents.judge`: `jimbot judge learn` with numpy and torch alone."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from jimbot.agents.judge.learn import Learning, Settings, told, units, within
from jimbot.runs.machine import cores


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m jimbot.agents.judge", description=Learning.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--change", action="store_true")
    for setting in fields(Settings):
        kind = str if setting.name == "hidden" else type(setting.default)
        parser.add_argument(f"--{setting.name.replace('_', '-')}", type=kind)
    given = parser.parse_args()
    chosen = {f.name: getattr(given, f.name) for f in fields(Settings) if getattr(given, f.name) is not None}
    try:
        if "hidden" in chosen:
            chosen["hidden"] = units(chosen["hidden"])
        settings = Settings(**chosen)
        with Learning(
            given.out, settings, given.start, given.workers, given.device, given.change
        ) as learning:
            for _ in within(learning, given.iterations, given.minutes):
                print(told(learning.iterate()), flush=True)
    except (ValueError, OSError) as error:
        sys.exit(f"python -m jimbot.agents.judge: {error}")


if __name__ == "__main__":
    main()
