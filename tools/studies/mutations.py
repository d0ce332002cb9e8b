"""What the tests notice: one small fault at a time is put into the code, and the tests must fail.

python tools/studies/mutations.py core --count 40 --tests tests/content tests/flow tests/tables
python tools/studies/mutations.py server --count 60 --tests tests/balatrobot [--only 3 17 20]

The faults are drawn by a fixed seed, so that two sets of tests meet the same list. Faults of `core` are in
the rules of the game (C++), compiled in build/mutants; those of `server` in the calls of the real game's
protocol (Python). Each line of the output is a fault and the test that noticed it. The working tree is not
touched.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build/mutants"
FOLDERS = {
    "core": ("core/game/content", "core/game/flow", "core/game/score"),
    "server": (
        "src/jimbot/live/server",
        *(f"src/jimbot/live/protocol/{n}.py" for n in ("codec", "memory", "wire")),
    ),
}
SWAPS = {
    " == ": " != ",
    " != ": " == ",
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    " + ": " - ",
    " - ": " + ",
    " * ": " + ",
    " += ": " -= ",
    " -= ": " += ",
    " && ": " || ",
    " || ": " && ",
    "true": "false",
    "false": "true",
    " and ": " or ",
    " or ": " and ",
    "True": "False",
    "False": "True",
    "not ": "",
    "if (!": "if (",
}
SITE = re.compile("|".join(("" if old[0] == " " else r"(?<!\w)") + re.escape(old) for old in SWAPS))
COMMENT = re.compile(r"//.*|#.*|^\s*(import|from|static_assert|template)\b.*|raise .*")
TEXT = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
SECONDS = 900  # for the tests of one fault; one that makes them go on for ever is noticed too

# Loads the faulty file in place of the module, in every process that the tests start.
HOOK = """
import importlib.util, os, sys
class Faulty:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["MUTANT_MODULE"]:
            return importlib.util.spec_from_file_location(name, os.environ["MUTANT_FILE"])
sys.meta_path.insert(0, Faulty())
"""


@dataclass(frozen=True)
class Fault:
    path: str
    line: int
    column: int
    old: str

    @property
    def new(self) -> str:
        return SWAPS[self.old]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column + 1} {self.old.strip()!r} -> {self.new.strip()!r}"

    def text(self) -> str:
        lines = (ROOT / self.path).read_text().splitlines(keepends=True)
        line, end = lines[self.line - 1], self.column + len(self.old)
        lines[self.line - 1] = line[: self.column] + self.new + line[end:]
        return "".join(lines)


def sites(path: Path) -> list[Fault]:
    name, found, document = str(path.relative_to(ROOT)), [], False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        document ^= line.count('"""') == 1
        if document or '"""' in line:
            continue
        code = COMMENT.sub(lambda m: " " * len(m[0]), TEXT.sub(lambda m: "." * len(m[0]), line))
        found += [Fault(name, number, match.start(), match[0]) for match in SITE.finditer(code)]
    return found


def tracked(*paths: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", *paths], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def faults(kind: str, count: int) -> list[Fault]:
    files = [ROOT / name for name in tracked(*FOLDERS[kind]) if name.endswith((".cpp", ".py"))]
    return random.Random(0).sample([fault for path in files for fault in sites(path)], count)


def compiled(fault: Fault) -> Path | None:
    """The module with the fault; None where it does not compile."""
    source, build = WORK / "source", WORK / "core"
    for name in tracked("core", "bindings", "CMakeLists.txt"):
        text, copy = fault.text() if name == fault.path else (ROOT / name).read_text(), source / name
        if not copy.exists() or copy.read_text() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
    if not (build / "build.ninja").exists():
        options = {"JIMBOT_LTO": "OFF", "JIMBOT_NATIVE": "ON", "JIMBOT_WERROR": "OFF"}
        options["Python_EXECUTABLE"] = sys.executable
        command = ["cmake", "-S", source, "-B", build, "-G", "Ninja"]
        command += [f"-D{name}={value}" for name, value in options.items()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run(["cmake", "--build", build], capture_output=True, check=False)
    return next(build.glob("_core.*.so")) if done.returncode == 0 else None


def verdict(fault: Fault, tests: list[str], marks: str) -> str:
    if fault.path.endswith(".py"):
        module = fault.path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        file = WORK / "faulty.py"
        file.write_text(fault.text())
    else:
        built = compiled(fault)
        if built is None:
            return "does not compile"
        module, file = "jimbot._core", built
    hook = WORK / "hook"
    hook.mkdir(exist_ok=True)
    (hook / "sitecustomize.py").write_text(HOOK)
    env = os.environ | {"PYTHONPATH": str(hook), "MUTANT_MODULE": module, "MUTANT_FILE": str(file)}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-m", marks]
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "noticed: no end"
    if done.returncode > 3:  # no tests, or arguments that pytest does not know
        raise RuntimeError(f"pytest ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    return f"noticed: {failed[1] if failed else 'crash'}" if done.returncode else "NOT NOTICED"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=FOLDERS)
    parser.add_argument("--count", type=int, required=True, metavar="N")
    parser.add_argument("--tests", nargs="+", required=True, metavar="PATH")
    parser.add_argument("--only", type=int, nargs="+", metavar="NUMBER", help="these of the list alone")
    parser.add_argument("--marks", default="not (slow or deep or documents or ray or browser)")
    given = parser.parse_args()
    shutil.rmtree(WORK / "hook", ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    results = []
    for number, fault in enumerate(faults(given.kind, given.count)):
        if given.only is None or number in given.only:
            results.append(verdict(fault, given.tests, given.marks))
            print(f"{number} {fault}: {results[-1]}", flush=True)
    noticed = sum(result.startswith("noticed") for result in results)
    print(f"{noticed} of {len(results) - results.count('does not compile')} faults noticed")


if __name__ == "__main__":
    main()
