"""The launcher with a stand-in that crashes, hangs, starts slowly, floods its log and will not die."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx")

from jimbot.live.client.client import Client
from jimbot.live.client.conduct import Patience
from jimbot.live.client.exceptions import LaunchError, Refused
from jimbot.live.games.capped_log import CappedLog, trim
from jimbot.live.games.instance import State, Supervision
from jimbot.live.games.launcher import Launcher
from jimbot.live.games.serve_command import ServeCommand

FAKE = Path(__file__).with_name("fake_balatrobot.py")
QUICK = Supervision(
    ready_timeout=5,
    ready_poll=0.02,
    watch=0.05,
    health_timeout=0.3,
    hang_after=0.3,
    restart_pause=0.01,
    port_free_timeout=5,
    grace=0.5,
    log_limit=200_000,
)


def fake(mode: str, notes: Path, **options: Any) -> ServeCommand:
    command = [sys.executable, "-I", "-S", str(FAKE), mode]
    return ServeCommand(
        launcher="direct", balatrobot_cmd=command, extra_env={"FAKE_NOTES": str(notes)}, **options
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def launcher(
    mode: str, notes: Path, *, ports: int = 1, rules: Supervision = QUICK, **options: Any
) -> Launcher:
    numbers = [free_port() for _ in range(ports)]
    return Launcher(
        fake(mode, notes, **options),
        numbers,
        logs=notes / "logs",
        stagger_start=0,
        supervision=rules,
        probe=False,
    )


def starts(notes: Path) -> int:
    return int((notes / "starts").read_text())


def refuses(base_url: str) -> bool:
    with Client(base_url, patience=Patience(attempts=1)) as client:
        try:
            client.health()
        except Refused:
            return True
        return False


def eventually(condition: Callable[[], bool], seconds: float = 8.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_instances_are_ready_inside_and_gone_outside(tmp_path: Path) -> None:
    with launcher("good", tmp_path, ports=3) as games:
        assert len(games.base_urls) == 3
        assert all(not refuses(url) for url in games.base_urls)
        pids = [instance.pid or 0 for instance in games.instances]
        logs = [instance.log.path for instance in games.instances]
        assert all(is_alive(pid) for pid in pids)
    assert all(refuses(url) for url in games.base_urls)
    assert not any(is_alive(pid) for pid in pids)
    assert [f"good on port {path.stem}" in path.read_text() for path in logs] == [True] * 3


def test_options_reach_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BALATROBOT_FAST", "1")
    monkeypatch.setenv("BALATROBOT_PORT", "1")
    options = {"headless": True, "love_path": "/games/love", "lovely_path": Path("/games/lovely.so")}
    with launcher("good", tmp_path, extra_args=["--no-shaders"], **options) as games:
        port = games.base_urls[0].rpartition(":")[2]
    flags = json.loads((tmp_path / "options").read_text())
    assert flags == [
        *("--host", "127.0.0.1", "--port", port, "--headless"),
        *("--love-path", "/games/love", "--lovely-path", "/games/lovely.so", "--no-shaders"),
    ]
    env = json.loads((tmp_path / "env").read_text())
    assert env["BALATROBOT_PORT"] == port
    assert env["BALATROBOT_FAST"] == "0", "an inherited setting does not leak in"
    assert env["BALATROBOT_HEADLESS"] == "1"


def test_commands() -> None:
    paths = {"host": "0.0.0.0", "fast": True}
    assert ServeCommand(**paths).argv(7) == [
        "uvx",
        "balatrobot",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "7",
        "--fast",
    ]
    assert ServeCommand(uvx_path="/bin/uvx").argv(7)[0] == "/bin/uvx"
    direct = ServeCommand(launcher="direct", balatrobot_cmd="python -m balatrobot")
    assert direct.argv(7) == ["python", "-m", "balatrobot", "serve", "--host", "127.0.0.1", "--port", "7"]
    verbatim = ServeCommand(launcher="command", balatrobot_cmd="love game --at {host}:{port}")
    assert verbatim.argv(7) == ["love", "game", "--at", "127.0.0.1:7"]
    assert ServeCommand(**paths).base_url(7) == "http://127.0.0.1:7"


def test_a_slow_start_is_waited_for(tmp_path: Path) -> None:
    with launcher("slow", tmp_path) as games:
        assert not refuses(games.base_urls[0])
    assert starts(tmp_path) == 1


def test_starts_are_staggered(tmp_path: Path) -> None:
    games = launcher("good", tmp_path, ports=2)
    games._stagger = 0.4
    began = time.monotonic()
    with games:
        assert time.monotonic() - began >= 0.4


def test_a_crash_at_the_start_is_tried_again_up_to_the_limit(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match=r"status 3 \(3 failure(?s:.*)boom: no such card"):
        launcher("crash", tmp_path).start()
    assert starts(tmp_path) == 3


def test_a_start_that_succeeds_the_third_time_is_good(tmp_path: Path) -> None:
    with launcher("crash_twice", tmp_path) as games:
        assert not refuses(games.base_urls[0])
        assert games.instances[0].starts == 3


def test_without_restart_the_first_crash_is_the_last(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="status 3"):
        launcher("crash", tmp_path, rules=replace(QUICK, restart=False)).start()
    assert starts(tmp_path) == 1


def watched_to_its_end(games: Launcher) -> None:
    with games:  # raises, if this thread is so slow that all starts have failed
        assert eventually(lambda: games.instances[0].state is State.failed)
        games.check()


def test_a_game_that_crashes_after_each_start_is_given_up(tmp_path: Path) -> None:
    games = launcher("crash_later", tmp_path)
    with pytest.raises(LaunchError, match="status 4"):
        watched_to_its_end(games)
    assert starts(tmp_path) == 3


@pytest.mark.parametrize("mode", ["gone", "mute"])
def test_a_game_that_is_gone_or_hangs_behind_a_living_launcher_is_restarted(
    tmp_path: Path, mode: str
) -> None:
    with launcher(mode, tmp_path) as games:
        assert eventually(lambda: games.instances[0].starts >= 2)
        assert games.instances[0].wait(5) is State.ready


def test_a_game_that_never_answers_is_ended(tmp_path: Path) -> None:
    rules = replace(QUICK, ready_timeout=0.3, max_consecutive_failures=2)
    games = launcher("hang", tmp_path, rules=rules)
    with pytest.raises(LaunchError, match=r"no answer to health within 0\.3 s(?s:.*)start 2"):
        games.start()


def test_a_user_can_ask_for_a_restart(tmp_path: Path) -> None:
    with launcher("good", tmp_path) as games:
        first = games.instances[0].pid
        games.restart(games.base_urls[0], timeout=5)
        assert games.instances[0].pid != first
        assert games.instances[0].state is State.ready
        assert not refuses(games.base_urls[0])
        with pytest.raises(ValueError, match="not one of"):
            games.restart("http://127.0.0.1:1")


def test_who_ignores_the_request_to_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        with launcher("stubborn", tmp_path) as games:
            pid = games.instances[0].pid or 0
            game = int((tmp_path / "game").read_text())
            assert is_alive(game)
        assert not is_alive(pid)
        assert eventually(lambda: not is_alive(game))
        assert bystander.poll() is None, "what the launcher did not start lives on"
    finally:
        bystander.kill()
        bystander.wait()


def test_a_flooding_log_stays_small(tmp_path: Path) -> None:
    with launcher("flood", tmp_path) as games:
        path = games.instances[0].log.path
        older = path.with_name(path.name + ".1")
        assert eventually(older.exists)
        assert not refuses(games.base_urls[0]), "the game is not held up by its log"
    assert path.stat().st_size + older.stat().st_size <= QUICK.log_limit


def test_a_log_that_the_game_writes_itself_stays_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jimbot.live.games.instance.TRIM", 0.05)
    with launcher("game_log", tmp_path) as games:
        folder = games.instances[0].log.path.parent

        def is_trimmed() -> bool:
            """Far more was written than the file holds: the hole at its beginning takes no space."""
            return any(
                found.st_size > 2_000_000 and found.st_blocks * 512 < 1_000_000
                for found in (path.stat() for path in folder.rglob("game.log"))
            )

        assert eventually(is_trimmed)


def test_a_port_in_use_is_refused_at_once_and_left_alone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        games = Launcher(fake("good", tmp_path), [port], logs=tmp_path, supervision=QUICK, probe=False)
        with pytest.raises(LaunchError, match="in use by a process that this launcher did not start"):
            games.start()
        assert not (tmp_path / "starts").exists()
        taken.setblocking(False)
        with pytest.raises(BlockingIOError):
            taken.accept()


def test_one_bad_instance_ends_the_others(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = [free_port(), taken.getsockname()[1]]
        games = Launcher(
            fake("good", tmp_path), ports, logs=tmp_path, stagger_start=0.3, supervision=QUICK, probe=False
        )
        with pytest.raises(LaunchError):
            games.start()
        assert refuses(games.base_urls[0])


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (ServeCommand(uvx_path="/nowhere/uvx"), "cannot be run(?s:.*)Install uv"),
        (
            ServeCommand(launcher="direct", balatrobot_cmd="/nowhere/balatrobot"),
            "cannot be run(?s:.*)balatrobot_cmd",
        ),
        (fake("old", Path("/")), r"no `serve` \(it came with 1\.4\.0\)(?s:.*)no such command"),
    ],
)
def test_the_tool_is_probed_for_its_serve_command(command: ServeCommand, reason: str) -> None:
    with pytest.raises(LaunchError, match=reason):
        Launcher(command, [free_port()]).start()


def test_a_good_probe_is_silent_and_a_stuck_one_is_ended(tmp_path: Path) -> None:
    fake("good", tmp_path).probe()
    with pytest.raises(LaunchError, match=r"no answer within 0\.1 s"):
        fake("asleep", tmp_path).probe(timeout=0.1)


def test_a_missing_command_is_reported_without_a_probe(tmp_path: Path) -> None:
    command = ServeCommand(launcher="command", balatrobot_cmd="/nowhere/love")
    with pytest.raises(LaunchError, match="/nowhere/love"):
        Launcher(command, [free_port()], logs=tmp_path, supervision=QUICK).start()


def test_instances_end_with_the_program(tmp_path: Path) -> None:
    """A program that forgets to stop its launcher, or is interrupted, leaves no games behind."""
    program = f"""
