"""Every field of a run file that is understood, and what it is for. The rest is listed as not understood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jimbot.saves.table import Table

USED = "used"  # the position is made of it
CHECKED = "checked"  # it must be what follows from seed and rules
SHOWN = "shown"  # names, pictures, texts, places on the screen
COUNTED = "counted"  # statistics that no rule reads
FIXED = "fixed"  # figures of the build, and marks of work that is done between two saves
ANY = "*"
OURS = "JIMBOT"  # what our server adds to a file of the game


def _all(names: str, meaning: str) -> dict[str, Any]:
    return dict.fromkeys(names.split(), meaning)


PARAMS = FIXED
CARD = (
    _all("edition playing_card", USED)
    | _all("sort_id debuff facing seal pinned", USED)
    | _all("cost sell_cost", CHECKED)
    | _all("rank label sprite_facing bypass_lock bypass_discovery_center bypass_discovery_ui", SHOWN)
    | _all("base_cost extra_cost added_to_deck params ignore_base_shader", FIXED)
    | {
        "save_fields": {"center": USED, "card": USED},
        "base": _all("suit value suit_nominal_original", USED)
        | _all("id nominal face_nominal suit_nominal original_value", FIXED)
        | _all("times_played", COUNTED)
        | _all("name colour", SHOWN),
        "ability": _all(
            "mult x_mult extra extra_value perma_bonus hands_played_at_create eternal perishable perish_tally"
            " rental pinned perma_debuff couponed played_this_ante forced_selection caino_xmult"
            " yorick_discards invis_rounds to_do_poker_hand",
            USED,
        )
        | _all(
            "name label set effect type order blueprint_compat blueprint_compat_check blueprint_compat_ui",
            SHOWN,
        )
        | _all(
            "t_mult t_chips h_size d_size h_mult h_x_mult h_dollars p_dollars bonus consumeable booster_pos"
            " queue_negative_removal card_limit extra_slots_used",
            FIXED,
        )
        | _all("burnt_hand loyalty_remaining driver_tally steel_tally stone_tally nine_tally", COUNTED),
    }
)
AREA = {
    "cards": {ANY: CARD},
    "config": _all("card_limit real_card_limit true_card_limit sort", USED)
    | _all("card_count temp_limit", COUNTED)
    | _all("type highlight_limit highlighted_limit lr_padding card_w refresh_movement", SHOWN),
}
OFFERS = {"cards": {ANY: CARD}, "config": SHOWN}
DECK = _all("name pos", SHOWN) | {"key": USED, "effect": FIXED}
GAME = (
    _all("stake dollars round won chips skips hands_played unused_discards last_tarot_planet", USED)
    | _all("last_hand_played starting_deck_size bosses_used ecto_minus first_shop_buffoon inflation", USED)
    | _all("used_vouchers consumeable_usage consumeable_usage_total orbital_choices", USED)
    | _all(
        "tarot_rate planet_rate playing_card_rate spectral_rate edition_rate interest_cap discount_percent",
        CHECKED,
    )
    | _all("used_jokers", CHECKED)
    | _all(
        "chips_text voucher_text subhash sort selected_back selected_back_key blind tags round_scores", SHOWN
    )
    | _all(
        "cards_played hand_usage joker_usage current_boss_streak max_jokers tag_tally previous_round", COUNTED
    )
    | _all("starting_voucher_count last_blind win_notified", COUNTED)
    | _all(
        "win_ante bankrupt_at base_reroll_cost perishable_rounds rental_rate interest_amount joker_rate",
        FIXED,
    )
    | _all("STOP_USE joker_buffer consumeable_buffer dollar_buffer pack_size pack_choices shop_free", FIXED)
    | {
        "challenge": USED,
        "challenge_tab": SHOWN,
        "banned_keys": {ANY: CHECKED},
        "blind_on_deck": COUNTED,
        "shop": {"joker_max": CHECKED},
        "probabilities": {"normal": CHECKED},
        "pool_flags": {"gros_michel_extinct": USED},
        "pseudorandom": {"hashed_seed": CHECKED, ANY: USED},
        "starting_params": _all("hand_size hands discards joker_slots consumable_slots", USED)
        | _all("dollars reroll_cost ante_scaling no_faces erratic_suits_and_ranks", FIXED),
        "modifiers": _all("scaling money_per_hand money_per_discard no_interest", FIXED)
        | _all("enable_eternals_in_shop enable_perishables_in_shop enable_rentals_in_shop", FIXED)
        | {"no_blind_reward": {"Small": FIXED}},
        "hands": {
            ANY: _all("level played played_this_round", USED)
            | _all("chips mult", CHECKED)
            | _all("visible order example", SHOWN)
            | _all("s_chips s_mult l_chips l_mult", FIXED)
        },
        "current_round": _all(
            "hands_left discards_left hands_played discards_used free_rerolls reroll_cost_increase voucher"
            " most_played_poker_hand",
            USED,
        )
        | _all("reroll_cost", CHECKED)
        | _all("current_hand dollars_to_be_earned round_text", SHOWN)
        | _all("cards_flipped jokers_purchased dollars round_dollars used_packs", COUNTED)
        | {
            "idol_card": {"rank": USED, "suit": USED, "id": SHOWN},
            "mail_card": {"rank": USED, "id": SHOWN},
            "castle_card": {"suit": USED},
            "ancient_card": {"suit": USED},
        },
        "round_resets": _all(
            "ante blind_ante blind_choices blind_tags blind_states boss_rerolled reroll_cost", USED
        )
        | _all("hands discards", CHECKED)
        | _all("blind loc_blind_states", SHOWN),
    }
)
RUN = {
    OURS: FIXED,
    "VERSION": USED,
    "STATE": USED,
    "ACTION": {"type": USED, "card": USED},
    "BACK": DECK,
    "BLIND": _all("config_blind disabled only_hand hands", USED)
    | _all("chips dollars", CHECKED)
    | _all("name chip_text pos", SHOWN)
    | _all("mult boss debuff triggered", FIXED),
    "tags": {ANY: {"key": USED, "tally": COUNTED, "ability": {"orbital_hand": USED, "blind_type": COUNTED}}},
    "GAME": GAME,
    "cardAreas": _all("play", SHOWN)
    | dict.fromkeys(("jokers", "consumeables", "deck", "hand", "discard"), AREA)
    | dict.fromkeys(("shop_jokers", "shop_booster", "shop_vouchers"), OFFERS),
}
OF_CHALLENGES = "GAME.modifiers."  # their rules, which follow from the challenge
# Empty in every run but those of mods.
EMPTY = ("GAME.perscribed_bosses", "GAME.round_bonus", "BLIND.effect")


def _walk(table: Table, known: dict[str, Any], path: str) -> Iterator[str]:
    for key, value in table.items():
        meaning = known.get(str(key), known.get(ANY))
        place = f"{path}{key}"
        if isinstance(meaning, dict) and isinstance(value, dict):
            yield from _walk(value, meaning, f"{place}.")
        elif not isinstance(meaning, str) and not _is_empty(place, value):
            yield place


def _is_empty(place: str, value: Any) -> bool:
    return place in EMPTY and isinstance(value, dict) and not any(value.values())


def not_understood(table: Table) -> list[str]:
    """The fields of a run file that are not understood, each kind of place once."""
    places: dict[str, str] = {}
    in_challenge = "challenge" in table["GAME"]
    for place in _walk(table, RUN, ""):
        if in_challenge and place.startswith(OF_CHALLENGES):
            continue
        kind = ".".join(part for part in place.split(".") if not part.isdecimal())
        places.setdefault(kind, place)
    return list(places.values())
