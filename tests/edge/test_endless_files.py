"""Every file that a command reads, as something without end: refused in one line, at once, in little memory."""

from __future__ import annotations

import gzip
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from jimbot.apps.cli.app import MODULES, main

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")

SECONDS = 30  # much more than any of these takes
MEMORY = 6 << 30  # that a command may claim; torch alone claims a half


def pipe(path: Path) -> None:
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terabyte(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)  # takes no room on the disk


def nested(path: Path) -> None:
    path.write_text('{"a":' * 200_000 + "\n")


def round_trip(path: Path) -> None:
    path.symlink_to(path)


def packed_line(path: Path) -> None:
    path.write_bytes(gzip.compress(b"a" * (64 << 20), 1) * 40)


def packed_lines(path: Path) -> None:
    path.write_bytes(gzip.compress(b"{}\n" * (20 << 20), 1) * 40)


def packed_frame(path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    parts = [packer.compress(b"{}\n" * (20 << 20)) for _ in range(20)]
    path.write_bytes(b"".join([*parts, packer.flush()]))


PLAIN = (pipe, zeros, terabyte, nested)
GZIP = (packed_line, packed_lines)
DEV = ("--seeds", "dev-1")
COMMANDS: dict[str, tuple[str, list[str]]] = {  # the ending of the file, which is FILE among the words
    "play": ("", ["play", "--load", "FILE"]),
    "replay": (".txt", ["replay", "FILE"]),
    "review": (".txt", ["review", "FILE"]),
    "assist": (".json", ["assist", "FILE"]),
    "watch": (".txt", ["watch", "--seed", "A", "--agent", "scripted:FILE"]),
    "seeds": (".txt", ["eval", "--agent", "greedy", "--seeds", "FILE"]),
    "judge": (".npz", ["eval", *DEV, "--agent", "heuristic:judge=FILE"]),
    "tuning": (".json", ["eval", *DEV, "--agent", "heuristic:tuning=FILE"]),
    "network": (".pt", ["eval", *DEV, "--agent", "policy:checkpoint=FILE"]),
    "risks": (".yaml", ["eval", *DEV, "--agent", "risk_aware:config=FILE"]),
    "agent": (".py", ["eval", *DEV, "--agent", "FILE"]),
    "recording": (".jsonl", ["parity", "replay", "FILE"]),
    "scenarios": (".jsonl", ["parity", "scenarios", "FILE"]),
    "events": (".jsonl", ["events", "replay", "FILE", "--url", "ws://127.0.0.1:9/events"]),
    "search": (".jsonl", ["seed", "find", "voucher v_hone", "--count", "9", "--state", "FILE"]),
    "records": (".jsonl", ["imitate", "dataset", "--summary", "--path", "FILE"]),
    "packed records": (".jsonl.zst", ["imitate", "dataset", "--summary", "--path", "FILE"]),
    "shard": (".safetensors", ["imitate", "dataset", "--summary", "--path", "FILE"]),
    "key": (".pem", ["package", "verify", ".", "--key", "FILE"]),
}  # fmt: skip
CASES = [(name, make) for name in COMMANDS for make in PLAIN]
CASES += [("packed recording", make) for make in GZIP] + [("packed scenarios", make) for make in GZIP]
COMMANDS["packed recording"] = (".jsonl.gz", ["parity", "replay", "FILE"])
COMMANDS["packed scenarios"] = (".jsonl.gz", ["parity", "scenarios", "FILE"])
CASES += [("packed records", packed_frame), ("agent", round_trip)]


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """What the commands load, once for all of them."""
    for words in {words[0]: words for _, words in COMMANDS.values()}.values():
        import_module(f"jimbot.apps.cli.{MODULES.get(words[0], words[0])}")
    for name in (
        "evaluation.parallel",
        "training.data.survey",
        "release.packages.signature",
        "live.parity.replay",
    ):
        import_module(f"jimbot.{name}")


def run(words: list[str], folder: Path) -> tuple[int, str]:
    """`jimbot ...` in a process of its own that is bounded in time and memory: its exit code and its errors."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.chdir(folder)
            for number, name in ((1, "out"), (2, "err")):
                os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            main(words)
        except SystemExit as leave:
            code = int(leave.code or 0)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush(), sys.stderr.flush()
        os._exit(code)
    until, ended = time.monotonic() + SECONDS, 0
    while not ended:
        ended, status = os.waitpid(child, os.WNOHANG)
        if not ended and time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            break
        time.sleep(0.005)
    return os.waitstatus_to_exitcode(status), (folder / "err").read_text(errors="replace")


@pytest.mark.parametrize(("name", "make"), CASES, ids=[f"{name}: {make.__name__}" for name, make in CASES])
def test_a_file_without_end(tmp_path: Path, name: str, make: Callable[[Path], None]) -> None:
    ending, words = COMMANDS[name]
    file = tmp_path / f"given{ending}"
    make(file)
    code, errors = run([word.replace("FILE", str(file)) for word in words], tmp_path)
    assert code == 2 or (name == "key" and code == 1), (code, errors[-2000:])
    assert errors.count("\n") <= 1, errors[-2000:]
    assert len(errors) < 1000
