"""Rollout: games of an expert, written as records or as shards.

``--out NAME.jsonl`` (or ``.jsonl.zst``) writes RecordV1, ``--out FOLDER`` writes shards. Native experts
(heuristic, search, greedy) play on the simulator in native threads; every other agent, and every game behind
the protocol, has a worker process of its own. Run the same command again to go on after an interruption.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jimbot.agents import make_agent
from jimbot.data.lessons import MOST_STEPS, Expert, Lesson, refuse_test
from jimbot.data.record_files import RecordWriter
from jimbot.data.records import Record, lesson_of, records_of
from jimbot.data.shards import SUFFIX, read_shard, write_shard
from jimbot.game import Game, check_seed
from jimbot.machine import cores
from jimbot.runs.arguments import option, read_arguments
from jimbot.runs.lock import lock_folder
from jimbot.runs.workers import Died, Worker, share_out
from jimbot.seeds import ALPHABET, read_seeds, seed

WORKER = "jimbot.data.rollout_worker"
CHUNK = 32  # games that threads take at once, per thread
GAMES_PER_SHARD = 256


EXAMPLE = "--episodes 500 --out runs/games"


@dataclass(frozen=True)
class Settings:
    out: Path = option(help="NAME.jsonl, NAME.jsonl.zst, or a folder for shards")
    backend: str = option("sim", "sim, or real: games behind the balatrobot protocol")
    episodes: int = option(20, "games to play")
    workers: int = option(0, "sim: threads, or processes; real: one per URL; 0: as many as fit")
    agent: str = option("heuristic", "who plays and labels", also=("--expert",))
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    seed: int = option(0, "number of the first train seed, and the agent's own seed")
    seed_prefix: str = option("", "make seeds of this and a number, in place of train seeds")
    seeds: str = option("", "a seed list such as train-500@1000, or a file with one seed per line")
    max_steps_per_episode: int = option(MOST_STEPS, "decisions after which a game is given up")
    include_obs_raw: bool = option(False, "also write the whole position (state_v1)")
    base_urls: str = option("http://127.0.0.1:12346", "real: URLs, separated by commas", also=("--base-url",))
    timeout_sec: float = option(0.0, "real: seconds until a call fails; 0: the client's own")
    idle_sleep: float = option(0.05, "real: pause after a lost connection")
    restart_on_fail: bool = option(False, "real: start a game anew after a failure")
    max_consecutive_failures: int = option(3, "real: failures in a row after which a URL is given up")
    launch_instances: bool = option(False, "real: start the games of the URLs")
    launcher: str = option("uvx", "real: uvx or direct")
    uvx_path: str = option("uvx", "real: the uvx program")
    balatrobot_cmd: str = option("balatrobot", "real: with --launcher direct, the command")
    love_path: str = option("", "real: the game's executable")
    lovely_path: str = option("", "real: the Lovely library")
    headless: bool = option(False, "real: no window")
    fast: bool = option(False, "real: full speed")
    stagger_start: float = option(2.0, "real: seconds between two starts")
    quiet: bool = option(False, "print only errors")

    def __post_init__(self) -> None:
        if self.backend not in ("sim", "real"):
            raise ValueError(f"--backend is {self.backend!r}; sim or real is allowed")
        for name in ("episodes", "max_steps_per_episode", "max_consecutive_failures"):
            if getattr(self, name) < 1:
                raise ValueError(f"--{name.replace('_', '-')} is {getattr(self, name)}; 1 or more is allowed")
        if self.workers < 0:
            raise ValueError(f"--workers is {self.workers}; 0 or more is allowed")
        if self.backend == "real" and self.workers > len(self.urls):
            raise ValueError(
                f"--workers {self.workers} needs as many games, but --base-urls names"
                f" {len(self.urls)}; each worker plays a game of its own"
            )

    @property
    def urls(self) -> list[str]:
        return [url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip()]

    def run(self) -> dict[str, Any]:
        """What a file of this rollout holds: another rollout is refused there."""
        same = ("backend", "episodes", "agent", "deck", "stake", "seed", "seed_prefix", "seeds")
        return {name: getattr(self, name) for name in (*same, "max_steps_per_episode", "include_obs_raw")}


Told = Callable[[int, int], None]  # games and decisions so far


def rollout(settings: Settings, tell: Told = lambda games, rows: None) -> dict[str, Any]:
    """Plays what is not played yet; how many games and decisions there are then, and how fast they came."""
    began = time.perf_counter()
    seeds = seeds_of(settings)
    refuse_test(seeds)
    Game(seeds[0], settings.deck, settings.stake)  # ValueError for unknown ones, as in the next line
    make_agent(settings.agent)
    into = Shards(settings) if not settings.out.name.endswith((".jsonl", ".jsonl.zst")) else Records(settings)
    with closing(into):
        before = into.games
        jobs = [(i, one) for i, one in enumerate(seeds) if not into.has(i)]
        tell(into.games, into.rows)
        for games in _games(settings, jobs):
            into.add(games)
            tell(into.games, into.rows)
    seconds = time.perf_counter() - began
    new = into.games - before
    return {
        "out": str(settings.out),
        "episodes": into.games,
        "new_episodes": new,
        "records": into.rows,
        "seconds": seconds,
        "episodes_per_minute": 60 * new / seconds,
    }


def seeds_of(settings: Settings) -> list[str]:
    if settings.seeds:
        return read_seeds(settings.seeds)[: settings.episodes]
    if not settings.seed_prefix:
        return [seed("train", settings.seed + i) for i in range(settings.episodes)]
    room = 8 - len(settings.seed_prefix)
    if room < 1 or settings.episodes > len(ALPHABET) ** room:
        raise ValueError(
            f"--seed-prefix {settings.seed_prefix!r} leaves no room for {settings.episodes} seeds"
            " of 8 characters"
        )
    return [check_seed(settings.seed_prefix + _digits(i, room)) for i in range(settings.episodes)]


def _digits(number: int, places: int) -> str:
    text = ""
    for _ in range(places):
        number, digit = divmod(number, len(ALPHABET))
        text = ALPHABET[digit] + text
    return text


# -- where games go -----------------------------------------------------------------------------------------

Made = tuple[int, Lesson | list[Record]]  # number of the game, and the game


class Records:
    """A file of records."""

    def __init__(self, settings: Settings) -> None:
        self._raw = settings.include_obs_raw
        self._writer = RecordWriter(settings.out, settings.run())

    @property
    def games(self) -> int:
        return len(self._writer.done)

    @property
    def rows(self) -> int:
        return self._writer.rows

    def has(self, number: int) -> bool:
        return _episode(number) in self._writer.done

    def add(self, games: Sequence[Made]) -> None:
        for number, game in games:
            made = records_of(game, _episode(number), obs_raw=self._raw) if isinstance(game, bytes) else game
            self._writer.write(made)

    def close(self) -> None:
        self._writer.close()


class Shards:
    """A folder of shards. Numbers of games stand in the shard's metadata."""

    def __init__(self, settings: Settings) -> None:
        folder = settings.out
        if folder.is_file():
            raise ValueError(f"{folder} is a file; shards are kept in a folder")
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._about = folder, {"expert": settings.agent}
        self._lock = lock_folder(folder, "rollout")
        manifest = folder / "manifest.json"
        run = settings.run()
        if manifest.is_file():
            if json.loads(manifest.read_text()) != run:
                self._lock.close()
                raise ValueError(f"{folder} holds another rollout; choose another --out, or remove it")
        elif any(entry.name != "lock" for entry in folder.iterdir()):
            self._lock.close()
            raise ValueError(f"{folder} is not empty and holds no rollout; choose another --out")
        else:
            from jimbot.machine import write_whole

            write_whole(manifest, json.dumps(run, indent=2) + "\n")
        self._done: set[int] = set()
        self._waiting: list[tuple[int, Lesson]] = []
        self.rows = 0
        for path in sorted(folder.glob(f"shard-*{SUFFIX}")):
            numbers, rows = _shard_facts(path)
            self._done |= numbers
            self.rows += rows

    @property
    def games(self) -> int:
        return len(self._done)

    def has(self, number: int) -> bool:
        return number in self._done

    def add(self, games: Sequence[Made]) -> None:
        for number, game in games:
            lesson = game if isinstance(game, bytes) else lesson_of(game)
            self._waiting.append((number, lesson))
            self._done.add(number)
            self.rows += _steps(lesson)
        if len(self._waiting) >= GAMES_PER_SHARD:
            self._write()

    def _write(self) -> None:
        if not self._waiting:
            return
        self._waiting.sort()
        numbers = [number for number, _ in self._waiting]
        about = self._about | {"games": json.dumps(numbers)}
        write_shard(
            self._folder / f"shard-{numbers[0]:06d}{SUFFIX}", [game for _, game in self._waiting], about
        )
        self._waiting = []

    def close(self) -> None:
        self._write()
        self._lock.close()


