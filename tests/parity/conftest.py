"""The parity commands as a user calls them, and a recorded run to try them on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from jimbot.agents import make_agent
from jimbot.apps.cli.app import main
from jimbot.live.parity.record import TraceRecorder, chosen_by
from jimbot.live.parity.traces import TraceWriter
from jimbot.live.server.session import Session

Rows = list[dict[str, Any]]
FIXTURES = Path(__file__).parent / "fixtures"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def parity(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Runs `jimbot parity ...`."""

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        with pytest.raises(SystemExit) as leave:
            main(["parity", *map(str, arguments)])
        out, err = capsys.readouterr()
        return Done(int(leave.value.code or 0), out, err)

    return run


@pytest.fixture(scope="session")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the simulator, recorded in process."""
    path = tmp_path_factory.mktemp("traces") / "run.jsonl.gz"
    header = {"recorded_by": "jimbot", "variant": "steamodded", "seed": "ABCD12"}
    with TraceWriter(path, header) as writer:
        recorder = TraceRecorder(Session(), writer)
        recorder.start("ABCD12", "RED", "WHITE")
        writer.finish(recorder.play(chosen_by(make_agent("heuristic")), 60))
    return path


@pytest.fixture(scope="session")
def rows(trace: Path) -> Rows:
    with gzip.open(trace, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_rows(rows: Rows, path: Path) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def altered(rows: Rows, tmp_path: Path) -> Callable[..., Path]:
    """The recorded run with its rows changed by a function, as another file."""

    def write(change: Callable[[Rows], Any], name: str = "altered.jsonl") -> Path:
        copy: Rows = json.loads(json.dumps(rows))
        change(copy)
        return write_rows(copy, tmp_path / name)

    return write


@pytest.fixture
def calls_altered(tmp_path: Path) -> Callable[..., Path]:
    """Calls made from a seed and recorded, their rows changed by a function."""

    def write(seed: str, calls: list[tuple[str, dict[str, Any]]], change: Callable[[Rows], Any]) -> Path:
        path = tmp_path / "calls.jsonl.gz"
        header = {"recorded_by": "jimbot", "variant": "steamodded", "seed": seed}
        with TraceWriter(path, header) as writer:
            recorder = TraceRecorder(Session(), writer)
            recorder.start(seed, "RED", "WHITE")
            for call in calls:
                assert recorder.call(*call).result == "ok", call
            writer.finish("complete")
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        change(rows)
        return write_rows(rows, tmp_path / "altered.jsonl")

    return write
