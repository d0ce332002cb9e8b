"""BalatroNet: the network of the RLlib pipeline, with encoders of cards and jokers, shared layers, a policy
and a value head.

It is ``MoveNet`` with two options: a vector of knowledge about each joker (an embedding of the knowledge
graph, or learned along), and an LSTM that remembers earlier moves. Both begin by adding nothing, so that
weights of a ``MoveNet`` start a ``BalatroNet`` that decides as they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from jimbot.envs.spec import MASK
from jimbot.knowledge import joker_embeddings
from jimbot.models.encoder import BY_NAME
from jimbot.models.moves import MoveNet, expected
from jimbot.runs.arrays import finite, read_array

JOKERS = int(BY_NAME["jokers"].columns[0].high)
OPTIONAL = ("knowledge.", "known.", "lstm.", "remembered.")  # parts that a MoveNet does not have
Memory = tuple[Tensor, Tensor]  # of an LSTM: (games, cells) each


@dataclass(frozen=True)
class NetShape:
    """What a network is made of."""

    width: int = 512  # of the shared layers
    entity_width: int = 64  # numbers per card, joker, ...
    memgraph_embedding_dim: int = 0  # numbers of knowledge per joker; 0: none
    knowledge_is_fixed: bool = False  # they come from a file and are not learned
    lstm_cell_size: int = 0  # 0: no LSTM


class BalatroNet(MoveNet):
    """Tables of the observation (name -> batch of arrays) to scores, (batch, moves), and values, (batch,)."""

    def __init__(
        self, shape: NetShape | None = None, knowledge: Tensor | None = None, dense: bool = False
    ) -> None:
        self.shape = shape = shape or NetShape()
        super().__init__(shape.width, shape.entity_width, dense)
        self.knowledge: nn.Embedding | None = None
        self.lstm: nn.LSTM | None = None
        if shape.memgraph_embedding_dim:
            self.knowledge = nn.Embedding(JOKERS + 1, shape.memgraph_embedding_dim, padding_idx=0)
            self.known = _nothing_yet(shape.memgraph_embedding_dim, shape.width)
            if knowledge is not None:
                with torch.no_grad():
                    self.knowledge.weight[1:] = knowledge
            self.knowledge.weight.requires_grad_(not shape.knowledge_is_fixed)
        if shape.lstm_cell_size:
            self.lstm = nn.LSTM(shape.width, shape.lstm_cell_size, batch_first=True)
            self.remembered = _nothing_yet(shape.lstm_cell_size, shape.width)

    def forward(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        scores, values, _ = self.play(seen, None)
        return scores, values

    def encoded(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        state, blocks = super().encoded(seen)
        if self.knowledge is not None:
            jokers = seen["jokers"][..., 0].long()
            count = (jokers > 0).sum(1, keepdim=True).clamp(min=1)
            state = state + self.known(self.knowledge(jokers).sum(1) / count.sqrt())
        return state, blocks

    def play(
        self, seen: Mapping[str, Tensor], memory: Memory | None, length: int = 1
    ) -> tuple[Tensor, Tensor, Memory | None]:
        """Scores, values and what is remembered. Rows are games times ``length`` moves of each, in order;
        ``memory`` is that of the games before the first of them, None at the beginning."""
        state, blocks = self.encoded(seen)
        if self.lstm is not None:
            games = state.view(-1, length, state.shape[1])
            if memory is None:
                memory = self.no_memory(games.shape[0], state.device)
            out, (h, c) = self.lstm(games, (memory[0].unsqueeze(0), memory[1].unsqueeze(0)))
            state = state + self.remembered(out).flatten(0, 1)
            memory = h.squeeze(0), c.squeeze(0)
        scores, returns = self.judged(state, blocks, seen[MASK])
        return scores, expected(returns), memory

    def no_memory(self, games: int, device: Any = None) -> Memory:
        zeros = torch.zeros(games, self.shape.lstm_cell_size, device=device)
        return zeros, zeros.clone()


def _nothing_yet(inputs: int, outputs: int) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    nn.init.zeros_(layer.weight)
    return layer


OWN = "graph"  # names the embeddings of the package


def read_knowledge(source: Path | str, dim: int) -> Tensor:
    """Embeddings of the jokers, in the game's order: ``graph`` for those of the package's knowledge graph, or
    a .npy file, such as the embeddings.npy of `jimbot graph export`, in which jokers come first."""
    if str(source) == OWN:
        array = joker_embeddings()
    else:
        array = finite({"its embeddings": read_array(Path(source))}, Path(source))["its embeddings"]
    if array.dtype.kind not in "fiu" or array.ndim != 2 or len(array) < JOKERS or array.shape[1] != dim:
        raise ValueError(f"{source} holds {array.dtype} of shape {array.shape}; ({JOKERS}, {dim}) is needed")
    return torch.from_numpy(array[:JOKERS].astype(np.float32))
