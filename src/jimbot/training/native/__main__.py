"""`python -m jimbot.training.native`: `jimbot train` where only numpy and torch are installed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from jimbot.training.native import run
from jimbot.training.native.settings import PRESETS, parse_changes, settings_of


def main(arguments: Sequence[str] | None = None) -> int:
    p = argparse.ArgumentParser(prog="python -m jimbot.training.native", description=__doc__)
    p.add_argument("--preset", choices=list(PRESETS), default="quick")
    place = p.add_mutually_exclusive_group(required=True)
    place.add_argument(
        "--out", type=Path, metavar="DIR", help="folder of a run, new or with the same settings"
    )
    place.add_argument("--resume", type=Path, metavar="DIR", help="go on with this run, as it was set")
    p.add_argument("--start", type=Path, metavar="FILE", help="begin with the weights of this policy")
    p.add_argument("--minutes", type=float, metavar="M", help="save and end after so many minutes")
    p.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting")
    p.add_argument("--profile", action="store_true", help="say at the end where the time went")
    given = p.parse_args(arguments)
    try:
        if given.resume is not None:
            result = run.resume(given.resume, given.minutes, _say, given.profile)
        else:
            settings = settings_of(given.preset, **parse_changes(given.set))
            result = run.train(settings, given.out, given.start, given.minutes, _say, given.profile)
    except (ValueError, TypeError, OSError) as error:
        sys.stderr.write(f"{p.prog}: {error}\n")
        return 2
    print(json.dumps(asdict(result)))
    return 0


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
