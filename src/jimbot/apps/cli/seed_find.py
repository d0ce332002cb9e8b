"""`jimbot seed find`: seeds that hold what one looks for."""

from __future__ import annotations

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.seed_output import SeedFile
from jimbot.apps.things import in_words
from jimbot.evaluation.seed_outcomes import outcome_check
from jimbot.game.records import counted, duration, number
from jimbot.game.seeds import Query, Search, kept_draw_seed, parse
from jimbot.game.seeds import find as find_seeds
from jimbot.runs.console import plain, progress
from jimbot.view import places
from jimbot.view.seed_rank import RANKS, Find, find_of


def find(
    condition: Annotated[
        str, typer.Argument(metavar="CONDITION", help="What to look for, in quotation marks.")
    ],
    deck: options.Deck = None,
    stake: options.Stake = None,
    limit: Annotated[int, options.whole("Stop when this many are found; 0: never.", 0)] = 10,
    first: Annotated[
        str | None,
        typer.Option(
            "--from",
            parser=options.typed_seed,
            metavar="SEED",
            help="First seed, in the order of names; default: 11111111.",
        ),
    ] = None,
    at_random: Annotated[
        bool, options.flag("--random", "Look at seeds at random instead of in the order of names.")
    ] = False,
    draw_seed: Annotated[
        int | None,
        options.whole(
            "At random, and the same seeds for the same number.", 0, 2**64 - 1, "--draw-seed", "--luck"
        ),
    ] = None,
    count: Annotated[int | None, options.whole("Look at this many seeds at most.", 1)] = None,
    threads: options.Threads = options.CORES,
    state: Annotated[
        str | None,
        options.text(
            "FILE", "Keep in this file what was looked at and found; the same command goes on from there."
        ),
    ] = None,
    out: Annotated[
        str | None,
        options.text(
            "FILE", "Write the seeds to this file too: .csv, .json, or .txt with one seed per line."
        ),
    ] = None,
    rank: Annotated[
        str | None,
        options.text(
            "ORDER",
            "Print the seeds at the end, the best ones first: early, cheap, extras, or several with commas.",
        ),
    ] = None,
    extras: Annotated[
        list[str] | None,
        options.text(
            "CONDITION", "A further wish, which counts for --rank extras; several times.", "--extra"
        ),
    ] = None,
    gpu: Annotated[bool, options.flag("--gpu", "Let an NVIDIA card ask the cheap questions.")] = False,
    as_json: options.JsonLines = False,
) -> None:
    """Find seeds that hold what you look for.

    A condition is made of facts, joined by and, or, not and parentheses:

    \b
      has THING         in a shop, a pack or from The Soul; or a voucher, tag, boss, pack
      shop CARD         in the shop queue; shop<=4 CARD: among its first 4 cards
      pack CARD         in a pack; pack mega spectral: such a pack
      legendary JOKER   from The Soul
      voucher NAME      boss NAME      tag NAME      small tag NAME      big tag NAME

    ... and wins AGENT at STAKE   the agent wins the game on it, which is played; not wins AGENT

    A card may carry marks: negative j_blueprint, red seal S_A. For any card of a kind: any rare joker, any
    negative joker, any spectral, any steel king. Things go by key or name; a name with "and" needs quotation
    marks.

    ante<=2, ante=1, ante>=2 or ante 2..4 before a fact holds for all facts up to the next ante; without one
    the antes are 1 to 8. As in `jimbot seed`, nothing is owned, and each ante has a queue of 10 shop cards.

    Example: jimbot seed find "ante<=1 has j_perkeo and voucher v_telescope" --state perkeo.jsonl
    """
    if first is not None and (at_random or draw_seed is not None):
        options.fail("--from SEED is about the order of names and --random has none: give one of the two")
    with options.bad_input():
        query = parse(condition, deck or "red", stake or "white")
        ranks = _ranks(rank)
        wishes = [parse(text, query.deck, query.stake) for text in extras or ()]
        if at_random and draw_seed is None:
            draw_seed = kept_draw_seed(state) if state is not None else None
            draw_seed = secrets.randbits(63) if draw_seed is None else draw_seed
        search = find_seeds(
            query,
            first=first or "1",
            draw_seed=draw_seed,
            count=count,
            threads=threads,
            state=state,
            gpu=gpu,
            check=outcome_check(query),
        )
        file = SeedFile(Path(out), query) if out is not None else None
        _run(search, limit, _Finds(query, wishes, ranks, file, as_json))


