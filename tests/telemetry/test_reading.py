"""What was recorded is read: queries, reports, Prometheus, dashboards; and games are recorded."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from tests.cli.conftest import jimbot  # noqa: F401 (a fixture)

from jimbot.agents import make_agent
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.runs import telemetry
from jimbot.runs.telemetry.follow import Follower
from jimbot.runs.telemetry.measures import MEASURES
from jimbot.runs.telemetry.prometheus import Endpoint, Totals

GRAFANA = Path(__file__).resolve().parents[2] / "configs" / "grafana"


@pytest.fixture(autouse=True)
def _off() -> Iterator[None]:
    yield
    telemetry.stop()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with the telemetry of two games."""
    telemetry.start(str(tmp_path), "test")
    agent = make_agent("random")
    for index, seed in enumerate(("TELEM1", "TELEM2")):
        play_seed(agent, RunOptions("random"), index, seed)
    telemetry.stop()
    return tmp_path


def test_a_game_is_recorded_as_the_table_of_measures_says(played: Path) -> None:
    rows = list(Follower(played).poll())
    assert {"decision", "game", "health"} <= {row["measure"] for row in rows}
    for row in rows:
        about = MEASURES[row["measure"]]
        assert set(row["tags"]) == set(about.tags)
        assert set(row["values"]) <= set(about.values)
        assert set(row["texts"]) == set(about.texts)


def test_queries_and_report(played: Path) -> None:
    pytest.importorskip("duckdb")
    from jimbot.runs.telemetry.report import report
    from jimbot.runs.telemetry.store import Store

    (journal,) = played.glob("*.jsonl")
    with journal.open("ab") as file:
        file.write(b'{"time": 17')  # what a kill leaves
    for _ in range(2):  # the second time from Parquet alone
        store = Store(played)
        (games,) = store.query("SELECT count(*) AS games, sum(decisions) AS decisions FROM game")
        (decisions,) = store.query("SELECT sum(count) AS decisions, min(seconds) AS least FROM decision")
        assert games == {"games": 2, "decisions": decisions["decisions"]}
        assert decisions["least"] > 0
        found = report(store)
        assert {"recorded", "decisions", "games", "processes"} == set(found)
        assert found["games"][0]["games"] == 2
        with pytest.raises(ValueError, match="nothing_there"):
            store.query("SELECT * FROM nothing_there")
        store.close()
        assert not list(played.glob("*.jsonl"))
        assert len(list(played.glob("*.parquet"))) == 1


