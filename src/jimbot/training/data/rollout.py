"""Rollout: games of an expert, written as records or as shards."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from jimbot.agents import make_agent
from jimbot.agents.learned import learned_by
from jimbot.game import Game, check_seed
from jimbot.game.content import content
from jimbot.game.seeds import ALPHABET, read_seeds, seed
from jimbot.models.trained_on import refuse_test_seeds
from jimbot.runs import RunFolder, made_with
from jimbot.runs.machine import cores
from jimbot.runs.safetensors import read_safetensors
from jimbot.runs.workers import Died, Worker, share_out
from jimbot.training.data.dataset import is_records
from jimbot.training.data.lessons import Expert, Lesson, played, refuse_test
from jimbot.training.data.record_files import RecordWriter
from jimbot.training.data.records import Record, lesson_of, records_of
from jimbot.training.data.settings import RolloutSettings
from jimbot.training.data.shards import SUFFIX, read_shard, write_shard

WORKER = "jimbot.training.data.rollout_worker"
CHUNK = 32  # games that threads take at once, per thread
GAMES_PER_SHARD = 256


Progress = Callable[[int, int], None]  # games and decisions so far


def rollout(settings: RolloutSettings, progress: Progress = lambda games, rows: None) -> dict[str, Any]:
    """Plays what is not played yet; how many games and decisions there are then, and how fast they came."""
    began = time.perf_counter()
    seeds = seeds_of(settings)
    refuse_test(seeds)
    kinds = kinds_of(settings)
    make_agent(settings.agent)  # ValueError for an unknown one
    for file in learned_by(settings.agent):  # games do not say what their player was trained on
        refuse_test_seeds(file, "nothing is learned from its games")
    if not is_records(settings.out):
        settings.refuse_given(("include_obs_raw",), "with a folder of shards")
    into = Records(settings) if is_records(settings.out) else Shards(settings)
    with closing(into):
        before = into.games
        jobs = [Job(i, one, *kinds[i % len(kinds)]) for i, one in enumerate(seeds) if not into.has(i)]
        progress(into.games, into.rows)
        for games in _games(settings, jobs):
            into.add(games)
            progress(into.games, into.rows)
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


class Job(NamedTuple):
    """A game to play."""

    number: int
    seed: str
    deck: str
    stake: str


def kinds_of(settings: RolloutSettings) -> list[tuple[str, str]]:
    """Decks and stakes that games take in turn. ValueError for unknown ones."""
    decks, stakes = (_names(kind, getattr(settings, kind)) for kind in ("deck", "stake"))
    kinds = [(deck, stake) for stake in stakes for deck in decks]
    for deck, stake in dict.fromkeys(kinds):
        Game("AAAAAAAA", deck, stake)
    return kinds


def _names(kind: str, given: str) -> list[str]:
    names: list[str] = []
    for part in given.split(","):
        name, _, times = part.partition("*")
        one = list(content()[kind]) if name.strip() == "all" else [name.strip()]
        if times and not times.strip().isdecimal():
            raise ValueError(f"--{kind} {part!r} is unknown; NAME*TIMES is allowed, such as all*2")
        names += one * int(times or 1)
    if not names:
        raise ValueError(f"--{kind} {given!r} names none")
    return names


def seeds_of(settings: RolloutSettings) -> list[str]:
    """All that are given, or as many as there are games to play."""
    if settings.seeds:
        return read_seeds(settings.seeds)[: settings.games]
    games = settings.games
    assert games is not None, "only seeds that are given say themselves how many there are"
    if not settings.seed_prefix:
        return [seed("train", settings.seed + i) for i in range(games)]
    room = 8 - len(settings.seed_prefix)
    if room < 1 or games > len(ALPHABET) ** room:
        raise ValueError(
            f"--seed-prefix {settings.seed_prefix!r} leaves no room for {games} seeds of 8 characters"
        )
    return [check_seed(settings.seed_prefix + _digits(i, room)) for i in range(games)]


def _digits(number: int, places: int) -> str:
    text = ""
    for _ in range(places):
        number, digit = divmod(number, len(ALPHABET))
        text = ALPHABET[digit] + text
    return text


# -- where games go -----------------------------------------------------------------------------------------

Made = tuple[int, Lesson | list[Record]]  # number of the game, and the game


class Records(RecordWriter):
    """A file of records."""

    def __init__(self, settings: RolloutSettings) -> None:
        self._raw = settings.include_obs_raw
        super().__init__(settings.out, settings.run())

    @property
    def games(self) -> int:
        return len(self.done)

    def has(self, number: int) -> bool:
        return _episode(number) in self.done

    def add(self, games: Sequence[Made]) -> None:
        for number, game in games:
            made = records_of(game, _episode(number), obs_raw=self._raw) if isinstance(game, bytes) else game
            self.write(made)


class Shards(RunFolder):
    """A folder of shards. Numbers of games are in the shard's metadata."""

    what = "rollout"
    kept = "shards"
    format = "jimbot-rollout-1"

    def __init__(self, settings: RolloutSettings) -> None:
        self._about = {"expert": settings.agent}
        self._done: set[int] = set()
        self._waiting: list[tuple[int, Lesson]] = []
        self.rows = 0
        super().__init__(settings.out, {"format": self.format, "settings": settings.run(), **made_with()})

    def open(self) -> None:
        for path in self.path.glob(f"shard-*{SUFFIX}"):
            read_shard(path)  # a damaged one is refused
            arrays, meta = read_safetensors(path)
            self._done |= set(json.loads(meta.get("games", "[]")))
            self.rows += int(arrays["steps"].sum())

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
            self.rows += played(lesson).steps
        if len(self._waiting) >= GAMES_PER_SHARD:
            self._write()

    def _write(self) -> None:
        if not self._waiting:
            return
        self._waiting.sort()
        numbers = [number for number, _ in self._waiting]
        about = self._about | {"games": json.dumps(numbers)}
        write_shard(self.path / f"shard-{numbers[0]:06d}{SUFFIX}", [game for _, game in self._waiting], about)
        self._waiting = []

    def close(self) -> None:
        self._write()
        super().close()


