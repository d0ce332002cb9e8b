"""Conditions on seeds are read as they are meant, and refused with what is allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jimbot.game.seeds import Fact, Join, Query, QueryError, Wanted, parse


def condition(text: str, **options: str) -> object:
    return parse(text, **options).condition


def wanted(*keys: str, **marks: object) -> Wanted:
    return Wanted(frozenset(keys), **marks)  # type: ignore[arg-type]


def test_the_example_of_the_help() -> None:
    query = parse("ante<=1  has j_perkeo and voucher v_telescope")
    assert query == Query(
        "ante<=1 has j_perkeo and voucher v_telescope",
        "b_red",
        "stake_white",
        Join(
            "all",
            (
                Fact("legendary", 1, 1, wanted=wanted("j_perkeo")),
                Fact("voucher", 1, 1, frozenset({"v_telescope"})),
            ),
        ),
    )
    assert query.last_ante == 1


def test_and_binds_closer_than_or_and_not_closest() -> None:
    a, b, c = (Fact("voucher", 1, 8, frozenset({key})) for key in ("v_hone", "v_blank", "v_grabber"))
    text = "voucher {} or not voucher {} and voucher {}"
    assert condition(text.format("v_hone", "v_blank", "v_grabber")) == Join(
        "any", (a, Join("all", (Join("none", (b,)), c)))
    )
    assert condition("(voucher hone or voucher blank) and voucher grabber") == Join(
        "all", (Join("any", (a, b)), c)
    )


@pytest.mark.parametrize(
    ("antes", "first", "last"),
    [
        ("", 1, 8),
        ("ante<=2", 1, 2),
        ("ante <3", 1, 2),
        ("ante=3", 3, 3),
        ("ante == 3", 3, 3),
        ("ante 3", 3, 3),
        ("ante>=3", 3, 8),
        ("ante>3", 4, 8),
        ("ante 2..4", 2, 4),
        ("antes 2 .. 4", 2, 4),
        ("ante>=12", 12, 12),
        ("ANTE<=39", 1, 39),
    ],
)
def test_antes(antes: str, first: int, last: int) -> None:
    assert condition(f"{antes} voucher v_hone") == Fact("voucher", first, last, frozenset({"v_hone"}))


def test_antes_hold_up_to_the_next_ones_or_the_end_of_the_parentheses() -> None:
    query = parse(
        "voucher hone and ante<=2 (voucher blank and ante=5 voucher hone) and voucher blank or ante=1 boss hook"
    )
    antes = [(fact.first_ante, fact.last_ante) for fact in query.facts()]
    assert antes == [(1, 8), (1, 2), (5, 5), (1, 2), (1, 1)]
    assert query.last_ante == 8


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shop j_blueprint", Fact("shop", 1, 8, wanted=wanted("j_blueprint"))),
        ("shop Blueprint", Fact("shop", 1, 8, wanted=wanted("j_blueprint"))),
        ('shop "Blueprint"', Fact("shop", 1, 8, wanted=wanted("j_blueprint"))),
        ("shop 'sock and buskin'", Fact("shop", 1, 8, wanted=wanted("j_sock_and_buskin"))),
        ("shop driver's license", Fact("shop", 1, 8, wanted=wanted("j_drivers_license"))),
        ("shop<=4 baron", Fact("shop", 1, 8, wanted=wanted("j_baron"), last_slot=4)),
        ("shop=3 baron", Fact("shop", 1, 8, wanted=wanted("j_baron"), first_slot=3, last_slot=3)),
        ("shop>3 baron", Fact("shop", 1, 8, wanted=wanted("j_baron"), first_slot=4)),
        ("shop negative baron", Fact("shop", 1, 8, wanted=wanted("j_baron", edition="negative"))),
        ("pack holographic baron", Fact("pack_card", 1, 8, wanted=wanted("j_baron", edition="holo"))),
        ("pack the fool", Fact("pack_card", 1, 8, wanted=wanted("c_fool"))),
        ("pack S_A", Fact("pack_card", 1, 8, wanted=wanted(suits="S", ranks="A"))),
        (
            "pack polychrome glass red seal h_t",
            Fact(
                "pack_card",
                1,
                8,
                wanted=wanted(suits="H", ranks="T", edition="polychrome", enhancement="glass", seal="red"),
            ),
        ),
        (
            "pack any gold king",
            Fact("pack_card", 1, 8, wanted=wanted(suits="SHCD", ranks="K", enhancement="gold")),
        ),
        (
            "pack any gold seal queen of hearts",
            Fact("pack_card", 1, 8, wanted=wanted(suits="H", ranks="Q", seal="gold")),
        ),
        ("pack mega spectral", Fact("booster", 1, 8, frozenset({"p_spectral_mega"}))),
        ("pack Jumbo Arcana Pack", Fact("booster", 1, 8, frozenset({"p_arcana_jumbo"}))),
        ("pack p_buffoon_mega", Fact("booster", 1, 8, frozenset({"p_buffoon_mega"}))),
        ("pack p_buffoon_mega_1", Fact("booster", 1, 8, frozenset({"p_buffoon_mega"}))),
        (
            "has standard",
            Fact("booster", 1, 8, frozenset({f"p_standard_{s}" for s in ("normal", "jumbo", "mega")})),
        ),
        ("boss the hook", Fact("boss", 1, 8, frozenset({"bl_hook"}))),
        ("has bl_hook", Fact("boss", 1, 8, frozenset({"bl_hook"}))),
        ("small tag voucher", Fact("small_tag", 1, 8, frozenset({"tag_voucher"}))),
        ("big tag Boss Tag", Fact("big_tag", 1, 8, frozenset({"tag_boss"}))),
        ("legendary negative perkeo", Fact("legendary", 1, 8, wanted=wanted("j_perkeo", edition="negative"))),
        ("shop glass joker", None),
    ],
)
def test_facts(text: str, expected: Fact | None) -> None:
    if expected is None:  # Glass Joker is a name, not any glass card called Joker; and it needs Glass Cards
        with pytest.raises(QueryError, match="Glass Joker is never there: it needs a glass card in the deck"):
            parse(text)
    else:
        assert condition(text) == expected


def test_what_may_come_from_several_places() -> None:
    assert condition("has j_baron") == Join(
        "any",
        (Fact("shop", 1, 8, wanted=wanted("j_baron")), Fact("pack_card", 1, 8, wanted=wanted("j_baron"))),
    )
    assert condition("tag negative") == Join(
        "any", tuple(Fact(which, 1, 8, frozenset({"tag_negative"})) for which in ("small_tag", "big_tag"))
    )
    every = wanted("j_caino", "j_triboulet", "j_yorick", "j_chicot", "j_perkeo")
    assert condition("has the soul") == Fact("legendary", 1, 8, wanted=every)
    assert condition("has any legendary joker") == Fact("legendary", 1, 8, wanted=every)
    shop, pack = parse("has any rare joker").facts()
    assert shop.wanted is not None
    assert "j_blueprint" in shop.wanted.keys
    assert len(shop.wanted.keys) == 20
    assert pack.wanted == shop.wanted
    assert [fact.subject for fact in parse("has c_hex").facts()] == ["pack_card"]
    assert [fact.subject for fact in parse("has c_hex", deck="ghost").facts()] == ["shop", "pack_card"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the condition is empty; it starts with has, shop, pack"),
        ("   ", "the condition is empty"),
        (
            "j_perkeo",
            r"at 'j_perkeo' \(character 1\): expected a condition, such as has Perkeo; .* Did you mean 'has j_perkeo'",
        ),
        (
            "wibble",
            r"at 'wibble' \(character 1\): expected a condition, such as has Perkeo; it begins with has, shop, pack, tag, .*or \($",
        ),
        ("has", "at the end: a name is missing behind 'has'"),
        ("has and has j_joker", "at 'and' .*: a name is missing behind 'has'"),
        ("has j_perko", "unknown item 'j_perko'; did you mean j_perkeo"),
        ("voucher telescop", "unknown voucher 'telescop'; did you mean v_telescope"),
        ("tag neg", "unknown tag 'neg'"),
        ("boss small blind", "Small Blind is no boss"),
        ("legendary baron", "Baron is no legendary joker; one of j_caino"),
        ("has j_joker or", "at the end: expected a condition, such as has Perkeo"),
        ("(has j_joker", r"at the end: '\)' is missing"),
        ("has j_joker)", r"at '\)' \(character 12\): 'and', 'or' or the end"),
        ("ante has j_joker", "at 'has' .*: an ante is a number from 1 to 39"),
        ("ante<=0 has j_joker", "at '0' .*: an ante is a number from 1 to 39"),
        ("ante<=40 has j_joker", "at '40' .*: an ante is a number from 1 to 39"),
        ("ante<1 has j_joker", "an ante behind '<' is a number from 2 to 39"),
        ("ante 3..2 has j_joker", r"an ante behind '3..' is a number from 3 to 39"),
        ("shop<=11 j_joker", "a place in the shop queue is a number from 1 to 10"),
        ('has "blueprint', "a quotation mark is not closed"),
        ("small blueprint", "'small' needs 'tag' behind it"),
        ("has any", "'any' needs a kind: joker, tarot"),
        ("has any frog", "'any' knows no 'frog'; common, .* are allowed"),
        ("has negative", None),
        ("shop negative", "a card is missing behind 'negative'; 'any' with joker, tarot"),
        ("has foil v_hone", "foil cannot come before 'v_hone', which is no card"),
        ("has foil the fool", "only jokers and playing cards have an edition"),
        ("has negative S_A", "never negative"),
        ("has red seal baron", "only playing cards have an enhancement or a seal"),
        ("has eternal baron", "jokers are eternal from Black Stake on: give the option stake"),
        ("has eternal c_fool", "only jokers are eternal"),
        ("shop perkeo", "Perkeo is never there: legendary jokers come of The Soul alone"),
        ("shop S_A", "S_A is never there: shops sell playing cards only after Magic Trick"),
        ("shop c_soul", "The Soul is never there: The Soul comes in packs only"),
        ("shop c_hex", "Hex is never there: only the Ghost Deck has Spectral cards in shops"),
        ("has planet x", "Planet X is never there: its poker hand must have been played first"),
        ("has cavendish", "Cavendish is never there: Gros Michel must have gone extinct first"),
        ("voucher v_observatory", "Observatory is never sold here: it needs Telescope"),
        ("ante<=1 tag negative", "Negative Tag does not come before ante 2"),
        ("ante<=5 boss the ox", "The Ox comes from ante 6 on"),
        ("ante<=7 boss cerulean bell", "Cerulean Bell comes in antes 8, 16"),
        ("not " * 200 + "has j_joker", "more than 100 parentheses"),
        ("has " + "x" * 10_001, "the condition has 10005 characters; 10000 are allowed"),
    ],
)
def test_what_is_refused(text: str, message: str | None) -> None:
    if message is None:  # a tag of that name
        assert {fact.subject for fact in parse(text).facts()} == {"small_tag", "big_tag"}
        return
    with pytest.raises(QueryError, match=message):
        parse(text)


def test_deck_and_stake_decide_what_may_come() -> None:
    assert parse("voucher observatory", deck="nebula").deck == "b_nebula"
    with pytest.raises(QueryError, match="Telescope is never sold: the Nebula Deck has it from the start"):
        parse("voucher telescope", deck="Nebula Deck")
    assert parse("has eternal rental baron", stake="gold").stake == "stake_gold"
    with pytest.raises(QueryError, match="Gros Michel is never eternal"):
        parse("has eternal gros michel", stake=8)
    with pytest.raises(ValueError, match="unknown deck 'rde'"):
        parse("has baron", deck="rde")


def test_the_wishes_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "seeds.md").read_text()
    wishes = re.findall(r"\| `([^`]+)` \|", text.partition("### Twenty common wishes")[2].partition("## ")[0])
    assert len(wishes) == 20
    for wish in wishes:
        assert parse(wish).last_ante <= 8
