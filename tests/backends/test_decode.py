"""gamestate -> state_v1: what is given is taken over, what is not is listed, what is hidden is dropped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.documents import game_of, state_of
from jimbot.documents.schema import validate
from jimbot.live.protocol.decode import from_gamestate, to_gamestate
from jimbot.live.protocol.joker_words import counter, second_number, shown_target
from jimbot.live.protocol.known import Known
from jimbot.live.protocol.memory import Memory
from jimbot.live.server.session import Session


def gamestate_of(notation: str, fair: bool = False) -> dict[str, Any]:
    session = Session(fair=fair)
    session.resume(Game.from_notation(f"jimbot1 variant=steamodded {notation}"), Memory(seed="SHOWN"))
    session.memory.update(session.core)
    return session.call("gamestate")


# Positions, and the parts of state_v1 that must come back as they were.
GIVEN = [
    ("seed=A", "phase round.ante blinds economy.money vouchers limits zones.deck_count"),
    (
        "seed=A phase=SELECTING_HAND on_deck=boss boss=bl_eye hand=[S_K/e:GLASS/s:RED,H_2/b:5,D_3/x:FOIL/d] "
        "hands=[pair:3:2:1] eye_hands=[pair] hands_left=3 hands_played=1 score=120",
        "phase round.eye_hands round.last_blind round.last_target score.chips hands limits flags",
    ),
    (
        "seed=A phase=SELECTING_HAND on_deck=boss boss=bl_ox hands=[flush:1:4:0,pair:1:4:0] hands_played_run=8",
        "round.ox_hand stats.hands_played hands",
    ),
    (
        "seed=A phase=SHOP money=30 jokers=[j_egg+6,j_joker/x:NEGATIVE/rental] base_joker_slots=7 "
        "shop=[j_runner,c_fool!free,S_K/e:STONE] shop_packs=[p_arcana_mega_1] vouchers=[v_clearance_sale,v_grabber] hands_left=5",
        "economy.money limits shop vouchers consumables",
    ),
    (
        "seed=A phase=PACK pack=p_spectral_normal_1 pack_cards=[c_talisman,c_soul]",
        "phase pack run.phase_behind_pack",
    ),
    (
        "seed=A phase=SHOP stake=gold deck=plasma rerolls_paid=3",
        "economy.reroll_price rules.deck rules.stake",
    ),
]


def part(state: dict[str, Any], path: str) -> Any:
    for name in path.split("."):
        state = state.get(name)  # type: ignore[assignment]
    return without_uids(state)


def without_uids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_uids(v) for name, v in value.items() if name != "uid"}
    return [without_uids(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("notation", "parts"), GIVEN)
def test_what_is_given_is_taken_over(notation: str, parts: str) -> None:
    game = Game.from_notation(f"jimbot1 variant=steamodded {notation}")
    state = from_gamestate(gamestate_of(notation))
    validate("state_v1", state)
    for path in parts.split():
        if path not in state["unknown"]:
            assert part(state, path) == part(state_of(game), path), path
    assert game_of(state, 3).phase == game.phase


@pytest.mark.parametrize(("notation", "parts"), GIVEN)
def test_documents_become_gamestates(notation: str, parts: str) -> None:
    game = Game.from_notation(f"jimbot1 variant=steamodded {notation}")
    exact, seen = to_gamestate(state_of(game, hidden=True)), to_gamestate(state_of(game), 7)
    assert exact | {"seed": "SHOWN"} == gamestate_of(notation)
    assert exact["seed"] == "A"
    assert seen["seed"] != "A"
    for name in ("state", "money", "hands", "round", "blinds", "jokers", "hand"):
        assert seen[name] == exact[name]
    assert from_gamestate(seen)["zones"]["deck"] == from_gamestate(exact)["zones"]["deck"]


# Jokers with their numbers, as our server shows them.
JOKERS = [
    "j_runner:45",
    "j_ice_cream:65",
    "j_popcorn:8",
    "j_ramen:1.5",
    "j_selzer:4",
    "j_turtle_bean:2",
    "j_rocket:5",
    "j_green_joker:7",
    "j_invisible:1",
    "j_hologram:2.25",
    "j_yorick:3~11",
    "j_todo_list~4",
    "j_castle:12",
    "j_campfire:1.75/eternal",
    "j_constellation:1.3/perishable:3",
    "j_loyalty_card~3",
]


@pytest.mark.parametrize("joker", JOKERS)
def test_counters_are_read_from_the_text(joker: str) -> None:
    notation = f"seed=A phase=SHOP jokers=[{joker}#70] hands=[pair:1:7:0] hands_played_run=7"
    game = Game.from_notation(f"jimbot1 {notation}")
    (found,) = from_gamestate(gamestate_of(notation))["jokers"]
    (true,) = state_of(game)["jokers"]
    for name in ("joker_id", "stickers", "disabled", "sell"):
        assert found[name] == true[name]
    assert found["counters"]["value"] == pytest.approx(true["counters"]["value"])
    loyalty = joker.startswith("j_loyalty")  # counts modulo 6
    assert (found["counters"]["extra"] - true["counters"]["extra"]) % (6 if loyalty else 10**9) == 0


@pytest.mark.parametrize("joker", ["j_idol", "j_mail", "j_castle", "j_ancient"])
def test_targets_are_read_from_the_text(joker: str) -> None:
    for seed in "ABCDEF":
        notation = f"seed={seed} phase=SHOP jokers=[{joker}]"
        state = from_gamestate(gamestate_of(notation))
        assert (
            state["targets"]
            == state_of(Game.from_notation(f"jimbot1 variant=steamodded {notation}"))["targets"]
        )


def test_texts_of_the_real_game_are_read_too() -> None:
    castle = (
        "This Joker gains +3 Chips per discarded Spade card, suit changes every round (Currently +12 Chips)"
    )
    assert (counter("j_castle", castle), shown_target("j_castle", castle)) == (12, "S")
    assert (
        shown_target(
            "j_idol", "Each played Queen of Spades gives X2 Mult when scored Card changes every round"
        )
        == "S_Q"
    )
    assert shown_target("j_mail", "Earn $5 for each discarded 10, rank changes every round") == "T"
    assert shown_target("j_ancient", "Each played card with Heart suit gives X1.5 Mult when scored") == "H"
    assert counter("j_ice_cream", "+95 Chips -5 Chips for every hand played") == 95
    assert counter("j_selzer", "Retrigger all cards played for the next 7 hands") == 7
    assert (
        second_number("j_yorick", "gains X1 Mult every 23 [15] cards discarded (Currently X2 Mult)", 0) == 15
    )
    assert second_number("j_loyalty_card", "X4 Mult every 6 hands played (2 remaining)", 9) == 6
    assert (
        second_number("j_todo_list", "Earn $4 if poker hand is a Full House, changes at end of round", 0) == 5
    )
    assert counter("j_runner", "no number here") is None


def test_unread_counters_are_unknown() -> None:
    gamestate = gamestate_of("seed=A phase=SHOP jokers=[j_runner:45]")
    gamestate["jokers"]["cards"][0]["value"]["effect"] = "???"
    state = from_gamestate(gamestate)
    assert "jokers[0].counters" in state["unknown"]
    assert state["jokers"][0]["counters"]["value"] == 0


def test_the_discard_pile_is_remembered() -> None:
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "PILE"})
    known = Known()
    known.watch(session.call("select"))
    after = session.call("discard", {"cards": [0, 1, 2]})
    known.watch(after)
    assert session.game is not None
    gone = {card.code for card in session.game.reveal().discard_pile}
    remembered = from_gamestate(after, known)
    assert {card["key"] for card in remembered["zones"]["discard"]} == gone
    assert "zones.discard" not in remembered["unknown"]
    cold = from_gamestate(after)
    assert cold["zones"]["discard"] == []
    assert "zones.discard" in cold["unknown"]


def test_the_menu_and_passing_states_are_no_positions() -> None:
    for name in ("MENU", "HAND_PLAYED", "SPLASH"):
        gamestate = gamestate_of("seed=A") | {"state": name}
        with pytest.raises(ValueError, match=f"state: '{name}' is not valid; must be one of BLIND_SELECT, "):
            from_gamestate(gamestate)


def test_what_is_not_in_the_game_is_refused() -> None:
    gamestate = gamestate_of("seed=A phase=SHOP jokers=[j_joker]")
    gamestate["jokers"]["cards"][0]["key"] = "j_modded"
    with pytest.raises(ValueError, match="'j_modded', or the engine does not know it"):
        from_gamestate(gamestate)
    modded = gamestate_of("seed=A")
    del modded["deck"]
    with pytest.raises(ValueError, match="the gamestate lacks 'deck'"):
        from_gamestate(modded)
    undecided = gamestate_of("seed=A")
    undecided["blinds"]["boss"]["name"] = "Boss Blind"
    assert "blinds[2].key" in from_gamestate(undecided)["unknown"]
    assert "blinds[2].key" not in from_gamestate(gamestate_of("seed=A"))["unknown"]


def test_jokers_that_nobody_saw_are_not_invented() -> None:
    notation = "seed=A phase=SELECTING_HAND on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_duo]"
    with pytest.raises(ValueError, match="jokers: 2 are face down, 0 of them were seen before"):
        from_gamestate(gamestate_of(notation, fair=True))
    assert [j["joker_id"] for j in from_gamestate(gamestate_of(notation))["jokers"]] == ["??", "??"]


@pytest.mark.shared
def test_the_examples_of_the_protocol_are_read(shared: Path) -> None:
    read = 0
    for line in (shared / "balatrobot" / "examples.jsonl").read_text("utf-8").splitlines():
        result = json.loads(line)["response"] or {}
        gamestate = result.get("result")
        if not isinstance(gamestate, dict) or gamestate.get("state", "MENU") == "MENU":
            continue
        state = from_gamestate(gamestate)
        validate("state_v1", state)
        assert game_of(state, 1).money == gamestate["money"]
        read += 1
    assert read > 20
