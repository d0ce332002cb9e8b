"""Decisions as batches: examples of many games held in memory, drawn by rows, split by seed."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import Tensor

from jimbot import _core
from jimbot.models.decisions import Inputs, Shape, rows_of, segments
from jimbot.training.data.lessons import Lesson, played

PHASES = {0: "blind", 1: "hand", 3: "shop", 4: "pack"}
CHUNK = 100  # games that are turned into rows at once
HELD_OUT = 10  # one seed of ten is kept from fitting


@dataclass(frozen=True)
class RowBatch:
    """Some decisions, with what an expert chose and the result of the game."""

    seen: Inputs
    label: Tensor  # the expert's choice, counted within the decision; -1: not among them
    taken: Tensor  # what was done
    price: Tensor  # of each choice; NaN: not weighed
    error: Tensor  # its standard error; 0: not known
    legal: Tensor  # whether the game allows it
    phase: Tensor
    blind: Tensor
    end: Tensor  # number of the blind at the end of the game; 24 for a win
    game: Tensor
    rows: Tensor  # numbers of these decisions among all

    def __len__(self) -> int:
        return len(self.label)

    @cached_property
    def row(self) -> Tensor:
        """The decision of each choice."""
        return rows_of(self.seen.row_end)


class Rows:
    """All decisions of some games. Sparse numbers are kept small: 16 bits for a column and for a value."""

    def __init__(
        self, lessons: Sequence[Lesson], shape: Shape, threads: int = 1, device: str = "cpu"
    ) -> None:
        self.games = [played(lesson) for lesson in lessons]
        parts: list[dict[str, np.ndarray[Any, Any]]] = []
        for first in range(0, len(lessons), CHUNK):
            part = _core.examples(list(lessons[first : first + CHUNK]), shape.redraws, shape.rounds, threads)
            part["game"] = part["game"] + first
            for name in ("position", "choice"):
                part[f"{name}_index"] = part[f"{name}_index"].astype(np.int16)
                part[f"{name}_value"] = part[f"{name}_value"].astype(np.float16)
            parts.append(part)
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        for name, of in (
            ("position_end", "position_index"),
            ("choice_end", "choice_index"),
            ("row_end", "choice_end"),
        ):
            sizes = [0, *np.cumsum([len(part[of]) for part in parts])[:-1].tolist()]
            joined[name] = np.concatenate(
                [part[name].astype(np.int64) + size for part, size in zip(parts, sizes, strict=True)]
            )
        end = np.array([game.end for game in self.games], np.int64)
        self.device = device

        def tensor(array: np.ndarray[Any, Any]) -> Tensor:
            return torch.from_numpy(array).to(device)

        self._sparse = {
            name: (
                tensor(joined[f"{name}_index"]),
                tensor(joined[f"{name}_value"]),
                tensor(joined[f"{name}_end"]),
            )
            for name in ("position", "choice")
        }
        self.row_end = tensor(joined["row_end"])
        self._price = tensor(joined["price"])
        self._error = tensor(joined["error"])
        self._legal = tensor(joined["legal"])
        self.label = tensor(joined["label"].astype(np.int64))
        self.taken = tensor(joined["taken"].astype(np.int64))
        self.phase = tensor(joined["phase"].astype(np.int64))
        self.blind = tensor(joined["blind"].astype(np.int64))
        self.game = tensor(joined["game"].astype(np.int64))
        # Hieroglyph takes an ante back: what was seen before it may lie beyond the end.
        self.end = torch.maximum(tensor(end)[self.game], self.blind)
        self.step = tensor(joined["step"].astype(np.int64))

    def __len__(self) -> int:
        return len(self.label)

    def held_out_seeds(self) -> set[str]:
        """Seeds kept from fitting; at least one of several."""
        seeds = {game.seed for game in self.games}
        kept = {seed for seed in seeds if zlib.crc32(seed.encode()) % HELD_OUT == 0}
        if not kept and len(seeds) > 1:
            kept = {min(seeds, key=lambda seed: zlib.crc32(seed.encode()))}
        return kept

    def of_seeds(self, seeds: Collection[str]) -> Tensor:
        """Decisions of the games of these seeds: all of a game go one way."""
        there = torch.tensor([game.seed in seeds for game in self.games], device=self.device)
        return there[self.game].nonzero().squeeze(1)

    def split(self) -> tuple[Tensor, Tensor]:
        """Decisions to fit, and decisions of seeds that are kept from it."""
        kept = self.held_out_seeds()
        return self.of_seeds({game.seed for game in self.games} - kept), self.of_seeds(kept)

    def labelled(self, rows: Tensor) -> Tensor:
        """Those of games that an expert has labelled."""
        known = torch.zeros(len(self.games), dtype=torch.bool, device=self.device)
        known[self.game[self.label >= 0]] = True
        return rows[known[self.game[rows]]]

    def choices_of(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Numbers of the choices of these rows, and where each row's end among them."""
        return segments(self.row_end, rows)

    def take(self, rows: Tensor) -> RowBatch:
        position, position_end = segments(self._sparse["position"][2], rows)
        choices, row_end = self.choices_of(rows)
        entries, choice_end = segments(self._sparse["choice"][2], choices)
        index, value, _ = self._sparse["position"]
        choice_index, choice_value, _ = self._sparse["choice"]
        seen = Inputs(
            index[position], value[position], position_end,
            choice_index[entries], choice_value[entries], choice_end, row_end,
        )  # fmt: skip
        return RowBatch(
            seen,
            self.label[rows],
            self.taken[rows],
            self._price[choices],
            self._error[choices],
            self._legal[choices],
            self.phase[rows],
            self.blind[rows],
            self.end[rows],
            self.game[rows],
            rows,
        )

    def batches(
        self, rows: Tensor, size: int, generator: torch.Generator | None = None
    ) -> Iterator[RowBatch]:
        """Once over these rows; shuffled if there is something to shuffle by."""
        if generator is not None:
            rows = rows[torch.randperm(len(rows), generator=generator).to(rows.device)]
        for part in torch.split(rows, size):
            yield self.take(part)
