"""What the programs that write to a folder measure, as a page for Prometheus."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import accumulate
from pathlib import Path
from typing import Any

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from jimbot.runs.telemetry.follow import Follower, Row
from jimbot.runs.telemetry.measures import MEASURES
from jimbot.runs.visitors import Visitors

GAUGES = ("health", "training")  # the last value of each process counts; of all else, sum and count
HISTOGRAMS = (
    "jimbot_call_seconds",
    "jimbot_advice_seconds",
    "jimbot_advisor_seconds",
    "jimbot_graph_seconds",
)
BUCKETS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)  # seconds
MAX_SERIES = 5000
FORGOTTEN = 300.0  # seconds after which a process that is silent is left out
Labels = tuple[tuple[str, str], ...]


@dataclass
class Series:
    value: float = 0.0  # the last one, or the sum
    count: int = 0
    updated: float = 0.0
    buckets: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))  # and one above


class Totals(Collector):
    """Sums over all points."""

    def __init__(self) -> None:
        self._now = 0.0
        self._series: dict[str, dict[Labels, Series]] = {}
        self._size = 0
        self.refused = 0  # points of further series than are kept

    def add(self, row: Row, now: float) -> None:
        measure, tags = row["measure"], dict(row["tags"])
        gauge = measure in GAUGES
        if gauge:
            tags |= {"run": row["run"], "process": str(row["process"])}
        labels = tuple(sorted(tags.items()))
        for name, value in row["values"].items():
            series = self._of(metric(measure, name), labels)
            if series is None:
                self.refused += 1
                continue
            series.updated = now
            series.count += 1
            series.value = value if gauge else series.value + value
            series.buckets[bisect_left(BUCKETS, value)] += 1

    def text(self, now: float) -> bytes:
        """The page; processes that were silent for long are left out."""
        self._now = now
        return generate_latest(self)

    def collect(self) -> Iterator[Metric]:
        for measure, about in MEASURES.items():
            for value, what in about.values.items():
                name = metric(measure, value)
                gauge = measure in GAUGES
                kind = "gauge" if gauge else "histogram" if name in HISTOGRAMS else "summary"
                found = Metric(name, f"{about.about}: {what}", kind)
                for labels, series in self._series.get(name, {}).items():
                    if not gauge or self._now - series.updated < FORGOTTEN:
                        _add_samples(found, dict(labels), series)
                if found.samples:
                    yield found
        yield CounterMetricFamily(
            "jimbot_telemetry_refused", "points of more series than are kept", self.refused
        )

    def _of(self, name: str, labels: Labels) -> Series | None:
        family = self._series.setdefault(name, {})
        if labels not in family:
            if self._size >= MAX_SERIES:
                return None
            self._size += 1
            family[labels] = Series()
        return family[labels]


def metric(measure: str, value: str) -> str:
    return f"jimbot_{measure}_{value}"


def _add_samples(found: Metric, labels: dict[str, str], series: Series) -> None:
    if found.type == "gauge":
        found.add_sample(found.name, labels, series.value)
        return
    if found.type == "histogram":
        for bound, count in zip((*BUCKETS, "+Inf"), accumulate(series.buckets), strict=True):
            found.add_sample(f"{found.name}_bucket", labels | {"le": str(bound)}, count)
    found.add_sample(f"{found.name}_sum", labels, series.value)
    found.add_sample(f"{found.name}_count", labels, series.count)


class Endpoint(ThreadingHTTPServer):
    """GET /metrics. Port 0 is any free one: ``server_port`` has the number."""

    daemon_threads = True

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self._follower = Follower(folder)
        self._totals = Totals()
        self._lock = threading.Lock()
        self.visitors = Visitors(host)
        super().__init__((host, port), _Page)

    def page(self) -> bytes:
        with self._lock:
            now = time.monotonic()
            for row in self._follower.poll():
                self._totals.add(row, now)
            return self._totals.text(now)


class _Page(BaseHTTPRequestHandler):
    server: Endpoint

    def do_GET(self) -> None:
        why = self.server.visitors.why_refused(self.headers.items())
        found = self.path.partition("?")[0] == "/metrics" and why is None
        body = self.server.page() if found else f"{why or 'the metrics are at /metrics'}\n".encode()
        self.send_response(200 if found else 404 if why is None else 403)
        self.send_header("Content-Type", CONTENT_TYPE_PLAIN_0_0_4 if found else "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """A line per scrape would be of no use."""
