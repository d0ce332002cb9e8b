"""What goes wrong in a rollout: no half games, a message that helps, and the same command goes on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("httpx")

from tests.evaluation.processes import children

from jimbot.live.games.own_servers import end, start, url_of
from jimbot.training.data.dataset import lessons_of_records
from jimbot.training.data.lessons import played
from jimbot.training.data.record_files import RecordWriter, read_records
from jimbot.training.data.records import records_of
from jimbot.training.data.rollout import rollout
from jimbot.training.data.settings import RolloutSettings

PATIENCE = 120


class Rollout:
    """`jimbot rollout` in a process of its own."""

    def __init__(self, out: Path, *options: str) -> None:
        self.out = out
        command = [sys.executable, "-m", "jimbot", "rollout", "--out", str(out), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for_games(self, games: int) -> None:
        until = time.monotonic() + PATIENCE
        while self.out.is_file() is False or len(complete(self.out)) < games:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until
            time.sleep(0.01)

    def end(self) -> tuple[int, str]:
        _, shown = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, shown


def complete(path: Path) -> list[str]:
    return [record["episode_id"] for record in read_records(path, validate=False) if record["done"]]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_a_killed_worker_costs_one_game_that_is_played_again(tmp_path):
    options = ("--agent", "planner:lite", "--workers", "2", "--episodes", "40")
    running = Rollout(tmp_path / "a.jsonl", *options)
    running.wait_for_games(2)
    os.kill(max(children(running.process.pid)), signal.SIGKILL)
    code, shown = running.end()
    assert code == 0, shown
    assert "the worker process died (exit code -9); its game begins again" in shown
    assert sorted(complete(running.out)) == [f"ep-{i:07d}" for i in range(40)]
    undisturbed = RolloutSettings(
        out=tmp_path / "b.jsonl", agent="planner:lite", workers=1, games=40, quiet=True
    )
    rollout(undisturbed)
    assert games_of(running.out) == games_of(undisturbed.out)


def games_of(path: Path) -> dict[str, bytes]:
    return {played(lesson).seed: lesson for lesson in lessons_of_records(path)}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_a_killed_rollout_leaves_whole_games_and_no_worker(tmp_path):
    options = ("--agent", "planner:lite", "--workers", "2", "--episodes", "10")
    running = Rollout(tmp_path / "a.jsonl", *options)
    running.wait_for_games(2)
    workers = children(running.process.pid)
    os.kill(running.process.pid, signal.SIGKILL)
    running.end()
    kept = complete(running.out)
    assert 2 <= len(kept) < 10
    until = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)
    code, shown = Rollout(running.out, *options).end()
    assert code == 0, shown
    assert sorted(complete(running.out)) == [f"ep-{i:07d}" for i in range(10)]
    assert complete(running.out)[: len(kept)] == kept


@pytest.mark.slow
def test_a_game_that_goes_away_in_the_middle(tmp_path):
    port = free_port()
    server = start(port)
    options = (
        "--backend", "real", "--agent", "greedy", "--episodes", "8", "--base-urls", url_of(server),
    )  # fmt: skip
    try:
        running = Rollout(tmp_path / "a.jsonl", *options)
        running.wait_for_games(1)
    finally:
        server.kill()
        end(server)
    code, shown = running.end()
    assert code == 2
    assert "no connection: the instance crashed or its port is not ready; use --restart-on-fail" in shown
    assert "complete games are kept, the same command goes on with the others" in shown
    kept = complete(running.out)
    assert 1 <= len(kept) < 8
    server = start(port)
    try:
        url_of(server)
        code, shown = Rollout(running.out, *options).end()
    finally:
        server.terminate()
        end(server)
    assert code == 0, shown
    assert sorted(complete(running.out)) == [f"ep-{i:07d}" for i in range(8)]
    assert len(games_of(running.out)) == 8


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 300 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "room"), [("a.jsonl", 100_000), ("a.jsonl.zst", 16_000)])
def test_a_full_disk(small_disk, name, room):
    (small_disk / "ballast").write_bytes(bytes(300_000 - room))
    options = ("--agent", "greedy", "--episodes", "20")
    code, shown = Rollout(small_disk / name, *options).end()
    assert code == 2
    assert f"no space left on the disk that holds {small_disk / name}" in shown
    assert "make room and run the same command again" in shown
    before = complete(small_disk / name)
    (small_disk / "ballast").unlink()
    Rollout(small_disk / name, *options).end()
    assert complete(small_disk / name)[: len(before)] == before
    assert len(games_of(small_disk / name)) == len(complete(small_disk / name)) > len(before)


@pytest.mark.slow
def test_a_full_disk_has_no_half_shard(small_disk):
    (small_disk / "ballast").write_bytes(bytes(290_000))
    options = ("--agent", "greedy", "--episodes", "300")
    code, shown = Rollout(small_disk / "games", *options).end()
    assert code == 2
    assert "no space left on the disk" in shown
    assert not list((small_disk / "games").glob("shard-*"))
    (small_disk / "ballast").unlink()
    code, shown = Rollout(small_disk / "games", *options).end()
    assert code == 0, shown


def test_damage_in_the_middle_is_refused_and_nothing_is_cut_off(lessons, tmp_path):
    path = tmp_path / "a.jsonl"
    writer = RecordWriter(path, {"name": "a run"})
    for i, lesson in enumerate(lessons[:3]):
        writer.write(records_of(lesson, f"ep-{i}"))
    writer.close()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3][:50] + b"\n"
    path.write_bytes(b"".join(lines))
    damaged = path.read_bytes()
    with pytest.raises(ValueError, match="line 4: no record"):
        RecordWriter(path, {"name": "a run"})
    assert path.read_bytes() == damaged


def test_damage_in_a_compressed_file_is_refused(lessons, tmp_path):
    path = tmp_path / "a.jsonl.zst"
    writer = RecordWriter(path, {"name": "a run"})
    for i, lesson in enumerate(lessons[:3]):
        writer.write(records_of(lesson, f"ep-{i}"))
    writer.close()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    with pytest.raises(ValueError, match="damaged behind byte"):
        list(read_records(path))
