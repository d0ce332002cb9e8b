"""The pairs of request and answer that the protocol's description gives: errors exactly, results by shape.

They are one story. Where our cards differ from the illustrated ones, a preparation puts in place what the next
request needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot.live.server.session import Session

from .sessions import in_blind_select, in_menu, put

pytestmark = pytest.mark.shared

TRANSPORT = {78, 79, 80}  # answered below the protocol


def five_jokers(session: Session) -> None:
    put(session, "jokers=[j_runner,j_runner,j_runner,j_runner,j_runner] shop=[j_joker,c_hermit]")


def end_of_the_shop(session: Session) -> None:
    put(session, "jokers=[j_joker/x:NEGATIVE/perishable:3] consumables=[] shop_packs=[]")
    session.call("set", {"money": 19})


def full_packs(session: Session) -> None:
    for key in ("p_arcana_normal_1", "p_buffoon_normal_1"):
        session.call("add", {"key": key})


def last_hand(session: Session) -> None:
    """The other branch of the story: the big blind with one hand left."""
    other = in_blind_select()
    other.call("skip")
    other.call("select")
    other.call("discard", {"cards": [5, 6, 7]})
    for _ in range(3):
        other.call("play", {"cards": [7]})
    session.resume(other.game, other.memory)


def lost(session: Session) -> None:
    last_hand(session)
    session.call("play", {"cards": [0]})


PREPARE: dict[int, Callable[[Session], Any]] = {
    12: lambda s: put(s, "ante_tags=[tag_handy,tag_economy]"),
    36: lambda s: put(s, "shop_vouchers=[v_grabber]"),
    38: lambda s: put(s, "shop=[j_droll,c_jupiter]"),
    39: lambda s: s.call("set", {"money": 6}),
    44: lambda s: put(s, "shop_packs=[p_arcana_normal_2,p_buffoon_normal_1]"),
    46: lambda s: put(s, "pack_cards=[c_heirophant,c_moon,c_death]"),
    53: lambda s: s.call("set", {"money": 17}),
    55: five_jokers,
    56: lambda s: s.call("set", {"money": 3}),
    57: full_packs,
    59: lambda s: put(s, "consumables=[c_familiar]"),
    60: end_of_the_shop,
    67: last_hand,
    68: lambda s: s.call("menu"),
    69: lost,
    70: lambda s: s.call("menu"),
}


def read_examples(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "balatrobot" / "examples.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def same_shape(ours: Any, theirs: Any, where: str) -> None:
    """The same members of the same types; which marks a card bears and which cards lie there may differ."""
    if where.endswith((".modifier", ".state.", ".cards[].state")):
        assert isinstance(ours, dict) or ours == [], where
    elif isinstance(theirs, dict):
        assert isinstance(ours, dict), where
        assert set(ours) == set(theirs), where
        for name, value in theirs.items():
            same_shape(ours[name], value, f"{where}.{name}")
    elif isinstance(theirs, list) and where.endswith(".cards"):
        for card in ours:
            assert set(card) == {"id", "key", "set", "label", "value", "modifier", "state", "cost"}, where
            assert isinstance(card["value"]["effect"], str)
            assert set(card["cost"]) == {"sell", "buy"}
    elif isinstance(theirs, list) and theirs:
        assert isinstance(ours, list), where
        assert len(ours) == len(theirs), where
    else:
        assert type(ours) is type(theirs), where


def compare_states(ours: dict[str, Any], theirs: dict[str, Any], n: int) -> None:
    for name in ("state", "round_num", "ante_num", "money", "won", "deck", "stake", "seed"):
        assert ours.get(name) == theirs.get(name), (n, name)
    statuses = [{b: blind["status"] for b, blind in s["blinds"].items()} for s in (ours, theirs)]
    assert statuses[0] == statuses[1], n
    for name in ("hands_left", "hands_played", "discards_left", "discards_used", "reroll_cost"):
        assert ours["round"][name] == theirs["round"][name], (n, name)
    for area in ("jokers", "consumables", "hand", "shop", "vouchers", "packs", "pack"):
        if area in theirs:
            assert ours[area]["limit"] == theirs[area]["limit"], (n, area)
            assert ours[area]["count"] == theirs[area]["count"], (n, area)
    same_shape(ours, theirs, "result")


def test_the_story(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    session = in_menu()
    compared = 0
    for example in read_examples(shared):
        n, request, expected = example["n"], example["request"], example["response"]
        if n in TRANSPORT:
            assert session.last_id == expected["id"]
            continue
        PREPARE.get(n, lambda s: None)(session)
        assert session.state == example["state_before"], n
        body = example["raw_body"].encode() if "raw_body" in example else json.dumps(request).encode()
        answer = json.loads(session.handle(body))
        compared += 1
        if "error" in expected or "state" not in expected["result"]:
            if example.get("abridged"):
                expected["result"]["methods"] = answer["result"]["methods"]
                answer["result"] = {k: answer["result"][k] for k in expected["result"]}
            assert answer == expected, n
        else:
            assert set(answer) == set(expected), n
            assert answer["id"] == expected["id"]
            compare_states(answer["result"], expected["result"], n)
    assert compared == 78


def test_discovery_is_the_published_file(shared: Path) -> None:
    published = json.loads((shared / "balatrobot" / "openrpc.json").read_text("utf-8"))
    assert in_menu().call("rpc.discover") == published
