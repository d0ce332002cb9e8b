"""The native search finds what seed reports hold: all of it, and nothing else."""

from __future__ import annotations

import itertools
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from jimbot import _core
from jimbot.game.content import content
from jimbot.game.seeds import QueryError, find, parse
from jimbot.game.seeds.search import number_of
from jimbot.view import holds, legendaries, places, seed_report

# The reports of all these seeds say which of them should be found.
ANTE_1 = [
    "ante<=1 shop j_blueprint",
    "ante<=1 shop<=2 any rare joker",
    "ante<=1 shop negative any joker",
    "ante<=1 has foil any joker and not has any uncommon joker",
    "ante<=1 shop=4 c_death or shop=2..3 c_pluto",
    "ante<=1 has j_perkeo",
    "ante<=1 has the soul",
    "ante<=1 has c_black_hole",
    "ante<=1 has any legendary joker and has any rare joker",
    "ante<=1 voucher v_telescope and (tag investment or small tag double)",
    "ante<=1 boss the hook and not big tag skip",
    "ante<=1 pack mega spectral",
    "ante<=1 pack c_hex or pack c_cryptid",
    "ante<=1 pack any steel king",
    "ante<=1 pack red seal polychrome any card or pack any gold seal ace",
    "ante<=1 pack S_A",
    "ante<=1 pack any holo joker and pack jumbo",
    "ante<=1 has j_baron and has j_mime",
    "ante<=1 not (has any planet or has any tarot)",
    "ante<=1 not pack arcana and shop any tarot",
]
LATER = [
    "ante 2..4 has negative any joker",
    "ante<=3 has j_perkeo or ante<=8 legendary negative any legendary joker",
    "ante>=2 has any legendary joker and pack c_fool",
    "ante=8 boss cerulean bell and ante=1 boss the club",
    "boss the ox",
    "ante 2..3 voucher hone and ante 4..8 voucher blank",
    "tag negative and ante=2 tag negative",
    "ante<=8 pack any lucky 7 and ante>=6 has c_ankh",
    "ante<=12 has c_soul and ante>=9 boss the plant or ante=12 shop<=1 j_brainstorm",
    "ante<=4 has j_blueprint and has j_brainstorm",
]
STICKERS = [
    "ante<=2 has eternal negative any joker",
    "ante<=2 shop perishable rental any rare joker",
    "ante<=3 pack eternal foil any uncommon joker",
    "ante<=2 shop<=1 rental j_egg",
    "ante<=3 has any legendary joker",
]


@lru_cache(maxsize=1)  # 20,000 reports take gigabytes
def reports(first: str, count: int, deck: str, stake: str, antes: int) -> dict[str, dict[str, Any]]:
    seeds = (name for _, name in _every(number_of(first), count))
    return {seed: seed_report(seed, deck, stake, antes) for seed in seeds}


def _every(first: int, count: int) -> list[tuple[int, str]]:
    """All seeds of a stretch, by a condition that is always true."""
    query = _core.SeedQuery()
    query.join("all", [])
    return _core.SeedFinder(query, 0, 1).find(first, count, 1, None)


def compare(
    text: str, first: str, count: int, deck: str = "red", stake: str = "white", antes: int = 1
) -> int:
    """The search against the reports; how many seeds were found."""
    query = parse(text, deck, stake)
    assert query.last_ante <= antes
    expected = [
        seed for seed, report in reports(first, count, deck, stake, antes).items() if holds(query, report)
    ]
    assert list(find(text, deck=deck, stake=stake, first=first, count=count, threads=2)) == expected
    return len(expected)


