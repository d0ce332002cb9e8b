"""Cards, jokers, consumables, offers and tags: from the codes of the notation to JSON and back."""

from __future__ import annotations

import math
from typing import Any

Json = dict[str, Any]

UNSEEN = "?"  # uid, rank and suit of a face-down card
UNSEEN_KEY = "??"
CARD_MODIFIERS = {"e": "enhancement", "x": "edition", "s": "seal", "b": "bonus", "c": "created_suit"}
CARD_STATES = {
    "d": "debuffed",
    "f": "face_down",
    "p": "played_this_ante",
    "o": "forced",
    "D": "debuffed_for_good",
}
JOKER_STICKERS = ("eternal", "perishable", "rental", "pinned")
FREE = "!free"


def split_list(text: str) -> list[str]:
    """The entries of ``[a,b]``."""
    inside = text.removeprefix("[").removesuffix("]")
    return inside.split(",") if inside else []


def join_list(codes: list[str]) -> str:
    return f"[{','.join(codes)}]"


def number_json(number: float) -> int | float | str:
    """A number as JSON can carry it: whole ones as integers, what is not finite by name."""
    if not math.isfinite(number):
        return str(number)
    return int(number) if number == int(number) and abs(number) < 2**53 else number


def number_code(number: int | float | str) -> str:
    return number if isinstance(number, str) else repr(number)


def card_json(code: str) -> Json:
    """``S_K/e:GLASS/d#12`` as a card of state_v1."""
    code, _, uid = code.partition("#")
    key, *marks = code.split("/")
    suit, _, rank = key.partition("_")
    modifier, state = [], []
    for mark in marks:
        name, colon, value = mark.partition(":")
        if colon:
            modifier.append(f"{CARD_MODIFIERS[name]}:{value}")
        else:
            state.append(CARD_STATES[name])
    return {"uid": uid, "rank": rank, "suit": suit, "key": key, "modifier": modifier, "state": state}


def card_code(card: Json) -> str:
    short = {name: mark for mark, name in CARD_MODIFIERS.items()}
    marks = [f"{short[name]}:{value}" for name, _, value in (m.partition(":") for m in card["modifier"])]
    marks += [mark for mark, name in CARD_STATES.items() if name in card["state"]]
    return "/".join([card["key"], *marks]) + f"#{card['uid']}"


def has_edition(card: Json) -> bool:
    return any(m.startswith("edition") for m in card["modifier"])


def unseen_card(with_edition: bool, state: list[str]) -> Json:
    """What is seen of a face-down card. Aura refuses cards with an edition: that shows."""
    return {
        "uid": UNSEEN,
        "rank": UNSEEN,
        "suit": UNSEEN,
        "key": UNSEEN_KEY,
        "modifier": ["edition:?"] if with_edition else [],
        "state": [s for s in state if s in ("face_down", "forced")],
    }


def unseen_joker(stickers: list[str]) -> Json:
    return {
        "joker_id": UNSEEN_KEY,
        "uid": UNSEEN,
        "edition": None,
        "stickers": stickers,
        "counters": {},
        "disabled": False,
        "face_down": True,
        "sell": None,
    }


def is_unseen(thing: Json) -> bool:
    return UNSEEN_KEY in (thing.get("key"), thing.get("joker_id"))


def joker_code(joker: Json) -> str:
    counters, stickers = joker["counters"], joker["stickers"]
    code = f"{joker['joker_id']}:{number_code(counters['value'])}"
    code += f"~{counters['extra']}+{counters['sell_bonus']}"
    code += f"/x:{joker['edition']}" if joker["edition"] else ""
    code += "/eternal" if "eternal" in stickers else ""
    code += f"/perishable:{counters['rounds_left']}" if "perishable" in stickers else ""
    code += "".join(f"/{s}" for s in ("rental", "pinned") if s in stickers)
    code += "/d" if joker["disabled"] else ""
    code += "/f" if joker["face_down"] else ""
    return f"{code}#{joker['uid']}"


def consumable_code(consumable: Json) -> str:
    edition = f"/x:{consumable['edition']}" if consumable["edition"] else ""
    return f"{consumable['key']}{edition}+{consumable['sell_bonus']}#{consumable['uid']}"


def offer_code(offer: Json) -> str:
    kind = offer["kind"]
    write = {"card": card_code, "joker": joker_code, "consumable": consumable_code}[kind]
    return write(offer["item"]) + (FREE if offer["free"] else "")


def tag_json(tag: tuple[str, str | None]) -> Json:
    return {"key": tag[0], "hand": tag[1]}


def tag_code(tag: Json) -> str:
    return tag["key"] if tag["hand"] is None else f"{tag['key']}:{tag['hand'].lower().replace(' ', '_')}"
