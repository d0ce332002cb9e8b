"""The 28 bosses, Small and Big Blind: requirement and reward, effect, and what is left when they are disabled."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import FRONTS, Streams, act, check, complete, game, play, pool, seed_where

from jimbot.game import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
BOSSES = pool("blind", boss=True)


def boss(key: str, rest: str = "", ante: int = 0) -> str:
    """The boss about to be selected, in the first ante it comes in."""
    ante = ante or max(1, content()["blind"][key]["min_ante"])
    return f"phase=BLIND_SELECT on_deck=boss ante={ante} boss={key} {rest}"


def facing(key: str, hand: str, rest: str = "", ante: int = 0) -> str:
    """In the middle of a round against the boss, with this hand."""
    target = "" if "target=" in rest else "target=1000000 "
    return boss(key, f"hand=[{hand}] {target}{rest}", ante).replace("BLIND_SELECT", "SELECTING_HAND")


# (key, ante, requirement on White Stake, reward)
REQUIREMENTS = [
    ("bl_small", 1, 300, 3), ("bl_small", 0, 100, 3), ("bl_small", -3, 100, 3), ("bl_small", 4, 5000, 3),
    ("bl_big", 1, 450, 4), ("bl_big", 3, 3000, 4), ("bl_big", 8, 75000, 4),
    ("bl_hook", 1, 600, 5), ("bl_ox", 6, 40000, 5), ("bl_house", 2, 1600, 5), ("bl_wall", 2, 3200, 5),
    ("bl_wheel", 2, 1600, 5), ("bl_arm", 2, 1600, 5), ("bl_club", 1, 600, 5), ("bl_fish", 2, 1600, 5),
    ("bl_psychic", 1, 600, 5), ("bl_goad", 1, 600, 5), ("bl_water", 2, 1600, 5), ("bl_window", 1, 600, 5),
    ("bl_manacle", 1, 600, 5), ("bl_eye", 3, 4000, 5), ("bl_mouth", 2, 1600, 5), ("bl_plant", 4, 10000, 5),
    ("bl_serpent", 5, 22000, 5), ("bl_pillar", 1, 600, 5), ("bl_needle", 2, 800, 5), ("bl_head", 1, 600, 5),
    ("bl_tooth", 3, 4000, 5), ("bl_flint", 2, 1600, 5), ("bl_mark", 2, 1600, 5),
    ("bl_final_acorn", 8, 100000, 8), ("bl_final_leaf", 8, 100000, 8), ("bl_final_vessel", 8, 300000, 8),
    ("bl_final_heart", 8, 100000, 8), ("bl_final_bell", 8, 100000, 8),
]  # fmt: skip

# (key, position, actions, expected)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    # The Hook takes two held cards before scoring, one if only one is held; no discard is used
    ("bl_hook", facing("bl_hook", "S_A,S_2/e:STEEL,S_3/e:STEEL"), "play 0", {"score": 16.0, "discards_used": 0, "discards_left": 4}),
    ("bl_hook", facing("bl_hook", "S_A,S_2/e:STEEL"), "play 0", {"score": 16.0}),
    ("bl_hook", facing("bl_hook", "S_A,S_2/s:PURPLE"), "play 0", {"hand_count": 8}),
    ("bl_hook", facing("bl_hook", "S_A,S_2/e:STEEL,S_3/e:STEEL,S_4/e:STEEL"), "play 0", {"score": 24.0}),
    ("bl_hook", facing("bl_hook", "S_A,S_2/e:STEEL,S_3/e:STEEL", "blind_disabled=1"), "play 0", {"score": 36.0}),
    # The Ox
    ("bl_ox", facing("bl_ox", "S_K,H_K,S_2", "money=20 ox_hand=pair"), "play 0,1", {"money": 0, "score": 60.0}),
    ("bl_ox", facing("bl_ox", "S_K,H_K,S_2", "money=20 ox_hand=pair"), "play 0", {"money": 20, "score": 15.0}),
    ("bl_ox", facing("bl_ox", "S_K/s:GOLD,H_K,S_2", "money=20 ox_hand=pair"), "play 0,1", {"money": 3}),
    ("bl_ox", facing("bl_ox", "S_K,H_K,S_2", "money=-5 ox_hand=pair"), "play 0,1", {"money": 0}),
    ("bl_ox", facing("bl_ox", "S_K,H_K,S_2", "money=20 ox_hand=pair blind_disabled=1"), "play 0,1", {"money": 20}),
    # Requirements of The Wall and Violet Vessel come down when disabled; a score that then suffices wins at once
    ("bl_wall", facing("bl_wall", "S_K", "jokers=[j_luchador] score=0 target=3200"), "sell_joker 0", {"target": 1600.0, "phase": "SELECTING_HAND"}),
    ("bl_wall", facing("bl_wall", "S_K", "jokers=[j_luchador] score=1600 target=3200"), "sell_joker 0", {"phase": "ROUND_EVAL"}),
    ("bl_final_vessel", facing("bl_final_vessel", "S_K", "jokers=[j_luchador] score=99999 target=300000"), "sell_joker 0", {"target": 100000.0, "phase": "SELECTING_HAND"}),
    ("bl_final_vessel", facing("bl_final_vessel", "S_K", "jokers=[j_luchador] score=100000 target=300000 endless=1"), "sell_joker 0", {"phase": "ROUND_EVAL"}),
    # The Arm lowers the level before the score, never below 1
    ("bl_arm", facing("bl_arm", "S_K,H_K", "hands=[pair:3]"), "play 0,1", {"Pair": 2, "score": 135.0}),  # (25 + 20) x 3
    ("bl_arm", facing("bl_arm", "S_K,H_K"), "play 0,1", {"Pair": 1, "score": 60.0}),
    ("bl_arm", facing("bl_arm", "S_K,H_K", "hands=[pair:3,high_card:4]"), "play 0", {"Pair": 3, "High Card": 3, "score": 105.0}),  # (25 + 10) x 3
    # Suit bosses: Wild Cards too, Stone Cards never, the colour with Smeared Joker; a debuffed card gives nothing
    ("bl_club", facing("bl_club", "C_A,S_A,H_A,D_A,H_2/e:WILD,C_2/e:STONE"), "", {"hand": "C_A/d S_A H_A D_A H_2/e:WILD/d C_2/e:STONE"}),
    ("bl_club", facing("bl_club", "C_A,S_A"), "play 0,1", {"score": 42.0}),  # (10 + 11) x 2
    ("bl_club", facing("bl_club", "C_A,S_A,H_A", "jokers=[j_smeared]"), "", {"hand": "C_A/d S_A/d H_A"}),
    ("bl_club", facing("bl_club", "C_A,S_A,H_A", "jokers=[j_smeared]"), "sell_joker 0", {"hand": "C_A/d S_A H_A"}),
    ("bl_goad", facing("bl_goad", "C_A,S_A,H_A,D_A,H_2/e:WILD,S_2/e:STONE"), "", {"hand": "C_A S_A/d H_A D_A H_2/e:WILD/d S_2/e:STONE"}),
    ("bl_goad", facing("bl_goad", "C_A,S_A,H_A", "jokers=[j_smeared]"), "", {"hand": "C_A/d S_A/d H_A"}),
    ("bl_window", facing("bl_window", "C_A,S_A,H_A,D_A,S_2/e:WILD,D_2/e:STONE"), "", {"hand": "C_A S_A H_A D_A/d S_2/e:WILD/d D_2/e:STONE"}),
    ("bl_window", facing("bl_window", "D_A,H_A,S_A", "jokers=[j_smeared]"), "", {"hand": "D_A/d H_A/d S_A"}),
    ("bl_head", facing("bl_head", "C_A,S_A,H_A,D_A,S_2/e:WILD,H_2/e:STONE"), "", {"hand": "C_A S_A H_A/d D_A S_2/e:WILD/d H_2/e:STONE"}),
    ("bl_head", facing("bl_head", "D_A,H_A,S_A", "jokers=[j_smeared]"), "", {"hand": "D_A/d H_A/d S_A"}),
    ("bl_head", facing("bl_head", "H_K/e:MULT/x:FOIL/s:GOLD,S_2", "money=0"), "play 0", {"score": 5.0, "money": 0}),
    ("bl_head", facing("bl_head", "S_A,H_K/e:STEEL"), "play 0", {"score": 16.0}),
    ("bl_head", facing("bl_head", "S_2,H_2,S_5,S_6,S_9/e:WILD"), "play 0,1,2,3,4", {"score": 24.0}),  # a debuffed Wild keeps its printed suit: Pair, one 2 scores
    ("bl_head", facing("bl_head", "S_2,S_4,S_5,S_6,S_9/e:WILD"), "play 0,1,2,3,4", {"score": 208.0}),  # Flush: (35 + 17) x 4
    # The Psychic
    ("bl_psychic", facing("bl_psychic", "S_A,H_A,C_A,D_A,S_2"), "play 0,1,2,3", {"score": 0.0, "hands_left": 3}),
    ("bl_psychic", facing("bl_psychic", "S_A,H_A,C_A,D_A,S_2"), "play 0,1,2,3,4", {"score": 728.0}),  # (60 + 44) x 7
    ("bl_psychic", facing("bl_psychic", "S_A,H_2,C_4,D_6,S_8", "jokers=[j_green_joker]"), "play 0", {"score": 0.0}),
    ("bl_psychic", facing("bl_psychic", "S_A,H_K,C_9,D_7,S_2", "blind_disabled=1"), "play 0", {"score": 16.0}),
    # The Water, The Manacle, The Needle take something that a disabling gives back
    ("bl_water", boss("bl_water"), "select_blind", {"discards_left": 0, "hands_left": 4}),
    ("bl_water", boss("bl_water"), "select_blind; discard 0 !no discards are left", {}),
    ("bl_water", boss("bl_water", "jokers=[j_luchador]"), "select_blind; sell_joker 0", {"discards_left": 4, "blind_disabled": True}),
    ("bl_manacle", boss("bl_manacle"), "select_blind", {"hand_size": 7, "hand_count": 7}),
    ("bl_manacle", boss("bl_manacle", "jokers=[j_luchador]"), "select_blind; sell_joker 0", {"hand_size": 8, "hand_count": 8}),
    ("bl_manacle", boss("bl_manacle", "one_chip=1"), "select_blind; play 0; cash_out", {"hand_size": 8}),
    ("bl_needle", boss("bl_needle"), "select_blind", {"hands_left": 1, "discards_left": 4}),
    ("bl_needle", boss("bl_needle", "jokers=[j_burglar]"), "select_blind", {"hands_left": 4, "discards_left": 0}),
    ("bl_needle", boss("bl_needle", "jokers=[j_luchador]"), "select_blind; sell_joker 0", {"hands_left": 4}),
    ("bl_needle", boss("bl_needle", "jokers=[j_luchador] vouchers=[v_grabber]"), "select_blind; sell_joker 0", {"hands_left": 5}),
    # The Eye and The Mouth
    ("bl_eye", facing("bl_eye", "S_K,H_K,S_Q,H_Q,S_2", "draw=[C_3,D_4,C_5,D_6,C_7]"), "play 0,1; play 0,1", {"score": 60.0, "hands_left": 2}),
    ("bl_eye", facing("bl_eye", "S_K,H_K,S_A"), "play 0,1; play 0", {"hands_left": 2}),
    ("bl_eye", boss("bl_eye", "eye_hands=[pair]"), "select_blind", {"hands_left": 4}),
    ("bl_mouth", facing("bl_mouth", "S_K,H_K,S_A,D_A,C_2", "mouth_hand=pair"), "play 0", {"score": 0.0}),
    ("bl_mouth", facing("bl_mouth", "S_K,H_K,S_A,D_A,C_2", "mouth_hand=pair"), "play 0; play 0,1", {"score": 64.0}),  # then A A
    # The Plant: faces, all cards with Pareidolia; a Stone Card is no face
    ("bl_plant", facing("bl_plant", "S_K,H_Q,C_J,D_T,S_A,S_K/e:STONE"), "", {"hand": "S_K/d H_Q/d C_J/d D_T S_A S_K/e:STONE"}),
    ("bl_plant", facing("bl_plant", "S_K,D_T,S_2/e:STONE", "jokers=[j_pareidolia]"), "", {"hand": "S_K/d D_T/d S_2/e:STONE/d"}),
    ("bl_plant", facing("bl_plant", "S_K,H_K,S_2"), "play 0,1", {"score": 20.0}),
    # The Serpent draws three
    ("bl_serpent", boss("bl_serpent"), "select_blind", {"hand_count": 8}),
    ("bl_serpent", boss("bl_serpent"), "select_blind; play 0", {"hand_count": 10}),
    ("bl_serpent", boss("bl_serpent"), "select_blind; discard 0,1,2,3,4", {"hand_count": 6}),
    ("bl_serpent", boss("bl_serpent"), "select_blind; play 0; discard 0,1,2,3,4; discard 0", {"hand_count": 10}),
    ("bl_serpent", boss("bl_serpent", "jokers=[j_luchador]"), "select_blind; discard 0,1,2,3,4; sell_joker 0; discard 0", {"hand_count": 8}),
    ("bl_serpent", facing("bl_serpent", "S_A,S_K,S_Q", "draw=[C_2,C_3]"), "play 0", {"hand_count": 4}),
    # The Pillar
    ("bl_pillar", facing("bl_pillar", "S_A/p,S_K,S_Q/p"), "", {"hand": "S_A/d S_K S_Q/d"}),
    ("bl_pillar", facing("bl_pillar", "S_A/p,S_K"), "play 0", {"score": 5.0}),
    # The Tooth: before scoring, below zero too
    ("bl_tooth", facing("bl_tooth", "S_A,S_K,S_2", "money=2"), "play 0,1,2", {"money": -1}),
    ("bl_tooth", facing("bl_tooth", "S_A,S_K,S_2", "money=10 jokers=[j_bull]"), "play 0,1", {"money": 8, "score": 32.0}),  # 5 + 11 + 16
    ("bl_tooth", facing("bl_tooth", "S_A,S_K,S_2", "money=10"), "discard 0,1", {"money": 10}),
    # The Flint halves the base, half up, mult at least 1
    ("bl_flint", facing("bl_flint", "S_K,H_K"), "play 0,1", {"score": 25.0}),  # (5 + 20) x 1
    ("bl_flint", facing("bl_flint", "S_A"), "play 0", {"score": 14.0}),  # (3 + 11) x 1
    ("bl_flint", facing("bl_flint", "S_K,H_K,C_K"), "play 0,1,2", {"score": 90.0}),  # (15 + 30) x 2
    ("bl_flint", facing("bl_flint", "S_K,H_K", "hands=[pair:2]"), "play 0,1", {"score": 66.0}),  # (13 + 20) x 2
    ("bl_flint", facing("bl_flint", "S_K,H_K", "jokers=[j_joker]"), "play 0,1", {"score": 125.0}),  # 25 x (1 + 4)
    # Verdant Leaf
    ("bl_final_leaf", facing("bl_final_leaf", "S_A,H_2/e:STONE"), "play 0", {"score": 5.0}),
    ("bl_final_leaf", facing("bl_final_leaf", "S_A,H_2", "jokers=[j_joker]"), "", {"hand": "S_A/d H_2/d"}),
    ("bl_final_leaf", facing("bl_final_leaf", "S_A,H_2", "jokers=[j_joker]"), "sell_joker 0; play 0", {"score": 16.0, "blind_disabled": True}),
    ("bl_final_leaf", facing("bl_final_leaf", "S_A,H_2", "consumables=[c_mars]"), "sell_consumable 0", {"hand": "S_A/d H_2/d", "blind_disabled": False}),
    # Amber Acorn: all jokers face down until it ends
    ("bl_final_acorn", boss("bl_final_acorn", "jokers=[j_joker]"), "select_blind", {"jokers": "??"}),
    ("bl_final_acorn", boss("bl_final_acorn", "jokers=[j_joker,j_joker]"), "select_blind; sell_joker 1", {"jokers": "??", "money": 5}),
    ("bl_final_acorn", boss("bl_final_acorn", "jokers=[j_luchador,j_luchador]"), "select_blind; sell_joker 0", {"jokers": "j_luchador"}),
    ("bl_final_acorn", boss("bl_final_acorn", "one_chip=1 endless=1 jokers=[j_joker]"), "select_blind; play 0", {"jokers": "j_joker"}),
    ("bl_final_acorn", facing("bl_final_acorn", "S_A", "jokers=[j_joker/f]"), "play 0", {"score": 80.0}),
    # Crimson Heart
    ("bl_final_heart", boss("bl_final_heart", "jokers=[j_joker]"), "select_blind", {"jokers": "j_joker/d"}),
    ("bl_final_heart", boss("bl_final_heart", "jokers=[j_joker]"), "select_blind; play 0; discard 0", {"jokers": "j_joker/d"}),
    ("bl_final_heart", boss("bl_final_heart"), "select_blind; play 0", {"jokers": ""}),
    ("bl_final_heart", boss("bl_final_heart", "one_chip=1 endless=1 jokers=[j_joker]"), "select_blind; play 0; cash_out", {"jokers": "j_joker"}),
    # Cerulean Bell
    ("bl_final_bell", facing("bl_final_bell", "S_A,S_K/o,S_Q"), "play 0 !forced by Cerulean Bell; discard 0,2 !forced by Cerulean Bell; play 0,1", {"hands_left": 3}),
    ("bl_final_bell", facing("bl_final_bell", "S_A/o,S_K,S_Q", "consumables=[c_hanged_man]"), "use 0 on 0; play 0", {"hands_left": 3}),  # no card is forced until the next draw
    # Other ways to disable, and other things at the same time
    ("bl_club", facing("bl_club", "C_2,S_K", "jokers=[j_blueprint,j_luchador]"), "sell_joker 0", {"hand": "C_2 S_K", "jokers": "j_luchador"}),
    ("bl_club", facing("bl_club", "C_2,S_K", "jokers=[j_luchador/d]"), "sell_joker 0", {"hand": "C_2/d S_K"}),
    ("bl_manacle", boss("bl_manacle", "tags=[tag_juggle] jokers=[j_luchador]"), "select_blind; sell_joker 0", {"hand_size": 11, "hand_count": 11}),
    ("bl_club", facing("bl_club", "C_2,S_K", "consumables=[c_lovers,c_tower]"), "use 0 on 1; use 0 on 0", {"hand": "C_2/e:STONE S_K/e:WILD/d"}),
    # Small and Big Blind do nothing
    ("bl_small", "phase=BLIND_SELECT", "select_blind", {"hands_left": 4, "discards_left": 4, "hand_count": 8, "round": 1}),
    ("bl_big", "phase=BLIND_SELECT on_deck=big", "select_blind", {"hands_left": 4, "discards_left": 4, "hand_count": 8}),
    ("bl_big", "phase=SELECTING_HAND hand=[S_A] jokers=[j_luchador]", "sell_joker 0", {"blind_disabled": False}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "ante", "target", "reward"), REQUIREMENTS)
def test_requirement(key: str, ante: int, target: int, reward: int) -> None:
    number = {"bl_small": "small", "bl_big": "big"}.get(key, "boss")
    named = f"boss={key}" if number == "boss" else ""
    g = play(f"phase=BLIND_SELECT on_deck={number} ante={ante} {named}", "select_blind")
    assert g.blind.key == key
    check(g, {"target": float(target), "reward": reward})


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS)
def test_boss(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


def unharmed(g: Game, key: str) -> None:
    """Hands, discards, hand, cards and jokers as against a blind without effect."""
    check(g, {"blind_disabled": True, "hands_left": 4, "discards_left": 4, "hand_count": 8, "hand_size": 8})
    assert not [c for c in g.hand if c.debuffed or c.face_down or c.forced]
    assert not [j for j in g.jokers if j.debuffed or j.face_down]
    factor = {"bl_needle": 1}.get(key, 2)
    base = {1: 300, 2: 800, 3: 2000, 4: 5000, 5: 11000, 6: 20000, 8: 50000}[g.ante]
    assert g.target == base * factor


@pytest.mark.parametrize("key", BOSSES)
def test_chicot_disables(key: str) -> None:
    g = play(boss(key, "jokers=[j_chicot,j_joker]"), "select_blind")
    unharmed(g, key)
    assert g.blind.reward in (5, 8)  # a disabled boss still pays
    act(g.edited("hand=[S_A,H_A,C_A,D_A,S_2,H_2]"), "play 0; play 0,1")


@pytest.mark.parametrize("key", BOSSES)
def test_luchador_disables(key: str) -> None:
    g = play(boss(key, "jokers=[j_luchador,j_luchador,j_luchador]"), "select_blind; sell_joker 0")
    unharmed(g, key)


def test_chicot_gained_in_the_round_disables_at_once() -> None:
    seed = seed_where(lambda s: s.pick("Joker4", pool("joker", rarity="legendary")) == "j_chicot")
    g = play(f"seed={seed} {boss('bl_water', 'consumables=[c_soul]')}", "select_blind; use 0")
    check(g, {"blind_disabled": True, "discards_left": 4})
    g = play(f"seed={seed} {facing('bl_goad', 'S_A', 'consumables=[c_soul]')}", "use 0")
    check(g, {"hand": "S_A"})


@pytest.mark.parametrize("seed", SEEDS)
def test_hook_takes_by_stream(seed: str) -> None:
    """Twice pick("hook") among the unplayed cards by creation number; they leave by position, before the played ones."""
    g = play(f"seed={seed} {facing('bl_hook', 'S_A,H_K,C_9,D_4,S_2')}", "play 1")
    s, held = Streams(seed), ["C_9", "D_4", "S_2", "S_A"]
    victims = []
    for _ in range(2):
        victims.append(s.pick("hook", held))
        held.remove(victims[-1])
    left = [c for c in ("S_A", "C_9", "D_4", "S_2") if c in victims]
    assert [c.code for c in g.reveal().discard_pile] == [*left, "H_K"]


def test_hook_sets_off_a_purple_seal() -> None:
    g = play(facing("bl_hook", "S_A,S_2/s:PURPLE,S_3/s:PURPLE"), "play 0")
    assert [c.kind for c in g.consumables] == ["tarot", "tarot"]


@pytest.mark.parametrize(("hands", "hand"), [("pair:1:5,flush:1:5", "Flush"), ("pair:1:6,flush:1:5", "Pair")])
def test_ox_names_the_most_played_hand(hands: str, hand: str) -> None:
    g = play(boss("bl_ox", f"hands=[{hands}] money=9"), "select_blind").edited(
        "hand=[S_K,H_K,S_2,S_4,S_6,S_9]"
    )
    assert act(g.clone(), "play 0,1").money == (0 if hand == "Pair" else 9)
    assert act(g.clone(), "play 0,2,3,4,5").money == (0 if hand == "Flush" else 9)


def test_house_deals_face_down() -> None:
    g = play(boss("bl_house"), "select_blind")
    assert [c.face_down for c in g.hand] == [True] * 8
    old = {c.number for c in g.reveal().hand}
    act(g, "discard 0,1")
    assert all(c.face_down == (c.number in old) for c in g.reveal().hand)
    act(g, "play 0")
    assert all(c.face_down == (c.number in old) for c in g.reveal().hand)


def test_fish_turns_the_refill_after_a_play() -> None:
    g = play(boss("bl_fish"), "select_blind")
    assert not any(c.face_down for c in g.hand)
    old = {c.number for c in g.reveal().hand}
    act(g, "play 0,1")
    assert all(c.face_down == (c.number not in old) for c in g.reveal().hand)
    down = {c.number for c in g.reveal().hand if c.face_down}
    act(g, "discard 0,1")
    assert {c.number for c in g.reveal().hand if c.face_down} <= down


@pytest.mark.parametrize("jokers", ["", "j_oops"])
@pytest.mark.parametrize("seed", SEEDS[:5])
def test_wheel_by_stream(seed: str, jokers: str) -> None:
    """1 in 7 per card in draw order; the deck of nr2 is dealt from its end."""
    s = Streams(seed)
    dealt = s.shuffle("nr2", FRONTS)[::-1][:8]
    down = {c for c in dealt if s.real("wheel") < (2 if jokers else 1) / 7}
    g = play(f"seed={seed} {boss('bl_wheel', f'jokers=[{jokers}]')}", "select_blind")
    assert {c.code.partition("/")[0] for c in g.reveal().hand} == set(dealt)
    assert {c.code.partition("/")[0] for c in g.reveal().hand if c.face_down} == down


@pytest.mark.parametrize("joker", ["j_joker", "j_pareidolia"])
def test_mark_turns_faces_down(joker: str) -> None:
    for seed in SEEDS[:4]:
        g = play(f"seed={seed} {boss('bl_mark', f'jokers=[{joker}]')}", "select_blind; play 0; discard 0,1")
        for c in g.reveal().hand:
            assert c.face_down == (joker == "j_pareidolia" or c.rank in (11, 12, 13))


def test_played_cards_turn_up_and_score() -> None:
    g = play(facing("bl_house", "S_K/f,H_K/f,S_2/f"), "play 0,1")
    check(g, {"score": 60.0})


def test_a_refused_hand_counts_but_gives_nothing() -> None:
    """Play counts rise, Green Joker does not grow, no seal pays, no Glass breaks; The Mouth stays with the first hand."""
    low = "draw=[C_2,D_3,C_4,D_5,C_6,D_7]"
    g = play(
        facing("bl_mouth", "S_K,H_K,S_A/s:GOLD/e:GLASS,C_9,D_9", f"{low} money=0 jokers=[j_green_joker]"),
        "play 0,1",
    )
    check(g, {"score": 90.0})  # (10 + 20) x (2 + 1)
    act(g, "play 0; play 2")  # the Ace, then a 7
    check(g, {"score": 90.0, "money": 0, "deck": 11})
    assert g.jokers[0].value == 1
    assert g.hand_levels["High Card"].played == 2
    act(g, "play 0,1")
    check(g, {"score": 90.0 + (10 + 18) * 4})


def test_pillar_remembers_the_ante() -> None:
    """Cards played in the Small and Big Blind are debuffed by the boss, also those that did not score."""
    g = game("phase=BLIND_SELECT one_chip=1 boss=bl_pillar")
    act(g, "select_blind")
    played = {c.number for c in g.hand[:2]}
    act(g, "play 0,1; cash_out; leave_shop; select_blind")
    played |= {g.hand[0].number}
    act(g, "play 0; cash_out; leave_shop; select_blind")
    assert {c.number for c in g.reveal().cards if c.debuffed} == played
    act(g, "play 0; cash_out")
    assert not [c for c in g.reveal().cards if c.debuffed or c.played_this_ante]


@pytest.mark.parametrize("seed", SEEDS)
def test_acorn_shuffles_three_times(seed: str) -> None:
    jokers = ["j_joker", "j_egg", "j_golden", "j_mime"]
    g = play(
        f"seed={seed} {boss('bl_final_acorn', 'jokers=[j_mime#83,j_egg#81,j_joker#80,j_golden#82]')}",
        "select_blind",
    )
    s = Streams(seed).use("aajk", 2)
    assert [j.key for j in g.reveal().jokers] == s.shuffle("aajk", jokers)


@pytest.mark.parametrize("seed", SEEDS)
def test_heart_picks_by_stream(seed: str) -> None:
    """At the opening deal and after each play, never the same twice in a row; discards change nothing."""
    s = Streams(seed)
    g = play(
        f"seed={seed} {boss('bl_final_heart', 'jokers=[j_mime#83,j_egg#81,j_joker#80]')}", "select_blind"
    )
    order = ["j_joker", "j_egg", "j_mime"]
    now = s.pick("crimson_heart", order)
    for action in ("discard 0", "play 0", "discard 0", "play 0", "play 0"):
        assert [j.key for j in g.jokers if j.debuffed] == [now]
        act(g, action)
        if action.startswith("play"):
            now = s.pick("crimson_heart", [j for j in order if j != now])
    assert [j.key for j in g.jokers if j.debuffed] == [now]


@pytest.mark.parametrize("seed", SEEDS)
def test_bell_forces_by_stream(seed: str) -> None:
    """pick("cerulean_bell") over the hand by creation number whenever no held card is forced."""
    s = Streams(seed)
    g = play(f"seed={seed} {boss('bl_final_bell')}", "select_blind")
    for kind in ("play", "discard", "play"):
        hand = sorted(g.reveal().hand, key=lambda c: c.number)
        forced = s.pick("cerulean_bell", hand)
        at = [i for i, c in enumerate(g.hand) if c.forced]
        assert [g.hand[i].number for i in at] == [forced.number]
        other = next(i for i in range(8) if i not in at)
        act(g, f"{kind} {other} !forced by Cerulean Bell; {kind} {at[0]}")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("ante", "showdown"), [(1, False), (4, False), (7, True), (8, False), (15, True)])
def test_boss_of_the_next_ante(seed: str, ante: int, showdown: bool) -> None:
    """Finishers at antes 8, 16, ...; else those whose ante has come; byte order; the least used."""
    rows = content()["blind"]
    pool_ = sorted(k for k, r in rows.items() if r["boss"] and r["showdown"] == showdown)
    eligible = [k for k in pool_ if showdown or rows[k]["min_ante"] <= ante + 1]
    s = Streams(seed)
    first = s.pick(
        "boss", sorted(k for k, r in rows.items() if r["boss"] and not r["showdown"] and r["min_ante"] <= 1)
    )
    fight = f"phase=SELECTING_HAND endless=1 on_deck=boss ante={ante} target=1 hand=[S_A,S_K,S_9,H_8,C_2]"
    g = play(f"seed={seed} {fight} boss={first}", "play 0,1,2,3,4; cash_out")
    check(g, {"boss": s.pick("boss", [k for k in eligible if k != first])})


def test_no_boss_repeats_before_all_had_their_turn() -> None:
    seen = []
    g = game("phase=BLIND_SELECT one_chip=1 seed=S3 money=1000 vouchers=[v_directors_cut,v_retcon]")
    early = [k for k in BOSSES if content()["blind"][k]["min_ante"] <= 1]
    for _ in range(len(early)):
        seen.append(g.blinds[2].key)
        act(g, "reroll_boss")
    assert sorted(seen) == sorted(early)
    assert g.blinds[2].key in early


def test_every_blind_has_a_row() -> None:
    complete("blind", [r[0] for r in ROWS if r[0]] + ["bl_house", "bl_wheel", "bl_fish", "bl_mark"])
    complete("blind", [r[0] for r in REQUIREMENTS])
