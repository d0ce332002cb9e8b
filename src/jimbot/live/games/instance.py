"""One game instance and the thread that keeps it alive: start, readiness, watch, restart, end."""

from __future__ import annotations

import shlex
import socket
import sys
import threading
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from jimbot.live.client.client import Client
from jimbot.live.client.conduct import Patience
from jimbot.live.client.exceptions import BalatrobotError, Refused
from jimbot.live.games.capped_log import CappedLog, trim
from jimbot.live.games.child import Child
from jimbot.live.games.serve_command import ServeCommand

LOOK = 0.05
TRIM = 2.0  # seconds between two looks at the size of the logs that the game writes itself
REFUSALS = 2  # a game that is gone while its launcher lives on refuses every connection


@dataclass(frozen=True)
class Supervision:
    """Times in seconds.

    An instance must answer `health` within `ready_timeout`. Then its process is watched, and every `watch`
    seconds `health` is asked (None: never; choose that when clients of a mod before 1.5.2 live in other
    processes, for there a second connection cuts off the first). Silence for `hang_after` counts as a crash.
    After `max_consecutive_failures` it is given up; `stable_after` of good health forgets earlier ones.
    """

    ready_timeout: float = 60.0
    ready_poll: float = 0.5
    watch: float | None = 5.0
    health_timeout: float = 2.0
    hang_after: float = 90.0
    restart: bool = True
    max_consecutive_failures: int = 3
    restart_pause: float = 1.0
    stable_after: float = 60.0
    port_free_timeout: float = 30.0
    grace: float = 5.0
    log_limit: int = 20_000_000


class CannotStart(Exception):
    """Trying again would not help."""


class State(Enum):
    waiting = "waiting"
    starting = "starting"
    ready = "ready"
    failed = "failed"
    stopped = "stopped"


class Instance:
    def __init__(self, command: ServeCommand, port: int, folder: Path, supervision: Supervision) -> None:
        self.port = port
        self.base_url = command.base_url(port)
        self.log = CappedLog(folder / f"{port}.log", supervision.log_limit)
        self.state = State.waiting
        self.starts = 0
        self.reason = ""
        self.pid: int | None = None
        self._command = command
        self._game_logs = folder / f"game-{port}"
        self._rules = supervision
        self._ended = threading.Event()
        self._again = threading.Event()
        self._changed = threading.Condition()
        patience = Patience(attempts=1, timeouts={"health": supervision.health_timeout})
        self._client = Client(self.base_url, patience=patience)
        self._thread = threading.Thread(target=self._supervise, name=f"instance {port}", daemon=True)
        self._delay = 0.0
        self._trimmed = 0.0

    def start(self, delay: float = 0.0) -> None:
        self._delay = delay
        self._thread.start()

    def wait(self, timeout: float | None = None) -> State:
        """Waits until the instance is ready, given up or stopped."""
        settled = (State.ready, State.failed, State.stopped)
        with self._changed:
            self._changed.wait_for(lambda: self.state in settled, timeout)
            return self.state

    def restart(self) -> None:
        """Ends the process and starts a new one: for a user who saw that the game is broken."""
        with self._changed:
            if self.state in (State.failed, State.stopped):
                return
            self.state = State.starting
            self._again.set()

    def end(self) -> None:
        """Asks the instance to stop; `join` waits for it."""
        self._ended.set()

    def join(self) -> None:
        if self._thread.is_alive():
            self._thread.join()
        if self.state is not State.failed:
            self._enter(State.stopped)
        self._client.close()
        self.log.close()

    def _enter(self, state: State) -> None:
        with self._changed:
            self.state = state
            self._changed.notify_all()

    def _supervise(self) -> None:
        try:
            self._ended.wait(self._delay)
            self._lives()
        except Exception as error:
            self._give_up(f"the supervisor failed: {error!r}")
            raise

    def _lives(self) -> None:
        failures = 0
        while not self._ended.is_set():
            self._again.clear()
            self._enter(State.starting)
            started = time.monotonic()
            try:
                reason = self._live()
            except CannotStart as error:
                return self._give_up(str(error))
            if self._ended.is_set():
                return None
            self.log.note(reason)
            if self._again.is_set():
                continue
            if time.monotonic() - started > self._rules.stable_after:
                failures = 0
            failures += 1
            if not self._rules.restart or failures >= self._rules.max_consecutive_failures:
                return self._give_up(f"{reason} ({failures} failure(s) in a row)")
            self._enter(State.starting)
            self._ended.wait(self._rules.restart_pause * 2 ** (failures - 1))
        return None

    def _give_up(self, reason: str) -> None:
        self.reason = reason
        self.log.note(f"given up: {reason}")
        self._enter(State.failed)

    def _live(self) -> str:
        """One life of the process; returns why it ended."""
        argv = self._command.argv(self.port)
        shown = shlex.join(argv)
        if not self._port_is_free():
            reason = f"port {self.port} is in use by a process that this launcher did not start"
            if self.starts:
                return reason
            raise CannotStart(reason)
        self.starts += 1
        self.log.note(f"start {self.starts}: {shown}")
        try:
            child = Child(argv, self._command.env(self.port, self._game_logs), self.log)
        except OSError as error:
            raise CannotStart(f"`{shown}` cannot be run: {error}") from error
        self.pid = child.pid
        try:
            return self._await_ready(child) or self._watch(child)
        finally:
            child.stop(self._rules.grace)
            self.pid = None

    def _await_ready(self, child: Child) -> str | None:
        deadline = time.monotonic() + self._rules.ready_timeout
        while time.monotonic() < deadline:
            if (reason := self._interruption(child)) is not None:
                return reason
            try:
                self._client.health()
            except BalatrobotError:
                self._ended.wait(self._rules.ready_poll)
            else:
                with self._changed:
                    if not self._again.is_set():
                        self._enter(State.ready)
                return None
        return f"no answer to health within {self._rules.ready_timeout:g} s of the start"

    def _watch(self, child: Child) -> str:
        answered = asked = time.monotonic()
        refusals = 0
        while True:
            if (reason := self._interruption(child)) is not None:
                return reason
            now = time.monotonic()
            if self._rules.watch is not None and now - asked >= self._rules.watch:
                asked = now
                if self._client.is_busy:  # someone is being served, or finds out himself
                    answered, refusals = now, 0
                    continue
                try:
                    self._client.health()
                    answered, refusals = now, 0
                except Refused:
                    refusals += 1
                except BalatrobotError:
                    refusals = 0
                if refusals >= REFUSALS:
                    return "the game is gone: connections are refused although its launcher still runs"
                if now - answered > self._rules.hang_after:
                    return f"the game hangs: no answer to health for {self._rules.hang_after:g} s"
            self._ended.wait(LOOK)

    def _interruption(self, child: Child) -> str | None:
        if self._ended.is_set():
            return "stopped"
        if self._again.is_set():
            return "restart asked for"
        if time.monotonic() - self._trimmed > TRIM:
            trim(self._game_logs, self._rules.log_limit)
            self._trimmed = time.monotonic()
        code = child.exit_code()
        return None if code is None else f"the process ended with status {code}"

    def _port_is_free(self) -> bool:
        """Before the first start the port must be free; later the last game may hold it for a while."""
        patience = self._rules.port_free_timeout if self.starts else 0.0
        deadline = time.monotonic() + patience
        while not can_bind(self._command.host, self.port):
            if time.monotonic() >= deadline or self._ended.wait(LOOK):
                return False
        return True


def can_bind(host: str, port: int) -> bool:
    """Whether nobody listens. Asked by binding: a connection would disturb a game that is being played."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True
