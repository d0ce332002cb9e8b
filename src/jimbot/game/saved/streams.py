"""The random streams of a save: each must follow from the seed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from jimbot import _core
from jimbot.saves.section import Section

SEEDS = ("seed", "hashed_seed")
# Streams that the game uses and that decide nothing: the card or the rarity is given.
IDLE = re.compile(r"(rarity-?\d+sou|Planetblusl-?\d+)(_resample\d+)?")
RESAMPLE = re.compile(r"(.+)_resample(\d{1,3})")
MAX_STEPS = 100_000
MAX_ASTRAY = 20


class Streams:
    """Every stream by its key, how often it was used, and which of them do not follow from the seed."""

    def __init__(self, random: Section) -> None:
        self.seed = random.word("seed")
        self.state = {str(key): random.real(key) for key in random.table if key not in SEEDS}
        self.astray: list[str] = []
        self.unknown: list[str] = []
        self.steps: dict[str, int] = {}
        for key, state in self.state.items():
            steps = None
            if 0 < state <= 1 and len(self.astray) < MAX_ASTRAY:
                steps = _core.stream_steps(_core.hash_text(key + self.seed), state, MAX_STEPS)
            if steps is None:
                self.astray.append(key)
            else:
                self.steps[key] = steps

    def drawn(self, key: str, pool: list[str], count: int) -> list[str]:
        """Draws from a pool, after which the stream stays as it is then."""
        found = []
        for _ in range(count):
            state = _core.advance_stream(self.state.get(key, _core.hash_text(key + self.seed)))
            self.state[key] = state
            found.append(
                pool[_core.LuaRandom((state + _core.hash_text(self.seed)) / 2).integer(0, len(pool) - 1)]
            )
        return found

    def tokens(self, ante: int, orbital: Mapping[int, Sequence[str]]) -> list[str]:
        """``rng``, ``deep`` and ``orbital``: the streams of the run, and those of the last three antes, which
        can come again."""
        found: list[tuple[str, int | None]] = []
        deeper: list[tuple[str, int, int | None]] = []
        for key in self.state:
            match = RESAMPLE.fullmatch(key)
            base = match[1] if match else key
            place = _core.find_stream(base)
            if IDLE.fullmatch(key):
                continue
            if place is None or (match and not place[1]):
                self.unknown.append(key)
            elif match and int(match[2]) > 2:
                deeper.append((base, int(match[2]), place[0]))
            else:
                found.append((key, place[0]))
        last = max([ante, *orbital, *(at for _, at in found if at is not None)])
        kept = [f"{key}:{self.state[key]!r}" for key, at in found if at is None or last - 3 < at <= last]
        deep = [(base, depth) for base, depth, at in deeper if at is None or last - 3 < at <= last]
        hands = [":".join([str(at), *slugs]) for at, slugs in orbital.items() if last - 3 < at <= last]
        return [
            f"rng=[{','.join(kept)}]",
            f"deep=[{','.join(self._depths(deep))}]",
            f"orbital=[{','.join(hands)}]",
        ]

    def _depths(self, deeper: list[tuple[str, int]]) -> list[str]:
        """One entry for each draw that was repeated often, by how deep it went. Every draw that went deeper
        used the streams above it too."""
        uses = {(base, depth): self.steps.get(f"{base}_resample{depth}", 1) for base, depth in deeper}
        entries: Counter[str] = Counter()
        for (base, depth), count in uses.items():
            entries[f"{base}:{depth}"] = max(0, count - uses.get((base, depth + 1), 0))
        return sorted(entries.elements())
