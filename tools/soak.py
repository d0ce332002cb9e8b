"""Soaks: what holds for a minute must hold for a day. They run in parts and count on where they were stopped.

    python tools/soak.py games  --most 1000000    random whole games under sanitizers (jimbot_fuzz)
    python tools/soak.py server --most 1000000    steps on a server that strangers disturb
    python tools/soak.py report                   what was counted so far

Every finished part is a line of runs/soak/NAME.jsonl. A part that fails is not counted, and ends the soak
with what went wrong; `--minutes` ends it in time. Games are played by `--workers` processes. Where the first
parts were counted elsewhere, `--first` says how many games or steps they had.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from jimbot.live.client.raw_client import RawClient
from jimbot.live.parity.record import allowed, chosen_by
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session
from jimbot.runs.folder import whole_lines
from jimbot.runs.machine import write_all
from jimbot.runs.provenance import commit

ROOT = Path(__file__).resolve().parents[1]
FUZZ = ROOT / "build" / "sanitize" / "jimbot_fuzz"
LINE = re.compile(r"(\d+) games, (\d+) decisions, (\d+) won, (\d+) truncated, signature (\w+)")
GAMES = 2_000  # of a part
CHECK_EVERY = 64  # one position in this many has the dearer checks
STEPS = 20_000
PORTS = 4
DECKS = ("RED", "BLUE", "GHOST", "PLASMA", "ERRATIC", "MAGIC")
STAKES = ("WHITE", "GREEN", "BLUE", "GOLD")
MAX_GROWTH = 64 << 20  # bytes that a server may take more, part after part
Part = dict[str, Any]


class Parts:
    """What was counted."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.jsonl"
        self.done: list[Part] = [json.loads(line) for line in whole_lines(self.path, mend=True)]

    def total(self, what: str) -> int:
        return sum(part[what] for part in self.done)

    def add(self, part: Part) -> None:
        part = part | {"commit": commit(), "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
        with self.path.open("ab", buffering=0) as file:
            write_all(file.fileno(), (json.dumps(part) + "\n").encode())
        self.done.append(part)


# -- games ------------------------------------------------------------------------------------------------


def play_games(first: int) -> Part:
    """Games from number ``first`` on: the same with `--games 1` repeats one that fails."""
    began = time.monotonic()
    arguments = ["--first", first, "--games", GAMES, "--threads", 1, "--check-every", CHECK_EVERY]
    done = subprocess.run([FUZZ, *map(str, arguments)], capture_output=True, text=True, errors="replace")
    found = LINE.search(done.stdout)
    if done.returncode or found is None:
        sys.exit(f"FAILED in games {first} to {first + GAMES - 1}:\n{done.stdout}{done.stderr}")
    games, decisions, won, truncated = map(int, found.groups()[:4])
    return {
        "first": first,
        "games": games,
        "decisions": decisions,
        "won": won,
        "truncated": truncated,
        "signature": found[5],
        "seconds": round(time.monotonic() - began, 1),
    }


def soak_games(parts: Parts, first: int, most: int, minutes: float | None, workers: int) -> None:
    """Parts are counted as they end, in any order; those that are missing come first. After one that fails,
    those that are being played still count."""
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    done = {part["first"] for part in parts.done}
    missing = (start for start in itertools.count(first, GAMES) if start not in done)
    failure: BaseException | None = None
    running: set[Future[Part]] = set()
    with ThreadPoolExecutor(workers) as pool:
        while True:
            while (
                failure is None
                and len(running) < workers
                and first + parts.total("games") + GAMES * len(running) < most
                and (deadline is None or time.monotonic() < deadline)
            ):
                running.add(pool.submit(play_games, next(missing)))
            if not running:
                break
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for each in ended:
                if error := each.exception():
                    failure = error
                    continue
                parts.add(each.result())
                print(f"{first + parts.total('games'):,} of {most:,} games", flush=True)
    if failure is not None:
        raise failure


# -- server -----------------------------------------------------------------------------------------------


class Disturbed(Exception):
    """The server answered otherwise than the same session without a socket."""


class Player(threading.Thread):
    """Plays runs on one port, and the same runs in process: every answer must be the same."""

    def __init__(self, url: str, number: int, steps: int) -> None:
        super().__init__(daemon=True)
        self.client, self.twin = RawClient(url), Session()
        self.number, self.steps = number, steps
        self.done = self.runs = self.refused = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while self.done < self.steps:
                self._play(f"S{self.number:X}")
                self.runs += 1
        except BaseException as error:
            self.failure = error

    def _play(self, name: str) -> None:
        dice = random.Random(f"{name} {self.runs}")
        self._call("menu")
        seed = "".join(dice.choices("123456789ABCDEFGHIJKLMNPQRSTUVWXYZ", k=8))
        self._call("start", deck=dice.choice(DECKS), stake=dice.choice(STAKES), seed=seed)
        agent = chosen_by("heuristic" if dice.random() < 0.5 else "random")
        while self.done < self.steps and self.twin.game is not None and not self.twin.game.over:
            choice = agent(self.twin.game, allowed(self.twin.game))
            if choice is None:
                return
            method, params = choice[1]
            if not self._call(method, **params):
                return
            self.done += 1

    def _call(self, method: str, **params: Any) -> bool:
        """False if both have refused it, in the same words: the protocol refuses a little that is legal."""
        here = self._shown(lambda: self.twin.call(method, params))
        there = self._shown(lambda: self.client.call(method, **params))
        if isinstance(here, str) and isinstance(there, str) and here in there.replace("\\", ""):
            self.refused += 1
            return False
        if there != here:
            raise Disturbed(f"run {self.runs} of player {self.number}: another answer to {method} {params}")
        return True

    def _shown(self, call: Callable[[], dict[str, Any]]) -> dict[str, Any] | str:
        try:
            return call()
        except (ProtocolError, RuntimeError) as error:
            return str(error)


def disturb(ports: list[int], stop: threading.Event, counts: dict[str, int], seed: int) -> None:
    """A stranger: half requests, long heads, foreign pages, bytes that are no HTTP, refused calls."""
    dice = random.Random(seed)
    kinds: dict[str, Callable[[], bytes]] = {
        "idle": lambda: b"",
        "half": lambda: b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\n{",
        "head": lambda: b"POST / HTTP/1.1\r\n" + b"a:b\r\n" * dice.randrange(5_000),
        "bytes": lambda: dice.randbytes(dice.randrange(1, 3_000)),
        "page": lambda: call(b"health", b"Origin: https://elsewhere.example\r\n"),
        "name": lambda: call(b"health", b"Host: elsewhere.example\r\n"),
        "refused": lambda: call(
            dice.choice((b"play", b"nonsense", b"buy", b"load")), params=b'{"cards":[99]}'
        ),
        "look": lambda: call(b"gamestate"),
        "deep": lambda: post(b"[" * 60_000),
    }
    held: list[socket.socket] = []
    while not stop.is_set():
        kind = dice.choice(list(kinds))
        try:
            sock = socket.create_connection(("127.0.0.1", dice.choice(ports)), 10)
            sock.sendall(kinds[kind]())
            if kind in ("idle", "half", "head") and dice.random() < 0.5:
                held.append(sock)
            else:
                if kind not in ("idle", "half", "head", "bytes"):
                    while sock.recv(65_536):
                        pass
                sock.close()
            counts[kind] = counts.get(kind, 0) + 1
        except OSError:
            counts["cut off"] = counts.get("cut off", 0) + 1
        while len(held) > 60:
            held.pop(0).close()
        time.sleep(dice.random() * 0.01)
    for sock in held:
        sock.close()


def post(body: bytes, headers: bytes = b"") -> bytes:
    return b"POST / HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s" % (headers, len(body), body)


def call(method: bytes, headers: bytes = b"", params: bytes = b"{}") -> bytes:
    return post(b'{"jsonrpc":"2.0","method":"%s","params":%s,"id":1}' % (method, params), headers)


def memory_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def descriptors_of(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


class Server:
    """One server for all parts, several games in one process: what leaks in it adds up."""

    def __init__(self) -> None:
        socks = [socket.create_server(("127.0.0.1", 0)) for _ in range(PORTS)]
        numbers = [sock.getsockname()[1] for sock in socks]
        for sock in socks:
            sock.close()
        command = [sys.executable, "-m", "jimbot", "serve", "--ports", ",".join(map(str, numbers))]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.urls = [f"http://127.0.0.1:{number}" for number in numbers]
        self.memory: int | None = None  # after the first part
        assert self.process.stdout is not None
        for _ in numbers:
            self.process.stdout.readline()  # it listens

    @property
    def pid(self) -> int:
        return self.process.pid

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()

    def play(self, first: int) -> Part:
        ports = [int(url.rpartition(":")[2]) for url in self.urls]
        stop, counts = threading.Event(), dict[str, int]()
        before = descriptors_of(self.pid)
        players = [Player(url, first + i, STEPS // PORTS) for i, url in enumerate(self.urls)]
        strangers = [
            threading.Thread(target=disturb, args=(ports, stop, counts, first + i), daemon=True)
            for i in range(3)
        ]
        for thread in (*players, *strangers):
            thread.start()
        for player in players:
            player.join()
        stop.set()
        for stranger in strangers:
            stranger.join()
        for player in players:
            if player.failure is not None:
                sys.exit(f"FAILED behind step {first}: {player.failure!r}")
        time.sleep(2.5)  # farewells end
        health = [RawClient(url).call("health") for url in self.urls]
        if health != [{"status": "ok"}] * PORTS:
            sys.exit(f"FAILED: after step {first} a port answers {health}")
        after, memory = descriptors_of(self.pid), memory_of(self.pid)
        if after > before + 2:
            sys.exit(f"FAILED: {before} descriptors before, {after} after the part behind step {first}")
        if self.memory is None:
            self.memory = memory
        elif memory > self.memory + MAX_GROWTH:
            sys.exit(
                f"FAILED: the server takes {memory >> 20} MiB; {self.memory >> 20} MiB after its first part"
            )
        steps, runs = sum(player.done for player in players), sum(player.runs for player in players)
        refused = sum(player.refused for player in players)
        return {
            "steps": steps,
            "runs": runs,
            "refused": refused,
            "strangers": counts,
            "memory": memory,
            "descriptors": after,
        }


def soak_server(parts: Parts, first: int, most: int, minutes: float | None) -> None:
    deadline = None if minutes is None else time.monotonic() + 60 * minutes
    server = Server()
    try:
        while (done := first + parts.total("steps")) < most:
            if deadline is not None and time.monotonic() >= deadline:
                break
            began = time.monotonic()
            part = server.play(done)
            parts.add(part | {"seconds": round(time.monotonic() - began, 1)})
            print(f"{first + parts.total('steps'):,} of {most:,} steps", flush=True)
    finally:
        server.close()


def report(folder: Path) -> None:
    for name, counted in (
        ("games", ("games", "decisions", "won", "truncated")),
        ("server", ("steps", "runs")),
    ):
        parts = Parts(folder, name)
        shown = ", ".join(f"{parts.total(what):,} {what}" for what in counted)
        seconds = sum(part["seconds"] for part in parts.done)
        commits = sorted({str(part["commit"]) for part in parts.done})
        print(f"{name}: {shown} in {len(parts.done)} parts, {seconds:,.0f} s, at {', '.join(commits) or '-'}")
        strangers: dict[str, int] = {}
        for part in parts.done:
            for kind, count in part.get("strangers", {}).items():
                strangers[kind] = strangers.get(kind, 0) + count
        if strangers:
            print(
                f"  strangers: {', '.join(f'{count:,} {kind}' for kind, count in sorted(strangers.items()))}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["games", "server", "report"])
    parser.add_argument("--most", type=int, default=1_000_000, help="games or steps to count up to")
    parser.add_argument("--first", type=int, default=0, help="games or steps that were counted elsewhere")
    parser.add_argument("--minutes", type=float, help="end after the part in which these minutes are over")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games: processes at once")
    parser.add_argument("--out", type=Path, default=ROOT / "runs" / "soak", help="folder of the parts")
    shown = parser.parse_args()
    if shown.what == "report":
        report(shown.out)
    elif shown.what == "games":
        soak_games(Parts(shown.out, "games"), shown.first, shown.most, shown.minutes, shown.workers)
    else:
        soak_server(Parts(shown.out, "server"), shown.first, shown.most, shown.minutes)


if __name__ == "__main__":
    main()
