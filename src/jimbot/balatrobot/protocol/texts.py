"""English texts of cards, blinds and tags, with the numbers of the moment in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jimbot import _core
from jimbot.content import ConsumableRow
from jimbot.game import RANKS, content
from jimbot.records import number_text

Core = _core.Game
Counter = Callable[[Core, _core.Joker], str]

RANK_WORDS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
CHIPS = {14: 11, 13: 10, 12: 10, 11: 10} | {n: n for n in range(2, 11)}
COUNTER = re.compile(r" \(((?:\+|-|X)[0-9].*)\)$")  # how our tables write a joker's counter
DISABLED = "All abilities are disabled"

HAND_OF_PLANET = {row["planet"]: number for number, row in enumerate(content()["hand"].values())}
PACK_CONTENTS = {
    "Arcana": "Tarot cards to be used immediately",
    "Celestial": "Planet cards to be used immediately",
    "Spectral": "Spectral cards to be used immediately",
    "Standard": "Playing cards to add to your deck",
    "Buffoon": "Joker cards",
}
ENHANCEMENTS = {
    "bonus": "+{n} extra chips",
    "mult": "+{n} Mult",
    "wild": "Can be used as any suit",
    "glass": "X{n} Mult {odds} in {n2} chance to destroy card",
    "steel": "X{n} Mult while this card stays in hand",
    "gold": "${n} if this card is held in hand at end of round",
    "lucky": "{odds} in 5 chance for +{n} Mult {odds} in 15 chance to win ${n2}",
}


def odds_of(jokers: list[_core.Joker]) -> int:
    """The numerator of every listed chance: each Oops! All 6s doubles it."""
    return 1 << sum(j.key == "j_oops" and not j.debuffed for j in jokers)


def _with_odds(text: str, odds: int) -> str:
    return text if odds == 1 else text.replace("1 in ", f"{odds} in ")


def card_text(card: _core.Card, odds: int) -> str:
    if card.debuffed:
        return f"Scores no chips and {DISABLED[0].lower()}{DISABLED[1:]}"
    row: Mapping[str, Any] = content()["enhancement"].get(f"m_{card.enhancement}") or {}
    if card.enhancement == "stone":
        pieces = [f"+{number_text(row['n'])} chips", "no rank or suit"]
    else:
        pieces = [f"+{CHIPS[card.rank]} chips"]
    if card.enhancement in ENHANCEMENTS:
        numbers = {"n": number_text(row["n"]), "n2": number_text(row["n2"]), "odds": odds}
        pieces.append(ENHANCEMENTS[card.enhancement].format(**numbers))
    if card.bonus:
        pieces.append(f"{card.bonus:+d} extra chips")
    return " ".join(pieces)


def _stencil(g: Core, _: _core.Joker) -> str:
    return f"X{g.joker_slots - len(g.jokers) + sum(j.key == 'j_stencil' for j in g.jokers)} Mult"


def _swashbuckler(g: Core, joker: _core.Joker) -> str:
    others = (i for i, j in enumerate(g.jokers) if j.number != joker.number)
    return f"+{sum(g.joker_sell_value(i) for i in others)} Mult"


def _enhanced(g: Core, enhancement: str) -> int:
    return sum(c.enhancement == enhancement for c in g.cards)


def _loyalty(g: Core, joker: _core.Joker) -> str:
    rest = 5 - (g.hands_played_run - joker.extra) % 6
    return f"{rest} remaining" if rest else "Active!"


def _idol(g: Core, _: _core.Joker) -> str:
    (rank, suit), *_rest = g.targets
    return f"{_rank_word(rank)} of {suit.capitalize()}"


def _rank_word(rank: int) -> str:
    return RANK_WORDS.get(RANKS[rank], RANKS[rank])


# What a joker counts elsewhere than in itself.
LIVE: dict[str, Counter] = {
    "j_abstract": lambda g, j: f"+{3 * len(g.jokers)} Mult",
    "j_ancient": lambda g, j: g.targets[3].capitalize(),
    "j_blue_joker": lambda g, j: f"+{2 * len(g.deck_order)} Chips",
    "j_bootstraps": lambda g, j: f"+{2 * (max(0, g.money) // 5)} Mult",
    "j_bull": lambda g, j: f"+{2 * max(0, g.money)} Chips",
    "j_castle": lambda g, j: f"+{number_text(j.value)} Chips, {g.targets[2].capitalize()}",
    "j_cloud_9": lambda g, j: f"${sum(c.rank == 9 and c.enhancement != 'stone' for c in g.cards)}",
    "j_drivers_license": lambda g, j: str(sum(c.enhancement is not None for c in g.cards)),
    "j_erosion": lambda g, j: f"+{4 * max(0, g.starting_deck_size - len(g.cards))} Mult",
    "j_fortune_teller": lambda g, j: f"+{g.tarots_used} Mult",
    "j_idol": _idol,
    "j_invisible": lambda g, j: f"{number_text(j.value)}/2",
    "j_loyalty_card": _loyalty,
    "j_mail": lambda g, j: _rank_word(g.targets[1]),
    "j_steel_joker": lambda g, j: f"X{number_text(1 + 0.2 * _enhanced(g, 'steel'))} Mult",
    "j_stencil": _stencil,
    "j_stone": lambda g, j: f"+{25 * _enhanced(g, 'stone')} Chips",
    "j_swashbuckler": _swashbuckler,
    "j_throwback": lambda g, j: f"X{number_text(1 + 0.25 * g.skips)} Mult",
    "j_todo_list": lambda g, j: list(content()["hand"])[j.extra],
    "j_yorick": lambda g, j: f"X{number_text(j.value)} Mult, {j.extra} remaining",
}


def live_text(g: Core, joker: _core.Joker) -> str:
    """What the joker shows of the rest of the game; empty for most."""
    counter = LIVE.get(joker.key)
    return "" if counter is None else counter(g, joker)


def joker_text(joker: _core.Joker, live: str, odds: int) -> str:
    if joker.debuffed:
        return DISABLED
    text = _with_odds(joker.text, odds)
    if live:
        return f"{COUNTER.sub('', text).removesuffix(' (0 so far)')} (Currently {live})"
    return COUNTER.sub(r" (Currently \1)", text)


def consumable_text(g: Core, key: str, odds: int) -> str:
    row = content()["consumable"][key]
    if row["kind"] == "planet":
        return _planet_text(g, row)
    text = _with_odds(row["text"], odds)
    if key == "c_temperance":
        worth = sum(g.joker_sell_value(i) for i in range(len(g.jokers)))
        return f"{text} (Currently ${min(worth, int(row['n']))})"
    if key == "c_fool":
        last = g.last_consumable
        name = "None" if last in (None, key) else content()["consumable"][last]["name"]
        return f"{text} (Currently {name})"
    return text


def _planet_text(g: Core, row: ConsumableRow) -> str:
    hand, level, *_ = g.hand_levels[HAND_OF_PLANET[row["key"]]]
    chips, mult = number_text(row["n"]), number_text(row["n2"])
    return f"(lvl.{level}) Level up {hand} +{mult} Mult and +{chips} chips"


def voucher_text(key: str) -> str:
    text: str = content()["voucher"][key]["text"]
    return text


def pack_text(key: str) -> str:
    row = content()["booster"][key]
    return f"Choose {row['picks']} of up to {row['cards']} {PACK_CONTENTS[row['kind']]}"


def blind_text(key: str) -> str:
    row = content()["blind"][key]
    return row["text"] if row["boss"] else ""


def tag_text(g: Core, key: str) -> str:
    row = content()["tag"][key]
    text: str = row["text"]
    pays = {
        "tag_handy": g.hands_played_run,
        "tag_garbage": g.discards_unused,
        "tag_skip": g.skips + 1,
    }
    if key in pays:
        return f"{text} (Will give ${pays[key] * int(row['n'])})"
    return text.replace("The named poker hand", "Poker Hand")
