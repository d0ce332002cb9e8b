"""The benchmarks of servers: their figures add up, their errors say what to do, their tables have the columns."""

from __future__ import annotations

import csv
import importlib.util
import json
import socket
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Done, jimbot  # noqa: F401 (a fixture)

from jimbot.apps.bench import sweep
from jimbot.apps.bench.balatrobot import spread
from jimbot.apps.bench.servers import servers
from jimbot.apps.bench.timed_player import ServerBench, TimedPlayer
from jimbot.live.games.instance import Supervision
from jimbot.live.protocol.address import address_of
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .wire import Counter, free_ports

ROOT = Path(__file__).resolve().parents[2]
STEPS = 40
METRICS = {"count", "avg", "p50", "p95", "max", "total"}


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.fixture
def bench(jimbot: Callable[..., Done]) -> Callable[..., Done]:  # noqa: F811
    return partial(jimbot, "bench", "balatrobot", "--steps-per-instance", str(STEPS))


@pytest.fixture
def urls() -> Iterator[list[str]]:
    with Server([0, 0], "127.0.0.1", Session) as server:
        yield [f"http://127.0.0.1:{port}" for port in server.ports]


def test_the_figures_of_a_run_add_up(bench: Callable[..., Done], urls: list[str]) -> None:
    done = bench("--base-urls", ",".join(urls), "--mode", "rl_step", "--json")
    assert (done.code, done.err) == (0, "")
    report = json.loads(done.out)
    calls = {method: row["count"] for method, row in report["latency_ms"].items()}
    resets = report["reset_ms"]["count"]
    assert report["instances"] == 2
    assert report["steps"] == 2 * STEPS
    assert calls["menu"] == calls["start"] == resets == sum(row["resets"] for row in report["per_instance"])
    assert calls["gamestate"] >= report["steps"]
    assert sum(calls.values()) - calls["menu"] - calls["start"] - calls["gamestate"] == report["steps"]
    assert all(set(row) == METRICS for row in [report["reset_ms"], *report["latency_ms"].values()])
    assert report["wait_sleep_ms"] == {"count": 0}
    assert report["steps_s_total"] == pytest.approx(report["steps"] / report["wall_s"])
    assert report["steps_s_without_reset"] > report["steps_s_total"]
    assert [row["url"] for row in report["per_instance"]] == urls
    assert 0 < report["scaling"]["slowest"] <= report["scaling"]["fastest"]


@pytest.mark.slow
def test_servers_are_launched_and_ended(bench: Callable[..., Done]) -> None:
    done = bench("--launch-instances", "sim", "--instances", "2", "--cpu-affinity", "--stagger-start", "0.1")
    assert done.code == 0, done.err
    for part in ("throughput", "no resets", "reset", "wait sleep", "play", "p95", "max", "scaling"):
        assert part in done.out
    for word in done.out.split():
        if word.startswith("http://"):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(address_of(word), 1)


