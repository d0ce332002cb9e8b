"""A checkpoint for production: `python -m jimbot.training.export --checkpoint FILE --output FILE`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.settings import Settings, setting


class ExportSettings(Settings):
    """A checkpoint for production, whichever trainer made it.

    Writes the weights and what they are, without pickle (safetensors), and beside it the same network as
    ONNX and TorchScript. All are compared with the checkpoint on 1,000 positions of its own games. The file
    plays as `policy:checkpoint=FILE` (of the judge: `heuristic:judge=FILE`), without its trainer.
    """

    example: ClassVar[str] = "--checkpoint checkpoints/best_model.pt --output production_model.pt"
    checkpoint: Path = setting(
        help="a model or a run of any trainer, such as checkpoints/best_model.pt", also=("--model",)
    )
    output: Path = setting(help="the file to write, such as production_model.pt", also=("--out",))


@from_settings
def _export(settings: ExportSettings) -> None:
    from jimbot.training.exported import export

    print(json.dumps(export(settings.checkpoint, settings.output)))


def main(arguments: Sequence[str] | None = None) -> None:
    run_program(_export, arguments, "python -m jimbot.training.export")


if __name__ == "__main__":
    main()