@pytest.mark.parametrize("text", ANTE_1)
@pytest.mark.parametrize("count", [2000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_nothing_is_missed_in_ante_1(text: str, count: int) -> None:
    found = compare(text, "BRUTE", count)
    assert found > 0 or count == 2000 or "perkeo" in text or "legendary" in text


@pytest.mark.parametrize("text", LATER)
def test_nothing_is_missed_in_later_antes(text: str) -> None:
    compare(text, "LATER", 600, antes=12)


@pytest.mark.deep
def test_nothing_is_missed_in_12_antes_of_100000_seeds() -> None:
    """30 conditions against whole reports, which are made once for all of them."""
    queries = [parse(text) for text in [*ANTE_1, *LATER]]
    finders = [query.finder() for query in queries]
    found = [0] * len(queries)
    for first in range(number_of("DEEP"), number_of("DEEP") + 100_000, 1000):
        reports = {seed: seed_report(seed, antes=12) for _, seed in _every(first, 1000)}
        for i, (query, finder) in enumerate(zip(queries, finders, strict=True)):
            expected = [seed for seed, report in reports.items() if holds(query, report)]
            assert [seed for _, seed in finder.find(first, 1000, 1, None)] == expected, query.text
            found[i] += len(expected)
    assert len(queries) == 30
    assert all(found), found


CODES = [*_core.seed_codes(), "reader"]


@pytest.mark.parametrize(
    ("text", "deck", "stake"),
    [(text, "red", "white") for text in [*ANTE_1, *LATER]]
    + [(text, "red", "gold") for text in STICKERS]
    + [("ante<=2 shop<=3 any spectral or shop c_mars", "ghost", "black"), ("has c_fool", "zodiac", "white")],
)
def test_every_way_of_reading_finds_the_same(text: str, deck: str, stake: str) -> None:
    """A stretch that crosses the place where the first four characters change, and seeds at random."""
    query = parse(text, deck, stake)
    for first, draw_seed in ((number_of("CADE") - 1500, None), (0, 11)):
        found = [query.finder(code).find(first, 3000, 1, draw_seed) for code in CODES]
        assert all(one == found[0] for one in found)


def test_kept_hashes_of_ends_change_nothing() -> None:
    """From 300,000 seeds on the search keeps them; they end where the fifth character changes."""
    query = parse("ante<=1 voucher v_hone and tag investment")
    first = number_of("ENDS") - 200_000
    whole = query.finder().find(first, 400_000, 2, None)
    parts = [query.finder().find(first + i * 50_000, 50_000, 1, None) for i in range(8)]
    assert whole == [found for part in parts for found in part]
    assert len(whole) > 1000


@pytest.mark.parametrize("count", [1_000_000, pytest.param(100_000_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("key", ["Voucher1", "soul_Spectral8"])
def test_streams_agree_bit_by_bit(key: str, count: int) -> None:
    step = min(count, _core.MAX_SEEDS)

    def digest(code: str) -> int:
        first = number_of("STREAM")
        parts = (
            _core.stream_digest(key, start, step, 2, code) for start in range(first, first + count, step)
        )
        return sum(parts) % 2**64

    assert len({digest(code) for code in CODES}) == 1


def test_a_code_that_is_not_known() -> None:
    with pytest.raises(ValueError, match=r"unknown code 'sse9'; .*plain, or reader is allowed here"):
        parse("has j_baron").finder("sse9")


@pytest.mark.parametrize("text", STICKERS)
def test_stickers(text: str) -> None:
    compare(text, "STICK", 1000, stake="gold", antes=3)


@pytest.mark.parametrize("deck", list(content()["deck"]))
def test_every_deck(deck: str) -> None:
    stake = "black"
    texts = [
        "ante<=2 has any spectral",
        "ante<=2 has eternal j_joker or shop<=3 c_strength",
        "ante<=2 voucher grabber",
    ]
    if deck == "b_ghost":
        texts.append("ante<=2 shop any spectral")
    if deck == "b_nebula":
        texts.append("ante<=2 voucher observatory")
    for text in texts:
        compare(text, "DECKS", 150, deck, stake, antes=2)


def test_what_is_found_is_in_the_full_report() -> None:
    text = "ante<=1 has j_perkeo and voucher v_telescope"
    query = parse(text)
    seeds = list(itertools.islice(find(text), 3))
    assert len(seeds) == 3
    for seed in seeds:
        report = seed_report(seed)
        ante = report["antes"][0]
        assert ante["voucher"] == "v_telescope"
        assert any(card["key"] == "c_soul" for pack in ante["packs"] for card in pack["cards"])
        assert legendaries(report)[0]["card"]["key"] == "j_perkeo"
        assert holds(query, report)
        shown = {(place.where, place.key) for place in places(query, seed)}
        assert shown == {("soul", "j_perkeo"), ("voucher", "v_telescope")}


def test_a_soul_is_used_in_a_game() -> None:
    """The first Soul of a seed gives the joker that was predicted, when it is used in a run."""
    from jimbot import Game

    seed = next(iter(find("ante<=1 has the soul and not ante<=1 pack mega")))
    predicted = legendaries(seed_report(seed, antes=1))[0]["card"]["key"]
    game = Game(seed=seed).edited("consumables=[c_soul]")
    game.apply("use 0")
    assert [joker.key for joker in game.jokers] == [predicted]


# -- the order of seeds ----------------------------------------------------------------------------------


def test_the_order_of_names() -> None:
    assert [
        number_of(seed) for seed in ("1", "11111111", "11111112", "1111111Z", "11111121", "ZZZZZZZZ")
    ] == [
        *(0, 0, 1, 33, 34),
        34**8 - 1,
    ]
    assert [seed for _, seed in _every(33, 2)] == ["1111111Z", "11111121"]
    for bad in ("ABCO", "AB0", "abc", "123456789"):
        with pytest.raises(ValueError, match=r"is not in the order of names: 1 to 8 characters of 1234"):
            number_of(bad)
    last = find("ante<=1 voucher hone or not voucher hone", first="ZZZZZZZX")
    assert list(last) == ["ZZZZZZZX", "ZZZZZZZY", "ZZZZZZZZ"]
    assert last.done


def test_threads_and_chunks_do_not_matter() -> None:
    text = "ante<=1 has any rare joker"
    one = list(find(text, count=30_000, threads=1))
    assert one == list(find(text, count=30_000, threads=3))
    middle = number_of(one[100])
    assert one[100:] == list(find(text, first=one[100], count=30_000 - middle, threads=2))


def test_at_random() -> None:
    text = "ante<=1 voucher v_hone"
    some = list(itertools.islice(find(text, draw_seed=5), 20))
    assert some == list(itertools.islice(find(text, draw_seed=5, threads=1), 20))
    assert some != list(itertools.islice(find(text, draw_seed=6), 20))
    assert all(holds(parse(text), seed_report(seed, antes=1)) for seed in some)
    assert some != sorted(some)
    assert 300 < len(list(find(text, draw_seed=7, count=8000))) < 700  # 16 vouchers can be first
    with pytest.raises(ValueError, match="give either first or draw_seed"):
        find(text, first="B", draw_seed=5)


# -- interruptions ---------------------------------------------------------------------------------------


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    text, count = "ante<=1 shop j_blueprint", 40_000
    whole = list(find(text, count=count))
    state = tmp_path / "new" / "state.jsonl"
    seeds: list[str] = []
    for part in (1, 7, 30):
        search = find(text, count=count, state=state)
        assert search.earlier == seeds
        seeds += itertools.islice(search, part)
        search.close()
    search = find(text, count=count, state=state)
    assert (search.found, search.earlier) == (38, whole[:38])
    assert seeds + list(search) == whole
    assert (search.done, search.found, search.seen) == (True, len(whole), count)
    assert list(find(text, count=count, state=state)) == []
    more = find(text, count=2 * count, state=state)
    assert more.seen == count
    assert list(more) == list(find(text, count=2 * count))[len(whole) :]


def test_a_killed_writer_loses_its_last_line_only(tmp_path: Path) -> None:
    text, state = "ante<=1 shop j_blueprint", tmp_path / "state.jsonl"
    whole = list(find(text, count=20_000, state=state))
    lines = state.read_text().splitlines()
    assert json.loads(lines[-1])["next"] == 20_000
    state.write_text("\n".join([*lines[:-1], lines[-1][: len(lines[-1]) // 2]]))
    search = find(text, count=20_000, state=state)
    assert search.earlier + list(search) == whole


def test_a_state_file_belongs_to_its_search(tmp_path: Path) -> None:
    state = tmp_path / "state.jsonl"
    search = find("ante<=1 voucher hone", state=state)
    with pytest.raises(ValueError, match="another seed search is writing to"):
        find("ante<=1 voucher hone", state=state)
    search.close()
    with pytest.raises(
        ValueError, match="belongs to another search: its condition is 'ante<=1 voucher hone'"
    ):
        find("ante<=1 voucher blank", state=state)
    with pytest.raises(ValueError, match="its deck is 'b_red', not 'b_blue'"):
        find("ante<=1 voucher hone", deck="blue", state=state)
    state.write_text("hello\n")
    with pytest.raises(ValueError, match="is not the state file of a seed search"):
        find("ante<=1 voucher hone", state=state)
    state.write_bytes(b"\xff\xfe\n")
    with pytest.raises(ValueError, match="is no text"):
        find("ante<=1 voucher hone", state=state)


def test_bad_arguments() -> None:
    with pytest.raises(QueryError):
        find("nonsense")
    with pytest.raises(ValueError, match="count is -1; 0 or more is allowed"):
        find("ante<=1 voucher hone", count=-1)
    with pytest.raises(ValueError, match="threads is 0; 1 to 1024 is allowed"):
        list(find("ante<=1 voucher hone", threads=0, count=10))
    with pytest.raises(ValueError, match="draw_seed is -1"):
        find("ante<=1 voucher hone", draw_seed=-1)
    assert list(find("ante<=1 voucher hone", count=0)) == []