def _episode(number: int) -> str:
    return f"ep-{number:07d}"


# -- where games come from ----------------------------------------------------------------------------------


def _games(settings: RolloutSettings, jobs: Sequence[Job]) -> Iterator[list[Made]]:
    if not jobs:
        return
    if settings.backend == "sim" and is_native(settings.agent):
        yield from _native(settings, jobs)
    else:
        yield from _by_workers(settings, jobs)


def is_native(agent: str) -> bool:
    return agent.partition(":")[0] in ("heuristic", "search", "greedy")


def _native(settings: RolloutSettings, jobs: Sequence[Job]) -> Iterator[list[Made]]:
    expert = Expert(settings.agent)
    threads = settings.workers or cores()
    for part in _parts(jobs, CHUNK * threads):
        lessons = expert.play(
            [job.seed for job in part], part[0].deck, part[0].stake, threads, settings.seed,
            settings.max_steps_per_episode,
        )  # fmt: skip
        yield [(job.number, lesson) for job, lesson in zip(part, lessons, strict=True)]


def _parts(jobs: Sequence[Job], size: int) -> list[list[Job]]:
    """Games of one deck and stake each, in an order in which an interrupted one has some of every kind."""
    parts = []
    for _, found in groupby(sorted(jobs, key=_kind), _kind):
        of_kind = list(found)
        parts += [of_kind[first : first + size] for first in range(0, len(of_kind), size)]
    return sorted(parts, key=lambda part: part[0].number)


def _kind(job: Job) -> tuple[str, str]:
    return job.deck, job.stake


def _by_workers(settings: RolloutSettings, jobs: Sequence[Job]) -> Iterator[list[Made]]:
    with ExitStack() as stack:
        places: list[str | None]
        restart: Callable[[str], object] | None = None
        if settings.backend == "real":
            if settings.launch_instances:
                restart = stack.enter_context(launched(settings))
            places = list(settings.urls[: settings.workers or None])
        else:
            places = [None] * min(settings.workers or cores(), len(jobs))
        team = [Worker(WORKER, settings.as_json() | {"url": url}) for url in places]
        urls = dict(zip(map(id, team), places, strict=True))

        def work(worker: Worker, job: Job) -> Made:
            return job.number, _play(settings, worker, urls[id(worker)], job, restart)

        games = share_out(jobs, team, work)
        stack.callback(games.close)
        for made in games:
            yield [made]


def _play(
    settings: RolloutSettings,
    worker: Worker,
    url: str | None,
    job: Job,
    restart: Callable[[str], object] | None,
) -> list[Record]:
    """One game. It is tried again as often as allowed: always if our own process died, and behind the
    protocol only if games may be restarted."""
    question = {"episode": _episode(job.number), **job._asdict()}
    where = url or f"seed {job.seed}"
    most = settings.max_consecutive_failures
    for failures in range(1, most + 1):
        try:
            answer = worker.ask(question)
        except Died as death:
            if worker.stopped:
                raise
            problem = f"{death}; its game begins again"
        else:
            if answer["error"] is None:
                records: list[Record] = answer["records"]
                return records
            problem = answer["error"]
            if url is not None and not settings.restart_on_fail:
                break
            if url is not None:
                time.sleep(settings.idle_sleep)
                if restart is not None:
                    restart(url)
        sys.stderr.write(f"{where}: {problem} (failure {failures} of {most})\n")
    else:
        problem = f"given up after {most} failures: {problem}"
    raise ValueError(f"{where}: {problem}; complete games are kept, the same command goes on with the others")


@contextmanager
def launched(settings: RolloutSettings) -> Iterator[Callable[[str], object]]:
    """Within: the games of the URLs run; yields what starts one again."""
    from jimbot.live.client.exceptions import BalatrobotError
    from jimbot.live.games import Launcher, ServeCommand, Supervision

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
