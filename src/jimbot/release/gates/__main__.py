"""Several gates one after the other: what scripts/run_regressions.ps1 and .sh call.

Switches are written as PowerShell writes them (-RunP18 -SkipMilestone1000) or as others do (--run-p18).
Without one that runs a gate, P18 is run. The exit code is that of the first gate that fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

GATES = ("p15", "p16", "p17", "p18", "p19", "p20")
USUAL = ("p18",)
SWITCHES = {
    "skipmilestone1000": "--skip-milestone-1000",
    "runperfgateonly": "--perf-gate-only",
    "perfgateonly": "--perf-gate-only",
    "failonperfgate": "--fail-on-perf-gate",
    "quick": "--quick",
    "allowpromote": "--allow-promote",
}
VALUES = {"artifacts": "--artifacts", "registry": "--registry", "baseurl": "--base-url"}


def commands(words: Sequence[str]) -> list[list[str]]:
    """The `jimbot gate` commands that a command line means, in the order of the gates."""
    wanted: set[str] = set()
    shared: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name = re.sub(r"[^a-z0-9]", "", word.lower())
        if name in SWITCHES:
            shared.append(SWITCHES[name])
        elif name.removeprefix("run") in GATES and name.startswith("run"):
            wanted.add(name.removeprefix("run"))
        elif name in VALUES and rest:
            shared += [VALUES[name], rest.pop(0)]
        else:
            known = [f"--run-{gate}" for gate in GATES] + sorted({*SWITCHES.values(), *VALUES.values()})
            raise ValueError(f"unknown switch {word!r}; some of {', '.join(known)}")
    return [["gate", gate, *shared] for gate in GATES if gate in (wanted or USUAL)]


def main(words: Sequence[str]) -> int:
    try:
        wanted = commands(words)
    except ValueError as error:
        print(f"run_regressions: {error}", file=sys.stderr)
        return 2
    first = 0
    for command in wanted:
        code = subprocess.run([sys.executable, "-m", "jimbot", *command], check=False).returncode
        print(f"run_regressions: {' '.join(command)}: exit code {code}", flush=True)
        first = first or code
    return first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