def test_a_journal_that_is_written_to_is_read_and_not_packed(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from jimbot.runs.telemetry.store import Store

    telemetry.start(str(tmp_path), "test")
    telemetry.record("mine", {"colour": "red"}, size=2)
    telemetry.flush()
    store = Store(tmp_path)
    assert store.query("SELECT colour, size FROM mine") == [{"colour": "red", "size": 2.0}]
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def families(page: bytes) -> dict[str, Metric]:
    """A page as Prometheus reads it."""
    return {family.name: family for family in text_string_to_metric_families(page.decode())}


def test_prometheus(played: Path) -> None:
    endpoint = Endpoint(played, "127.0.0.1", 0)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{endpoint.server_port}"
    for _ in range(2):  # nothing counts twice
        with urllib.request.urlopen(f"{address}/metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            found = families(answer.read())
        won = [one for one in found["jimbot_game_won"].samples if one.name == "jimbot_game_won_count"]
        assert sum(one.value for one in won) == 2
        assert {one.labels["agent"] for one in won} == {"random"}
        assert found["jimbot_health_cpu_seconds"].type == "gauge"
        assert found["jimbot_telemetry_refused"].type == "counter"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/other")
    foreign = urllib.request.Request(f"{address}/metrics", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(foreign)
    endpoint.shutdown()
    endpoint.server_close()


def test_buckets_and_labels() -> None:
    totals = Totals()
    for seconds in (0.0005, 0.3, 70.0):
        row = {
            "measure": "call",
            "run": "r",
            "process": 1,
            "tags": {"method": 'a"b'},
            "values": {"seconds": seconds},
        }
        totals.add(row, now=0)
    found = families(totals.text(now=0))["jimbot_call_seconds"]
    assert all(sample.labels["method"] == 'a"b' for sample in found.samples)
    below = {sample.labels["le"]: sample.value for sample in found.samples if sample.name.endswith("_bucket")}
    assert (below["0.001"], below["0.5"], below["5.0"], below["+Inf"]) == (1, 2, 2, 3)
    (count,) = [sample.value for sample in found.samples if sample.name.endswith("_count")]
    assert count == 3


# -- dashboards and alerts -------------------------------------------------------------------------------------

TEXT = {"type": "string", "minLength": 1}
SOURCE = {
    "type": "object",
    "required": ["type", "uid"],
    "properties": {"type": {"const": "prometheus"}, "uid": TEXT},
}
PLACE = {
    "type": "object",
    "required": ["h", "w", "x", "y"],
    "properties": {"w": {"type": "integer", "maximum": 24}, "x": {"type": "integer", "maximum": 23}},
}
TARGET = {"type": "object", "required": ["refId", "expr"], "properties": {"refId": TEXT, "expr": TEXT}}
PANEL = {
    "type": "object",
    "required": ["id", "title", "type", "datasource", "gridPos", "targets", "fieldConfig"],
    "properties": {
        "id": {"type": "integer"},
        "title": TEXT,
        "type": {"const": "timeseries"},
        "datasource": SOURCE,
        "gridPos": PLACE,
        "targets": {"type": "array", "minItems": 1, "items": TARGET},
    },
}
DASHBOARD = {  # the fields of Grafana's dashboard model that an import needs
    "type": "object",
    "required": ["uid", "title", "schemaVersion", "panels", "templating", "time", "refresh"],
    "properties": {
        "uid": {"type": "string", "maxLength": 40},
        "schemaVersion": {"type": "integer", "minimum": 36},
        "panels": {"type": "array", "minItems": 1, "items": PANEL},
        "templating": {"type": "object", "required": ["list"]},
    },
}


def known() -> set[str]:
    """Every name under which Prometheus may find something."""
    totals = Totals()
    for measure, about in MEASURES.items():
        row = {"measure": measure, "run": "r", "process": 1, "tags": dict.fromkeys(about.tags, "x")}
        totals.add(row | {"values": dict.fromkeys(about.values, 1.0)}, now=0)
    return {sample.name for family in families(totals.text(now=0)).values() for sample in family.samples}


KNOWN = known()


@pytest.mark.parametrize("name", ["health", "game", "learning"])
def test_dashboards(name: str) -> None:
    board = json.loads((GRAFANA / f"{name}.json").read_text())
    jsonschema.validate(board, DASHBOARD)
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in board["panels"]:
        for target in panel["targets"]:
            assert _metrics(target["expr"]) <= KNOWN


def test_alerts() -> None:
    (group,) = yaml.safe_load((GRAFANA / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]:
        assert {"alert", "expr", "labels", "annotations"} <= set(rule)
        assert _metrics(rule["expr"]) <= KNOWN


def _metrics(expression: str) -> set[str]:
    found = set(re.findall(r"jimbot_[a-z_]+", expression))
    assert found
    return found


def test_nothing_is_read_or_written_through_a_link(
    played: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A folder of somebody else: its links lead to my files, its pipes and devices never end."""
    pytest.importorskip("duckdb")
    from jimbot.runs.telemetry.store import Store

    mine = tmp_path_factory.mktemp("mine") / "mine"
    mine.write_text("mine")
    (journal,) = played.glob("*.jsonl")
    for ending in (".parquet.tmp", ".parquet"):
        journal.with_suffix(ending).symlink_to(mine)
    (played / "a.jsonl").symlink_to("/dev/zero")
    (played / "b.parquet").symlink_to("/dev/zero")
    os.mkfifo(played / "c.jsonl")
    os.mkfifo(played / "d.parquet")
    assert list(Follower(played).poll())
    store = Store(played)
    assert store.query("SELECT count(*) AS n FROM points")[0]["n"] > 0
    store.close()
    assert mine.read_text() == "mine"


@pytest.mark.parametrize(
    "content", ["[" * 100_000 + "\n", "[]\n{}\n", "\xff\n", '{"time": "x"}\n', "x" * 20_000_000]
)
def test_lines_that_are_no_points_are_left_out_or_named(jimbot: Any, played: Path, content: str) -> None:  # noqa: F811
    pytest.importorskip("duckdb")
    (played / "a.jsonl").write_text(content, encoding="latin-1")
    assert list(Follower(played).poll())
    done = jimbot("telemetry", "report", str(played))
    assert done.code in (0, 2)
    assert done.err.count("\n") <= 1, done.err


def test_a_damaged_file_of_points_is_named(jimbot: Any, played: Path) -> None:  # noqa: F811
    pytest.importorskip("duckdb")
    (played / "a.parquet").write_text("no parquet")
    done = jimbot("telemetry", "report", str(played))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert str(played / "a.parquet") in done.err


def test_a_folder_that_cannot_be_written_is_named(played: Path) -> None:
    """A full disk: a file takes no more than 100 bytes."""
    pytest.importorskip("duckdb")
    script = (
        "import resource, signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "from jimbot.apps.cli.app import main\nmain(['telemetry', 'report', sys.argv[1]])"
    )
    done = subprocess.run([sys.executable, "-c", script, str(played)], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert str(played) in done.stderr
    assert [path.suffix for path in played.iterdir()] == [".jsonl"]
