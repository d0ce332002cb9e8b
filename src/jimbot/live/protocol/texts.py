"""English texts as the protocol shows them: those of the engine, of disabled cards and of packs."""

from __future__ import annotations

from jimbot import _core
from jimbot.game.content import content

Core = _core.Game

DISABLED = "All abilities are disabled"
DISABLED_CARD = "Scores no chips and all abilities are disabled"
PACK_CONTENTS = {
    "Arcana": "Tarot cards to be used immediately",
    "Celestial": "Planet cards to be used immediately",
    "Spectral": "Spectral cards to be used immediately",
    "Standard": "Playing cards to add to your deck",
    "Buffoon": "Joker cards",
}


def card_text(g: Core, card: _core.Card) -> str:
    return DISABLED_CARD if card.debuffed else _core.card_text(g, card)


def joker_text(g: Core, joker: _core.Joker) -> str:
    return DISABLED if joker.debuffed else _core.joker_text(g, joker)


def voucher_text(key: str) -> str:
    text: str = content()["voucher"][key]["text"]
    return text


def pack_text(key: str) -> str:
    row = content()["booster"][key]
    return f"Choose {row['picks']} of up to {row['cards']} {PACK_CONTENTS[row['kind']]}"


def blind_text(g: Core, key: str) -> str:
    return _core.blind_text(g, key) if content()["blind"][key]["boss"] else ""