def _ranks(text: str | None) -> list[str]:
    ranks = [] if text is None else [name.strip() for name in text.split(",")]
    for name in ranks:
        if name not in RANKS:
            raise ValueError(f"unknown order {name!r}; {', '.join(RANKS)} are allowed")
    return ranks


class _Finds:
    """Shows each seed as it is found, or all of them at the end by rank; and writes them to a file."""

    def __init__(
        self, query: Query, extras: list[Query], ranks: list[str], file: SeedFile | None, as_json: bool
    ) -> None:
        self.as_json = as_json
        self._query, self._extras, self._ranks, self._file = query, extras, ranks, file
        self._kept: list[Find] = []

    def add(self, seed: str) -> None:
        if self._ranks or self._extras:
            find = find_of(self._query, seed, self._extras)
            self._kept.append(find)
            if self._ranks:
                return
            self._show(seed, find)
        else:
            self._show(seed)

    def end(self) -> None:
        if self._ranks:
            for find in sorted(self._kept, key=lambda find: find.key(self._ranks)):
                self._show(find.seed, find)
        if self._file is not None:
            self._file.write()

    def _show(self, seed: str, find: Find | None = None) -> None:
        more = (
            {} if find is None else {"ante": find.ante, "dollars": find.dollars, "extras": list(find.extras)}
        )
        if self._file is not None:
            self._file.add(seed, more)
        found = places(self._query, seed)
        if self.as_json:
            _line({"seed": seed, "places": plain(found), **more})
            return
        note = "" if find is None else f"  [by ante {find.ante}, ${find.dollars}{_and(find.extras)}]"
        typer.echo(f"{seed}  {in_words(found)}{note}".rstrip())


def _and(extras: tuple[str, ...]) -> str:
    return "".join(f"; {text}" for text in extras)


def _run(search: Search, limit: int, finds: _Finds) -> None:
    for seed in search.earlier:
        finds.add(seed)
    total = None if search.end is None or search.count is None else search.end - search.first
    interrupted = False
    try:
        with progress("seeds", total, quiet=False) as advance:
            advance(search.seen)
            shown = search.seen
            before = search.seen
            if not limit or search.found < limit:
                for found in search.chunks():
                    for seed in found:
                        finds.add(seed)
                    advance(search.seen - shown, _note(search, before, limit))
                    shown = search.seen
                    if limit and search.found >= limit:
                        break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        search.close()
    finds.end()
    _summary(search, before, finds.as_json, interrupted)
    if interrupted:
        raise typer.Exit(130)


def _note(search: Search, before: int, limit: int) -> str:
    """How fast it is, what it has found, and how long the rest will take at this rate."""
    speed = (search.seen - before) / max(search.seconds, 1e-9)
    text = f"{number(search.seen)} looked at, {number(round(speed))}/s, {number(search.found)} found"
    if limit and search.found:
        text += f", the rest in {duration((limit - search.found) * search.seen / search.found / speed)}"
    return text


def _summary(search: Search, before: int, as_json: bool, interrupted: bool) -> None:
    speed = (search.seen - before) / max(search.seconds, 1e-9)
    if as_json:
        summary = {
            "done": search.done,
            "seen": search.seen,
            "found": search.found,
            "seconds": search.seconds,
            "seeds_per_second": speed,
            "threads": search.threads,
            "draw_seed": search.draw_seed,
        }
        _line(summary)
        return
    text = f"{number(search.found)} found in {counted(search.seen, 'seed')}, {number(round(speed))} seeds/s"
    if not search.done:
        text += "; the same command goes on from here" if search.state else ""
    typer.echo(f"{'interrupted: ' if interrupted else ''}{text}", err=True)


def _line(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
