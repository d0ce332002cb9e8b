"""What every run file of the game has beside the position: figures of the rules, statistics that begin at
zero, texts in English."""

from __future__ import annotations

from copy import deepcopy

from jimbot.game import Game
from jimbot.game.content import content
from jimbot.saves import Table

LIVE = '"MANUAL_REPLACE"'  # what the game replaces when it loads the file
GAME: Table = {
    "STOP_USE": 0, "bankrupt_at": 0, "banned_keys": {}, "base_reroll_cost": 5, "blind": LIVE,
    "cards_played": {}, "consumeable_buffer": 0, "current_boss_streak": 0, "dollar_buffer": 0,
    "hand_usage": {}, "interest_amount": 1, "joker_buffer": 0, "joker_rate": 20, "joker_usage": {},
    "last_blind": {"name": ""}, "pack_choices": 1, "pack_size": 2, "perishable_rounds": 5,
    "perscribed_bosses": {}, "rental_rate": 3, "round_bonus": {"discards": 0, "next_hands": 0},
    "round_scores": {}, "selected_back": LIVE, "sort": "desc", "subhash": "", "tag_tally": 0, "tags": LIVE,
    "voucher_text": "", "win_ante": 8,
}  # fmt: skip
CURRENT_ROUND: Table = {
    "cards_flipped": 0, "current_hand": {"chips": 0, "mult": 0, "handname": "", "hand_level": ""},
    "dollars": 0, "dollars_to_be_earned": "", "jokers_purchased": 0, "round_dollars": 0,
    "round_text": "Round ",
}  # fmt: skip
STARTING: Table = {
    "ante_scaling": 1, "dollars": 4, "erratic_suits_and_ranks": False, "no_faces": False, "reroll_cost": 5,
}  # fmt: skip
ABILITY: Table = {
    "bonus": 0, "h_mult": 0, "h_dollars": 0, "p_dollars": 0, "d_size": 0, "h_size": 0, "t_mult": 0,
    "t_chips": 0, "h_x_mult": 0, "mult": 0, "x_mult": 1, "type": "",
}  # fmt: skip
ENHANCED: dict[str, Table] = {
    "m_bonus": {"bonus": 30}, "m_mult": {"mult": 4}, "m_glass": {"x_mult": 2, "extra": 4},
    "m_steel": {"h_x_mult": 1.5}, "m_stone": {"bonus": 50}, "m_gold": {"h_dollars": 3},
    "m_lucky": {"mult": 20, "p_dollars": 20},
}  # fmt: skip
CARD: Table = {
    "base_cost": 1, "cost": 1, "extra_cost": 0, "sell_cost": 1, "params": {}, "sprite_facing": "front",
}  # fmt: skip
SETS = {"j_": "Joker", "v_": "Voucher", "p_": "Booster", "m_": "Enhanced"}
KINDS = {"j_": "joker", "v_": "voucher", "p_": "booster", "m_": "enhancement", "c_": "consumable"}
SUITS = {"Spades": 0.04, "Hearts": 0.03, "Clubs": 0.02, "Diamonds": 0.01}
COURT = {"Jack": (10, 0.1, 11), "Queen": (10, 0.2, 12), "King": (10, 0.3, 13), "Ace": (11, 0.4, 14)}
OF_STAKES = (  # from which stake on, and what
    (2, "no_blind_reward", {"Small": True}), (3, "scaling", 2), (4, "enable_eternals_in_shop", True),
    (6, "scaling", 3), (7, "enable_perishables_in_shop", True), (8, "enable_rentals_in_shop", True),
)  # fmt: skip
GREEN = {"money_per_hand": 2, "money_per_discard": 1, "no_interest": True}


def _fill(table: Table, more: Table) -> None:
    for key, value in more.items():
        table.setdefault(key, deepcopy(value))


