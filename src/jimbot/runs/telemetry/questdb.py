"""The sink for QuestDB: its line protocol (ILP) over HTTP.

Its documentation says how a line is written: table, symbols, a space, columns, a space, nanoseconds. Tables
and columns are made by the server as they come.
"""

from __future__ import annotations

import math
import urllib.error
import urllib.request
from collections.abc import Sequence

from jimbot.runs.telemetry.recorder import Point, Value

TIMEOUT = 5.0  # seconds for a batch
_IN_NAME = str.maketrans({c: f"\\{c}" for c in " ,=\n\r\\"})
_IN_TEXT = str.maketrans({c: f"\\{c}" for c in '"\n\r\\'})


class QuestDB:
    """``address`` is that of the server's HTTP port, such as http://localhost:9000."""

    def __init__(self, address: str) -> None:
        self.name = address
        self._url = f"{address.rstrip('/')}/write"

    def write(self, points: Sequence[Point]) -> None:
        body = "".join(map(line, points)).encode()
        request = urllib.request.Request(
            self._url, body, {"Content-Type": "text/plain; charset=utf-8"}, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT):
                pass
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise ValueError(f"refused with HTTP {error.code}") from None
            raise OSError(f"HTTP {error.code}") from None

    def close(self) -> None:
        pass


def line(point: Point) -> str:
    """One line. Empty tags and numbers that are none are left out: QuestDB reads them as null."""
    symbols = {"run": point.run, **point.tags}
    head = ",".join(
        [name(point.measure), *(f"{name(key)}={name(value)}" for key, value in symbols.items() if value)]
    )
    columns = ",".join(
        f"{name(key)}={column(value)}"
        for key, value in point.values.items()
        if isinstance(value, str) or math.isfinite(value)
    )
    return f"{head} {columns} {point.time}\n" if columns else f"{head} {point.time}\n"


def name(text: str) -> str:
    """A table, a column or a symbol: spaces, commas, equals signs, line ends and backslashes are escaped."""
    return text.translate(_IN_NAME)


def column(value: Value) -> str:
    """All numbers are doubles, so that a column keeps its type whatever comes first."""
    if isinstance(value, str):
        return f'"{value.translate(_IN_TEXT)}"'
    return repr(float(value)).replace("e+", "e")