import signal, sys, time
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # even where a parent ignores it
sys.path.insert(0, {str(FAKE.parent)!r})
from jimbot.live.games.launcher import Launcher
from jimbot.live.games.serve_command import ServeCommand
command = ServeCommand(launcher="command", balatrobot_cmd=[{sys.executable!r}, {str(FAKE)!r}, "good", "serve"],
                       extra_env={{"FAKE_NOTES": {str(tmp_path)!r}}})
games = Launcher(command, [{free_port()}], logs={str(tmp_path)!r})
games.start()
print(games.instances[0].pid, flush=True)
time.sleep(60)
"""
    running = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
    )
    assert running.stdout is not None
    pid = int(running.stdout.readline())
    assert is_alive(pid)
    os.kill(running.pid, signal.SIGINT)
    running.wait(15)
    running.stdout.close()
    assert not is_alive(pid)


def test_bad_ports() -> None:
    for ports in ([], [7, 7]):
        with pytest.raises(ValueError, match="ports"):
            Launcher(ports=ports)


def test_a_capped_log_keeps_the_newest(tmp_path: Path) -> None:
    log = CappedLog(tmp_path / "a.log", limit=100)
    for number in range(50):
        log.write(b"line %03d\n" % number)
    log.write(b"x" * 500 + b"\nthe end\n")
    assert log.tail(1) == "the end"
    log.close()
    log.write(b"late")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 100


def test_trimming_spares_small_files_and_links(tmp_path: Path) -> None:
    outside = tmp_path / "outside.log"
    outside.write_bytes(b"x" * 50_000)
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "link.log").symlink_to(outside)
    (folder / "small.log").write_bytes(b"x")
    (folder / "large.log").write_bytes(b"x" * 50_000)
    trim(folder, 20_000)
    assert [path.stat().st_size for path in (outside, folder / "small.log", folder / "large.log")] == [
        50_000,
        1,
        0,
    ]
