"""MoveNet: what a learner sees to a score for every move, and the probabilities of every further blind.

Cards, jokers, consumables, shop, packs and blinds are entities: one vector each, from one table of
embeddings. Pooled by kind they make up the state; a move that names a place (pick card 3, sell joker 0) is
scored by the vector of what lies there, so that what is learned of a card holds for every place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from jimbot.envs.spec import MASK, MOVE_COUNT, MOVES, TABLES
from jimbot.models.encoder import BY_NAME, KINDS, PLAIN, STATE, Kind, compressed, vocabularies

NEVER = -1e9  # score of a move that is not legal
RETURNS = 49  # what a run may still bring: 0 to 24 blinds, and 24 more for the win
# the moves that name a place of a kind
POINTING = {
    "hand": ("select",),
    "jokers": ("sell_joker", "swap_jokers"),
    "consumables": ("use", "sell_consumable"),
    "shop": ("buy_card", "buy_and_use"),
    "shop_vouchers": ("buy_voucher",),
    "shop_packs": ("buy_pack",),
    "pack": ("pick",),
}
NUMBERS = tuple(table for table in PLAIN if table.dtype.kind == "f")
COUNTS = tuple(table for table in PLAIN if table.dtype.kind == "u" and table.name != MASK)


class SumOfRows(torch.autograd.Function):
    """The sum of some rows of a table, (batch, columns) -> (batch, width). Its gradient is added column by
    column, which takes an eighth of the time of that of ``embedding_bag``."""

    @staticmethod
    def forward(ctx: Any, index: Tensor, table: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.shape = table.shape
        return functional.embedding_bag(index, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[None, Tensor]:
        (index,) = ctx.saved_tensors
        (above,) = gradients
        found = above.new_zeros(ctx.shape)
        for column in index.T:
            found.index_add_(0, column, above)
        return None, found


class Codes(nn.Module):
    """Rows of small whole numbers to the sum of what a table holds for each of them.

    ``starts`` says where the rows of each column begin in the table. On a CPU they are looked up; ``dense``
    multiplies zeros and ones with the table, which is what a GPU does best.
    """

    starts: Tensor
    offsets: Tensor
    limits: Tensor
    rows: Tensor

    def __init__(self, sizes: Sequence[int], starts: Sequence[int], dense: bool) -> None:
        super().__init__()
        counts = torch.tensor(sizes)
        self.width, self.dense = int(counts.sum()), dense
        every = [start + i for start, size in zip(starts, sizes, strict=True) for i in range(size)]
        self.register_buffer("starts", torch.tensor(starts), persistent=False)
        self.register_buffer("offsets", counts.cumsum(0) - counts, persistent=False)
        self.register_buffer("limits", counts - 1, persistent=False)
        self.register_buffer("rows", torch.tensor(every), persistent=False)

    def forward(self, values: Tensor, table: Tensor) -> Tensor:
        values = torch.minimum(values.long(), self.limits)
        if not self.dense:
            looked_up: Tensor = SumOfRows.apply(values + self.starts, table)  # type: ignore[no-untyped-call]
            return looked_up
        device = values.device
        kind = torch.get_autocast_dtype(device.type) if torch.is_autocast_enabled(device.type) else None
        ones = torch.zeros(values.shape[0], self.width, dtype=kind, device=device)
        return ones.scatter_(1, values + self.offsets, 1.0) @ table[self.rows].to(ones.dtype)


class MoveNet(nn.Module):
    """Tables of the observation (name -> batch of arrays) to scores, (batch, moves), and log odds of what the
    run will still bring, (batch, RETURNS).

    On a CPU places where nothing lies cost nothing. ``dense`` works on all places alike: a GPU never has to
    say how many are in use, and every batch of a size does the same.
    """

    def __init__(self, width: int = 128, entity_width: int = 32, dense: bool = False) -> None:
        super().__init__()
        self.width, self.entity_width = width, entity_width
        self.dense = dense
        starts: dict[str, int] = {}
        size = 0
        self.codes = nn.ModuleList()
        for kind in KINDS:
            columns = vocabularies(BY_NAME[kind.table])
            for name, values in columns:
                if name not in starts:
                    starts[name] = size
                    size += values
            sizes, begins = [values for _, values in columns], [starts[name] for name, _ in columns]
            self.codes.append(Codes(sizes, begins, dense))
        self.entities = nn.Parameter(0.3 * torch.randn(size, entity_width))
        self.places = nn.ParameterList(0.1 * torch.randn(BY_NAME[k.table].rows, entity_width) for k in KINDS)
        self.amounts = nn.Linear(3, entity_width, bias=False)
        self.mixed = nn.Linear(entity_width, entity_width)

        counts = [int(column.high) + 1 for column in BY_NAME[STATE].columns]
        self.state_code = Codes(counts, [sum(counts[:i]) for i in range(len(counts))], dense)
        self.state = nn.Parameter(0.05 * torch.randn(sum(counts), width))
        plain = sum(max(table.rows, 1) * len(table.columns) for table in NUMBERS + COUNTS)
        self.pooled = nn.Linear(len(KINDS) * entity_width, width)
        self.plain = nn.Linear(plain, width, bias=False)
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.moves = nn.Linear(width, MOVE_COUNT)
        self.pointers = nn.Linear(width, sum(map(len, POINTING.values())) * entity_width)
        self.value = nn.Linear(width, RETURNS)
        for head, scale in ((self.moves, 0.01), (self.pointers, 0.1), (self.value, 0.1)):
            nn.init.orthogonal_(head.weight, scale)
            nn.init.zeros_(head.bias)
        with torch.no_grad():  # at first little is hoped for
            self.value.bias.copy_(-0.5 * torch.arange(RETURNS))

    def forward(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        state, blocks = self.encoded(seen)
        return self.judged(state, blocks, seen[MASK])

    def play(self, seen: Mapping[str, Tensor], memory: Any, length: int = 1) -> tuple[Tensor, Tensor, Any]:
        """Scores, values and what is remembered: nothing."""
        scores, returns = self(seen)
        return scores, expected(returns), None

    def encoded(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        """The state, (batch, width), and the vectors of what lies at the places of each kind."""
        parts, blocks = [], {}
        for i, kind in enumerate(KINDS):
            block, there = self._all_places(i, kind, seen) if self.dense else self._entities(i, kind, seen)
            blocks[kind.table] = block
            parts.append(block.sum(1) / there.sum(1, keepdim=True).clamp(min=1).sqrt())
        numbers = compressed(torch.cat([seen[table.name].flatten(1) for table in NUMBERS], 1))
        counts = torch.cat([seen[table.name].flatten(1) for table in COUNTS], 1).float().log1p_()
        plain = self.plain(torch.cat([numbers, counts], 1)) + self.state_code(seen[STATE], self.state)
        return self.body(self.pooled(torch.cat(parts, 1)) + plain), blocks

    def judged(self, state: Tensor, blocks: Mapping[str, Tensor], mask: Tensor) -> tuple[Tensor, Tensor]:
        scores = self.moves(state) + self._pointed(state, blocks)
        return scores.float().masked_fill(mask == 0, NEVER), self.value(state).float()

    def _entities(self, i: int, kind: Kind, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Vectors of one kind, (batch, places, entity_width), zero where nothing lies; and where something
        does. Places behind the last one that is used in the batch are left out."""
        values = seen[kind.table]
        batch = values.shape[0]
        values = values.reshape(batch, BY_NAME[kind.table].rows, -1)
        there = values.amax(2) > 0
        used = there.any(0).nonzero()
        if not len(used):
            return self.mixed.weight.new_zeros(batch, 0, self.entity_width), there[:, :0]
        count = int(used[-1]) + 1
        there = there[:, :count]
        rows = there.flatten().nonzero().squeeze(1)  # most places are empty: only the others are worked on
        values = values[:, :count].flatten(0, 1)[rows]
        amounts = [
            seen[name][:, columns][:, :count].reshape(batch * count, -1)[rows]
            for name, columns in kind.numbers
        ]
        vectors = self._vectors(i, values, self.places[i][rows % count], amounts)
        block = vectors.new_zeros(batch * count, self.entity_width).index_copy(0, rows, vectors)
        return block.view(batch, count, self.entity_width), there

    def _all_places(self, i: int, kind: Kind, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """As ``_entities``, with every place."""
        count = BY_NAME[kind.table].rows
        values = seen[kind.table]
        batch = values.shape[0]
        values = values.reshape(batch * count, -1)
        there = values.amax(1).view(batch, count) > 0
        amounts = [seen[name][:, columns].reshape(batch * count, -1) for name, columns in kind.numbers]
        places = self.places[i].expand(batch, -1, -1).reshape(batch * count, -1)
        vectors = self._vectors(i, values, places, amounts).view(batch, count, self.entity_width)
        return vectors * there.unsqueeze(2), there

    def _vectors(self, i: int, values: Tensor, places: Tensor, amounts: Sequence[Tensor]) -> Tensor:
        vectors = self.codes[i](values, self.entities) + places
        for each in amounts:
            vectors = vectors + compressed(each) @ self.amounts.weight[:, : each.shape[1]].T
        vectors = torch.relu(self.mixed(torch.relu(vectors)))
        return vectors

    def _pointed(self, state: Tensor, blocks: Mapping[str, Tensor]) -> Tensor:
        """Scores of moves by what lies at the place that they name."""
        queries = iter(self.pointers(state).split(self.entity_width, 1))
        found: dict[str, Tensor] = {}
        for table, names in POINTING.items():
            for name in names:
                query = next(queries)
                if blocks[table].shape[1]:
                    found[name] = (blocks[table] * query.unsqueeze(1)).sum(2)
        if "swap_jokers" in found:  # i and i + 1: by how much the right one belongs further left
            found["swap_jokers"] = found["swap_jokers"].diff(dim=1)
        parts = []
        for block in MOVES:
            part = found.get(block.name)
            if part is None:
                parts.append(state.new_zeros(state.shape[0], block.count))
            else:
                parts.append(functional.pad(part, (0, block.count - part.shape[1])))
        return torch.cat(parts, 1)


def expected(returns: Tensor) -> Tensor:
    """What a run will still bring on average, from the log odds of a network."""
    brought = torch.arange(RETURNS, dtype=returns.dtype, device=returns.device)
    return (returns.softmax(1) * brought).sum(1)


def tables_of(rows: Tensor) -> dict[str, Tensor]:
    """The tables within observations as the core lays them out, (batch, bytes), without a copy."""
    numbers = rows.view(torch.float32)
    found = {}
    for table in TABLES:
        size = max(table.rows, 1) * len(table.columns)
        if table.dtype.itemsize == 4:
            part = numbers[:, table.offset // 4 : table.offset // 4 + size]
        else:
            part = rows[:, table.offset : table.offset + size]
        found[table.name] = part.reshape(len(part), *table.shape)
    return found
