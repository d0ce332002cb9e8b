"""A checkpoint for production: `python -m jimbot.training.export --checkpoint FILE --output FILE`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.settings import Settings, setting


class ExportSettings(Settings):
    """A checkpoint for production.

    Writes the weights and the configuration, without pickle, and the same network as ONNX beside it. Both
    are compared with the checkpoint on 1,000 observations. The file plays as `policy:checkpoint=FILE`,
    without Ray.
    """

    example: ClassVar[str] = "--checkpoint checkpoints/best_model.pt --output production_model.pt"
    checkpoint: Path = setting(help="the checkpoint, such as checkpoints/best_model.pt", also=("--model",))
    output: Path = setting(help="the file to write, such as production_model.pt", also=("--out",))


@from_settings
def _export(settings: ExportSettings) -> None:
    from jimbot.training.rllib.export import export

    print(json.dumps(export(settings.checkpoint, settings.output)))


def main(arguments: Sequence[str] | None = None) -> None:
    run_program(_export, arguments, "python -m jimbot.training.export")


if __name__ == "__main__":
    main()
