"""The event gateway: events a second that it takes, one by one and in batches, and the memory it holds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil

EVENT = {
    "type": "hand_played",
    "timestamp": 1_700_000_000.25,
    "game_id": "0123456789abcdef",
    "data": {"hand": "Full House", "cards": ["S_K", "H_K", "D_K", "C_7", "S_7"], "score": 1234.0},
}


def measure(seconds: float) -> dict[str, Any]:
    """A gateway in a process of its own with one listener that keeps up; one publisher sends all it can."""
    from websockets.sync.client import connect

    rows = []
    for name, count in (("one by one", 1), ("in batches of 100", 100)):
        message = json.dumps(EVENT if count == 1 else [EVENT] * count)
        with _gateway() as (url, pid), _listener(url):
            before, processor = _memory(pid), _cpu_seconds(pid)
            sent, begin = 0, time.perf_counter()
            with connect(url, compression=None) as client:
                while time.perf_counter() - begin < seconds:
                    for _ in range(100):
                        client.send(message)
                    sent += 100 * count
                client.ping().wait(60)  # everything before it was read
            spent = time.perf_counter() - begin
            stats = _stats(url)
            rows.append(
                {
                    "sent_as": name,
                    "events_per_second": stats["accepted"] / spent,
                    "events_per_cpu_second": stats["accepted"] / (_cpu_seconds(pid) - processor),
                    "sent": sent,
                    "accepted": stats["accepted"],
                    "dropped": stats["dropped"],
                    "events_in_a_batch": stats["recent_batches"]["events"],
                    "milliseconds_waited": 1000 * stats["recent_batches"]["waited"],
                    "memory_before_mb": before,
                    "memory_after_mb": _memory(pid),
                }
            )
    return {"gateway": rows}


@contextmanager
def _gateway() -> Iterator[tuple[str, int]]:
    command = [sys.executable, "-m", "jimbot", "events", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None
    try:
        found = re.search(r"ws://\S+/events", process.stdout.readline())
        if found is None:
            raise RuntimeError("the gateway did not start")
        yield found[0], process.pid
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def _listener(url: str) -> Iterator[None]:
    command = [sys.executable, "-m", "jimbot", "events", "tail", "--url", url]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not _stats(url)["listeners"]:
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait()


def _stats(url: str) -> dict[str, Any]:
    address = url.replace("ws://", "http://").replace("/events", "/stats")
    with urllib.request.urlopen(address) as answer:
        stats: dict[str, Any] = json.load(answer)
    return stats


def _cpu_seconds(pid: int) -> float:
    """Of a process, so far."""
    times = psutil.Process(pid).cpu_times()
    return times.user + times.system


def _memory(pid: int) -> float:
    """Resident memory of a process in MB."""
    return psutil.Process(pid).memory_info().rss / 2**20
