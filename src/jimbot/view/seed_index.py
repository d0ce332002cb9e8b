"""An index of seeds by what is asked most: legendary jokers by ante and pack, jokers of the first shop, the
first voucher with a tag of ante 1. It is built once and then answers at once."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from jimbot.game.content import content
from jimbot.game.seeds import Query, Search, parse
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import parse_json, read_file

VERSION = "jimbot-seed-index 1"
LEGENDARY_ANTES = range(1, 5)
SAMPLE = Path(__file__).parent / "seed_index.gz"


@dataclass(frozen=True)
class KnownSeeds:
    """Seeds for one wish, in the order of names, the first ones there are. ``searched``: how many seeds
    from 11111111 on were looked at for them."""

    condition: str
    searched: int
    seeds: tuple[str, ...]


def wishes() -> list[str]:
    """Conditions that an index answers: each is an ordinary one for the Red Deck at White Stake."""
    tables = content()
    jokers = [row for row in tables["joker"].values() if row["gate"] is None and row["key"] != "j_cavendish"]
    first = [f"ante=1 shop<=2 {row['key']}" for row in jokers if row["rarity"] != "legendary"]
    souls = [
        f"ante={ante} legendary {row['key']}"
        for ante in LEGENDARY_ANTES
        for row in jokers
        if row["rarity"] == "legendary"
    ]
    vouchers = [row["key"] for row in tables["voucher"].values() if row["requires"] is None]
    tags = [row["key"] for row in tables["tag"].values() if row["min_ante"] <= 1]
    pairs = [f"ante=1 voucher {voucher} and tag {tag}" for voucher in vouchers for tag in tags]
    return [*souls, *first, *pairs]


def build(
    path: Path,
    seconds: float,
    most: int,
    threads: int,
    watch: Callable[[int, int], None] = lambda done, all: None,
) -> list[KnownSeeds]:
    """Looks for up to ``most`` seeds for each wish, each with its share of the time, and writes the index."""
    texts = wishes()
    end = time.monotonic() + seconds
    entries = []
    for number, text in enumerate(texts):
        entries.append(_entry(text, (end - time.monotonic()) / (len(texts) - number), most, threads))
        watch(number + 1, len(texts))
    write_index(path, entries)
    return entries


def _entry(text: str, seconds: float, most: int, threads: int) -> KnownSeeds:
    search = Search(parse(text), threads=threads)
    end = time.monotonic() + seconds
    seeds: list[str] = []
    for found in search.chunks():
        seeds += found
        if len(seeds) >= most or (not found and time.monotonic() >= end):
            break
    return KnownSeeds(text, search.seen, tuple(seeds[:most]))


def write_index(path: Path, entries: list[KnownSeeds]) -> None:
    head = {"format": VERSION, "deck": "b_red", "stake": "stake_white"}
    lines = [
        head,
        *({"condition": e.condition, "searched": e.searched, "seeds": "".join(e.seeds)} for e in entries),
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    write_whole(path, gzip.compress(text.encode(), mtime=0))


def read_index(path: str | os.PathLike[str] = SAMPLE) -> dict[str, KnownSeeds]:
    """By condition. ValueError: the file is no index."""
    try:
        lines = gzip.decompress(read_file(path)).decode().splitlines()
        head, *rows = (parse_json(line, path) for line in lines)
        if head["format"] != VERSION:
            raise ValueError
        entries = [
            KnownSeeds(str(row["condition"]), int(row["searched"]), _split(row["seeds"])) for row in rows
        ]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise ValueError(f"{path} is no index of seeds") from None
    return {entry.condition: entry for entry in entries}


def _split(seeds: str) -> tuple[str, ...]:
    if len(seeds) % 8:
        raise ValueError
    return tuple(seeds[i : i + 8] for i in range(0, len(seeds), 8))


def look_up(query: Query, index: dict[str, KnownSeeds]) -> KnownSeeds | None:
    """What the index knows of this condition, however it is written."""
    if (query.deck, query.stake, query.outcomes) != ("b_red", "stake_white", ()):
        return None
    return next((entry for text, entry in index.items() if parse(text).condition == query.condition), None)
