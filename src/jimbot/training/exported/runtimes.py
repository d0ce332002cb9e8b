"""A network written for onnxruntime and for TorchScript, and asked there."""

from __future__ import annotations

import logging
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.runs.machine import write_whole
from jimbot.training.exported.plans import Exported

Floats = NDArray[np.float32]
EXAMPLES = 3  # rows that a network is traced with


class AnyInputs(nn.Module):
    """The same with inputs by place, however many."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.module = module

    def forward(self, *inputs: Tensor) -> Any:
        return self.module(*inputs)


def write_onnx(plan: Exported, path: Path) -> None:
    given = plan.first(EXAMPLES)
    sizes = {name: torch.export.Dim(name) for name in {plan.sizes[name] for name in given}}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it misses torchvision, which is not needed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            AnyInputs(plan.module),
            tuple(given.values()),
            input_names=list(given),
            output_names=list(plan.outputs),
            dynamic_shapes=(tuple({0: sizes[plan.sizes[name]]} for name in given),),
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    write_whole(path, program.model_proto.SerializeToString())


def write_torchscript(plan: Exported, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trace: Any = torch.jit.trace
        traced = trace(plan.module, tuple(plan.first(EXAMPLES).values()), check_trace=False)
        write_whole(path, traced.save_to_buffer())


def by_onnx(path: Path, plan: Exported) -> Floats:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = {given.name for given in session.get_inputs()}
    found: Any = session.run([plan.outputs[0]], {k: v for k, v in plan.rows.items() if k in wanted})[0]
    return np.asarray(found)


def by_torchscript(path: Path, plan: Exported) -> Floats:
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        load: Any = torch.jit.load
        found = load(str(path))(*(torch.from_numpy(array) for array in plan.rows.values()))
    first = found if isinstance(found, Tensor) else found[0]
    return np.asarray(first.numpy())
