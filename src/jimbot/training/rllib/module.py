"""BalatroModule: BalatroNet as RLlib wants it. Illegal moves have probability zero."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.learner.utils import make_target_network
from ray.rllib.core.rl_module.apis import TargetNetworkAPI, ValueFunctionAPI
from ray.rllib.core.rl_module.apis.target_network_api import TARGET_NETWORK_ACTION_DIST_INPUTS
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor

from jimbot.models.balatro_net import BalatroNet, Memory, NetShape
from jimbot.models.moves import tables_of


class BalatroModule(TorchRLModule, ValueFunctionAPI, TargetNetworkAPI):
    """Observations are rows of bytes as the core writes them: one array instead of two dozen.

    ``model_config``: the fields of ``NetShape``, and ``max_seq_len`` for an LSTM.
    """

    def setup(self) -> None:
        own = {field.name for field in fields(NetShape)}  # algorithms add settings of their own networks
        config: Any = self.model_config
        self.net = BalatroNet(NetShape(**{k: v for k, v in config.items() if k in own}))

    def get_initial_state(self) -> Any:
        if self.net.lstm is None:
            return {}
        h, c = self.net.no_memory(1)
        return {"h": h[0].numpy(), "c": c[0].numpy()}

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        scores, values, memory = _judged(self.net, batch)
        out: dict[str, Any] = {Columns.ACTION_DIST_INPUTS: scores, Columns.EMBEDDINGS: values}
        if memory is not None:
            out[Columns.STATE_OUT] = {"h": memory[0], "c": memory[1]}
        return out

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Reuses the values of a forward pass (its embeddings), or computes them."""
        if embeddings is not None:
            return embeddings
        with torch.no_grad():
            return _judged(self.net, batch)[1]

    # APPO keeps an older copy of the network

    def make_target_networks(self) -> None:
        self.older: Any = make_target_network(self.net)

    def get_target_network_pairs(self) -> list[tuple[Any, Any]]:
        return [(self.net, self.older)]

    def forward_target(self, batch: dict[str, Any]) -> dict[str, Any]:
        return {TARGET_NETWORK_ACTION_DIST_INPUTS: _judged(self.older, batch)[0]}


def _judged(net: BalatroNet, batch: dict[str, Any]) -> tuple[Tensor, Tensor, Memory | None]:
    rows: Tensor = batch[Columns.OBS]
    if net.lstm is None:
        scores, values, _ = net.play(tables_of(rows.contiguous()), None)
        return scores, values, None
    state = batch[Columns.STATE_IN]
    games, length = rows.shape[:2]
    scores, values, memory = net.play(
        tables_of(rows.flatten(0, 1).contiguous()), (state["h"], state["c"]), length
    )
    return scores.view(games, length, -1), values.view(games, length), memory