def _steps(lesson: Lesson) -> int:
    from jimbot.data.lessons import played

    return played(lesson).steps


def _shard_facts(path: Path) -> tuple[set[int], int]:
    from jimbot.runs.safetensors import read_safetensors

    read_shard(path)  # a damaged one is refused
    arrays, meta = read_safetensors(path)
    return set(json.loads(meta.get("games", "[]"))), int(arrays["steps"].sum())


def _episode(number: int) -> str:
    return f"ep-{number:07d}"


# -- where games come from ----------------------------------------------------------------------------------


def _games(settings: Settings, jobs: Sequence[tuple[int, str]]) -> Iterator[list[Made]]:
    if not jobs:
        return
    if settings.backend == "sim" and is_native(settings.agent):
        yield from _native(settings, jobs)
    else:
        yield from _by_workers(settings, jobs)


def is_native(agent: str) -> bool:
    return agent.partition(":")[0] in ("heuristic", "search", "greedy")


def _native(settings: Settings, jobs: Sequence[tuple[int, str]]) -> Iterator[list[Made]]:
    expert = Expert(settings.agent)
    threads = settings.workers or cores()
    size = CHUNK * threads
    for first in range(0, len(jobs), size):
        part = jobs[first : first + size]
        lessons = expert.play(
            [one for _, one in part], settings.deck, settings.stake, threads, settings.seed,
            settings.max_steps_per_episode,
        )  # fmt: skip
        yield [(number, lesson) for (number, _), lesson in zip(part, lessons, strict=True)]


