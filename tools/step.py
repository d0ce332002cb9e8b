"""Runs one step of the Makefile and says so in one line: what it is, how far it is, how long it took.

python3 tools/step.py 'types: mypy' mypy --strict ...

What the command prints is shown only if it fails. It needs Python alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time

COUNTED = re.compile(r"^\s*\[(\d+)/(\d+)\]")  # Ninja: [37/126] Building CXX object ...
COLLECTED = re.compile(r"^\s*Collecting ([\w.-]+)")  # pip
QUARTERS = (25, 50, 75)
LAST_LINES = 200


class Line:
    """One line on the terminal, rewritten as the step goes on; in a log only the quarters appear."""

    def __init__(self, text: str) -> None:
        self.text, self.live, self.shown, self.began = text, sys.stdout.isatty(), 0, time.monotonic()
        print(f"{text} ...", end="", flush=True)

    def progress(self, line: str) -> None:
        if match := COUNTED.match(line):
            done, of = int(match[1]), int(match[2])
            if self.live:
                self.rewrite(f"{done} of {of} files compiled")
            elif of > 10 and self.shown < len(QUARTERS) and 100 * done >= QUARTERS[self.shown] * of:
                print(f" {QUARTERS[self.shown]} %", end="", flush=True)
                self.shown += 1
        elif self.live and (match := COLLECTED.match(line)):
            self.rewrite(match[1])

    def rewrite(self, more: str) -> None:
        print(f"\r\033[K{self.text} ... {more}", end="", flush=True)

    def end(self, result: str) -> None:
        start = f"\r\033[K{self.text} ..." if self.live else ""
        print(f"{start} {result}, {time.monotonic() - self.began:.0f} s", flush=True)


def main() -> int:
    text, *command = sys.argv[1:]
    line, printed = Line(text), []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as step:
        assert step.stdout is not None
        for output in step.stdout:
            printed.append(output)
            line.progress(output)
    line.end("failed" if step.returncode else "done")
    if step.returncode:
        sys.stdout.writelines(printed[-LAST_LINES:])
    return step.returncode if step.returncode >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
