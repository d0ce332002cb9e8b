"""Starts real games, keeps them running, and ends exactly what it started.

    with Launcher(ServeCommand(headless=True, fast=True), ports=[12346, 12347]) as games:
        with Pool(games.base_urls) as pool:
            ...

Each instance has one log file, `<logs>/<time>/<port>.log`, of limited size. Under Proton the balatrobot tool
itself, when it ends, ends every game of its Wine prefix: give each instance a prefix of its own there.
"""

from __future__ import annotations

import atexit
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from jimbot.live.client.exceptions import LaunchError
from jimbot.live.games.instance import Instance, State, Supervision
from jimbot.live.games.serve_command import ServeCommand

DEFAULT_PORT = 12346


class Launcher:
    def __init__(
        self,
        command: ServeCommand | None = None,
        ports: Sequence[int] = (DEFAULT_PORT,),
        *,
        logs: str | Path = "logs",
        stagger_start: float = 2.0,
        supervision: Supervision | None = None,
        probe: bool = True,
    ) -> None:
        """`stagger_start` seconds lie between two starts; `probe` checks for `serve` before the first."""
        if not ports or len(set(ports)) != len(ports):
            raise ValueError(f"ports must be at least one port, each only once, not {list(ports)}")
        self._command = command or ServeCommand()
        self._ports = tuple(ports)
        self._logs = Path(logs)
        self._stagger = stagger_start
        self._supervision = supervision or Supervision()
        self._probe = probe
        self.instances: list[Instance] = []

    @property
    def base_urls(self) -> list[str]:
        return [self._command.base_url(port) for port in self._ports]

    def start(self) -> None:
        """Starts all instances and returns when they answer; if one cannot, ends them all and raises."""
        if self.instances:
            raise LaunchError("already started")
        if self._probe:
            self._command.probe()
        folder = (self._logs / f"{time.strftime('%Y-%m-%dT%H-%M-%S')}-{os.getpid()}").resolve()
        self.instances = [Instance(self._command, port, folder, self._supervision) for port in self._ports]
        atexit.register(self.stop)
        try:
            for place, instance in enumerate(self.instances):
                instance.start(delay=place * self._stagger)
            for instance in self.instances:
                instance.wait()
                self.check()
        except BaseException:
            self.stop()
            raise

    def check(self) -> None:
        """Raises `LaunchError` if an instance was given up."""
        for instance in self.instances:
            if instance.state is State.failed:
                raise LaunchError(
                    f"the game on port {instance.port} is not running: {instance.reason}\n"
                    f"log: {instance.log.path}\n{instance.log.tail()}"
                )

    def restart(self, base_url: str, timeout: float | None = None) -> None:
        """Replaces a game that its user found broken, and returns when the new one answers."""
        for instance in self.instances:
            if instance.base_url == base_url.rstrip("/"):
                instance.restart()
                instance.wait(timeout)
                return self.check()
        raise ValueError(f"{base_url} is not one of {', '.join(self.base_urls)}")

    def stop(self) -> None:
        """Ends every instance: asks, waits, and forces after the grace period."""
        atexit.unregister(self.stop)
        instances, self.instances = self.instances, []
        for instance in instances:
            instance.end()
        for instance in instances:
            instance.join()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *reason: object) -> None:
        self.stop()
