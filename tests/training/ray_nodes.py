"""Ray nodes of a test's own: processes in their own group, ended with it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

QUICK = {  # a lost node is noticed within seconds
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "3",
}
STORE = 100 * 2**20


def environment(home: Path) -> dict[str, str]:
    return os.environ | QUICK | {"HOME": str(home), "OMP_NUM_THREADS": "1", "RAY_USAGE_STATS_ENABLED": "0"}


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Node:
    """`ray start --block`; what it starts belongs to its group."""

    def __init__(self, arguments: list[str], home: Path) -> None:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *arguments]
        self.process = subprocess.Popen(
            [*command, "--num-cpus=1", f"--object-store-memory={STORE}"],
            env=environment(home),
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


@contextmanager
def cluster(home: Path, nodes: int) -> Iterator[tuple[str, list[Node]]]:
    """The address of a cluster of this many nodes with one core each, and the nodes."""
    place = tempfile.mkdtemp(prefix="jb", dir="/tmp")  # paths of sockets must be short
    port = free_port()
    address = f"127.0.0.1:{port}"
    started: list[Node] = []
    try:
        head = ["--head", f"--port={port}", "--ray-client-server-port", str(free_port())]
        started.append(Node([*head, "--include-dashboard=false", f"--temp-dir={place}"], home))
        wait_for_port(port)
        started += [Node([f"--address={address}"], home) for _ in range(nodes - 1)]
        wait_for_nodes(address, nodes, home)
        yield address, started
    finally:
        for node in reversed(started):
            node.kill()
        shutil.rmtree(place, ignore_errors=True)


def wait_for_port(port: int, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError(f"nothing listens on port {port}")


WAIT = """
import ray, sys, time
until = time.monotonic() + 150
while time.monotonic() < until:
    try:
        if not ray.is_initialized():
            ray.init(address={address!r}, logging_level="error", log_to_driver=False)
    except ConnectionError:  # the head listens, but does not know itself yet
        time.sleep(1)
        continue
    if sum(node["Alive"] for node in ray.nodes()) >= {nodes}:
        sys.exit()
    time.sleep(0.2)
sys.exit("too few nodes")
"""


def wait_for_nodes(address: str, nodes: int, home: Path) -> None:
    code = WAIT.format(address=address, nodes=nodes)
    subprocess.run([sys.executable, "-c", code], env=environment(home), check=True, timeout=180)


def ray_processes(parent: int) -> set[int]:
    """Processes that a training has started, and those that they have started."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    family = {parent}
    while more := {pid for pid, above in parents.items() if above in family} - family:
        family |= more
    return family - {parent}


def alive(pids: set[int], seconds: float = 20) -> set[int]:
    """Those that are still there after a while."""
    until = time.monotonic() + seconds
    while left := {pid for pid in pids if Path(f"/proc/{pid}").exists()}:
        if time.monotonic() > until:
            break
        time.sleep(0.2)
    return left
