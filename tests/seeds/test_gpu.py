"""What a graphics card is asked, and the kernel's arithmetic, compiled here for the processor."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from ctypes import c_int, c_uint64
from pathlib import Path

import pytest

from jimbot import _core
from jimbot.game.seeds import find, parse
from jimbot.game.seeds.gpu import GpuFinder
from jimbot.game.seeds.gpu_driver import SOURCE, GraphicsCard, NativeQuestion, NoGpu, StreamQuestion
from jimbot.game.seeds.search import number_of

CONDITIONS = [
    "ante<=1 shop j_blueprint",
    "ante<=2 shop<=3 negative any joker",
    "ante<=1 voucher v_telescope and tag investment",
    "ante 2..3 big tag negative and voucher hone",
    "ante<=1 boss the hook",
    "ante<=1 has j_perkeo",
    "ante<=3 has the soul",
    "ante<=1 (shop j_baron or shop c_death)",
    "ante<=2 shop any uncommon joker and not boss the hook",
]
AS_CPU = """
#include <cmath>
#include <cstring>
#define __device__
#define __global__
struct Place { unsigned x; };
static Place blockIdx, blockDim{1}, threadIdx;
static long long __double_as_longlong(double d) { long long n; std::memcpy(&n, &d, 8); return n; }
static double __longlong_as_double(long long n) { double d; std::memcpy(&d, &n, 8); return d; }
static unsigned long long atomicAdd(unsigned long long* to, unsigned long long n) { auto was = *to; *to += n; return was; }
#include "%s"
extern "C" void all(int which, const Test* tests, int count, u64 first, u64 seeds, u64* found, u64 room) {
  for (blockIdx.x = 0; blockIdx.x < seeds; ++blockIdx.x)
    which ? digest(tests, count, first, seeds, found, room) : sift(tests, count, first, seeds, found, room);
}
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[int]]:
    """The kernel, run for one seed after the other by the processor."""
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler here")
    folder = tmp_path_factory.mktemp("kernel")
    source = folder / "kernel.cpp"
    source.write_text(AS_CPU % SOURCE)
    flags = ["-O2", "-shared", "-fPIC", "-ffp-contract=off", "-Wall", "-Werror", "-Wno-unused-variable"]
    subprocess.run([compiler, *flags, str(source), "-o", str(folder / "kernel.so")], check=True)
    native = ctypes.CDLL(str(folder / "kernel.so"))

    def run(which: int, questions: list[StreamQuestion], first: int, seeds: int) -> list[int]:
        tests = (NativeQuestion * len(questions))(*(question.native() for question in questions))
        found = (c_uint64 * (seeds + 1))()
        native.all(
            which, tests, c_int(len(questions)), c_uint64(first), c_uint64(seeds), found, c_uint64(seeds)
        )
        return list(found[: found[0] + 1]) if which == 0 else [found[0]]

    return run


@pytest.mark.parametrize("key", ["Voucher1", "soul_Spectral8", "boss"])
def test_the_kernel_draws_what_the_core_draws(kernel: Callable[..., list[int]], key: str) -> None:
    first = number_of("CARD")
    assert kernel(1, [StreamQuestion(key)], first, 50_000) == [
        _core.stream_digest(key, first, 50_000, 1, "reader")
    ]


@pytest.mark.parametrize("text", CONDITIONS)
def test_what_passes_holds_all_that_is_looked_for(kernel: Callable[..., list[int]], text: str) -> None:
    query, first, count = parse(text), number_of("CARD"), 20_000
    finder = query.finder("reader")
    questions = [StreamQuestion(*row) for row in finder.questions]
    assert questions
    passed = kernel(0, questions, first, count)[1:]
    expected = [number for number, _ in finder.find(first, count, 1, None)]
    assert set(expected) <= set(passed)
    assert len(passed) <= count
    for code in (*_core.seed_codes(), "reader"):
        assert query.finder(code).keep(passed, 2) == expected
    assert expected


@pytest.mark.parametrize(
    "text", ["ante<=1 pack c_fool", "not boss the hook", "ante<=2 boss the hook", "shop any joker"]
)
def test_conditions_without_such_questions(text: str) -> None:
    assert parse(text).finder().questions == []
    with pytest.raises(NoGpu, match="can be asked on a graphics card: leave out --gpu"):
        GpuFinder(parse(text))


def card() -> GraphicsCard | None:
    try:
        return GraphicsCard()
    except NoGpu:
        return None


def test_without_a_card_it_says_what_is_missing() -> None:
    if card() is not None:
        pytest.skip("there is a card here")
    with pytest.raises(NoGpu, match=r"libcuda|NVRTC|graphics card"):
        list(find("ante<=1 voucher hone", count=10, gpu=True))


def test_a_card_finds_the_same() -> None:
    found = card()
    if found is None:
        pytest.skip("there is no NVIDIA card here")
    first = number_of("CARD")
    digest = _core.stream_digest("Voucher1", first, 1_000_000, 2, "")
    assert found.digest("Voucher1", first, 1_000_000) == digest
    text = "ante<=1 voucher v_telescope and tag investment"
    assert list(find(text, count=500_000, gpu=True)) == list(find(text, count=500_000))


def test_the_kernel_is_beside_its_module() -> None:
    assert Path(SOURCE).is_file()
