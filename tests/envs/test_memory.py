"""Stepping allocates nothing per game and memory does not grow."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import textwrap
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from jimbot.envs import BalatroEnv, BalatroVectorEnv, Batch

from .play import STARTS, legal_ids

COUNTER = r"""
#include <errno.h>
#include <stddef.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
static volatile long calls;
long allocations(void) { return calls; }
#define COUNT __sync_fetch_and_add(&calls, 1)
void *malloc(size_t n) { COUNT; return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { COUNT; return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { COUNT; return __libc_realloc(p, n); }
void *memalign(size_t a, size_t n) { COUNT; return __libc_memalign(a, n); }
void *aligned_alloc(size_t a, size_t n) { COUNT; return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { COUNT; *p = __libc_memalign(a, n); return *p ? 0 : ENOMEM; }
"""

SCRIPT = """
    import ctypes, sys
    import numpy as np
    from jimbot.envs import Batch, Start

    games, threads, hands, flat = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4] == "flat"
    allocations = ctypes.CDLL(None).allocations
    allocations.restype = ctypes.c_long
    starts = [Start("blue", "gold"), Start("ghost", one_chip=True), Start(challenge="xray")]
    batch = Batch(games, threads=threads, hands=hands, planner="lite", flat=flat, starts=starts, max_blind_steps=80)
    batch.reset(range(games))
    moves = np.zeros(games, dtype=np.int32)
    ends = calls = 0
    for step in range(300):
        batch.random_moves(step, moves)
        before = allocations()
        batch._core.step(moves)
        if step >= 20:
            calls += allocations() - before
            ends += int(batch.terminated.sum() + batch.truncated.sum())
    print(calls, ends)
"""


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that counts every allocation of a process."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("needs a C compiler and glibc")
    folder = tmp_path_factory.mktemp("counter")
    (folder / "counter.c").write_text(COUNTER)
    library = folder / "counter.so"
    built = subprocess.run(
        [compiler, "-O1", "-fno-builtin", "-shared", "-fPIC", "-o", str(library), str(folder / "counter.c")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if built.returncode:
        pytest.skip(f"the counter does not compile: {built.stderr}")
    return library


def count(counter: Path, *arguments: object) -> tuple[int, int]:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), *map(str, arguments)],
        env=os.environ | {"LD_PRELOAD": str(counter)},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    calls, ends = map(int, done.stdout.split())
    return calls, ends


def test_the_counter_counts(counter: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent("""
            import ctypes
            f = ctypes.CDLL(None).allocations
            before = f()
            kept = [bytes(100_000) for _ in range(50)]
            print(f() - before)
        """)],
        env=os.environ | {"LD_PRELOAD": str(counter)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert int(done.stdout) >= 50


@pytest.mark.parametrize("view", ["dict", "flat"])
@pytest.mark.parametrize("hands", ["cards", "planner"])
def test_a_step_allocates_nothing_per_game(counter: Path, hands: str, view: str) -> None:
    """New episodes included. What one call costs the interpreter is the same for one game and for many."""
    one, _ = count(counter, 1, 1, hands, view)
    many, ends = count(counter, 200, 2, hands, view)
    assert ends > 100
    assert many <= one + 20, (one, many)  # 280 calls, 200 games each
    assert one <= 2 * 280, one


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_memory_does_not_grow_over_two_hundred_thousand_steps(observation: str) -> None:
    env = BalatroVectorEnv(500, copy=False, observation=observation, starts=STARTS, max_blind_steps=50)
    env.reset(seed=1)
    moves = np.zeros(500, dtype=np.int32)

    def play(steps: int) -> None:
        for step in range(steps):
            env.batch.random_moves(step, moves)
            env.step(moves)

    play(100)
    gc.collect()
    tracemalloc.start()
    play(5)
    before, traced = resident(), tracemalloc.get_traced_memory()[0]
    play(400)
    grown, traced_grown = resident() - before, tracemalloc.get_traced_memory()[0] - traced
    tracemalloc.stop()
    assert grown < 1_000_000
    assert traced_grown < 20_000


def test_environments_that_go_give_their_memory_back() -> None:
    def work() -> None:
        for threads in (1, 2):
            env = BalatroVectorEnv(200, threads=threads)
            env.reset(seed=1)
            env.step([91] * 200)
            env.close()
        single = BalatroEnv()
        single.reset(seed=1)
        single.step(legal_ids(single)[0])

    for _ in range(3):
        work()
    gc.collect()
    before = resident()
    for _ in range(40):
        work()
    gc.collect()
    assert resident() - before < 4_000_000  # one of these holds more than 2 MB


def test_views_keep_the_memory_they_show() -> None:
    batch = Batch(3)
    batch.reset([1, 2, 3])
    rows, expected = batch.observations["globals"], batch.observations["globals"].copy()
    del batch
    gc.collect()
    _ = [bytearray(4096) for _ in range(100)]
    assert (rows == expected).all()


@pytest.mark.deep
@pytest.mark.parametrize("hands", ["cards", "planner"])
def test_memory_does_not_grow_over_ten_million_steps(hands: str) -> None:
    games = 1000
    batch = Batch(games, hands=hands, planner="lite", starts=STARTS, flat=True)
    batch.reset(range(games))
    moves = np.zeros(games, dtype=np.int32)
    sizes = []
    for step in range(10_000_000 // games):
        batch.random_moves(step, moves)
        batch.step(moves)
        if step % 1000 == 999:
            sizes.append(resident())
    assert sizes[-1] - sizes[0] < 500_000, sizes
