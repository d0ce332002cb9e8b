"""The search for seeds that meet a condition: native, on all cores, resumed after an interruption."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from jimbot import _core
from jimbot.game import check_seed
from jimbot.game.seeds.gpu import GpuFinder
from jimbot.game.seeds.lists import ALPHABET
from jimbot.game.seeds.parse import parse
from jimbot.game.seeds.query import Query
from jimbot.runs import lock_file
from jimbot.runs.machine import cores
from jimbot.runs.reading import open_file, parse_json, read_text

CHUNK_SECONDS = 0.2  # of work between two looks at what was found
FIRST_CHUNK = 4096  # seeds per thread
STATE_SECONDS = 1.0  # at least so often a state file is written
STATE_VERSION = "jimbot-seed-search 1"


def number_of(seed: str) -> int:
    """The place of a seed in the order of names; a shorter one means the first that begins with it."""
    check_seed(seed)
    if len(seed) > 8 or any(c not in ALPHABET for c in seed):
        raise ValueError(
            f"seed {seed!r} is not in the order of names: 1 to 8 characters of {ALPHABET} are allowed"
        )
    number = 0
    for c in seed.ljust(8, ALPHABET[0]):
        number = number * len(ALPHABET) + ALPHABET.index(c)
    return number


@dataclass
class Search:
    """Looks at seed after seed in the order of their names, from ``first`` on, or at random by ``draw_seed``.

    Iterating yields the seeds that meet the condition, in that order whatever the number of threads. ``next``
    is where it is, ``seen`` how many seeds it has looked at and ``found`` how many it has yielded; with a
    state file, before an interruption too."""

    query: Query
    first: int = 0
    draw_seed: int | None = None
    count: int | None = None  # how many seeds to look at; None: all of them, or for ever
    threads: int = field(default_factory=cores)
    state: Path | None = None
    gpu: bool = False  # a graphics card asks the cheap questions
    check: Callable[[str], bool] | None = None  # of what the condition finds, only these seeds count
    next: int = field(init=False)
    found: int = field(init=False, default=0)
    earlier: list[str] = field(init=False, default_factory=list)  # found before the interruption
    seconds: float = field(init=False, default=0.0)  # of this process

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 0:
            raise ValueError(f"count is {self.count}; 0 or more is allowed")
        if self.draw_seed is not None and not 0 <= self.draw_seed < 2**64:
            raise ValueError(f"draw_seed is {self.draw_seed}; 0 to 2^64 - 1 is allowed")
        self.next = self._kept = self.first
        self._file: IO[str] | None = None
        self._written = 0.0
        self._unwritten: list[str] = []  # found since
        if self.state is not None:
            self._take_up(self.state)

    @property
    def seen(self) -> int:
        return self.next - self.first

    @property
    def end(self) -> int | None:
        """The number behind the last seed to look at."""
        last = None if self.count is None else self.first + self.count
        if self.draw_seed is None:
            return _core.SEED_NAMES if last is None else min(last, _core.SEED_NAMES)
        return last

    @property
    def done(self) -> bool:
        return self.end is not None and self.next >= self.end

    def chunks(self) -> Iterator[list[str]]:
        """What each chunk of the work has found, also when that is nothing: for those who show progress."""
        if self.state is not None and self._file is None:
            self._file = lock_file(self.state, "seed search")
        finder = GpuFinder(self.query) if self.gpu else self.query.finder()
        size = FIRST_CHUNK * self.threads
        while not self.done:
            count = size if self.end is None else min(size, self.end - self.next)
            begin = time.perf_counter()
            hits = finder.find(self.next, count, self.threads, self.draw_seed)
            spent = time.perf_counter() - begin
            self.seconds += spent
            size = max(
                self.threads, min(int(count * CHUNK_SECONDS / max(spent, 1e-3)), 8 * size, _core.MAX_SEEDS)
            )
            yield from self._hand_out(hits, self.next + count)

    def _hand_out(self, hits: list[tuple[int, str]], end: int) -> Iterator[list[str]]:
        """Breaking out of the loop keeps the position: the next search resumes after the last seed."""
        for number, seed in hits:
            holds = self.check is None or self.check(seed)
            self.next = number + 1
            if not holds:
                self._keep(force=False)
                yield []
                continue
            self.found += 1
            self._unwritten.append(seed)
            yield [seed]
        self.next = end
        self._keep(force=False)
        yield []

    def __iter__(self) -> Iterator[str]:
        try:
            for found in self.chunks():
                yield from found
        finally:
            self.close()

    def close(self) -> None:
        """Updates the state file and unlocks it."""
        if self._file is not None:
            self._keep(force=True)
            self._file.close()
            self._file = None

    # -- the state file: what is searched, then a line for each stretch that was looked at ------------------

    def _task(self) -> dict[str, Any]:
        return {
            "format": STATE_VERSION,
            "condition": self.query.text,
            "deck": self.query.deck,
            "stake": self.query.stake,
            "first": self.first,
            "draw_seed": self.draw_seed,
        }

    def _take_up(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            open_file(path).close()
        self._file = lock_file(path, "seed search")
        try:
            text = read_text(path)
            whole = text[: text.rfind("\n") + 1]
            if whole != text:  # its writer was killed within the last line
                self._file.truncate(len(whole.encode()))
            self._read(path, whole.splitlines())
        except ValueError:
            self._file.close()
            raise

    def _read(self, path: Path, lines: list[str]) -> None:
        assert self._file is not None
        if not lines:
            self._file.write(json.dumps(self._task()) + "\n")
            self._file.flush()
            return
        try:
            task, *steps = (parse_json(line, path) for line in lines)
            if task["format"] != STATE_VERSION:
                raise ValueError
            for step in steps:
                self.next = self._kept = int(step["next"])
                self.earlier += [check_seed(seed) for seed in step["found"]]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{path} is not the state file of a seed search") from None
        for name, ours in self._task().items():
            if task.get(name) != ours:
                raise ValueError(
                    f"{path} belongs to another search: its {name} is {task.get(name)!r}, not {ours!r}"
                )
        self.found = len(self.earlier)

    def _keep(self, force: bool) -> None:
        if self._file is None or (not force and time.monotonic() - self._written < STATE_SECONDS):
            return
        if self._kept == self.next and not self._unwritten:
            return
        self._file.write(json.dumps({"next": self.next, "found": self._unwritten}) + "\n")
        self._file.flush()
        self._unwritten = []
        self._kept = self.next
        self._written = time.monotonic()


def kept_draw_seed(state: Path | str) -> int | None:
    """The draw seed of a search at random that a state file keeps, if it keeps one."""
    try:
        draw_seed = parse_json(read_text(state).partition("\n")[0], state)["draw_seed"]
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    return draw_seed if isinstance(draw_seed, int) else None


def find(
    query: str | Query,
    *,
    deck: str = "red",
    stake: str | int = "white",
    first: str = ALPHABET[0],
    draw_seed: int | None = None,
    count: int | None = None,
    threads: int | None = None,
    state: Path | str | None = None,
    gpu: bool = False,
    check: Callable[[str], bool] | None = None,
) -> Search:
    """Seeds that meet a condition, one after the other as they are found: iterate over what this returns.

    >>> from itertools import islice
    >>> list(islice(find("ante<=1 voucher v_telescope"), 2))
    ['1111111R', '1111111T']
    """
    if isinstance(query, str):
        query = parse(query, deck, stake)
    if draw_seed is not None and first != ALPHABET[0]:
        raise ValueError("a search at random has no first seed: give either first or draw_seed")
    return Search(
        query,
        number_of(first) if draw_seed is None else 0,
        draw_seed,
        count,
        cores() if threads is None else threads,
        None if state is None else Path(state),
        gpu,
        check,
    )
