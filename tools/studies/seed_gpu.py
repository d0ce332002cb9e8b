"""Seeds on a machine with a graphics card, without the package: does the card agree, how fast is it?

    python3 tools/studies/seed_gpu.py [--seconds 5]

Needs Python, an NVIDIA driver and NVRTC (a CUDA build of PyTorch has it). The card draws two streams of 10^8
seeds and sifts a million seeds for five conditions; the expected numbers are those of `_core.stream_digest`
and of the kernel compiled for a processor (tests/seeds/test_gpu.py). With a C++ compiler the core is built
too, and every way of reading that the processor has is timed on all its cores. A line of JSON for each.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIRST = 592_812_012_960  # CARD1111
DIGESTS = {"Voucher1": 16233291621590726672, "soul_Spectral8": 3982040857584115986}  # of 10^8 seeds
SIFTED: dict[
    str, tuple[list[tuple[Any, ...]], tuple[int, int]]
] = {  # questions; how many pass, and their sum
    "ante<=1 voucher v_telescope": (
        [("Voucher1", 0, 0, 1, 32, 2863312554, 0.0)],
        (530813, 314672588393340245),
    ),
    "ante<=1 voucher v_telescope and tag investment": (
        [
            ("Voucher1", 0, 0, 1, 32, 2863312554, 0.0),
            ("Tag1", 1, 0, 1, 24, 5306948, 0.0),
            ("Tag1", 1, 1, 2, 24, 5306948, 0.0),
        ],
        (350338, 207684750140874693),
    ),
    "ante<=1 boss the hook": ([("boss", 0, 0, 1, 8, 8, 0.0)], (125547, 74425832380552939)),
    "ante<=1 shop j_blueprint": (
        [("rarity1sho", 0, 0, 10, 0, 0, 0.95), ("Joker3sho1", 1, 0, 10, 20, 128, 0.0)],
        (160681, 95253707491059135),
    ),
    "ante<=1 has the soul": (
        [("soul_Tarot1", 0, 0, 20, 0, 0, 0.997), ("soul_Spectral1", 0, 0, 32, 0, 0, 0.997)],
        (144420, 85613983197800224),
    ),
}


def report(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def driver() -> Any:
    """The module alone: the package around it needs what is not built here."""
    spec = importlib.util.spec_from_file_location("gpu_driver", ROOT / "src/jimbot/game/seeds/gpu_driver.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["gpu_driver"] = module
    spec.loader.exec_module(module)
    return module


def on_the_card(seconds: float) -> bool:
    gpu = driver()
    card = gpu.GraphicsCard()
    report(card=card.name)
    well = True
    for key, expected in DIGESTS.items():
        begin = time.perf_counter()
        same = card.digest(key, FIRST, 10**8) == expected
        spent = time.perf_counter() - begin
        report(digest=key, seeds=10**8, same=same, seeds_per_second=round(10**8 / spent))
        well &= same
    for condition, (rows, expected) in SIFTED.items():
        questions = [gpu.StreamQuestion(*row) for row in rows]
        passed = card.sift(questions, FIRST, 10**6)
        same = (len(passed), sum(passed)) == expected
        count, begin = 0, time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            card.sift(questions, FIRST + count, 10**7)
            count += 10**7
        report(condition=condition, same=same, seeds_per_second=round(count / spent))
        well &= same
    return well


def on_the_processor(folder: Path) -> None:
    compiler = shutil.which("g++") or shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        report(processor="no C++ compiler here")
        return
    rooms = [ROOT / "core" / room for room in ("game", "run", "seeds")]
    sources = [Path(__file__).with_name("seed_speed.cpp")]
    sources += [file for room in rooms for file in sorted(room.rglob("*.cpp"))]
    flags = [
        "-std=c++20",
        "-O3",
        "-DNDEBUG",
        "-march=x86-64-v2",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-pthread",
    ]

    def built(i: int) -> str:
        out = str(folder / f"{i}.o")
        subprocess.run(
            [compiler, *flags, *(f"-I{room}" for room in rooms), "-c", str(sources[i]), "-o", out], check=True
        )
        return out

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(built, range(len(sources))))
    subprocess.run([compiler, "-pthread", *objects, "-o", str(folder / "seeds")], check=True)
    subprocess.run([str(folder / "seeds"), str(len(os.sched_getaffinity(0))), str(FIRST)], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="for each condition on the card")
    seconds = parser.parse_args().seconds
    try:
        well = on_the_card(seconds)
    except ValueError as error:
        report(card=str(error))
        well = False
    with tempfile.TemporaryDirectory() as folder:
        on_the_processor(Path(folder))
    return 0 if well else 1


if __name__ == "__main__":
    raise SystemExit(main())
