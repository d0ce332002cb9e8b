"""What the programs that write to a folder measure, as a page for Prometheus (text format 0.0.4)."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from jimbot.runs.telemetry.follow import Follower, Row
from jimbot.runs.telemetry.measures import MEASURES

GAUGES = ("health", "training")  # the last value of each process counts; of all else, sum and count
HISTOGRAMS = (
    "jimbot_call_seconds",
    "jimbot_advice_seconds",
    "jimbot_advisor_seconds",
    "jimbot_graph_seconds",
)
BUCKETS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0)  # seconds
MOST_SERIES = 5000
FORGOTTEN = 300.0  # seconds after which a process that is silent is left out
CONTENT = "text/plain; version=0.0.4; charset=utf-8"
Labels = tuple[tuple[str, str], ...]


@dataclass
class Series:
    value: float = 0.0  # the last one, or the sum
    count: int = 0
    heard: float = 0.0
    buckets: list[int] = field(default_factory=lambda: [0] * len(BUCKETS))


class Totals:
    """Sums over all points that were told."""

    def __init__(self) -> None:
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
            series.heard = now
            series.count += 1
            series.value = value if gauge else series.value + value
            if (place := bisect_left(BUCKETS, value)) < len(BUCKETS):
                series.buckets[place] += 1

    def text(self, now: float) -> str:
        return "".join(f"{line}\n" for line in self._lines(now))

    def _of(self, name: str, labels: Labels) -> Series | None:
        family = self._series.setdefault(name, {})
        if labels not in family:
            if self._size >= MOST_SERIES:
                return None
            self._size += 1
            family[labels] = Series()
        return family[labels]

    def _lines(self, now: float) -> Iterator[str]:
        for measure, about in MEASURES.items():
            gauge = measure in GAUGES
            for value, what in about.values.items():
                name = metric(measure, value)
                family = self._series.get(name, {})
                kind = "gauge" if gauge else "histogram" if name in HISTOGRAMS else "summary"
                shown = [(k, s) for k, s in family.items() if not gauge or now - s.heard < FORGOTTEN]
                if shown:
                    yield f"# HELP {name} {about.about}: {what}"
                    yield f"# TYPE {name} {kind}"
                for labels, series in shown:
                    yield from _samples(name, kind, labels, series)
        yield "# HELP jimbot_telemetry_refused_total points of more series than are kept"
        yield "# TYPE jimbot_telemetry_refused_total counter"
        yield f"jimbot_telemetry_refused_total {self.refused}"


def metric(measure: str, value: str) -> str:
    return f"jimbot_{measure}_{value}"


def samples_of(measure: str, value: str) -> list[str]:
    """The names under which Prometheus finds a value."""
    name = metric(measure, value)
    if measure in GAUGES:
        return [name]
    return [f"{name}_sum", f"{name}_count", *([f"{name}_bucket"] if name in HISTOGRAMS else [])]


def _samples(name: str, kind: str, labels: Labels, series: Series) -> Iterator[str]:
    if kind == "gauge":
        yield f"{name}{_labels(labels)} {series.value!r}"
        return
    if kind == "histogram":
        below = 0
        for bound, count in zip(BUCKETS, series.buckets, strict=True):
            below += count
            yield f"{name}_bucket{_labels((*labels, ('le', repr(bound))))} {below}"
        yield f"{name}_bucket{_labels((*labels, ('le', '+Inf')))} {series.count}"
    yield f"{name}_sum{_labels(labels)} {series.value!r}"
    yield f"{name}_count{_labels(labels)} {series.count}"


def _labels(labels: Iterable[tuple[str, str]]) -> str:
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    inside = ",".join(f'{name}="{value.translate(escapes)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


class Endpoint(ThreadingHTTPServer):
    """GET /metrics. Port 0 is any free one: ``server_port`` has the number."""

    daemon_threads = True

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self._follower = Follower(folder)
        self._totals = Totals()
        self._lock = threading.Lock()
        super().__init__((host, port), _Page)

    def page(self) -> str:
        with self._lock:
            now = time.monotonic()
            for row in self._follower.poll():
                self._totals.add(row, now)
            return self._totals.text(now)


class _Page(BaseHTTPRequestHandler):
    server: Endpoint

    def do_GET(self) -> None:
        found = self.path.partition("?")[0] == "/metrics"
        body = self.server.page().encode() if found else b"the metrics are at /metrics\n"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", CONTENT if found else "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """A line per scrape would be of no use."""
