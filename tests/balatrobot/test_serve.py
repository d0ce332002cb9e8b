"""`jimbot serve`: what it says, how it ends, and that a run through it is the run in process."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from jimbot.apps.cli.serve import read_ports
from jimbot.live.client.raw_client import RawClient
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .episodes import episode, in_process
from .wire import Counter, call, connect, free_ports, served


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_serves_until_a_signal(ending: signal.Signals) -> None:
    with served("--port", "0", ending=ending) as server:
        (port,) = server.ports
        assert call(port, "health") == {"status": "ok"}
        idle = connect(port)  # does not hold up the end
    idle.close()
    assert (server.code, server.out, server.err) == (0, "stopped\n", "")
    with pytest.raises(ConnectionRefusedError):
        connect(port)


def test_ports_are_independent_games_in_the_menu() -> None:
    ports = free_ports(2)
    with served("--ports", ",".join(map(str, ports)), "--seed", "SERVED") as server:
        assert server.ports == ports
        assert [call(port, "gamestate")["state"] for port in ports] == ["MENU", "MENU"]
        assert call(ports[0], "start", {"deck": "RED", "stake": "WHITE"})["seed"] == "SERVED"
        assert call(ports[1], "gamestate")["state"] == "MENU"


def test_the_environment_names_host_and_port() -> None:
    (port,) = free_ports(1)
    with served(BALATROBOT_HOST="localhost", BALATROBOT_PORT=str(port)) as server:
        assert server.ports == [port]
        assert call(port, "health") == {"status": "ok"}


def test_an_open_address_is_announced() -> None:
    with served("--host", "0.0.0.0", "--port", "0") as server:
        assert call(server.ports[0], "health") == {"status": "ok"}
    assert "0.0.0.0" in server.err
    assert "no authentication" in server.err


def test_quiet_prints_nothing() -> None:
    (port,) = free_ports(1)
    command = [sys.executable, "-m", "jimbot", "serve", "--quiet", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(port)
        process.terminate()
        assert process.communicate(timeout=10) == ("", "")
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            connect(port).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError(f"nothing listens on {port}")


def test_log_prints_a_line_per_request() -> None:
    with served("--log", "--port", "0") as server:
        call(server.ports[0], "health")
        connect(server.ports[0], b"GET / HTTP/1.1\r\n\r\n").recv(1)
        call(server.ports[0], "no such\nmethod")
    lines = server.err.splitlines()
    assert [line.split(" ")[0] for line in lines] == [str(server.ports[0])] * 3
    assert [line.rsplit(" ", 3)[1] for line in lines] == ["200", "405", "200"]
    assert "'health'" in lines[0]
    assert r"'no such\nmethod'" in lines[2]


def test_debug_methods_are_a_choice() -> None:
    with served("--port", "0", "--debug-endpoints") as server:
        assert call(server.ports[0], "test_state_endpoint") == {"success": True, "state_validated": True}
    with served("--port", "0") as server:
        assert call(server.ports[0], "test_state_endpoint") == "Unknown method: test_state_endpoint"


def test_a_port_in_use_is_an_error() -> None:
    with Server([0], "127.0.0.1", Counter) as server:
        (port,) = server.ports
        command = [sys.executable, "-m", "jimbot", "serve", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"127.0.0.1:{port}: Address already in use" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "ports"),
    [("7", [7]), ("7-9", [7, 8, 9]), ("9,7", [9, 7]), ("1-2, 5-6", [1, 2, 5, 6]), ("65535-65535", [65535])],
)
def test_lists_of_ports(text: str, ports: list[int]) -> None:
    assert read_ports(text) == ports


@pytest.mark.parametrize("seed", ["EPISODE", "SOCKET", "TUTORIAL"])
def test_an_episode_through_the_socket_is_the_episode_in_process(seed: str) -> None:
    with Server([0], "127.0.0.1", Session) as server:
        through_socket = episode(RawClient(f"http://127.0.0.1:{server.ports[0]}").call, seed)
    assert len(through_socket) >= 50
    assert through_socket == episode(in_process(Session()), seed)


@pytest.mark.deep
def test_two_thousand_calls_per_second() -> None:
    """gamestate and action in turn, a connection each, the best of three seconds."""
    with served("--port", "0") as server:
        client = RawClient(f"http://127.0.0.1:{server.ports[0]}")
        best = 0.0
        for _ in range(3):
            start, calls = time.monotonic(), 0
            while time.monotonic() - start < 1:
                client.call("menu")
                client.call("start", deck="RED", stake="WHITE", seed="SPEED")
                client.call("select")
                calls += 3
                while client.call("gamestate")["state"] == "SELECTING_HAND":
                    client.call("play", cards=[0, 1, 2, 3, 4])
                    calls += 2
            best = max(best, calls / (time.monotonic() - start))
    assert best >= 2000
