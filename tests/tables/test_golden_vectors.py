"""The reference vectors: random primitives bit for bit, pools, seed by seed, and calls of recorded games."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game, _core
from jimbot.game import deck_index
from jimbot.game.content import content
from jimbot.view.seed_report import _card, seed_report

pytestmark = pytest.mark.shared

Vectors = dict[str, Any]


def read(shared: Path, name: str) -> Vectors:
    data: Vectors = json.loads((shared / "mechanics" / "golden" / f"{name}.json").read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def primitives(shared: Path) -> Vectors:
    return read(shared, "rng_primitives")


def bits(x: float) -> str:
    return struct.pack(">d", x).hex()


def number(text: str) -> float:
    (x,) = struct.unpack(">d", bytes.fromhex(text))
    return float(x)


def first_difference(ours: Any, theirs: Any, path: str = "") -> str | None:
    """Where two structures first differ, and how."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*theirs, *(key for key in ours if key not in theirs)]:
            if key not in ours or key not in theirs:
                return f"{path}.{key}: {'missing' if key in theirs else 'unknown'} here"
            if found := first_difference(ours[key], theirs[key], f"{path}.{key}"):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for i, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            if found := first_difference(a, b, f"{path}[{i}]"):
                return found
        return None if len(ours) == len(theirs) else f"{path}: {len(ours)} entries, expected {len(theirs)}"
    return None if ours == theirs else f"{path}: {ours!r}, expected {theirs!r}"


# -- primitives ------------------------------------------------------------------------------------------


def test_hashes(primitives: Vectors) -> None:
    cases = primitives["pseudohash"]
    assert len(cases) == 406
    wrong = [case["string"] for case in cases if bits(_core.hash_text(case["string"])) != case["bits"]]
    assert not wrong


def test_rounding_to_13_decimals(primitives: Vectors) -> None:
    cases = primitives["round13"]
    assert len(cases) == 230
    wrong = [case for case in cases if bits(_core.round13(number(case["in_bits"]))) != case["out_bits"]]
    assert not wrong


def draws(seed: str, key: str, count: int) -> list[tuple[str, str, str]]:
    """State, seed of the generator and first real of a stream's uses, as bits."""
    state, seed_hash = _core.hash_text(key + seed), _core.hash_text(seed)
    out = []
    for _ in range(count):
        state = _core.advance_stream(state)
        value = (state + seed_hash) / 2
        out.append((bits(state), bits(value), bits(_core.LuaRandom(value).real())))
    return out


def test_streams(primitives: Vectors) -> None:
    cases = primitives["keyed_sequences"]
    assert len(cases) == 640
    for case in cases:
        expected = [(d["state_bits"], d["pseudoseed_bits"], d["random_bits"]) for d in case["draws"]]
        assert len(expected) == 5
        assert draws(case["seed"], case["key"], 5) == expected, f"seed {case['seed']} key {case['key']}"


def test_generator(primitives: Vectors) -> None:
    cases = primitives["luajit_random"]
    assert len(cases) == 85
    for case in cases:
        generator = _core.LuaRandom(number(case["randomseed_bits"]))
        assert len(case["random_bits"]) == 8
        assert [bits(generator.real()) for _ in range(8)] == case["random_bits"], case["randomseed"]


def test_shuffles(primitives: Vectors) -> None:
    cases = primitives["luajit_shuffle"]
    assert len(cases) == 200
    for case in cases:
        generator = _core.LuaRandom(number(case["randomseed_bits"]))
        cards = list(range(1, case["n"] + 1))
        for i in range(len(cards), 1, -1):
            j = generator.integer(1, i)
            cards[i - 1], cards[j - 1] = cards[j - 1], cards[i - 1]
        assert cards == case["shuffled_1_to_n"], case["randomseed"]


def test_integers(primitives: Vectors) -> None:
    cases = primitives["luajit_random_int"]
    assert len(cases) == 120
    for case in cases:
        generator = _core.LuaRandom(number(case["randomseed_bits"]))
        ours = [generator.integer(case["lo"], case["hi"]) for _ in case["random_int"]]
        assert ours == case["random_int"], case["randomseed"]


