"""`jimbot seed find`: seeds that hold what one looks for."""

from __future__ import annotations

import json
import secrets
import sys
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.things import in_words
from jimbot.game.records import counted, number
from jimbot.game.seeds import Search, kept_draw_seed
from jimbot.game.seeds import find as find_seeds
from jimbot.runs.console import plain, progress
from jimbot.view import places


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
        if at_random and draw_seed is None:
            draw_seed = kept_draw_seed(state) if state is not None else None
            draw_seed = secrets.randbits(63) if draw_seed is None else draw_seed
        search = find_seeds(
            condition,
            deck=deck or "red",
            stake=stake or "white",
            first=first or "1",
            draw_seed=draw_seed,
            count=count,
            threads=threads,
            state=state,
        )
        _run(search, limit, as_json)


def _run(search: Search, limit: int, as_json: bool) -> None:
    for seed in search.earlier:
        _show(search, seed, as_json)
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
                        _show(search, seed, as_json)
                    speed = (search.seen - before) / max(search.seconds, 1e-9)
                    looked, so_far = number(search.seen), number(search.found)
                    note = f"{looked} looked at, {number(round(speed))}/s, {so_far} found"
                    advance(search.seen - shown, note)
                    shown = search.seen
                    if limit and search.found >= limit:
                        break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        search.close()
    _summary(search, before, as_json, interrupted)
    if interrupted:
        raise typer.Exit(130)


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


def _show(search: Search, seed: str, as_json: bool) -> None:
    found = places(search.query, seed)
    if as_json:
        _line({"seed": seed, "places": plain(found)})
    else:
        typer.echo(f"{seed}  {in_words(found)}")


def _line(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()
