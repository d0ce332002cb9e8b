"""A command under guard: ended with all it has started when its time is up; its output kept in files.

    python -m jimbot safe-run --timeout-sec 1200 -- COMMAND ...

The options may also be written as PowerShell writes them: -TimeoutSec 1200. The exit code is that of the
command, 124 when its time was up, 127 when it cannot be started, 130 when the guard was interrupted.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from jimbot.runs.groups import APART, end_group, group_lives
from jimbot.runs.machine import write_whole

SCHEMA = "safe_run_result_v1"
LOGS = Path(".safe_run") / "logs"
TIMED_OUT, NOT_STARTED, INTERRUPTED = 124, 127, 130
GRACE = 5.0  # seconds between asking and killing
LOOK = 0.05
OPTIONS = {"timeoutsec": "timeout", "heartbeatsec": "heartbeat", "logdir": "logs", "name": "name"}


@dataclass
class Guard:
    """What is run, for how long, and where its output goes."""

    command: Sequence[str]
    timeout: float = 1200.0
    heartbeat: float = 30.0  # seconds between two signs of life; 0: none
    logs: Path = LOGS
    name: str = ""
    interrupted: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if not self.command:
            raise ValueError("there is no command: safe-run [options] -- COMMAND ...")
        if self.timeout <= 0 or self.heartbeat < 0:
            raise ValueError("the timeout must be more than 0 seconds, the heartbeat 0 or more")

    def run(self) -> dict[str, Any]:
        """Runs the command to its end or to the end of its time. What it says is also in the logs."""
        began = datetime.now(UTC)
        label = re.sub(r"[^A-Za-z0-9._-]+", "_", self.name or Path(self.command[0]).stem)[:40]
        stem = f"{began:%Y%m%d_%H%M%S_%f}_{label}"
        self.logs.mkdir(parents=True, exist_ok=True)
        files = {name: self.logs / f"{stem}.{name}.log" for name in ("stdout", "stderr")}
        clock = time.monotonic()
        with files["stdout"].open("wb") as out, files["stderr"].open("wb") as err:
            code, timed_out, error = self._watched(out, err, files["stdout"])
        result = {
            "schema": SCHEMA,
            "command": list(self.command),
            "exit_code": code,
            "timed_out": timed_out,
            "error": error,
            "timeout_sec": self.timeout,
            "seconds": round(time.monotonic() - clock, 3),
            "started_at": began.isoformat(),
            "stdout_log": str(files["stdout"]),
            "stderr_log": str(files["stderr"]),
            "summary": str(self.logs / f"{stem}.json"),
        }
        write_whole(self.logs / f"{stem}.json", json.dumps(result, indent=2))
        return result

    def _watched(self, out: Any, err: Any, log: Path) -> tuple[int, bool, str | None]:
        try:
            process = subprocess.Popen(
                list(self.command), stdin=subprocess.DEVNULL, stdout=out, stderr=err, **APART
            )
        except OSError as error:
            return NOT_STARTED, False, f"{self.command[0]}: {error.strerror or error}"
        begin = time.monotonic()
        beat = begin + self.heartbeat
        while process.poll() is None:
            now = time.monotonic()
            if now - begin >= self.timeout or self.interrupted:
                _end(process)
                return (INTERRUPTED if self.interrupted else TIMED_OUT), not self.interrupted, None
            if self.heartbeat and now >= beat:
                beat = now + self.heartbeat
                size = log.stat().st_size
                _say(f"running for {now - begin:.0f} of {self.timeout:g} s, {size} bytes of output")
            time.sleep(min(LOOK, max(0.0, self.timeout - (now - begin))))
        code = process.returncode
        _end(process)  # what it left running
        return code if code >= 0 else 128 - code, False, None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Asks the whole group to end, and ends it after a while."""
    until = time.monotonic() + GRACE
    sent = end_group(process.pid, force=False)
    while sent and time.monotonic() < until and group_lives(process.pid):
        process.poll()  # reaps the first process, so that an empty group is gone
        time.sleep(LOOK)
    end_group(process.pid, force=True)
    process.wait()


def _say(text: str) -> None:
    print(f"safe_run: {text}", file=sys.stderr, flush=True)


def parse(words: Sequence[str]) -> Guard:
    """Options up to the command; ``--`` may be between them."""
    given: dict[str, Any] = {}
    rest = list(words)
    while rest and rest[0].startswith("-"):
        word = rest.pop(0)
        if word == "--":
            break
        written, equals, value = word.partition("=")
        option = OPTIONS.get(written.lstrip("-").replace("-", "").lower())
        if option is None:
            allowed = "--timeout-sec, --heartbeat-sec, --log-dir, --name"
            raise ValueError(f"unknown option {word!r}; one of {allowed}, and then -- COMMAND")
        if not equals and not rest:
            raise ValueError(f"{word} needs a value")
        given[option] = _value(option, written, value if equals else rest.pop(0))
    return Guard(rest, **given)


def _value(option: str, written: str, text: str) -> float | str | Path:
    if option in ("timeout", "heartbeat"):
        try:
            return float(text)
        except ValueError:
            raise ValueError(f"{written} must be a number of seconds, not {text!r}") from None
    return Path(text) if option == "logs" else text


def main(words: Sequence[str]) -> int:
    """Runs a guarded command as a program does: output is shown at the end. Its exit code."""
    guard = parse(words)

    def stop(number: int, frame: FrameType | None) -> None:
        guard.interrupted = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        result = guard.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for stream, name in ((sys.stdout, "stdout_log"), (sys.stderr, "stderr_log")):
        stream.write(Path(result[name]).read_text(encoding="utf-8", errors="replace"))
        stream.flush()
    if result["error"]:
        _say(result["error"])
    if result["timed_out"]:
        _say(f"time was up after {guard.timeout:g} s: the command and all it started were ended")
    _say(f"exit code {result['exit_code']} after {result['seconds']:g} s; see {result['summary']}")
    return int(result["exit_code"])