def test_streams_that_are_not_a_number(primitives: Vectors) -> None:
    hashed, stream = primitives["nan_cases"]
    assert hashed["query"] == "H\terratic7LB2WVPK"
    assert bits(_core.hash_text("erratic7LB2WVPK")) == hashed["luajit-2.1"]
    _, seed, key, count = stream["query"].split("\t")
    assert sum(draws(seed, key, int(count)), ()) == tuple(stream["luajit-2.1"].split())
    # every card of that Erratic Deck is the last front
    report = seed_report(seed, "erratic")
    assert set(report["draw_order"]["1.1"]) == {"S_T"}


def test_all_primitives_are_read(primitives: Vectors) -> None:
    read_here = {"pseudohash", "round13", "keyed_sequences", "luajit_random", "luajit_shuffle"}
    read_here |= {"luajit_random_int", "nan_cases"}
    assert {key for key, value in primitives.items() if isinstance(value, list)} == read_here | {"agreed_by"}


# -- pools -----------------------------------------------------------------------------------------------


def keys(kind: str) -> list[str]:
    return list(content()[kind])


def test_pools(shared: Path) -> None:
    reference = read(shared, "pools")
    jokers = content()["joker"]
    consumables = content()["consumable"]
    pools = _core.pools()
    ours = {
        "joker": {str(rarity): pool for rarity, pool in enumerate(pools["joker"], 1)},
        "tarot": [key for key in consumables if consumables[key]["kind"] == "tarot"],
        "planet": [key for key in consumables if consumables[key]["kind"] == "planet"],
        "spectral": [key for key in consumables if consumables[key]["kind"] == "spectral"],
        "voucher": [
            {"key": key, "requires": [row["requires"]] if row["requires"] else []}
            for key, row in content()["voucher"].items()
        ],
        "booster": [
            {
                "key": key,
                "kind": row["kind"],
                "weight": row["weight"],
                "cards": row["cards"],
                "choose": row["picks"],
            }
            for key, row in content()["booster"].items()
        ],
        "enhanced": keys("enhancement"),
        "planet_softlock": {row["planet"]: hand for hand, row in content()["hand"].items() if row["secret"]},
        "joker_enhancement_gate": {key: f"m_{row['gate']}" for key, row in jokers.items() if row["gate"]},
        "joker_not_eternal": sorted(key for key, row in jokers.items() if not row["eternal_ok"]),
        "joker_not_perishable": sorted(key for key, row in jokers.items() if not row["perishable_ok"]),
    }
    for name, pool in ours.items():
        assert first_difference(pool, reference[name]) is None, name
    assert [tag["key"] for tag in reference["tag"]] == keys("tag")
    for tag in reference["tag"]:  # 0 and 1 are the same: no ante before 1 rolls tags
        assert max(1, tag["min_ante"]) == content()["tag"][tag["key"]]["min_ante"], tag["key"]
    assert [boss["key"] for boss in reference["boss"]] == pools["boss"]
    for boss in reference["boss"]:  # the least ante of finishers is not used: they come every 8 antes
        blind = content()["blind"][boss["key"]]
        assert blind["showdown"] == boss["showdown"]
        assert boss["showdown"] or blind["min_ante"] == boss["min_ante"]


def test_playing_cards_in_order(shared: Path) -> None:
    order = read(shared, "pools")["playing_card"]
    dealer = _core.Dealer("FRONTS", 0, 1)
    state, seed_hash = _core.hash_text("frontsta1FRONTS"), _core.hash_text("FRONTS")
    found = set()
    for _ in range(200):
        for card in dealer.open("p_standard_mega_1"):
            state = _core.advance_stream(state)
            front = order[_core.LuaRandom((state + seed_hash) / 2).integer(1, 52) - 1]
            assert _card(card)["key"] == front
            found.add(front)
    assert found == set(order)


