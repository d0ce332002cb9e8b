"""Compiles the core and its interface to WebAssembly by zig, with and without vector instructions."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
ROOT = WEB.parent
BUILD = ROOT / "build" / "web"
# Threads and forks: WebAssembly has none.
LEFT_OUT = ("core/run/workers.cpp", "core/run/forks.cpp", "core/env", "core/plan/lessons")
# As CMakeLists.txt: the generator is bit-exact only without fused multiply-add.
FLAGS = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-DNDEBUG", "-flto"),
    *("-ffp-contract=off", "-fno-math-errno", "-fno-exceptions", "-fno-rtti", "-fvisibility=hidden"),
    *("-Wall", "-Wextra", "-Werror", "-Wl,-z,stack-size=4194304", "-Wl,--strip-all"),
]
BUILDS = {"jimbot.wasm": ["-msimd128"], "jimbot-plain.wasm": []}


def sources() -> list[Path]:
    found = sorted([*(ROOT / "core").rglob("*.cpp"), *(WEB / "core").glob("*.cpp")])
    left_out = tuple(str(ROOT / part) for part in LEFT_OUT)
    return [path for path in found if not str(path).startswith(left_out)]


def folders() -> list[Path]:
    """Of headers: each room, and its parts by name."""
    core = ROOT / "core"
    return [*(core / name for name in ("game", "text", "run", "seeds")), *sorted((core / "plan").iterdir())]


def command(out: Path, flags: list[str]) -> list[str]:
    includes = [f"-I{path}" for path in folders()]
    files = [str(path) for path in sources()]
    return [sys.executable, "-m", "ziglang", "c++", *FLAGS, *flags, *includes, *files, "-o", str(out)]


def newest(paths: list[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=BUILDS, help="one of the two builds")
    only = parser.parse_args().only
    headers = [path for folder in (ROOT / "core", WEB / "core") for path in folder.rglob("*.h")]
    changed = newest([*sources(), *headers, Path(__file__)])
    environment = os.environ | {"ZIG_LOCAL_CACHE_DIR": str(BUILD / "zig")}
    BUILD.mkdir(parents=True, exist_ok=True)
    for name, flags in BUILDS.items():
        out = BUILD / name
        if (only and name != only) or (out.exists() and out.stat().st_mtime > changed):
            continue
        part, begun = BUILD / f"part-{name}", time.time()
        subprocess.run(command(part, flags), check=True, env=environment, cwd=ROOT)
        os.utime(part, (begun, begun))  # what changes meanwhile is newer
        part.replace(out)
        print(f"{out.relative_to(ROOT)}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
