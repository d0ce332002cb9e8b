"""The colours of the picture, as 0xRRGGBB."""

from __future__ import annotations

TABLE_TOP, TABLE_BOTTOM = 0x24504C, 0x16322F
PANEL, PANEL_EDGE, PANEL_DARK = 0x1C2630, 0x35495A, 0x121A22
INK, PAPER, NIGHT, SHADOW = 0x2B2B33, 0xF5F0E3, 0x1E1A30, 0x0E1418
WHITE, GREY, DIM = 0xFFFFFF, 0xA9B8C2, 0x6E808C
RED, BLUE, GOLD, GREEN, ORANGE = 0xF0524B, 0x3FA2F0, 0xF5C04A, 0x58C27D, 0xF29544
SELECTED = 0xFFD75E

SUITS = {"S": 0x39418C, "H": 0xD8362F, "C": 0x1C7A55, "D": 0xDE7A10}

# A body of several colours is striped.
ENHANCEMENTS = {
    "bonus": (0xC4DDF5,),
    "mult": (0xF7CFC9,),
    "wild": (0xF3D3D0, 0xF5E6C4, 0xCFE8DA, 0xD3D8F2),
    "glass": (0xD9F1F5, 0xC3E6EE, 0xEDFAFC, 0xC3E6EE),
    "steel": (0xC3CBD3, 0xB4BEC8),
    "stone": (0x9A968E, 0x8D8981, 0x94908A),
    "gold": (0xF3D27C, 0xEBC462),
    "lucky": (0xDDF0C4, 0xF3EDC0),
}
EDITIONS = {
    "foil": (0x7DB4F2, 0xB9D8FA, 0x5C97DE),
    "holo": (0xF28BC8, 0xB49CF5, 0xF7B3DC),
    "polychrome": (0xF26D6D, 0xF2B05E, 0xF0E36A, 0x74D68C, 0x6AB4F0, 0xB284F0),
    "negative": (0x3A3550, 0x57507A),
}
EDITION_LABELS = {"foil": 0x3D78C9, "holo": 0xC24C96, "polychrome": 0x7A56C4, "negative": 0x2A2440}
ENHANCEMENT_LABELS = {
    "bonus": 0x2F6FB4,
    "mult": 0xBE3E36,
    "wild": 0x6B4C9A,
    "glass": 0x3C8CA3,
    "steel": 0x5A6875,
    "stone": 0x55524D,
    "gold": 0xA87412,
    "lucky": 0x4C8A34,
}
SEALS = {"gold": 0xE8A91C, "red": 0xD8362F, "blue": 0x2F7FD6, "purple": 0x8A4FC4}
STICKERS = {"eternal": 0xC2407A, "perishable": 0x4A66C8, "rental": 0xB58A16, "pinned": 0x3C8F6E}
FORCED = 0x1FA8C9

RARITIES = {"common": 0x2F78B8, "uncommon": 0x2F8F5B, "rare": 0xC2413A, "legendary": 0x8646B8}
CONSUMABLES = {"tarot": 0x7C4FA8, "planet": 0x1F839B, "spectral": 0x3F55C4}
VOUCHER = 0xC0661E
BOOSTERS = {
    "Arcana": 0x7C4FA8,
    "Celestial": 0x1F839B,
    "Standard": 0x9C4A36,
    "Buffoon": 0x2F8F5B,
    "Spectral": 0x3F55C4,
}

STAKES = {
    "stake_white": 0xE8E8E8,
    "stake_red": 0xE0443C,
    "stake_green": 0x4CB86A,
    "stake_black": 0x3C4248,
    "stake_blue": 0x3F8FE8,
    "stake_purple": 0x9454D0,
    "stake_orange": 0xF08A30,
    "stake_gold": 0xF2C440,
}
DECKS = {
    "b_red": 0xC6423A,
    "b_blue": 0x2F78C4,
    "b_yellow": 0xD2A024,
    "b_green": 0x3A9A58,
    "b_black": 0x40464E,
    "b_magic": 0x6E4CB0,
    "b_nebula": 0x1F6F96,
    "b_ghost": 0x7C8CA8,
    "b_abandoned": 0x8A6A48,
    "b_checkered": 0x9A3A4C,
    "b_zodiac": 0x3F55A4,
    "b_painted": 0xC2588C,
    "b_anaglyph": 0x2FA0A8,
    "b_plasma": 0xA83FA0,
    "b_erratic": 0xB85C2A,
}
CHALLENGE = 0x5A6A2F

BLINDS = {
    "bl_small": 0x2E6FB0,
    "bl_big": 0xB98220,
    "bl_hook": 0xA23A30,
    "bl_ox": 0xB0622A,
    "bl_house": 0x4C7A9C,
    "bl_wall": 0x7C5CA4,
    "bl_wheel": 0x4A9A5C,
    "bl_arm": 0x5A62C0,
    "bl_club": 0x8C9A4A,
    "bl_fish": 0x3A80B0,
    "bl_psychic": 0xC8962A,
    "bl_goad": 0xB05A8C,
    "bl_water": 0x4A92A8,
    "bl_window": 0x98907C,
    "bl_manacle": 0x5C5C64,
    "bl_eye": 0x3F5CD0,
    "bl_mouth": 0xA0647C,
    "bl_plant": 0x5E8A62,
    "bl_serpent": 0x3F9450,
    "bl_pillar": 0x7C6450,
    "bl_needle": 0x5C7034,
    "bl_head": 0x9A7C96,
    "bl_tooth": 0xA83434,
    "bl_flint": 0xC86428,
    "bl_mark": 0x6A3048,
    "bl_final_acorn": 0xD08A18,
    "bl_final_leaf": 0x4A9478,
    "bl_final_vessel": 0x7A60C0,
    "bl_final_heart": 0xA02C38,
    "bl_final_bell": 0x1F8FC8,
}


def mixed(one: int, other: int, share: float) -> int:
    """A colour between two: share 0 gives the first, 1 the second."""
    parts = ((one >> shift & 255, other >> shift & 255, shift) for shift in (16, 8, 0))
    return sum(round(a + (b - a) * share) << shift for a, b, shift in parts)
