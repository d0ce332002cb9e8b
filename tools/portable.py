"""Builds jimbot_fuzz and the module with gcc and clang, tuned and portable, and compares what they play.

A warning is an error. The signature of the same games must be the same everywhere.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILERS = ("g++", "clang++")


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


def built(compiler: str, native: bool, what: str) -> Path:
    """The folder in which jimbot_fuzz or the module was built."""
    folder = ROOT / "build" / "portable" / f"{compiler}-{'native' if native else 'any'}-{what}"
    settings = [f"-DJIMBOT_NATIVE={'ON' if native else 'OFF'}", "-DJIMBOT_WERROR=ON"]
    if what == "tools":
        settings.append("-DJIMBOT_TOOLS=ON")
    else:
        settings.append(f"-DPython_EXECUTABLE={sys.executable}")
    run("cmake", "-S", ".", "-B", folder, "-G", "Ninja", "--log-level=WARNING", *settings, CXX=compiler)
    run("cmake", "--build", folder)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games whose signatures are compared")
    parser.add_argument("--no-module", action="store_true", help="build jimbot_fuzz only")
    options = parser.parse_args()
    signatures: dict[str, str] = {}
    for compiler in COMPILERS:
        if shutil.which(compiler) is None:
            print(f"{compiler}: not installed, skipped")
            continue
        version = run(compiler, "--version").splitlines()[0]
        for native in (False, True):
            name = f"{version}, {'tuned for this machine' if native else 'portable'}"
            fuzz = built(compiler, native, "tools") / "jimbot_fuzz"
            arguments = ("--games", str(options.games), "--threads", "1", "--check-every", "0")
            begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            shown = run(fuzz, *arguments)
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
            found = re.search(r"(\d+) decisions.*signature ([0-9a-f]+)", shown)
            if found is None:
                sys.exit(f"{fuzz} printed no signature:\n{shown}")
            signatures[name] = found[2]
            speed = int(found[1]) / seconds
            print(f"{name}: signature {found[2]}, {speed:,.0f} decisions per second of CPU", flush=True)
            if not options.no_module:
                built(compiler, native, "module")
                print(f"{name}: module built", flush=True)
    if len(set(signatures.values())) > 1:
        sys.exit("the builds play different games")


if __name__ == "__main__":
    main()
