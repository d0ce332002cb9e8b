"""A network for production: weights and description without pickle, and the same as ONNX and TorchScript."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from jimbot.training.exported.plans import Exported, plan_of
from jimbot.training.exported.runtimes import by_onnx, by_torchscript, write_onnx, write_torchscript

CLOSE = 1e-3  # scores that differ by less are the same
SUFFIXES = {"onnx": ".onnx", "torchscript": ".torchscript"}


def export(checkpoint: Path, output: Path) -> dict[str, Any]:
    """Writes ``output`` and, beside it, the same network as ``.onnx`` and ``.torchscript``. All decide as the
    checkpoint does, or ValueError says where they do not, and nothing is written."""
    if output.suffix in SUFFIXES.values():
        raise ValueError(f"{output} is the weights themselves, such as {output.with_suffix('.safetensors')}")
    plan = plan_of(checkpoint)
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}.") as beside:
        places = {"output": output, **{kind: output.with_suffix(suffix) for kind, suffix in SUFFIXES.items()}}
        made = {kind: Path(beside) / place.name for kind, place in places.items()}
        found = _written(plan, made)
        for kind, place in places.items():
            os.replace(made[kind], place)
    return {
        **{kind: str(place) for kind, place in places.items()},
        "network": plan.network,
        "inputs": {name: [str(array.dtype), *array.shape[1:]] for name, array in plan.rows.items()},
        "outputs": list(plan.outputs),
        "observations": len(plan.rows[plan.counted]),
        "compared": found,
    }


def _written(plan: Exported, files: dict[str, Path]) -> dict[str, dict[str, float]]:
    plan.write(files["output"])
    write_onnx(plan, files["onnx"])
    write_torchscript(plan, files["torchscript"])
    expected = plan.decides(plan.rows)
    others = {
        "file": plan_of(files["output"], plan.rows).decides(plan.rows),
        "onnx": by_onnx(files["onnx"], plan),
        "torchscript": by_torchscript(files["torchscript"], plan),
    }
    found = {kind: compared(expected, other, plan) for kind, other in others.items()}
    for kind, apart in found.items():
        if not apart["largest_difference"] <= CLOSE:
            raise ValueError(f"the {kind} differs from the checkpoint by {apart['largest_difference']:.3g}")
    return found


def compared(expected: Any, found: Any, plan: Exported) -> dict[str, float]:
    return {
        "largest_difference": float(np.abs(expected - found).max()),
        "same_decisions": float((plan.best(expected) == plan.best(found)).mean()),
    }
