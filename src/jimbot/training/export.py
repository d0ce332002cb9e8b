"""A checkpoint for production: `python -m jimbot.training.export --checkpoint FILE --output FILE`.

Writes the weights and the configuration, without pickle, and the same network as ONNX beside it. Both are
compared with the checkpoint on 1,000 observations. The file plays as `policy:checkpoint=FILE`, without Ray.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jimbot.runs.arguments import option, read_arguments

PROGRAM = "python -m jimbot.training.export"


@dataclass(frozen=True)
class Options:
    checkpoint: Path = option(help="the checkpoint, such as checkpoints/best_model.pt")
    output: Path = option(help="the file to write, such as production_model.pt")


def main(arguments: Sequence[str] | None = None) -> int:
    given = read_arguments(
        Options,
        arguments,
        PROGRAM,
        __doc__ or "",
        "--checkpoint checkpoints/best_model.pt --output production_model.pt",
    )
    try:
        from jimbot.training.rllib.export import export

        print(json.dumps(export(given.checkpoint, given.output)))
    except (ValueError, OSError, ImportError) as error:
        sys.stderr.write(f"{PROGRAM}: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
