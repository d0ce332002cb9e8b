"""DecisionNet as an ONNX graph: written from a network of torch, played by onnxruntime alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.models.scored import CHOICE_COLUMNS, POSITION_COLUMNS, Scored, ranked
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import reading

if TYPE_CHECKING:
    from jimbot.models.decisions import DecisionNet

FORMAT = "jimbot-decisions-onnx-1"
OPSET, IR_VERSION = 18, 10  # what runtimes of the last years read


def save_onnx(path: Path, net: DecisionNet, about: Mapping[str, Any]) -> None:
    """Writes a network, whole or not at all."""
    from onnx import TensorProto, helper, numpy_helper

    weights = {name: tensor.detach().cpu().numpy() for name, tensor in net.state_dict().items()}
    whole, real = TensorProto.INT64, TensorProto.FLOAT
    inputs = [
        helper.make_tensor_value_info("position_index", whole, ["position_entries"]),
        helper.make_tensor_value_info("position_value", real, ["position_entries"]),
        helper.make_tensor_value_info("choice_index", whole, ["choice_entries"]),
        helper.make_tensor_value_info("choice_value", real, ["choice_entries"]),
        helper.make_tensor_value_info("choice_row", whole, ["choice_entries"]),
        helper.make_tensor_value_info("choices", whole, [1]),
    ]
    outputs = [
        helper.make_tensor_value_info("scores", real, ["choices", 2]),
        helper.make_tensor_value_info("clears", real, [1, len(weights["clears.bias"])]),
    ]
    constants = {"one": np.array([1]), "zero": np.array([0]), "width": np.array([net.shape.width])}
    node = helper.make_node
    nodes = [
        node("Gather", ["position", "position_index"], ["position_rows"]),
        node("Unsqueeze", ["position_value", "one"], ["position_values"]),
        node("Mul", ["position_rows", "position_values"], ["position_parts"]),
        node("ReduceSum", ["position_parts", "zero"], ["position_sum"], keepdims=1),
        node("Add", ["position_sum", "position_bias"], ["position_code"]),
        node("Relu", ["position_code"], ["seen"]),
        node("Gemm", ["seen", "mixed.weight", "mixed.bias"], ["mix"], transB=1),
        node("Relu", ["mix"], ["code"]),
        node("Gemm", ["code", "clears.weight", "clears.bias"], ["clears"], transB=1),
        node("Gather", ["choice", "choice_index"], ["choice_rows"]),
        node("Unsqueeze", ["choice_value", "one"], ["choice_values"]),
        node("Mul", ["choice_rows", "choice_values"], ["choice_parts"]),
        node("Concat", ["choices", "width"], ["size"], axis=0),
        node("ConstantOfShape", ["size"], ["nothing"]),
        node("Unsqueeze", ["choice_row", "one"], ["places"]),
        node("ScatterND", ["nothing", "places", "choice_parts"], ["choice_sum"], reduction="add"),
        node("Add", ["choice_sum", "code"], ["both"]),
        node("Relu", ["both"], ["both_seen"]),
        node("Gemm", ["both_seen", "joined.weight", "joined.bias"], ["join"], transB=1),
        node("Relu", ["join"], ["joint"]),
        node("Gemm", ["joint", "out.weight", "out.bias"], ["scores"], transB=1),
    ]
    held = [numpy_helper.from_array(array, name) for name, array in (weights | constants).items()]
    graph = helper.make_graph(nodes, "DecisionNet", inputs, outputs, held)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="jimbot"
    )
    told = {
        "format": FORMAT,
        "about": json.dumps(dict(about)),
        "redraws": str(net.shape.redraws),
        "rounds": str(net.shape.rounds),
        "columns": f"{POSITION_COLUMNS},{CHOICE_COLUMNS}",
    }
    helper.set_model_props(model, told)
    write_whole(path, model.SerializeToString())


class OnnxNet:
    """Scores the choices of a position, as ``DecisionNet.scored`` does."""

    def __init__(self, session: Any, redraws: int, rounds: int) -> None:
        self._session = session
        self.redraws, self.rounds = redraws, rounds

    def scored(self, game: _core.Game, luck: int, values: bool = True) -> list[Scored]:
        """The choices in a position, most likely first."""
        choices, arrays = _core.choices(game, self.redraws, self.rounds, luck % 2**64)
        counts = np.diff(arrays["choice_end"].astype(np.int64), prepend=0)
        scores, clears = self._session.run(
            ["scores", "clears"],
            {
                "position_index": arrays["position_index"].astype(np.int64),
                "position_value": arrays["position_value"].astype(np.float32),
                "choice_index": arrays["choice_index"].astype(np.int64),
                "choice_value": arrays["choice_value"].astype(np.float32),
                "choice_row": np.repeat(np.arange(len(counts)), counts),
                "choices": np.array([len(counts)]),
            },
        )
        logits: NDArray[np.float64] = scores[:, 0].astype(np.float64)
        likely = np.exp(logits - logits.max())
        chance = _win_chance(clears[0], _core.blind_number(game)) if values else None
        return ranked(choices, (likely / likely.sum()).tolist(), scores[:, 1].tolist(), chance)


def _win_chance(clears: NDArray[np.float32], blind: int) -> float:
    """To clear all blinds from number ``blind`` on."""
    return float(np.exp(-np.logaddexp(0, -clears[blind:].astype(np.float64)).sum()))


def load_onnx(path: Path) -> tuple[OnnxNet, dict[str, Any]]:
    """A network and what is told of it. ValueError, one line, if the file holds none that fits."""
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1  # a decision is small
    with reading(path, "damaged, or no network"):
        session = onnxruntime.InferenceSession(
            path.read_bytes(), settings, providers=["CPUExecutionProvider"]
        )
        told = session.get_modelmeta().custom_metadata_map
        if told.get("format") != FORMAT:
            raise ValueError(f"{path} has the format {told.get('format')!r}; {FORMAT!r} is known")
        if told["columns"] != f"{POSITION_COLUMNS},{CHOICE_COLUMNS}":
            raise ValueError(f"{path} was trained on other columns than this version of JimBot has")
        return OnnxNet(session, int(told["redraws"]), int(told["rounds"])), dict(json.loads(told["about"]))
