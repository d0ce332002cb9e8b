"""`jimbot mcp` and `jimbot events` on the command line: what is refused, in one line."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("command", "module"), [("mcp", "mcp"), ("events", "websockets")])
def test_a_missing_library_is_named_with_its_extra(command: str, module: str) -> None:
    done = run(
        f"import sys; sys.modules[{module!r}] = None; from jimbot.apps.cli.app import main; main([{command!r}])"
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"needs {module}: pip install 'jimbot[{command}]'" in done.stderr


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["mcp", "--execute"], "--execute goes with --base-url"),
        (["mcp", "--base-url", "http://x", "--execute", "--confirm"], "--confirm goes with --http"),
        (["mcp", "--games", "0"], "1 to 256"),
        (["events", "--port", "x"], "0 to 65535"),
        (["events", "tail", "--url", "ws://127.0.0.1:9/events"], "no event gateway at"),
        (["events", "replay", "no-such-file"], "no-such-file"),
    ],
)
def test_bad_input(words: list[str], shown: str) -> None:
    done = run(f"from jimbot.apps.cli.app import main; main({words!r})")
    assert done.returncode == 2
    assert (shown in done.stderr, done.stderr.count("\n")) == (True, 1), done.stderr


def test_it_is_ready_in_two_seconds_of_a_processor() -> None:
    """From the command to the end of an empty input; what it loads later does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "jimbot", "mcp"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert (done.returncode, done.stderr) == (0, "")
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2.0
