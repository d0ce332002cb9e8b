"""The protocol's names for what our engine calls by keys, both ways."""

from __future__ import annotations

from jimbot.game import RANKS, SUITS
from jimbot.game.content import content

ABOUT = "jimbot.about"  # a method that only our server has: it marks it apart from the real game


def deck_name(key: str) -> str:
    return key.removeprefix("b_").upper()


def stake_name(key: str) -> str:
    return key.removeprefix("stake_").upper()


def state_name(phase: str) -> str:
    return "SMODS_BOOSTER_OPENED" if phase == "PACK" else phase


DECKS = [deck_name(key) for key in content()["deck"]]
STAKES = [stake_name(key) for key in content()["stake"]]
ENHANCEMENTS = [key.removeprefix("m_").upper() for key in content()["enhancement"]]
SEALS = ["RED", "BLUE", "GOLD", "PURPLE"]
EDITIONS = ["HOLO", "FOIL", "POLYCHROME", "NEGATIVE"]

# What `set` changes -> the engine's name of it.
NUMBERS = {
    "money": "money",
    "chips": "score",
    "ante": "ante",
    "round": "round",
    "hands": "hands_left",
    "discards": "discards_left",
}

BLIND_TYPES = ("SMALL", "BIG", "BOSS")

SUIT_NAMES = {letter: name for name, letter in SUITS.items()}
RANK_NUMBERS = {letter: number for number, letter in RANKS.items()}

# The order in which the mod names the states that allow a save.
SAVE_STATES = (
    "SELECTING_HAND",
    "HAND_PLAYED",
    "DRAW_TO_HAND",
    "GAME_OVER",
    "SHOP",
    "PLAY_TAROT",
    "BLIND_SELECT",
    "ROUND_EVAL",
    "TAROT_PACK",
    "PLANET_PACK",
    "SPECTRAL_PACK",
    "STANDARD_PACK",
    "BUFFOON_PACK",
    "NEW_ROUND",
    "SMODS_BOOSTER_OPENED",
)

# The mod shows a prototype's internal label as an enhancement; these are the labels that were seen.
SEEN_LABELS = {
    "SUIT CONVERSION": "c_star c_moon c_sun c_world",
    "ENHANCE": "c_magician c_empress c_heirophant c_lovers c_chariot c_justice c_devil c_tower",
    "DOLLAR DOUBLER": "c_hermit",
    "CARD CONVERSION": "c_death",
    "SUIT MULT": "j_greedy_joker j_lusty_joker j_wrathful_joker j_gluttenous_joker",
    "TYPE MULT": "j_jolly j_zany j_mad j_crazy j_droll",
    "MULT": "j_joker",
    "HAND SIZE": "j_juggler",
    "HAND CARD DOUBLE": "j_mime",
    "": "j_dusk",
}
LABELS = {key: label for label, keys in SEEN_LABELS.items() for key in keys.split()} | {
    key: "HAND UPGRADE" for key, row in content()["consumable"].items() if row["kind"] == "planet"
}

# What the game shows as an example of each poker hand: cards, and whether they score.
EXAMPLES = {
    "Flush Five": "S_A+ S_A+ S_A+ S_A+ S_A+",
    "Flush House": "D_7+ D_7+ D_7+ D_4+ D_4+",
    "Five of a Kind": "S_A+ H_A+ H_A+ C_A+ D_A+",
    "Straight Flush": "S_Q+ S_J+ S_T+ S_9+ S_8+",
    "Four of a Kind": "S_J+ H_J+ C_J+ D_J+ C_3",
    "Full House": "H_K+ C_K+ D_K+ S_2+ D_2+",
    "Flush": "H_A+ H_K+ H_T+ H_5+ H_4+",
    "Straight": "D_J+ C_T+ C_9+ S_8+ H_7+",
    "Three of a Kind": "S_T+ C_T+ D_T+ H_6 D_5",
    "Two Pair": "H_A+ D_A+ C_Q H_4+ C_4+",
    "Pair": "S_K S_9+ D_9+ H_6 D_3",
    "High Card": "S_A+ D_Q D_9 C_4 D_3",
}


def tag_name(key: str) -> str:
    """The mod names Speed Tag as the game does inside."""
    name: str = content()["tag"][key]["name"]
    return "Skip Tag" if key == "tag_skip" else name


def example(hand: str) -> list[list[str | bool]]:
    return [[card.removesuffix("+"), card.endswith("+")] for card in EXAMPLES[hand].split()]