def shaped(table: Table, game: Game) -> Table:
    """The table of a position, with everything that is in every file of the game."""
    run = table["GAME"]
    row = content()["deck"][game.deck]
    _fill(run, GAME | _of_run(table, game) | {"modifiers": _modifiers(game)})
    _fill(run["current_round"], CURRENT_ROUND)
    _fill(
        run["starting_params"],
        STARTING | {"dollars": 4 + row["dollars"], "no_faces": game.deck == "b_abandoned"},
    )
    resets = run["round_resets"]
    _fill(
        resets,
        {"loc_blind_states": dict(resets["blind_states"]), "blind": {"key": table["BLIND"]["config_blind"]}},
    )
    for order, (name, hand) in enumerate(content()["hand"].items(), 1):
        figures = {"s_chips": "chips", "s_mult": "mult", "l_chips": "level_chips", "l_mult": "level_mult"}
        _fill(run["hands"][name], {ours: hand[theirs] for ours, theirs in figures.items()})  # type: ignore[literal-required]
        _fill(run["hands"][name], {"order": order, "example": {}})
    blind = table["BLIND"]
    _fill(blind, {"chip_text": str(blind["chips"]), "mult": 0, "debuff": {}, "triggered": False})
    if blind["config_blind"] not in ("", "bl_small", "bl_big"):
        blind["boss"] = True
    _fill(table["BACK"], {"pos": {"x": 0, "y": 0}, "effect": {"config": {}}})
    numbers = iter(range(1, 10_000))
    for area in table["cardAreas"].values():
        for rank, card in area["cards"].items():
            _fill(card, CARD | {"rank": rank})
            _of_card(card)
            if "value" in card["base"]:
                card["playing_card"] = next(numbers)
    return table


def _of_run(table: Table, game: Game) -> Table:
    run = table["GAME"]
    oops = sum(joker.key == "j_oops" and not joker.debuffed for joker in game.jokers)
    credit = sum(joker.key == "j_credit_card" for joker in game.jokers)
    packs = [
        card["save_fields"]["center"]
        for card in table["cardAreas"].get("shop_booster", {"cards": {}})["cards"].values()
    ]
    if game.phase == "SHOP":
        run["current_round"]["used_packs"] = dict(enumerate([*packs, *["USED"] * (2 - len(packs))], 1))
    return {
        "bankrupt_at": -20 * credit,
        "blind_on_deck": ("Small", "Big", "Boss")[game.blind_on_deck],
        "chips_text": str(run["chips"]),
        "first_shop_buffoon": game.round > 0,
        "max_jokers": len(game.jokers),
        "previous_round": {"dollars": game.money},
        "probabilities": {"normal": 2**oops},
        "selected_back_key": {"key": game.deck, "set": "Back"},
        "shop": {"joker_max": game.reveal().shop_slots},
        "spectral_rate": content()["deck"][game.deck]["spectral_rate"],
        "win_notified": game.won,
    }


def _modifiers(game: Game) -> Table:
    level = list(content()["stake"]).index(game.stake) + 1
    made: Table = {name: value for begins, name, value in OF_STAKES if level >= begins}
    return made | (GREEN if game.deck == "b_green" else {})


def _of_card(card: Table) -> None:
    center = card["save_fields"]["center"]
    base: Table = card.setdefault("base", {})
    _fill(base, {"nominal": 0, "suit_nominal": 0, "face_nominal": 0, "times_played": 0})
    if "value" in base:
        value, suit = base["value"], base["suit"]
        base["nominal"], base["face_nominal"], base["id"] = COURT.get(value) or (int(value), 0, int(value))
        base |= {"suit_nominal": SUITS[suit], "name": f"{value} of {suit}"}
    kind = KINDS[center[:2]]
    known = content()[kind].get(center)
    name = "Default Base" if known is None else known["name"]
    of = "Default" if known is None else SETS.get(center[:2], str(known.get("kind", "")).capitalize())
    _fill(card["ability"], ENHANCED.get(center, {}) | {"name": name, "set": of, "effect": ""})
    _fill(card["ability"], ABILITY)
    card.setdefault("label", "Base Card" if known is None else name)
