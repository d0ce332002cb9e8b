"""Every reason to refuse an action; the game stays as it was (``act`` checks that)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.content.rows import act, game

from jimbot.game import IllegalAction

ACTION_SOURCE = Path(__file__).resolve().parents[2] / "core" / "game" / "action.cpp"
ROUND = "phase=SELECTING_HAND hand=[S_A,S_K,S_Q,S_J,S_T,S_9,S_8,S_7]"
SHOP = "phase=SHOP"
PACK = "phase=PACK pack=p_arcana_normal_1 pack_cards=[c_hermit,c_star] hand=[S_A]"
ACTIONS = {
    "play 0": "SELECTING_HAND", "discard 0": "SELECTING_HAND", "sort_hand rank": "SELECTING_HAND PACK",
    "rearrange_hand 0": "SELECTING_HAND PACK", "buy_card 0": "SHOP", "buy_voucher 0": "SHOP", "buy_pack 0": "SHOP",
    "buy_and_use 0": "SHOP", "reroll": "SHOP", "leave_shop": "SHOP", "pick 0": "PACK", "skip_pack": "PACK",
    "select_blind": "BLIND_SELECT", "skip_blind": "BLIND_SELECT", "reroll_boss": "BLIND_SELECT", "cash_out": "ROUND_EVAL",
}  # fmt: skip
PHASES = {
    "BLIND_SELECT": "phase=BLIND_SELECT", "SELECTING_HAND": "phase=SELECTING_HAND hand=[S_A]", "ROUND_EVAL": "phase=ROUND_EVAL",
    "SHOP": "phase=SHOP shop=[c_hermit] shop_vouchers=[v_grabber] shop_packs=[p_arcana_normal_1] money=50",
    "PACK": "phase=PACK pack=p_arcana_normal_1 hand=[S_A] pack_cards=[c_hermit,c_star]",
}  # fmt: skip

# (reason of core/game/action.h, its sentence, position, action)
ROWS: list[tuple[str, str, str, str]] = [
    ("game_over", "the run is over", "phase=GAME_OVER lost=1", "select_blind"),
    ("wrong_phase", "it belongs to another phase", SHOP, "play 0"),
    ("bad_index", "there is nothing at that index", f"{SHOP} jokers=[j_joker]", "sell_joker 1"),
    ("bad_index", "there is nothing at that index", SHOP, "buy_card 0"),
    ("bad_index", "there is nothing at that index", SHOP, "buy_voucher 0"),
    ("bad_index", "there is nothing at that index", SHOP, "buy_pack 3"),
    ("bad_index", "there is nothing at that index", SHOP, "use 0"),
    ("bad_index", "there is nothing at that index", SHOP, "sell_consumable 0"),
    ("bad_index", "there is nothing at that index", PHASES["PACK"], "pick 2"),
    ("bad_cards", "out of range or named twice", ROUND, "play 0,0"),
    ("bad_cards", "out of range or named twice", ROUND, "play 8"),
    ("bad_cards", "out of range or named twice", ROUND, "discard 3,3"),
    ("bad_cards", "out of range or named twice", f"{ROUND} consumables=[c_sun]", "use 0 on 1,1"),
    ("bad_cards", "out of range or named twice", f"{ROUND} consumables=[c_sun]", "use 0 on 8"),
    ("no_cards", "1 to 5 cards must be named", ROUND, "play"),
    ("no_cards", "1 to 5 cards must be named", ROUND, "discard"),
    ("too_many_cards", "at most 5 cards may be named", ROUND, "play 0,1,2,3,4,5"),
    ("too_many_cards", "at most 5 cards may be named", ROUND, "discard 0,1,2,3,4,5"),
    ("no_discards_left", "no discards are left", f"{ROUND} discards_left=0", "discard 0"),
    ("forced_card", "forced by Cerulean Bell", "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_A/o,S_K]", "play 1"),
    ("forced_card", "forced by Cerulean Bell", "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_A/o,S_K]", "discard 1"),
    ("wrong_targets", "the number of target cards does not fit", f"{ROUND} consumables=[c_death]", "use 0 on 1"),
    ("wrong_targets", "the number of target cards does not fit", f"{ROUND} consumables=[c_hermit]", "use 0 on 1"),
    ("wrong_targets", "the number of target cards does not fit", f"{ROUND} consumables=[c_mars]", "use 0 on 1,2"),
    ("needs_hand", "it needs a hand of cards in sight", f"{SHOP} consumables=[c_sun]", "use 0"),
    ("needs_hand", "it needs a hand of cards in sight", f"{SHOP} consumables=[c_sigil]", "use 0"),
    ("needs_hand", "it needs a hand of cards in sight", "phase=ROUND_EVAL consumables=[c_cryptid]", "use 0"),
    ("needs_two_hand_cards", "at least 2 cards in hand", "phase=SELECTING_HAND hand=[S_A] consumables=[c_grim]", "use 0"),
    ("no_room_for_joker", "there is no free joker slot", f"{SHOP} base_joker_slots=0 consumables=[c_judgement]", "use 0"),
    ("no_room_for_joker", "there is no free joker slot", f"{SHOP} money=9 base_joker_slots=0 shop=[j_joker]", "buy_card 0"),
    ("no_room_for_consumable", "there is no free consumable slot", f"{SHOP} money=9 base_consumable_slots=0 shop=[c_sun]", "buy_card 0"),
    ("no_room_for_consumable", "there is no free consumable slot", f"{SHOP} consumables=[c_emperor,c_sun,c_moon]", "use 0"),
    ("nothing_to_copy", "no Tarot or Planet to copy was used before", f"{SHOP} consumables=[c_fool]", "use 0"),
    ("no_plain_joker", "there is no joker without an edition", f"{SHOP} consumables=[c_hex]", "use 0"),
    ("no_joker", "there is no joker to copy", f"{SHOP} consumables=[c_ankh]", "use 0"),
    ("has_edition", "the card already has an edition", "phase=SELECTING_HAND hand=[S_A/x:HOLO] consumables=[c_aura]", "use 0 on 0"),
    ("eternal", "an Eternal joker cannot be sold", f"{SHOP} jokers=[j_joker/eternal]", "sell_joker 0"),
    ("no_money", "there is not enough money", f"{SHOP} money=9 shop_vouchers=[v_grabber]", "buy_voucher 0"),
    ("no_money", "there is not enough money", f"{SHOP} money=3 shop_packs=[p_arcana_normal_1]", "buy_pack 0"),
    ("no_money", "there is not enough money", f"{SHOP} money=2 shop=[c_hermit]", "buy_and_use 0"),
    ("no_money", "there is not enough money", f"{SHOP} money=4", "reroll"),
    ("not_a_consumable", "only consumables can be bought and used", f"{SHOP} money=9 shop=[j_joker]", "buy_and_use 0"),
    ("cannot_skip_boss", "a Boss Blind cannot be skipped", "phase=BLIND_SELECT on_deck=boss", "skip_blind"),
    ("no_boss_reroll", "needs Director's Cut or Retcon", "phase=BLIND_SELECT money=50", "reroll_boss"),
    ("boss_rerolled", "was rerolled already", "phase=BLIND_SELECT money=50 vouchers=[v_directors_cut] boss_rerolled=1", "reroll_boss"),
    ("bad_order", "the order must name every position once", f"{SHOP} jokers=[j_joker,j_egg]", "rearrange_jokers 0,0"),
    ("bad_order", "the order must name every position once", f"{SHOP} jokers=[j_joker,j_egg]", "rearrange_jokers 0"),
    ("bad_order", "the order must name every position once", ROUND, "rearrange_hand 0,1,2"),
    ("bad_order", "the order must name every position once", f"{SHOP} consumables=[c_sun,c_moon]", "rearrange_consumables 1,2"),
    ("pinned", "a pinned joker stays leftmost", f"{SHOP} jokers=[j_joker/pinned,j_egg]", "rearrange_jokers 1,0"),
    ("no_call", "the protocol has no call for it here", f"{SHOP} money=9 shop=[c_hermit] calls_only=1", "buy_and_use 0"),
    ("no_call", "the protocol has no call for it here", "phase=BLIND_SELECT jokers=[j_joker,j_egg] calls_only=1", "rearrange_jokers 1,0"),
    ("no_call", "the protocol has no call for it here", f"{PACK} jokers=[j_joker] calls_only=1", "sell_joker 0"),
    ("no_call", "the protocol has no call for it here", f"{SHOP} money=9 jokers=[j_joker] base_joker_slots=1 shop=[j_egg/x:NEGATIVE] calls_only=1", "buy_card 0"),
    ("no_call", "the protocol has no call for it here", f"{PACK} consumables=[c_chariot] calls_only=1", "use 0 on 0"),
    ("no_call", "the protocol has no call for it here", f"{SHOP} money=-7 shop=[j_egg!free] calls_only=1", "buy_card 0"),
    ("no_call", "the protocol has no call for it here", f"{SHOP} money=-7 shop_packs=[p_arcana_normal_1!free] calls_only=1", "buy_pack 0"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "sentence", "position", "action"), ROWS)
def test_reason(reason: str, sentence: str, position: str, action: str) -> None:
    g = game(position)
    act(g, f"{action} !{sentence}")
    with pytest.raises(IllegalAction, match=re.escape(g.phase)):
        g.apply(action)


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("phase", PHASES)
def test_phase_of_an_action(phase: str, action: str) -> None:
    """Each action belongs to its phases; in the others it is refused for that (or for the hand it needs)."""
    refusal = "it needs a hand of cards in sight" if "hand" in action else "it belongs to another phase"
    assert (game(PHASES[phase]).why_illegal(action) == refusal) == (phase not in ACTIONS[action].split())


@pytest.mark.parametrize("phase", PHASES)
def test_listed_actions_are_legal_and_apply(phase: str) -> None:
    g = game(f"{PHASES[phase]} jokers=[j_joker,j_egg/eternal] consumables=[c_hermit,c_strength]")
    actions = g.legal_actions()
    assert actions
    for action in actions:
        assert g.is_legal(action)
        g.clone().apply(action)


def test_all_reasons_have_a_row() -> None:
    """The sentences of core/game/action.cpp; a kind that does not exist cannot be written as text."""
    sentences = dict(re.findall(r'case Reason::(\w+): return "([^"]+)"', ACTION_SOURCE.read_text()))
    assert set(sentences) - {"none", "unknown_kind"} == {r[0] for r in ROWS}
    for reason, sentence, _, _ in ROWS:
        assert sentence in sentences[reason]
