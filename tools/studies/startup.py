"""How long programs take to their first answer: seconds, and seconds of a processor with all they start.

python tools/studies/startup.py [--rounds 3]
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from statistics import median

import psutil

HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    b'"capabilities":{},"clientInfo":{"name":"startup","version":"1"}}}\n'
)
Ready = Callable[[subprocess.Popen[bytes]], object]


def ended(process: subprocess.Popen[bytes]) -> object:
    assert process.stdout is not None
    return process.stdout.read()


def greeted(process: subprocess.Popen[bytes]) -> object:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(HELLO)
    process.stdin.flush()
    return process.stdout.readline()


def first_byte(port: int) -> Ready:
    def ready(process: subprocess.Popen[bytes]) -> object:
        while process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
                    return page.read(1)
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        raise RuntimeError(f"the web app ended with {process.returncode}")

    return ready


def measured(words: list[str], ready: Ready) -> tuple[float, float]:
    began = time.perf_counter()
    command = [sys.executable, "-m", "jimbot", *words]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    there = psutil.Process(process.pid)
    answer = ready(process)
    seconds = time.perf_counter() - began
    if not answer:
        raise RuntimeError(f"jimbot {' '.join(words)} answered nothing")
    spent = sum(sum(one.cpu_times()[:2]) for one in [there, *there.children(recursive=True)])
    process.kill()
    process.wait()
    return seconds, spent


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    port = free_port()
    programs: list[tuple[list[str], Ready]] = [
        (["--help"], ended),
        (["graph", "query", "synergies", "--jokers", "baron,mime"], ended),
        (["mcp"], greeted),
        (["ui", "--classic", "--port", str(port), "--no-open"], first_byte(port)),
    ]
    print("| program | seconds | of a processor |\n|---|---|---|")
    for words, ready in programs:
        found = [measured(words, ready) for _ in range(rounds)]
        seconds, spent = (median(column) for column in zip(*found, strict=True))
        print(f"| `jimbot {' '.join(words[:2])}` | {seconds:.2f} | {spent:.2f} |", flush=True)


if __name__ == "__main__":
    main()