def test_empty_pools_fall_back(shared: Path) -> None:
    """All but the tags: no run has all its tags banned."""
    fallback = read(shared, "pools")["fallback_when_pool_empty"]
    consumables = content()["consumable"]
    dealer = _core.Dealer("EMPTIED", 0, 1)
    for pack, kind in (("arcana", "Tarot"), ("celestial", "Planet"), ("spectral", "Spectral")):
        dealer.set_in_use([key for key, row in consumables.items() if row["kind"] == kind.lower()])
        assert {_card(thing)["key"] for thing in dealer.open(f"p_{pack}_normal_1")} == {fallback[kind]}
    dealer.set_vouchers(keys("voucher"))
    assert dealer.voucher() == fallback["Voucher"]
    legendary = ",".join(_core.pools()["joker"][3])
    game = Game(seed="EMPTIED").edited(f"base_joker_slots=8 jokers=[{legendary}] consumables=[c_soul]")
    game.apply("use 0")
    assert game.jokers[-1].key == fallback["Joker"]


# -- seeds -----------------------------------------------------------------------------------------------

SEED_FILES = {"seeds_red_white": 80, "seeds_other_decks": 36}
REMARKS = {"agreed_by", "live_game_confirmed"}  # who agreed: not about the game


@pytest.mark.parametrize("name", SEED_FILES)
def test_seeds(shared: Path, name: str) -> None:
    seeds = read(shared, name)["seeds"]
    assert len(seeds) == SEED_FILES[name]
    for vector in seeds:
        expected = {key: value for key, value in vector.items() if key not in REMARKS}
        report = seed_report(vector["seed"], vector["deck"], vector["stake"])
        difference = first_difference(report, expected)
        assert difference is None, f"seed {vector['seed']} {vector['deck']} {vector['stake']} {difference}"


@pytest.mark.parametrize(
    ("name", "index"), [("seeds_red_white", 0), ("seeds_other_decks", 12), ("seeds_other_decks", 35)]
)
def test_seeds_by_the_command(shared: Path, name: str, index: int) -> None:
    vector = read(shared, name)["seeds"][index]
    options = ["--deck", vector["deck"], "--stake", str(vector["stake"]), "--json"]
    command = [sys.executable, "-m", "jimbot", "seed", vector["seed"], *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    expected = {key: value for key, value in vector.items() if key not in REMARKS}
    assert first_difference(json.loads(done.stdout), expected) is None


# -- recorded games --------------------------------------------------------------------------------------


def shop_card(dealer: _core.Dealer) -> dict[str, Any]:
    (thing,) = dealer.shop_row(1)
    dealer.clear_row()
    return _card(thing)


def call(dealer: _core.Dealer, step: Vectors) -> Any:
    """What the engine makes of one call, in the state of the run that the step names."""
    dealer.ante = step["ante"]
    dealer.set_in_use(step.get("used", []))
    dealer.set_vouchers(step.get("vouchers") or step.get("redeemed", []))
    dealer.set_deck_enhancements(step.get("deck_enhancements", []))
    dealer.set_played(step.get("played_secret_hands", []))
    dealer.set_gros_michel_extinct("gros_michel_extinct" in step.get("pool_flags", []))
    match step["op"]:
        case "boss":
            return dealer.boss()
        case "voucher":
            return dealer.voucher()
        case "tag":
            return dealer.tag()
        case "shop_card":
            return shop_card(dealer)
        case "open_pack":
            return [_card(thing) for thing in dealer.open(step["pack"])]
        case "pack_slot":
            pack = dealer.booster()
            # the art of the run's first pack is not drawn from the seed
            first = "p_buffoon_normal (forced first pack)"
            return first if step["result"] == first and pack.startswith("p_buffoon_normal_") else pack
    raise AssertionError(f"unknown call {step['op']}")


STATE = {"used", "vouchers", "redeemed", "deck_enhancements", "played_secret_hands", "pool_flags"}


def test_calls_of_recorded_games(shared: Path) -> None:
    runs = read(shared, "live_traces")["runs"]
    assert len(runs) == 60
    calls = 0
    for run in runs:
        dealer = _core.Dealer(run["seed"], deck_index(run["deck"]), run["stake"])
        for i, step in enumerate(run["ops"]):
            assert set(step) <= {"op", "ante", "result", "pack", *STATE}
            difference = first_difference(call(dealer, step), step["result"], step["op"])
            assert difference is None, f"seed {run['seed']} call {i} ante {step['ante']} {difference}"
            calls += 1
    assert calls == 4782
