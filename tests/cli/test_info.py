"""info: every item of every table can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.game.content import content, find, kinds, name_of, rows
from jimbot.view.facts import facts

KINDS = [
    *("joker", "consumable", "tarot", "planet", "spectral", "voucher", "tag", "blind", "deck", "stake"),
    *("booster", "enhancement", "edition", "seal", "sticker", "challenge", "hand"),
]


def test_kinds(jimbot):
    assert sorted(kinds()) == sorted(KINDS)
    counts = jimbot("info --json").json["kinds"]
    assert (counts["joker"], counts["consumable"], counts["tarot"]) == (150, 52, 22)
    assert "joker" in jimbot("info").out


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_listed(jimbot, kind):
    listed = jimbot(f"info {kind} --json").json
    assert listed["kind"] == kind
    assert [item["key"] for item in listed["items"]] == [row["key"] for row in rows(kind)]
    assert jimbot(f"info {kind}s").out == jimbot(f"info {kind}").out


@pytest.mark.parametrize("kind", list(content()))
def test_every_item_is_found_by_key_and_name_and_has_words(kind):
    for row in rows(kind):
        assert find(row["key"].upper(), kind) == (kind, row)
        _, named = find(name_of(row).lower(), kind)
        assert name_of(named) == name_of(row)
        assert all(isinstance(text, str) and "None" not in text for text in facts(kind, row).values())


@pytest.mark.parametrize(
    ("words", "key", "parts"),
    [
        ("joker j_baron", "j_baron", ["Baron", "X1.5 Mult", "rare", "$8"]),
        ("BARON", "j_baron", ["X1.5 Mult"]),
        ("joker steel joker", "j_steel_joker", ["only while the deck holds a steel card"]),
        ("the fool", "c_fool", ["tarot", "$3"]),
        ("tarot magician", "c_magician", ["1 to 2 cards"]),
        ("planet x", "c_planet_x", ["only once its hand was played"]),
        ("v_overstock_plus", "v_overstock_plus", ["only after Overstock"]),
        ("blind the wall", "bl_wall", ["4 times"]),
        ("blind violet vessel", "bl_final_vessel", ["6 times", "every 8th ante"]),
        ("deck plasma", "b_plasma", ["times 2"]),
        ("stake 8", "stake_gold", ["Gold Stake"]),
        ("booster arcana pack", "p_arcana_normal_1", ["p_arcana_normal_4", "$4"]),
        ("tag orbital", "tag_orbital", ["from ante 2"]),
        ("challenge the omelette", "c_omelette_1", ["Egg, Egg, Egg, Egg, Egg", "Rocket"]),
        ("hand flush_five", "Flush Five", ["160 chips", "Eris"]),
        ("seal red", "Red", ["Red Seal"]),
        ("foil", "e_foil", ["+50"]),
        ("sticker rental", "rental", ["Gold Stake"]),
    ],
)
def test_an_item(jimbot, words, key, parts):
    done = jimbot(f"info {words}")
    assert (done.code, done.err) == (0, "")
    for part in parts:
        assert part in done.out
    record = jimbot(f"info {words} --json").json
    assert record["key"] == key
    assert record["kind"] in KINDS


def test_the_asked_pair_comes_first_by_name(jimbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ladybug")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    lines = jimbot("graph query synergies --jokers baron,mime --limit 3").out.splitlines()
    assert lines[1].split()[:2] == ["Baron", "Mime"]
    assert "j_" not in "".join(lines)
    rows = jimbot("graph query synergies --jokers baron,mime --limit 3 --json").json
    assert (rows[0]["joker"], rows[0]["partner"]) == ("j_baron", "j_mime")
