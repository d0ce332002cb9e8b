"""An evaluation from start to end: plays what is not played yet, then sums up."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from jimbot.evaluation.folder import ResultFolder, csv_text
from jimbot.evaluation.manifest import manifest, refuse_trained_on_test
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.report import write_report
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.evaluation.summary import summary
from jimbot.game.seeds import read_seeds

HEAD = (
    "deck",
    "stake",
    "challenge",
    "agent_seed",
    "commit",
    "backend",
    "isolate",
    "endless",
)  # of a result, from its manifest
Jobs = Sequence[tuple[int, str]]  # place in the list, seed
Players = Callable[[RunOptions, Jobs], Generator[Record, None, None]]


def evaluate(
    options: RunOptions,
    source: str,
    seeds: Sequence[str] | None = None,
    workers: int = 1,
    out: Path | None = None,
    seen: Callable[[Sequence[Record]], None] = lambda records: None,
    played_by: Players | None = None,
    where: Mapping[str, str] | None = None,
    patience: float | None = None,
) -> tuple[dict[str, Any], list[Record]]:
    """Plays the seeds of a list or a file, or those given. A folder keeps the games: none is played twice.

    `seen` is called with all records so far, at first and whenever a game ends. Games are played in worker
    processes, unless somebody else plays them; `where` then says where, for the manifest. A game that takes
    longer than `patience` seconds is lost. ``Unplayed`` tells that somebody kept killing the workers.
    """
    seeds = read_seeds(source) if seeds is None else seeds
    given = options.secret
    options = _checked(options, seeds)
    about = manifest(options, source, seeds) | dict(where or {})
    records: list[Record] = []
    with ExitStack() as stack:
        folder = ResultFolder(out, about) if out is not None else None
        if folder is not None:
            stack.callback(folder.close)
            about = folder.manifest
            options = _with_its_secret(options, about, given)
            records += folder.records
        seen(records)
        played = {record.seed for record in records}
        jobs = [(index, seed) for index, seed in enumerate(seeds) if seed not in played]
        games = played_by(options, jobs) if played_by else play_seeds(options, jobs, workers, patience)
        stack.callback(games.close)
        for record in games:
            if folder is not None:
                folder.add(record)
            records.append(record)
            seen(records)
        records.sort(key=lambda record: record.index)
        result = _head(about) | summary(records)
        if folder is not None:
            folder.write("games.csv", csv_text(records))
            folder.write("results.json", json.dumps(result, indent=2))
            write_report(folder, about, result, records)
    return result, records


def _checked(options: RunOptions, seeds: Sequence[str]) -> RunOptions:
    """The options with the game's keys, or ValueError."""
    game = options.game(seeds[0])
    refuse_trained_on_test(options.agent, seeds)
    secret = options.secret or (secrets.token_hex(16) if options.isolate else None)
    return replace(options, deck=game.deck, stake=game.stake, challenge=game.challenge, secret=secret)


def _with_its_secret(options: RunOptions, about: dict[str, Any], given: str | None) -> RunOptions:
    """An evaluation that goes on keeps its secret."""
    if not options.isolate:
        return options
    if given not in (None, about["secret"]):
        raise ValueError("the evaluation there has another secret; leave it out, or choose another folder")
    return replace(options, secret=about["secret"])


def _head(about: dict[str, Any]) -> dict[str, Any]:
    return {"agent": about["agent"], "seeds": about["seed_source"]} | {
        name: about[name] for name in HEAD if about.get(name) is not None
    }