@pytest.mark.slow
def test_servers_are_launched_by_the_games_launcher(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    command = [
        sys.executable,
        str(ROOT / "benchmark_balatrobot.py"),
        "--steps-per-instance",
        str(STEPS),
        "--json",
    ]
    command += [
        "--launch-instances",
        "direct",
        "--balatrobot-cmd",
        f"{sys.executable} -m jimbot",
    ]
    done = subprocess.run(
        [*command, "--ports", str(port)], capture_output=True, text=True, timeout=120, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["per_instance"][0]["url"] == f"http://127.0.0.1:{port}"
    assert len(list(tmp_path.glob(f"logs/*/{port}.log"))) == 1


def test_launched_games_are_not_disturbed_by_their_watcher(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clients of the benchmark share no lock with it, and older mods cut off a running call."""
    asked: list[Supervision] = []

    @contextmanager
    def launched(*_: Any, supervision: Supervision, **__: Any) -> Iterator[Any]:
        asked.append(supervision)
        yield types.SimpleNamespace(base_urls=["http://127.0.0.1:1"])

    monkeypatch.setattr("jimbot.live.games.launcher.Launcher", launched)
    with servers(ServerBench(launch_instances="direct"), [], [1]) as urls:
        assert urls == ["http://127.0.0.1:1"]
    assert [rules.watch for rules in asked] == [None]


def test_a_slow_restart_looks_before_it_goes_on(urls: list[str]) -> None:
    def gamestates(fast: bool) -> int:
        result = TimedPlayer(urls[0], ServerBench(steps=STEPS, fast_restart=fast), "A").play(
            lambda steps: None
        )
        assert result.steps == STEPS
        return len(result.latencies.get("gamestate", [])) - (0 if fast else 2 * len(result.resets))

    assert gamestates(fast=True) == gamestates(fast=False) == 0


def test_the_same_run_is_played_again(urls: list[str]) -> None:
    def calls() -> dict[str, int]:
        result = TimedPlayer(urls[0], ServerBench(steps=STEPS), "A").play(lambda steps: None)
        return {method: len(seconds) for method, seconds in result.latencies.items()}

    assert calls() == calls()


def test_spread_of_known_numbers() -> None:
    found = spread([0.001 * n for n in range(1, 101)])
    expected = {"count": 100, "avg": 50.5, "p50": 50.0, "p95": 95.0, "max": 100.0, "total": 5050.0}
    assert found == pytest.approx(expected)


def check_refused(done: Done, *parts: str) -> None:
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("jimbot")
    assert done.err.count("\n") == 1
    for part in parts:
        assert part in done.err


def test_no_server_is_an_error_that_says_what_to_do(bench: Callable[..., Done]) -> None:
    (port,) = free_ports(1)
    check_refused(
        bench("--ports", str(port)), f"127.0.0.1:{port} refuses", "jimbot serve", "--launch-instances"
    )


def test_a_server_that_does_not_answer_is_an_error(bench: Callable[..., Done]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        check_refused(bench("--base-url", url), url, "no answer in 2 s")


def test_another_server_is_an_error(bench: Callable[..., Done]) -> None:
    with Server([0], "127.0.0.1", Counter) as server:
        check_refused(bench("--ports", str(server.ports[0])), "the answer to health was 0")


def test_a_port_that_is_taken_cannot_be_launched_on(bench: Callable[..., Done], urls: list[str]) -> None:
    port = urls[0].rpartition(":")[2]
    check_refused(bench("--launch-instances", "sim", "--ports", port), port, "in use")


@pytest.mark.skipif(importlib.util.find_spec("orjson") is not None, reason="orjson is installed")
def test_orjson_must_be_there(bench: Callable[..., Done], urls: list[str]) -> None:
    check_refused(bench("--base-url", urls[0], "--json-backend", "orjson"), "pip install orjson")


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_sweep_writes_both_tables(tmp_path: Path, urls: list[str]) -> None:
    folder = tmp_path / "new"
    options = ["--modes", "rl_step", "--instances", "1", "--repeats", "2", "--steps-per-instance", "20"]
    options += ["--launch-instances", "none", "--base-port", urls[0].rpartition(":")[2]]
    done = run("sweep_throughput.py", *options, "--out", str(folder))
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == [
        "sweep_results.csv",
        "sweep_results_summary.csv",
    ]
    details, (summary,) = rows(folder / sweep.DETAIL), rows(folder / sweep.SUMMARY)
    assert ",".join(details[0]) == (
        "timestamp,mode,instances,repeat,steps_s_total,base_port_used,returncode,parse_source,"
        "play_avg_ms,gamestate_avg_ms,cmd"
    )
    assert ",".join(summary) == "mode,instances,repeats,mean,stdev,min,max"
    assert [(row["mode"], row["instances"], row["repeat"]) for row in details] == [
        ("rl_step", "1", "1"),
        ("rl_step", "1", "2"),
    ]
    assert all(row["returncode"] == "0" and row["parse_source"] == "json" for row in details)
    assert all(row["base_port_used"] in urls[0] for row in details)
    assert all(float(row["play_avg_ms"]) > 0 and float(row["gamestate_avg_ms"]) > 0 for row in details)
    speeds = [float(row["steps_s_total"]) for row in details]
    assert (summary["repeats"], float(summary["min"]), float(summary["max"])) == ("2", *sorted(speeds))


def test_a_summary_has_a_row_per_setting() -> None:
    speeds = {("action_only", 1): [10.0, 14.0], ("action_only", 2): [20.0], ("rl_step", 1): []}
    runs = [
        {"mode": mode, "instances": count, "steps_s_total": speed}
        for (mode, count), found in speeds.items()
        for speed in found
    ]
    runs.append({"mode": "rl_step", "instances": 1})  # one that failed
    assert sweep.summarise(runs) == [
        {
            "mode": "action_only",
            "instances": 1,
            "repeats": 2,
            "mean": 12.0,
            "stdev": 2.828,
            "min": 10.0,
            "max": 14.0,
        },
        {
            "mode": "action_only",
            "instances": 2,
            "repeats": 1,
            "mean": 20.0,
            "stdev": 0.0,
            "min": 20.0,
            "max": 20.0,
        },
        {"mode": "rl_step", "instances": 1, "repeats": 0},
    ]


@pytest.mark.slow
def test_a_failed_run_is_a_row_and_an_exit_code(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    options = ["--modes", "action_only", "--instances", "1", "--repeats", "1", "--launch-instances", "none"]
    done = run("sweep_throughput.py", *options, "--base-port", str(port), "--out", str(tmp_path))
    assert done.returncode == 1
    assert "1 of 1 runs failed" in done.stderr
    (detail,) = rows(tmp_path / sweep.DETAIL)
    assert (detail["returncode"], detail["parse_source"], detail["steps_s_total"]) == ("2", "none", "")
    (summary,) = rows(tmp_path / sweep.SUMMARY)
    assert (summary["repeats"], summary["mean"]) == ("0", "")
