"""Single steps set up by their state before: counters, and consumables in a shop."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot.live.parity.gamestate import Converter
from jimbot.live.server.session import Session

Run = Callable[..., Any]


def scenario(tokens: str, method: str, *earlier: str, round_end: bool = False) -> dict[str, Any]:
    """One call in the first shop, or at the end of the round before, as our server answers it."""
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "SCENE"})
    session.call("select")
    session.call("set", {"chips": 9999})
    if round_end:
        session.core.edit(tokens)
    session.call("play", {"cards": [0]})
    if not round_end:
        session.call("cash_out")
        session.core.edit(tokens)
    for each in earlier:
        session.call(each)
    before = Converter().convert(session.call("gamestate"))
    after = Converter().convert(session.call(method))
    for state in (before, after):
        del state["deck"]["cards"]  # recorded scenarios do not list the pile
    steps = {"method": method, "params": {}, "before": before, "after": after}
    return {"scenario": tokens, "seed": "SCENE", **json.loads(json.dumps(steps))}


def found(parity: Run, path: Path, *scenarios: dict[str, Any]) -> Any:
    path.write_text("".join(json.dumps(one) + "\n" for one in scenarios), encoding="utf-8")
    return parity("scenarios", path, "--json").json


@pytest.mark.parametrize(
    ("tokens", "method"),
    [
        ("jokers=[j_perkeo] consumables=[c_mars]", "next_round"),
        ("jokers=[j_joker] consumables=[c_fool,c_mars] base_consumable_slots=2", "reroll"),
        ("jokers=[j_flash:8,j_campfire:1.75,j_square:12]", "reroll"),
        ("jokers=[j_satellite,j_loyalty_card,j_throwback]", "reroll"),
    ],
)
def test_the_step_of_our_server_matches(parity: Run, tmp_path: Path, tokens: str, method: str) -> None:
    one = scenario(tokens, method)
    assert found(parity, tmp_path / "scenario.jsonl", one)["mismatches"] == []
    one["after"]["consumables"]["cards"].append({"key": "c_pluto", "sell": 1})
    differing = found(parity, tmp_path / "scenario.jsonl", one)["mismatches"]
    assert {row["field"] for row in differing} == {"consumables"}


def test_a_counter_that_differs_is_found(parity: Run, tmp_path: Path) -> None:
    one = scenario("jokers=[j_flash:8,j_campfire:1.75]", "reroll")
    one["after"]["jokers"]["cards"][0]["n"] += 2
    differing = found(parity, tmp_path / "scenario.jsonl", one)["mismatches"]
    assert [row["field"] for row in differing] == ["jokers.j_flash.n"]


@pytest.mark.parametrize(
    "tokens", ["jokers=[j_egg,j_joker]", "jokers=[j_gift,j_joker,j_egg/x:FOIL] consumables=[c_mars,c_fool]"]
)
def test_what_cards_sell_for_at_the_end_of_a_round_is_kept(parity: Run, tmp_path: Path, tokens: str) -> None:
    one = scenario(tokens, "cash_out", round_end=True)
    assert any(card["sell"] > 2 for card in one["before"]["jokers"]["cards"])
    assert found(parity, tmp_path / "scenario.jsonl", one)["mismatches"] == []
    one["after"]["jokers"]["cards"][0]["sell"] += 1
    (differing,) = found(parity, tmp_path / "scenario.jsonl", one)["mismatches"]
    assert differing["field"].endswith(".sell")


@pytest.mark.parametrize(
    ("tokens", "method", "earlier"),
    [
        ("jokers=[j_egg+9,j_joker/rental,j_duo/eternal/x:HOLO] consumables=[c_mars+2]", "reroll", ()),
        ("jokers=[j_perkeo] consumables=[c_mars/x:NEGATIVE,c_pluto/x:NEGATIVE+1]", "next_round", ()),
        ("jokers=[j_chaos] free_rerolls=1", "reroll", ()),
        ("jokers=[j_chaos] free_rerolls=1 money=40", "reroll", ("reroll",)),
        ("jokers=[j_chaos,j_flash:2] money=40", "reroll", ("reroll", "reroll")),
        ("vouchers=[v_reroll_surplus] money=40", "reroll", ("reroll",)),
    ],
)
def test_prices_editions_and_stickers_of_a_shop_are_kept(
    parity: Run, tmp_path: Path, tokens: str, method: str, earlier: tuple[str, ...]
) -> None:
    one = scenario(tokens, method, *earlier)
    assert found(parity, tmp_path / "scenario.jsonl", one)["mismatches"] == []
