"""One call that works, at least, for everything that jimbot._core offers."""

from __future__ import annotations

from typing import Any

import engine
import numpy as np
from engine import HIDDEN, batch, judge, moves_of, pack_consumable, pick_case, shop_without_pack

# Amounts of work without a bound: only what must be refused is tried there.
UNBOUNDED = {("playouts", 0)}


def cases(games: list[Any], weights: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Qualified name -> calls that work; one of their arguments after the other is replaced."""
    core = engine.core
    blind, hand, _, shop, pack, _, _ = games
    play, cards = core.Action("play 0,1"), hand.cards
    seat = batch().seat(0)
    run = (0, 1, 255, 0, False, False)
    return {
        "Card.__getstate__": [(cards[0],)],
        "Card.__setstate__": [(core.Card.__new__(core.Card), cards[0].__getstate__())],
        "Joker.__getstate__": [(hand.jokers[0],)],
        "Joker.__setstate__": [(core.Joker.__new__(core.Joker), hand.jokers[0].__getstate__())],
        "Consumable.__getstate__": [(pack_consumable(games),)],
        "Consumable.__setstate__": [
            (core.Consumable.__new__(core.Consumable), pack_consumable(games).__getstate__())
        ],
        "Action.__init__": [(core.Action.__new__(core.Action), "play 0,1")],
        "Action.__str__": [(play,)],
        "Action.__repr__": [(play,)],
        "Action.__eq__": [(play, play)],
        "Action.__hash__": [(play,)],
        "Action.__getstate__": [(play,)],
        "Action.__setstate__": [(core.Action.__new__(core.Action), "reroll")],
        "find_deck": [("red",)],
        "find_stake": [("gold",)],
        "find_challenge": [("omelette",)],
        "Game.start": [("SEED", *run)],
        "Game.from_bytes": [(hand.to_bytes(),)],
        "Game.from_notation": [(hand.notation(),)],
        "Game.to_bytes": [(g,) for g in games],
        "Game.state_bytes": [(hand,)],
        "Game.clone": [(hand,)],
        "Game.__copy__": [(hand,)],
        "Game.__deepcopy__": [(hand, {})],
        "Game.__getstate__": [(hand,)],
        "Game.__setstate__": [(core.Game.__new__(core.Game), hand.to_bytes())],
        "Game.notation": [(g, True) for g in games],
        "Game.edit": [(hand, "money=20"), (shop, "money=20 ante=3")],
        "Game.determinize": [(g, 5) for g in games],
        "Game.legal_actions": [(g,) for g in games],
        "Game.legal_indices": [(g, "sell_joker") for g in games],
        "Game.why_illegal": [(g, play) for g in games],
        "Game.apply": [(hand, play), (shop, core.Action("leave_shop"))],
        "Game.explain": [(hand, play)],
        "Game.joker_sell_value": [(hand, 0)],
        "Game.consumable_sell_value": [(hand, 0)],
        "Game.joker_price": [(hand, 0)],
        "Game.consumable_price": [(hand, 0)],
        "content": [()],
        "pools": [()],
        "base_requirement": [(1, 1)],
        "Dealer.__init__": [(core.Dealer.__new__(core.Dealer), "SEED", 0, 1)],
        "Dealer.set_in_use": [(core.Dealer("S"), ["j_joker", "c_fool"])],
        "Dealer.set_vouchers": [(core.Dealer("S"), ["v_grabber"])],
        "Dealer.set_deck_enhancements": [(core.Dealer("S"), ["m_glass"])],
        "Dealer.set_played": [(core.Dealer("S"), ["Pair"])],
        "Dealer.set_gros_michel_extinct": [(core.Dealer("S"), True)],
        "Dealer.boss": [(core.Dealer("S"),)],
        "Dealer.voucher": [(core.Dealer("S"),)],
        "Dealer.tag": [(core.Dealer("S"),)],
        "Dealer.shop_row": [(core.Dealer("S"), 2)],
        "Dealer.clear_row": [(core.Dealer("S"),)],
        "Dealer.booster": [(core.Dealer("S"),)],
        "Dealer.open": [(core.Dealer("S"), "p_arcana_normal_1"), (core.Dealer("S"), "p_buffoon_mega_1")],
        "Dealer.deal": [(core.Dealer("S"),)],
        "Dealer.round_targets": [(core.Dealer("S"),)],
        "give_joker": [(g, "j_joker", None, False, 0, False) for g in games],
        "give_consumable": [(g, "c_fool", "negative") for g in games],
        "give_card": [(hand, 5, "hearts", "glass", "foil", "red")],
        "offer_voucher": [(shop, "v_grabber")],
        "offer_pack": [(shop_without_pack(shop), "p_arcana_normal_1")],
        "restock_shop": [(shop,)],
        "set_number": [
            (hand, name, 3.0) for name in ("money", "score", "ante", "round", "hands_left", "discards_left")
        ],
        "pick_anyway": [pick_case(games)],
        "sell_anyway": [(g, 0) for g in (blind, hand, shop, pack)],
        "hash_text": [("text",)],
        "round13": [(0.5,)],
        "advance_stream": [(0.5,)],
        "seed_from_number": [(5,)],
        "LuaRandom.__init__": [(core.LuaRandom.__new__(core.LuaRandom), 0.5)],
        "LuaRandom.real": [(core.LuaRandom(0.5),)],
        "LuaRandom.integer": [(core.LuaRandom(0.5), 1, 6)],
        "playouts": [(2, 0, 1, 0, 1, 255, True, False)],
        "timings": [(10,)],
        "random_decision": [(g, 5) for g in games[:5]],
        "plan_hand": [(hand, 2, 2, 5)],
        "clear_chance": [(hand, play, 2, 2, 5)],
        "play_round": [(hand, 0, 0, 5)],
        "joker_habits": [()],
        "env_spec": [()],
        "path": [(g, play) for g in games],
        "Batch.__init__": [(core.Batch.__new__(core.Batch), 2, 1, True, 1000, 2, 1.0, (2, 2), True)],
        "Batch.set_starts": [(batch(), [(*run, 1.0, None), (*run, 1.0, hand)])],
        "Batch.set_max_ante": [(batch(), 3)],
        "Batch.reset": [(batch(), 0, 5)],
        "Batch.next_episode": [(batch(), 0)],
        "Batch.begin_run": [(batch(), 0, "SEED", *run)],
        "Batch.begin_position": [(batch(), 0, g) for g in games],
        "Batch.step": [(batch(), moves_of(batch()))],
        "Batch.step_one": [(batch(1), int(moves_of(batch(1))[0]))],
        "Batch.is_legal": [(batch(), 0, 91)],
        "Batch.why_refused": [(batch(), 0, 0)],
        "Batch.random_moves": [(batch(), 5, np.zeros(3, np.int32))],
        "Batch.info": [(batch(), 0)],
        "Batch.game": [(batch(), 0)],
        "Batch.picked": [(batch(), 0)],
        "Batch.has_begun": [(batch(), 0)],
        "Batch.decision": [(batch(), 0, int(moves_of(batch())[0]))],
        "joker_text": [(hand, hand.jokers[0])],
        "joker_number": [(hand, hand.jokers[0])],
        "joker_target": [(hand, hand.jokers[0])],
        "card_text": [(hand, cards[0])],
        "consumable_text": [(hand, "c_fool")],
        "blind_text": [(hand, "bl_ox")],
        "tag_text": [(hand, "tag_orbital", "Pair"), (hand, "tag_skip", None)],
        "most_played_hand": [(g,) for g in games],
        "Batch.seat": [(batch(), 0)],
        "Batch.restore": [(batch(), 0, seat)],
        "Batch.episode": [(batch(), 0)],
        "strength": [(shop, 0, 2, 5, False), (shop, 2, 1, 5, True)],
        "judge_layout": [()],
        "tuning": [()],
        "Judge.__init__": [(core.Judge.__new__(core.Judge), weights, *HIDDEN)],
        "blind_number": [(g,) for g in games],
        "Strategist.__init__": [(core.Strategist.__new__(core.Strategist), judge(), 2, 0, 0, 0.0, 0, [])],
        "Strategist.decide": [(core.Strategist(judge(), 2, 0, 0), g, 5) for g in games[:5]],
        "Strategist.features_after": [
            (core.Strategist(judge(), 2, 0, 0), shop, core.Action("leave_shop"), 5)
        ],
        "Search.__init__": [(core.Search.__new__(core.Search), judge(), 2, 0, 0, 2, 2, 1, 16.0, 0.0, 1)],
        "Search.decide": [(core.Search(judge(), 2, 0, 0, 2, 2, 1, 16.0, 0.0, 1), g, 5) for g in games[:5]],
    }
