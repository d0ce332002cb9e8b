"""How rare a find is, from a sample; and conditions that no seed can meet."""

from __future__ import annotations

import pytest

from jimbot import _core
from jimbot.game.seeds import QueryError, odds, parse
from jimbot.game.seeds.search import number_of

CONDITIONS = [
    "ante<=1 shop j_blueprint",
    "ante<=1 shop<=2 any rare joker",
    "ante<=1 shop negative any joker",
    "ante<=1 has j_perkeo",
    "ante<=1 has the soul",
    "ante<=1 voucher v_telescope",
    "ante<=1 voucher v_hone and tag investment",
    "ante<=1 boss the hook",
    "ante<=1 boss the hook and not big tag skip",
    "ante<=1 pack mega spectral",
    "ante<=1 pack c_hex or pack c_cryptid",
    "ante<=1 pack any steel king",
    "ante<=1 pack S_A",
    "ante<=1 pack any holo joker and pack jumbo",
    "ante<=1 has j_baron and has j_mime",
    "ante=2 tag negative",
    "ante 2..3 voucher hone and ante 4..8 voucher blank",
    "ante=8 boss cerulean bell",
    "ante<=2 has j_blueprint or has j_brainstorm",
    "ante<=2 legendary any legendary joker",
]


@pytest.mark.slow
def test_shares_lie_within_their_intervals() -> None:
    """Of 20 intervals of 95 %, 17 or more hold the share of ten times as many other seeds (99.7 % of the time)."""
    assert len(CONDITIONS) == 20
    inside = 0
    for text in CONDITIONS:
        query = parse(text)
        sample = odds(query, first=number_of("SAMPLE"), count=100_000)
        rest = odds(query, first=number_of("REST"), count=1_000_000)
        assert (sample.looked_at, rest.looked_at) == (100_000, 1_000_000)
        inside += sample.share.low <= rest.share.value <= sample.share.high
    assert inside >= 17


def test_how_long_it_takes() -> None:
    found = odds(parse("ante<=1 voucher v_telescope"), first=0, count=50_000, threads=1)
    assert found.found == len(parse("ante<=1 voucher v_telescope").finder().find(0, 50_000, 1, None))
    assert found.first_seconds == pytest.approx(found.looked_at / found.found / found.seeds_per_second)
    assert found.all_seconds == pytest.approx(_core.SEED_NAMES / found.seeds_per_second)
    assert found.expected.low < found.expected.value < found.expected.high < _core.SEED_NAMES
    seen: list[int] = []
    some = odds(parse("ante<=1 voucher v_telescope"), seconds=0.3, watch=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == some.looked_at > 1000


def test_nothing_found_gives_a_bound() -> None:
    found = odds(parse("ante<=1 legendary negative perkeo and boss the hook"), first=0, count=10_000)
    assert (found.found, found.first_seconds, found.share.low) == (0, None, 0.0)
    assert 0 < found.share.high < 0.001


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ante=1 boss the hook and boss the club", "ante 1 has one boss, not The Hook and The Club"),
        (
            "ante=2 voucher hone and (shop baron and voucher blank)",
            "ante 2 has one voucher, not Hone and Blank",
        ),
        ("ante=1 small tag economy and small tag coupon", "ante 1 has one small tag, not Economy Tag and"),
        ("ante=1 boss the hook and ante=3 boss the hook", "a boss comes once before ante 8"),
        ("has j_baron and not has j_baron", "with 'not' and without"),
    ],
)
def test_what_no_seed_can_meet(text: str, why: str) -> None:
    with pytest.raises(QueryError, match=f"no seed can meet the condition: .*{why}"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "ante=1 voucher hone and ante=2 voucher hone",
        "ante<=2 boss the hook and boss the club",
        "ante=1 small tag economy and big tag coupon",
        "voucher hone or not voucher hone",
    ],
)
def test_what_is_possible_is_not_refused(text: str) -> None:
    query = parse(text)
    assert query.finder().find(0, 100_000, 2, None)
