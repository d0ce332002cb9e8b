"""`jimbot parity replay` on traces of our own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot.documents import SCOPES
from jimbot.game import Game
from jimbot.live.parity.scopes import FIELDS, scopes_of

Run = Callable[..., Any]


def test_a_recorded_run_is_identical(parity: Run, trace: Path) -> None:
    done = parity("replay", trace, "--json")
    found = done.json
    assert done.code == 0
    assert found["runs"] == 1
    assert found["recorded_by"] == {"jimbot": 1}
    assert found["calls"] == found["steps"] == found["steps_matched"] == found["steps_identical"] == 60
    assert found["plays"] == found["plays_matched"] > 5
    assert set(found["scopes"]) == set(SCOPES)
    assert all(s["steps_identical"] == s["steps"] for s in found["scopes"].values())
    assert found["unexplained"] == 0
    assert found["corrections"] == {}
    assert found["stopped"] == []


def test_fields_stand_in_known_scopes() -> None:
    assert {scope for _, scopes in FIELDS for scope in scopes.split()} == SCOPES.keys() - {"full"}


def test_nothing_is_injected(parity: Run, trace: Path) -> None:
    plain, strict = parity("replay", trace, "--json").json, parity("replay", trace, "--strict", "--json").json
    assert strict.pop("strict")
    assert not plain.pop("strict")
    assert strict == plain


def test_text_for_people(parity: Run, trace: Path) -> None:
    done = parity("replay", trace)
    assert done.code == 0
    assert "plays with equal score" in done.out
    assert "unexplained: 0" in done.out


def test_debuffs_of_before_a_sale_are_a_lag_of_the_real_game(parity: Run, calls_altered: Run) -> None:
    """Smeared Joker debuffs Diamonds under The Head until it is sold; the real game shows that late."""
    win: list[Any] = [
        ("set", {"chips": 9999}),
        ("play", {"cards": [0]}),
        ("cash_out", {}),
        ("next_round", {}),
    ]
    calls = [("select", {}), *win, ("select", {}), *win, ("select", {}), ("add", {"key": "j_smeared"})]

    def late(rows: list[dict[str, Any]]) -> None:
        rows[0]["recorded_by"] = "unknown"
        before, after = rows[-3], rows[-2]
        assert after["method"] == "sell"
        assert before["state"]["hand"] != after["state"]["hand"]
        after["state"]["hand"] = before["state"]["hand"]

    path = calls_altered("FIX1", [*calls, ("sell", {"joker": 0})], late)
    found = parity("replay", path, "--json").json
    assert found["explained"] == {"debuffs that a sale changes show one step late": 1}
    assert found["unexplained"] == 0


def last_state(rows: list[dict[str, Any]], method: str) -> dict[str, Any]:
    return next(row["state"] for row in reversed(rows) if row.get("method") == method)


def change_money(rows: list[dict[str, Any]]) -> None:
    last_state(rows, "play")["money"] += 1


def change_score(rows: list[dict[str, Any]]) -> None:
    last_state(rows, "play")["round"]["chips"] += 1


def change_draw_order(rows: list[dict[str, Any]]) -> None:
    cards = last_state(rows, "select")["cards"]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


def change_shop(rows: list[dict[str, Any]]) -> None:
    last_state(rows, "cash_out")["shop"]["cards"][0]["cost"]["buy"] += 1


def change_joker(rows: list[dict[str, Any]]) -> None:
    last_state(rows, "cash_out")["jokers"]["limit"] += 1


def change_boss(rows: list[dict[str, Any]]) -> None:
    last_state(rows, "select")["blinds"]["boss"]["name"] = "The Imaginary"


@pytest.mark.parametrize(
    ("change", "scopes"),
    [
        (change_money, {"economy"}),
        (change_score, {"score_core"}),
        (change_draw_order, {"zones", "rng"}),
        (change_shop, {"economy", "shop"}),
        (change_joker, {"jokers"}),
        (change_boss, {"blinds", "rng"}),
    ],
)
def test_a_difference_breaks_its_scopes_only(
    parity: Run, altered: Run, change: Callable[..., None], scopes: set[str]
) -> None:
    done = parity("replay", altered(change), "--json")
    found = done.json
    assert done.code == 1
    assert found["unexplained"] > 0
    broken = {name for name, s in found["scopes"].items() if s["steps_matched"] < s["steps"]}
    assert broken == scopes | {"full"}


def test_a_difference_is_shown_with_the_position_before_it(parity: Run, altered: Run) -> None:
    path = altered(change_score)
    first = parity("replay", path, "--json").json["first_unexplained"][0]
    assert (first["run"], first["field"], first["recorded"]) == ("altered", "score", first["ours"] + 1)
    game = Game.from_notation(first["before"])
    before = game.round_score
    game.apply("play " + ",".join(str(c) for c in json.loads(first["call"].removeprefix("play "))["cards"]))
    assert game.round_score - before == first["ours"]
    text = parity("replay", path).out
    assert "ours" in text
    assert "recorded" in text
    assert "jimbot1 seed=ABCD12" in text
    assert parity("replay", path, "--show", "0", "--json").json["first_unexplained"] == []


def test_a_call_that_the_engine_refuses_stops_the_run(parity: Run, altered: Run) -> None:
    def play_too_much(rows: list[dict[str, Any]]) -> None:
        next(row for row in rows if row.get("method") == "play")["params"]["cards"] = [0, 77]

    found = parity("replay", altered(play_too_much), "--json").json
    assert found["stopped"][0]["why"] == "the engine refuses a recorded call"
    assert found["first_unexplained"][0]["field"] == "action"


def test_an_unknown_recorder_may_be_the_real_game_with_its_faults(parity: Run, altered: Run) -> None:
    """The real game at times pays a cash-out the total of the round before; that money is then followed."""

    def stale(rows: list[dict[str, Any]]) -> None:
        rows[0]["recorded_by"] = "unknown"
        at = [i for i, row in enumerate(rows) if row.get("method") == "cash_out"]
        paid = [rows[i]["state"]["money"] - rows[i - 1]["state"]["money"] for i in at]
        late = next(n for n in range(1, len(at) - 1) if paid[n] != paid[n - 1])
        for row in rows[at[late] : at[late + 1]]:
            row["state"]["money"] += paid[late - 1] - paid[late]
        rows[at[late + 1] :] = [{"end": "cut", "steps": at[late + 1] - 1}]

    path = altered(stale)
    found = parity("replay", path, "--json").json
    reason = "the recorded build paid the previous round's total"
    assert found["corrections"] == {reason: 1} == found["explained"]
    assert found["unexplained"] == 0
    assert found["steps_matched"] == found["steps"] == found["steps_identical"] + 1
    strict = parity("replay", path, "--strict", "--json").json
    assert strict["corrections"] == {}
    assert strict["stopped"][0]["why"] == f"strict: {reason}"
    assert strict["steps"] < found["steps"]


def test_every_field_has_a_scope() -> None:
    assert scopes_of("hand.cards") == {"hand_core", "zones", "rng", "full"}
    with pytest.raises(ValueError, match="is in no scope"):
        scopes_of("weather")
