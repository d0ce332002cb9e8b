"""Throughput and latency of balatrobot servers: one client process per server, all at once."""

from __future__ import annotations

import math
import multiprocessing
import queue
import time
from collections.abc import Callable, Sequence
from typing import Any

import psutil

from jimbot.apps.bench.timed_player import ServerBench, TimedPlayer, Timings
from jimbot.live.client.raw_client import RawClient

HEALTH_SECONDS = 2.0
REPORT_SECONDS = 0.2


def check(urls: Sequence[str]) -> None:
    """Each server must be there and healthy before anything is measured."""
    for url in urls:
        try:
            health = RawClient(url, timeout=HEALTH_SECONDS).call("health")
        except ConnectionRefusedError:
            raise ValueError(
                f"{url} refuses connections; start it (jimbot serve --ports ...) or use --launch-instances"
            ) from None
        if health != {"status": "ok"}:
            raise RuntimeError(f"{url}: the answer to health was {health!r}; is this a balatrobot server?")


def measure(urls: Sequence[str], settings: ServerBench, advance: Callable[[int], None]) -> dict[str, Any]:
    """Drives all servers at once and sums up; `advance` is called with the steps done."""
    check(urls)
    spawn = multiprocessing.get_context("spawn")
    messages: multiprocessing.Queue[int | Timings | str] = spawn.Queue()
    barrier = spawn.Barrier(len(urls))
    workers = [
        spawn.Process(target=work, args=(number, url, settings, barrier, messages), daemon=True)
        for number, url in enumerate(urls)
    ]
    try:
        for worker in workers:
            worker.start()
        results = gather(workers, messages, advance)
    finally:
        for worker in workers:
            if worker.pid is not None:
                worker.terminate()
                worker.join()
    return summary(sorted(results, key=lambda result: urls.index(result.url)), settings)


def work(number: int, url: str, settings: ServerBench, barrier: Any, messages: Any) -> None:
    """The process of one client."""
    try:
        if settings.cpu_affinity:
            pin(0, number)
        player = TimedPlayer(url, settings, f"BENCH{number}")
        barrier.wait()
        time.sleep(number * settings.stagger_start)
        messages.put(player.play(Reporter(messages.put)))
    except (OSError, RuntimeError, ValueError) as error:
        messages.put(str(error))


class Reporter:
    """Passes on steps done, but not each of them: a message costs more than a step."""

    def __init__(self, put: Callable[[int], None]) -> None:
        self._put = put
        self._steps = 0
        self._next = time.monotonic() + REPORT_SECONDS

    def __call__(self, steps: int) -> None:
        self._steps += steps
        if time.monotonic() >= self._next:
            self._put(self._steps)
            self._steps = 0
            self._next = time.monotonic() + REPORT_SECONDS


def gather(workers: Sequence[Any], messages: Any, advance: Callable[[int], None]) -> list[Timings]:
    results: list[Timings] = []
    while len(results) < len(workers):
        try:
            message = messages.get(timeout=1)
        except queue.Empty:
            if any(worker.exitcode for worker in workers):
                raise RuntimeError("a benchmark process died") from None
            continue
        if isinstance(message, str):
            raise RuntimeError(message)
        if isinstance(message, Timings):
            results.append(message)
        else:
            advance(message)
    return results


def pin(pid: int, number: int) -> None:
    """Keeps a process (0: this one) on one core, the cores taken in turn."""
    process = psutil.Process(pid or None)
    if hasattr(process, "cpu_affinity"):  # macOS has none
        available = sorted(psutil.Process().cpu_affinity())
        process.cpu_affinity([available[number % len(available)]])


def summary(results: Sequence[Timings], settings: ServerBench) -> dict[str, Any]:
    rows = [instance(result) for result in results]
    steps = sum(result.steps for result in results)
    wall = max(result.ended for result in results) - min(result.began for result in results)
    speeds = [row["steps_s"] for row in rows]
    latencies: dict[str, list[float]] = {}
    for result in results:
        for method, seconds in result.latencies.items():
            latencies.setdefault(method, []).extend(seconds)
    return {
        "mode": settings.mode,
        "instances": len(results),
        "steps_per_instance": settings.steps,
        "json_backend": settings.json_backend,
        "cpu_affinity": settings.cpu_affinity,
        "fast_restart": settings.fast_restart,
        "steps": steps,
        "wall_s": wall,
        "steps_s_total": steps / wall,
        "steps_s_without_reset": sum(row["steps_s_without_reset"] for row in rows),
        "calls_s_total": sum(len(seconds) for seconds in latencies.values()) / wall,
        "reset_ms": spread([s for result in results for s in result.resets]),
        "latency_ms": {method: spread(latencies[method]) for method in sorted(latencies)},
        "wait_sleep_ms": spread([s for result in results for s in result.sleeps]),
        "per_instance": rows,
        "scaling": {
            "steps_s_per_instance": sum(speeds) / len(speeds),
            "slowest": min(speeds),
            "fastest": max(speeds),
            "efficiency": steps / wall / (len(speeds) * max(speeds)),
        },
    }


def instance(result: Timings) -> dict[str, Any]:
    wall = result.ended - result.began
    return {
        "url": result.url,
        "steps": result.steps,
        "resets": len(result.resets),
        "wall_s": wall,
        "steps_s": result.steps / wall,
        "steps_s_without_reset": result.steps / (wall - sum(result.resets)),
    }


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Count, average, quantiles and total in milliseconds; of nothing, the count alone."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(second * 1000 for second in seconds)

    def quantile(share: float) -> float:
        return ordered[math.ceil(share * len(ordered)) - 1]

    return {
        "count": len(ordered),
        "avg": sum(ordered) / len(ordered),
        "p50": quantile(0.5),
        "p95": quantile(0.95),
        "max": ordered[-1],
        "total": sum(ordered),
    }