def _by_workers(settings: Settings, jobs: Sequence[tuple[int, str]]) -> Iterator[list[Made]]:
    with ExitStack() as stack:
        places: list[str | None]
        restart: Callable[[str], object] | None = None
        if settings.backend == "real":
            if settings.launch_instances:
                restart = stack.enter_context(launched(settings))
            places = list(settings.urls[: settings.workers or None])
        else:
            places = [None] * min(settings.workers or cores(), len(jobs))
        greeting = {name: str(v) if isinstance(v, Path) else v for name, v in asdict(settings).items()}
        team = [Worker(WORKER, greeting | {"url": url}) for url in places]
        urls = dict(zip(map(id, team), places, strict=True))

        def work(worker: Worker, job: tuple[int, str]) -> Made:
            return job[0], _play(settings, worker, urls[id(worker)], job, restart)

        games = share_out(jobs, team, work)
        stack.callback(games.close)
        for made in games:
            yield [made]


def _play(
    settings: Settings,
    worker: Worker,
    url: str | None,
    job: tuple[int, str],
    restart: Callable[[str], object] | None,
) -> list[Record]:
    """One game. A failure is tried again as often as allowed."""
    number, one = job
    question = {"episode": _episode(number), "number": number, "seed": one}
    for failures in range(1, settings.max_consecutive_failures + 1):
        try:
            answer = worker.ask(question)
            problem = answer["error"]
            if problem is None:
                records: list[Record] = answer["records"]
                return records
        except Died as death:
            problem = str(death)
        where = url or f"seed {one}"
        if url is not None and not settings.restart_on_fail:
            raise ValueError(f"{where}: {problem}")
        sys.stderr.write(f"{where}: {problem}; try {failures} of {settings.max_consecutive_failures}\n")
        if url is not None:
            time.sleep(settings.idle_sleep)
            if restart is not None:
                restart(url)
    raise ValueError(f"{where}: given up after {settings.max_consecutive_failures} failures: {problem}")


@contextmanager
def launched(settings: Settings) -> Iterator[Callable[[str], object]]:
    """Within: the games of the URLs run; yields what starts one anew."""
    from jimbot.balatrobot.client.exceptions import BalatrobotError
    from jimbot.balatrobot.games import Launcher, ServeCommand, Supervision

    hosts = {urlsplit(url).hostname or "127.0.0.1" for url in settings.urls}
    ports = [urlsplit(url).port or 12346 for url in settings.urls]
    if settings.launcher not in ("uvx", "direct") or len(hosts) > 1:
        raise ValueError(f"--launcher is {settings.launcher!r}; uvx or direct is allowed, on one host")
    command = ServeCommand(
        launcher="uvx" if settings.launcher == "uvx" else "direct",
        uvx_path=settings.uvx_path,
        balatrobot_cmd=settings.balatrobot_cmd,
        host=hosts.pop(),
        love_path=settings.love_path or None,
        lovely_path=settings.lovely_path or None,
        headless=settings.headless,
        fast=settings.fast,
    )
    rules = replace(Supervision(), watch=None, max_consecutive_failures=settings.max_consecutive_failures)
    try:
        with Launcher(command, ports, stagger_start=settings.stagger_start, supervision=rules) as games:
            yield games.restart
    except BalatrobotError as error:
        raise ValueError(
            f"{error}; check that `{settings.uvx_path} balatrobot serve --help` works, start fewer games, or"
            " raise --stagger-start"
        ) from None


def main(arguments: Sequence[str] | None = None, program: str = "rollout.py") -> None:
    from jimbot.runs.programs import runs_as_program

    with runs_as_program(program):
        settings = read_arguments(Settings, arguments, program, __doc__ or "", EXAMPLE)
        shown = 0.0

        def tell(games: int, rows: int) -> None:
            nonlocal shown
            if not settings.quiet and time.monotonic() - shown > 5:
                shown = time.monotonic()
                print(f"{games} games, {rows} records", file=sys.stderr, flush=True)

        found = rollout(settings, tell)
        if not settings.quiet:
            print(
                f"{found['out']}: {found['episodes']} episodes, {found['records']} records"
                f" ({found['new_episodes']} new at {found['episodes_per_minute']:,.0f} episodes/minute)"
            )


if __name__ == "__main__":
    main(program="python -m jimbot.data.rollout")
