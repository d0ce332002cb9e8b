"""What the agents find out about jokers by calling their hooks."""

from __future__ import annotations

import pytest

from jimbot import _core
from jimbot.game.content import content

READS = {
    "money": {"j_bull", "j_bootstraps"},
    "tarots_used": {"j_fortune_teller"},
    "skips": {"j_throwback"},
    "joker_slots": {"j_stencil"},
    "sell_values": {"j_swashbuckler"},
    "full_deck": {"j_steel_joker", "j_stone", "j_erosion", "j_drivers_license"},
    "draw_pile": {"j_blue_joker"},
    "discards_left": {"j_banner", "j_mystic_summit"},
    "last_hand": {"j_acrobat"},
    "hands_played": {"j_loyalty_card"},
    "plays_of_type": {"j_supernova"},
    "plays_in_round": {"j_card_sharp"},
    "held_cards": {"j_blackboard"},
    "lowest_held": {"j_raised_fist"},
    "scoring_suits": {"j_flower_pot", "j_seeing_double"},
    "first_card": {"j_photograph", "j_hanging_chad"},
    "played_count": {"j_half", "j_square"},
    "lone_card": {"j_dna"},
}
STEPS = {
    "steps_by_hand": {"j_runner", "j_trousers", "j_square", "j_green_joker", "j_ice_cream"},
    "steps_by_discard": {"j_green_joker", "j_ramen", "j_castle", "j_hit_the_road"},
    "raises_level": {"j_space"},
    "rolls": {"j_space", "j_bloodstone", "j_misprint"},
}
ORDER = {
    "chips": {"j_sly", "j_banner", "j_wee", "j_stuntman", "j_bull"},
    "mult": {"j_joker", "j_misprint", "j_half", "j_popcorn", "j_supernova", "j_erosion"},
    "cards": {"j_fibonacci", "j_hack", "j_mime", "j_hiker", "j_raised_fist", "j_scholar"},
    "cards_times": {"j_photograph", "j_bloodstone", "j_baron", "j_idol"},
    "times": {"j_duo", "j_baseball", "j_loyalty_card", "j_drivers_license", "j_lucky_cat", "j_ramen"},
    "place": {"j_blueprint", "j_brainstorm", "j_ceremonial"},
    "any": {"j_egg", "j_space", "j_business", "j_ticket", "j_rough_gem", "j_matador", "j_vagabond"},
}


def keys(fits: str, value: object) -> set[str]:
    return {key for key, habits in _core.joker_habits().items() if habits[fits] == value}


@pytest.mark.parametrize("fact", READS)
def test_what_a_joker_reads_shows_when_it_changes(fact: str) -> None:
    found = {key for key, habits in _core.joker_habits().items() if fact in habits["reads"]}
    assert found == READS[fact]


@pytest.mark.parametrize("habit", STEPS)
def test_counters_that_step_within_a_round(habit: str) -> None:
    assert keys(habit, True) == STEPS[habit]


@pytest.mark.parametrize("order", ORDER)
def test_the_place_of_a_joker_follows_from_what_it_gives(order: str) -> None:
    assert ORDER[order] <= keys("order", order)


def test_every_joker_has_habits() -> None:
    assert set(_core.joker_habits()) == set(content()["joker"])
