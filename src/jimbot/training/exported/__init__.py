"""A network for production: weights and description without pickle, and the same as ONNX and TorchScript."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from jimbot.training.exported.plans import Exported, plan_of
from jimbot.training.exported.runtimes import by_onnx, by_torchscript, write_onnx, write_torchscript

CLOSE = 1e-3  # scores that differ by less are the same


def export(checkpoint: Path, output: Path) -> dict[str, Any]:
    """Writes ``output`` and, beside it, the same network as ``.onnx`` and ``.torchscript``. All decide as the
    checkpoint does, or ValueError says where they do not, and nothing is left."""
    files = {
        "file": output,
        "onnx": output.with_suffix(".onnx"),
        "torchscript": output.with_suffix(".torchscript"),
    }
    if len(set(files.values())) < len(files):
        raise ValueError(
            f"{output}: the file itself cannot end in .onnx or .torchscript; .safetensors would do"
        )
    plan = plan_of(checkpoint)
    try:
        found = _written(plan, files)
    except BaseException:
        for file in files.values():
            file.unlink(missing_ok=True)
        raise
    return {
        "output": str(output),
        "onnx": str(files["onnx"]),
        "torchscript": str(files["torchscript"]),
        "network": plan.network,
        "inputs": {name: [str(array.dtype), *array.shape[1:]] for name, array in plan.rows.items()},
        "outputs": list(plan.outputs),
        "observations": len(plan.rows[plan.counted]),
        "compared": found,
    }


def _written(plan: Exported, files: dict[str, Path]) -> dict[str, dict[str, float]]:
    plan.write(files["file"])
    write_onnx(plan, files["onnx"])
    write_torchscript(plan, files["torchscript"])
    expected = plan.decides(plan.rows)
    others = {
        "file": plan_of(files["file"], plan.rows).decides(plan.rows),
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
