"""Builds jimbot_fuzz with every compiler here, for this system and for others, and compares what it plays.

gcc and clang build it, and the Python module, tuned and portable. `pip install ziglang` brings a compiler for
other systems; what it builds is run where there is an emulator: qemu-user-static for ARM Linux, wine for
Windows. A warning is an error. The same random games, golden transcripts and games of the agents must come
out everywhere, to the last bit. What is missing here is reported and skipped.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDS = ROOT / "build" / "portable"
WEIGHTS = BUILDS / "weights.bin"
COMPILERS = ("g++", "clang++")


@dataclass(frozen=True)
class System:
    target: str  # as zig calls it
    name: str  # as CMake calls it
    processor: str
    emulators: tuple[str, ...] = ()
    program: str = "jimbot_fuzz"


ELSEWHERE = (
    System("aarch64-linux-musl", "Linux", "aarch64", ("qemu-aarch64-static", "qemu-aarch64")),
    System("x86_64-windows-gnu", "Windows", "AMD64", ("wine64", "wine"), "jimbot_fuzz.exe"),
    System("aarch64-macos", "Darwin", "arm64"),
    System("x86_64-macos", "Darwin", "x86_64"),
)


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout


def build(name: str, settings: Sequence[str], **environment: str) -> Path:
    """The folder in which it was built."""
    folder = BUILDS / name
    settings = [*settings, "-DJIMBOT_WERROR=ON"]
    run("cmake", "-S", ".", "-B", folder, "-G", "Ninja", "--log-level=WARNING", *settings, **environment)
    run("cmake", "--build", folder)
    return folder


def write_weights() -> None:
    """Those of the package, as tests/native/agents.cpp reads them."""
    import numpy as np

    from jimbot.agents.judge import weights
    from jimbot.agents.models import SHIPPED, model_file
    from jimbot.models.files import read_network
    from jimbot.models.native import layers

    judge, file = weights(None), read_network(model_file(SHIPPED))
    width, hidden, rows = layers(file.weights)
    sizes = [*judge.hidden, width, hidden, file.shape["redraws"], file.shape["rounds"]]
    parts = [np.array(sizes, "<i4"), *(row.astype("<f4") for row in (judge.flat, *rows))]
    BUILDS.mkdir(parents=True, exist_ok=True)
    WEIGHTS.write_bytes(b"".join(part.tobytes() for part in parts))


def played(program: Sequence[str | Path], games: int) -> tuple[str, float]:
    """What a build plays, and its random decisions per second of CPU."""
    quiet = {"WINEDEBUG": "-all", "WINEPREFIX": str(BUILDS / "wine")}
    begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    shown = run(*program, "--games", str(games), "--threads", "1", "--check-every", "0", **quiet)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
    found = re.search(r"(\d+) decisions.*signature [0-9a-f]+", shown)
    if found is None:
        sys.exit(f"{program[-1]} printed no signature:\n{shown}")
    lines = [
        found[0],
        *run(*program, "--replay", "tests/golden/transcripts", **quiet).splitlines(),
        *run(*program, "--agents", WEIGHTS, "--games", str(max(1, games // 150)), **quiet).splitlines(),
    ]
    return "\n".join(f"  {line.strip()}" for line in lines), int(found[1]) / seconds


def here(compiler: str, native: bool, what: str) -> Path:
    settings = [f"-DJIMBOT_NATIVE={'ON' if native else 'OFF'}"]
    settings.append("-DJIMBOT_TOOLS=ON" if what == "tools" else f"-DPython_EXECUTABLE={sys.executable}")
    return build(f"{compiler}-{'native' if native else 'any'}-{what}", settings, CXX=compiler)


def elsewhere(system: System, zig: Sequence[str]) -> Path:
    """Built by zig, which finds the libraries of every system in itself."""
    tools = BUILDS / f"zig-{system.target}"
    tools.mkdir(parents=True, exist_ok=True)
    for tool, words in {"c++": f"c++ -target {system.target}", "ar": "ar", "ranlib": "ranlib"}.items():
        (tools / tool).write_text(f'#!/bin/sh\nexec {" ".join(zig)} {words} "$@"\n')
        (tools / tool).chmod(0o755)
    settings = {
        "CMAKE_SYSTEM_NAME": system.name,
        "CMAKE_SYSTEM_PROCESSOR": system.processor,
        "CMAKE_CXX_COMPILER": tools / "c++",
        "CMAKE_AR": tools / "ar",
        "CMAKE_RANLIB": tools / "ranlib",
        "JIMBOT_LTO": "OFF",
        "JIMBOT_TOOLS": "ON",
    }
    folder = build(tools.name, [f"-D{name}={value}" for name, value in settings.items()], CCACHE_DISABLE="1")
    return folder / system.program


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--games", type=int, default=3000, help="random games; agents play one in 150 of them"
    )
    parser.add_argument("--no-module", action="store_true", help="build jimbot_fuzz only")
    options = parser.parse_args()
    write_weights()
    found: dict[str, str] = {}

    def compare(name: str, program: Sequence[str | Path]) -> None:
        found[name], speed = played(program, options.games)
        print(f"{name}: {speed:,.0f} decisions per second of CPU\n{found[name]}", flush=True)

    for compiler in COMPILERS:
        if shutil.which(compiler) is None:
            print(f"{compiler}: not installed, skipped")
            continue
        version = run(compiler, "--version").splitlines()[0]
        for native in (False, True):
            name = f"{version}, {'tuned for this machine' if native else 'portable'}"
            compare(name, [here(compiler, native, "tools") / "jimbot_fuzz"])
            if not options.no_module:
                here(compiler, native, "module")
                print(f"{name}: module built", flush=True)
    zig = [sys.executable, "-m", "ziglang"] if importlib.util.find_spec("ziglang") else ["zig"]
    for system in ELSEWHERE:
        if shutil.which(zig[0]) is None:
            print(f"{system.target}: skipped, no zig here (pip install ziglang)")
            continue
        program = elsewhere(system, zig)
        emulator = next(filter(None, map(shutil.which, system.emulators)), None)
        if emulator is None:
            wanted = (
                f"none of {', '.join(system.emulators)} is here"
                if system.emulators
                else "nothing runs it here"
            )
            print(f"{system.target}: compiled without a warning, not run: {wanted}")
        else:
            compare(
                f"{system.target}, zig {run(*zig, 'version').strip()}, {Path(emulator).name}",
                [emulator, program],
            )
    if len(set(found.values())) > 1:
        sys.exit("the builds play different games")


if __name__ == "__main__":
    main()
