"""`jimbot seed index`: seeds for what is asked most, found beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.things import in_words
from jimbot.game.records import counted, number
from jimbot.game.seeds import parse
from jimbot.runs.console import plain, progress
from jimbot.view import places
from jimbot.view.seed_index import SAMPLE, build, look_up, read_index, wishes

app = options.group(
    "Look up seeds for what is asked most, or build an index of your own.\n\n"
    'Example: jimbot seed index show "ante=1 legendary perkeo" --limit 3'
)


@app.command("show")
def show_entry(
    condition: Annotated[
        str | None,
        typer.Argument(metavar="CONDITION", help="One that the index has; without it, all are listed."),
    ] = None,
    index: Annotated[
        str | None, options.text("FILE", "An index that was built; default: the one that comes with jimbot.")
    ] = None,
    limit: Annotated[int, options.whole("Show this many seeds; 0: all.", 0)] = 10,
    as_json: options.Json = False,
) -> None:
    """Show seeds of the index, or what it has.

    It has legendary jokers of antes 1 to 4, jokers in the first shop, and the first voucher with a tag of
    ante 1, for the Red Deck at White Stake.

    Example: jimbot seed index show "ante=1 shop<=2 blueprint"
    """
    with options.bad_input():
        known = read_index(index or SAMPLE)
        if condition is None:
            rows = [
                {"condition": e.condition, "seeds": len(e.seeds), "searched": e.searched}
                for e in known.values()
            ]
            options.show(rows, as_json)
            return
        query = parse(condition)
        entry = look_up(query, known)
        if entry is None:
            raise ValueError(
                f"the index has no seeds for {query.text!r}: jimbot seed index show lists what it has, "
                "and jimbot seed find searches"
            )
    seeds = entry.seeds[: limit or None]
    if as_json:
        found = [{"seed": seed, "places": plain(places(query, seed))} for seed in seeds]
        options.show({"condition": entry.condition, "searched": entry.searched, "seeds": found}, as_json)
        return
    for seed in seeds:
        typer.echo(f"{seed}  {in_words(places(query, seed))}")
    typer.echo(f"{len(entry.seeds):,} known among the first {number(entry.searched)} seeds", err=True)


@app.command("build")
def build_index(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to write the index.")],
    minutes: Annotated[float, options.real("How long to search.", 0.01, 10_000)] = 5.0,
    most: Annotated[int, options.whole("Seeds for each wish at most.", 1, 1_000_000)] = 300,
    threads: options.Threads = options.CORES,
) -> None:
    """Build an index over as many seeds as the minutes allow.

    Example: jimbot seed index build my-index.gz --minutes 30 --most 2000
    """
    with options.bad_input(), progress("wishes", len(wishes())) as advance:
        entries = build(Path(file), 60 * minutes, most, threads, lambda done, every: advance(1))
    seeds, searched = sum(len(e.seeds) for e in entries), sum(e.searched for e in entries)
    typer.echo(
        f"{counted(seeds, 'seed')} for {counted(len(entries), 'condition')}, "
        f"{number(searched)} looked at: {file}"
    )
