"""An evaluation from start to end: plays what is not played yet, then sums up."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from jimbot.agents import parse
from jimbot.evaluation.agent_files import held_files
from jimbot.evaluation.folder import ResultFolder, csv_text
from jimbot.evaluation.manifest import manifest, refuse_trained_on_test
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.report import write_report
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.evaluation.summary import Evaluation
from jimbot.game.seeds import read_seeds

Jobs = Sequence[tuple[int, str]]  # place in the list, seed
Players = Callable[[RunOptions, Jobs], Generator[Record, None, None]]


def evaluate(
    agent: str,
    *,
    seeds: str | Sequence[str] = "dev-100",
    source: str | None = None,
    deck: str = "red",
    stake: str = "white",
    challenge: str | None = None,
    endless: bool = False,
    agent_seed: int = 0,
    isolate: bool = False,
    secret: str | None = None,
    workers: int = 0,
    patience: float | None = None,
    out: Path | str | None = None,
    each: Callable[[Sequence[Record]], None] = lambda records: None,
    played_by: Players | None = None,
    where: Mapping[str, str] | None = None,
) -> Evaluation:
    """Plays an agent on fixed seeds.

    - ``agent``: as for ``make_agent``, such as ``heuristic``, ``search:ms=50`` or ``my_agent.py``.
    - ``seeds``: the name of a list (``dev-100``, ``dev-300@2000``), a file with one seed per line, or seeds;
      ``source`` is what seeds that are given are called.
    - ``isolate``, ``secret``: see docs/agents.md.
    - ``workers``: processes that play; 0 plays here. The results are the same.
    - ``patience``: seconds that a game may take in a worker; then it is lost.
    - ``out``: a folder that keeps the games: none is played twice.
    - ``each`` is called with all records so far, at first and whenever a game ends.
    - ``played_by``: who plays instead of us, and ``where``, for the manifest.

    Raises ``Unplayed`` if workers are repeatedly killed from outside.
    """
    source = source or (seeds if isinstance(seeds, str) else f"{len(seeds)} seeds")
    seeds = read_seeds(seeds) if isinstance(seeds, str) else seeds
    options = RunOptions(
        agent, deck=deck, stake=stake, agent_seed=agent_seed, challenge=challenge, isolate=isolate,
        secret=secret, endless=endless,
    )  # fmt: skip
    game = options.game(seeds[0])
    spec = parse(agent)
    refuse_trained_on_test(spec, seeds)
    hidden = secret or (secrets.token_hex(16) if isolate else None)
    options = options.changed(deck=game.deck, stake=game.stake, challenge=game.challenge, secret=hidden)
    about = manifest(options, spec, source, seeds) | dict(where or {})
    records: list[Record] = []
    with ExitStack() as stack:
        folder = ResultFolder(Path(out), about) if out is not None else None
        if folder is not None:
            stack.callback(folder.close)
            about = folder.manifest
            if isolate and secret not in (None, about["secret"]):
                raise ValueError(
                    "the evaluation there has another secret; leave it out, or choose another folder"
                )
            options = options.changed(secret=about.get("secret"))  # it goes on with the secret that it has
            records += folder.records
        each(records)
        played = {record.seed for record in records}
        jobs = [(index, seed) for index, seed in enumerate(seeds) if seed not in played]
        held = held_files(about)
        read = dict(held)
        games = played_by(options, jobs) if played_by else play_seeds(options, jobs, workers, patience, read)
        stack.callback(games.close)
        for record in games:
            if folder is not None:
                folder.read({path: digest for path, digest in read.items() if path not in held})
                folder.add(record)
            records.append(record)
            each(records)
        result = Evaluation(about, tuple(sorted(records, key=lambda record: record.index)))
        if folder is not None:
            folder.write("games.csv", csv_text(result.records))
            folder.write("results.json", json.dumps(result.summary, indent=2))
            write_report(folder, about, result.summary, result.records)
    return result
