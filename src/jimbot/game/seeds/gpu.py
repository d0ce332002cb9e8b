"""The search for seeds with a graphics card: the card asks cheap questions, the core checks what passes
them."""

from __future__ import annotations

from jimbot.game.seeds.gpu_driver import GraphicsCard, NoGpu, StreamQuestion
from jimbot.game.seeds.lists import name_of
from jimbot.game.seeds.query import Query


class GpuFinder:
    """As ``SeedFinder``, with the same results."""

    def __init__(self, query: Query) -> None:
        self._finder = query.finder()
        self._questions = [
            StreamQuestion(key, group, first, last, n, wanted, limit)
            for key, group, first, last, n, wanted, limit in self._finder.questions
        ]
        if not self._questions:
            raise NoGpu(f"no part of {query.text!r} can be asked on a graphics card: leave out --gpu")
        self.card = GraphicsCard()

    def find(
        self, first: int, count: int, threads: int, draw_seed: int | None = None
    ) -> list[tuple[int, str]]:
        if draw_seed is not None:
            raise NoGpu("a graphics card searches in the order of names: leave out --random or --gpu")
        passed = self.card.sift(self._questions, first, count)
        if passed is None:
            half = count // 2
            return [*self.find(first, half, threads), *self.find(first + half, count - half, threads)]
        return [(number, name_of(number)) for number in self._finder.keep(passed, threads)]
