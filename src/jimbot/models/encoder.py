"""EntityEncoder: the Dict observation as one vector.

Cards, jokers, consumables, shop, packs and blinds are entities: what they are is looked up in one table of
embeddings, what they count is added, and each kind is pooled. Since moves name places (pick card 3, sell
joker 0), every place also keeps a few numbers of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from jimbot.envs.spec import TABLES, TableSpec

WIDTH = 32  # of an entity
OWN = 8  # numbers that a place keeps beside the pool
STATE_WIDTH = 64  # of phase, blind, deck and the like

BY_NAME = {table.name: table for table in TABLES}


@dataclass(frozen=True)
class Kind:
    """Entities of one kind: their table, and the tables (with the columns) that hold their numbers."""

    table: str
    numbers: tuple[tuple[str, slice], ...] = ()


WHOLE = slice(None)
KINDS = (
    Kind("hand", (("hand_bonus", WHOLE),)),
    Kind("jokers", (("joker_numbers", WHOLE),)),
    Kind("consumables", (("consumable_sell", WHOLE),)),
    Kind("shop", (("prices", slice(0, 4)),)),
    Kind("shop_vouchers", (("prices", slice(4, 8)),)),
    Kind("shop_packs", (("prices", slice(8, 10)),)),
    Kind("pack"),
    Kind("blinds", (("blind_numbers", WHOLE),)),
)
STATE = "globals"
OF_ENTITIES = {kind.table for kind in KINDS} | {
    name for kind in KINDS for name, columns in kind.numbers if columns == WHOLE
}
PLAIN = tuple(t for t in TABLES if t.name not in OF_ENTITIES and t.name != STATE)
MAX_COUNT = 8  # larger counts of a card or joker look alike

# Columns with the same meaning in different tables share their embeddings.
SAME = {("jokers", "id"): "joker", ("consumables", "id"): "consumable"}
STICKERS = ("eternal", "perishable", "rental")
SHARED = ("joker", "consumable", "rank", "suit", "enhancement", "edition", "seal", *STICKERS)


def vocabularies(table: TableSpec) -> list[tuple[str, int]]:
    """The vocabulary of each column and its size."""
    found = []
    for column in table.columns:
        size = MAX_COUNT + 1 if column.kind == "count" else int(column.high) + 1
        name = SAME.get((table.name, column.name), column.name)
        found.append((name if name in SHARED else f"{table.name}.{name}", size))
    return found


class EntityEncoder(nn.Module):
    """Observations of ``jimbot/Balatro-v1`` (name -> batch of arrays) to ``features_dim`` numbers.

    Numbers may be normalised before or not: they are compressed by a logarithm either way. ``dense`` works on
    all places alike, for runtimes that cannot leave out those where nothing lies.
    """

    offsets: Tensor
    limits: Tensor
    state_offsets: Tensor

    def __init__(self, features_dim: int = 512, dense: bool = False) -> None:
        super().__init__()
        self.features_dim = features_dim
        self.dense = dense
        starts: dict[str, int] = {}
        size = 1  # 0: nothing
        most = max(len(BY_NAME[kind.table].columns) for kind in KINDS)
        offsets, limits, self.slots = [], [], []
        for kind in KINDS:
            table = BY_NAME[kind.table]
            own, limit = [0] * most, [0] * most
            for i, (name, values) in enumerate(vocabularies(table)):
                if name not in starts:
                    starts[name] = size
                    size += values - 1  # the value 0 is nothing
                own[i], limit[i] = starts[name] - 1, values - 1
            self.slots.append(table.rows)
            offsets += [own] * table.rows
            limits += [limit] * table.rows
        self.width_in = most
        self.register_buffer("offsets", torch.tensor(offsets))
        self.register_buffer("limits", torch.tensor(limits))
        self.entities = nn.Embedding(size, WIDTH, padding_idx=0)
        nn.init.normal_(self.entities.weight, std=0.3)
        with torch.no_grad():
            self.entities.weight[0] = 0
        self.places = nn.Parameter(0.1 * torch.randn(sum(self.slots), WIDTH))
        self.amounts = nn.Linear(3, WIDTH, bias=False)
        self.mixed = nn.Linear(WIDTH, WIDTH)
        self.own = nn.Linear(WIDTH, OWN)

        state = BY_NAME[STATE]
        sizes = torch.tensor([int(column.high) + 1 for column in state.columns])
        self.register_buffer("state_offsets", sizes.cumsum(0) - sizes)
        self.state = nn.Embedding(int(sizes.sum()), STATE_WIDTH)
        nn.init.normal_(self.state.weight, std=0.1)

        plain = sum(max(table.rows, 1) * len(table.columns) for table in PLAIN)
        total = sum(self.slots) * OWN + 2 * len(KINDS) * WIDTH + STATE_WIDTH + plain
        self.out = nn.Sequential(nn.Linear(total, features_dim), nn.ReLU())

    def forward(self, seen: Mapping[str, Tensor]) -> Tensor:
        index, amounts = self._tables(seen)
        batch, places, _ = index.shape
        there = (index > 0).any(2)
        if self.dense:
            pools = self._encode(self.entities.weight[index].sum(2), amounts, self.places) * there.unsqueeze(
                2
            )
            own = self.own(pools) * there.unsqueeze(2)
        else:
            rows = (
                there.flatten().nonzero().squeeze(1)
            )  # most places are empty: only the others are worked on
            what = functional.embedding_bag(
                index.flatten(0, 1)[rows], self.entities.weight, mode="sum", padding_idx=0
            )
            entities = self._encode(what, amounts.flatten(0, 1)[rows], self.places[rows % places])
            own = entities.new_zeros(batch * places, OWN).index_copy(0, rows, self.own(entities))
            pools = entities.new_zeros(batch * places, WIDTH).index_copy(0, rows, entities)
        parts = [own.reshape(batch, -1)]
        blocks = torch.split(pools.view(batch, places, WIDTH), self.slots, 1)
        for block, found in zip(blocks, torch.split(there, self.slots, 1), strict=True):
            parts += [block.sum(1) / found.sum(1, keepdim=True).clamp(min=1), block.amax(1)]
        states = seen[STATE].long() + self.state_offsets
        parts.append(
            self.state.weight[states].sum(1)
            if self.dense
            else functional.embedding_bag(states, self.state.weight, mode="sum")
        )
        plain = torch.cat([seen[table.name].float().flatten(1) for table in PLAIN], 1)
        parts.append(compressed(plain))
        features: Tensor = self.out(torch.cat(parts, 1))
        return features

    def _tables(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Rows of the embeddings, (batch, places, columns), and the numbers, (batch, places, 3)."""
        ids, amounts = [], []
        for kind, slots in zip(KINDS, self.slots, strict=True):
            values = seen[kind.table]
            batch = values.shape[0]
            values = values.reshape(batch, slots, -1)
            ids.append(functional.pad(values, (0, self.width_in - values.shape[2])))
            numbers = [seen[name][:, columns].reshape(batch, slots, -1) for name, columns in kind.numbers]
            block = torch.cat(numbers, 2) if numbers else values.new_zeros(batch, slots, 3)
            amounts.append(functional.pad(block.float(), (0, 3 - block.shape[2])))
        values = torch.cat(ids, 1).long().clamp(max=self.limits)
        return torch.where(values > 0, values + self.offsets, 0), torch.cat(amounts, 1)

    def _encode(self, what: Tensor, amounts: Tensor, places: Tensor) -> Tensor:
        entities = torch.relu(what + self.amounts(compressed(amounts)) + places)
        return torch.relu(self.mixed(entities))


def compressed(x: Tensor) -> Tensor:
    return x.sign() * x.abs().log1p()
