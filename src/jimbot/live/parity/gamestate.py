"""A gamestate of the protocol as the recorded state that `compare` takes.

It reads the gamestate by itself and shares nothing with the encoder of our server, so a fault there shows.
"""

from __future__ import annotations

from typing import Any

from jimbot.live.protocol.joker_words import shown_number, shown_target
from jimbot.live.protocol.shown_cards import extra_chips

IN_SHOP = ("SHOP", "SMODS_BOOSTER_OPENED")


def _table(value: Any) -> dict[str, Any]:
    """The protocol writes an empty table as []."""
    return dict(value) if value else {}


def _code(card: dict[str, Any]) -> str:
    modifier, state = _table(card.get("modifier")), _table(card.get("state"))
    marks = (("e", "enhancement"), ("x", "edition"), ("s", "seal"))
    parts = [card["key"], *(f"{letter}:{modifier[name]}" for letter, name in marks if modifier.get(name))]
    if bonus := extra_chips(card):
        parts.append(f"b:{bonus}")
    return "/".join(parts + (["d"] if state.get("debuff") else []))


def _is_playing_card(card: dict[str, Any]) -> bool:
    return "rank" in _table(card.get("value"))


class Converter:
    """Converts the gamestates of one run; `first_id` is the id of the first card made, None: no ids."""

    def __init__(self, first_id: int | None = None) -> None:
        self.first_id = first_id

    def _id(self, card: dict[str, Any]) -> dict[str, int]:
        return {} if self.first_id is None else {"id": card["id"] - self.first_id}

    def _card(self, card: dict[str, Any]) -> dict[str, Any]:
        cost = {"buy": card["cost"]["buy"], "sell": card["cost"]["sell"]}
        if _is_playing_card(card):
            return self._id(card) | {"card": _code(card)} | cost
        modifier, state = _table(card.get("modifier")), _table(card.get("state"))
        out = self._id(card) | {"key": card["key"], "edition": modifier.get("edition")} | cost
        out |= {name: modifier[name] for name in ("eternal", "perishable", "rental") if name in modifier}
        out |= {"debuff": bool(state.get("debuff")), "facedown": bool(state.get("hidden"))}
        if card["key"].startswith("j_"):
            text = str(_table(card.get("value")).get("effect", ""))
            number, target = shown_number(card["key"], text), shown_target(card["key"], text)
            out |= {"n": number} if number is not None and not out["debuff"] else {}
            out |= {"target": target} if target is not None else {}
        return out

    def _area(self, area: dict[str, Any]) -> dict[str, Any]:
        return {"limit": area["limit"], "cards": [self._card(c) for c in area["cards"]]}

    def _pile(self, area: dict[str, Any], face_down: bool) -> dict[str, Any]:
        """Playing cards by code; only in the hand does a hidden card mean one that lies face down."""
        hidden = [face_down and bool(_table(c.get("state")).get("hidden")) for c in area["cards"]]
        codes = [_code(c) + ("/f" if down else "") for c, down in zip(area["cards"], hidden, strict=True)]
        ids = {} if self.first_id is None else {"ids": [c["id"] - self.first_id for c in area["cards"]]}
        return {"cards": codes} | ids

    def convert(self, state: dict[str, Any]) -> dict[str, Any]:
        out: dict[str, Any] = {
            "state": state["state"],
            "ante": state["ante_num"],
            "round_num": state["round_num"],
            "money": state["money"],
            "won": bool(state.get("won")),
            "vouchers_used": list(_table(state.get("used_vouchers"))),
            "round": dict(state["round"]),
            "blinds": {name: self._blind(blind) for name, blind in state["blinds"].items()},
            "hands": {
                name: [h["level"], h["chips"], h["mult"], h["played"], h["played_this_round"]]
                for name, h in state["hands"].items()
            },
            "jokers": self._area(state["jokers"]),
            "consumables": self._area(state["consumables"]),
            "hand": {"limit": state["hand"]["limit"], **self._pile(state["hand"], face_down=True)},
            "deck": {"owned": state["cards"]["limit"], **self._pile(state["cards"], face_down=False)},
        }
        if state["state"] in IN_SHOP:
            shop = ("shop", "vouchers", "packs")
            if all(name in state for name in shop):  # absent before the first shop
                out |= {name: self._area(state[name]) for name in shop}
            if "pack" in state:
                out["pack"] = self._area(state["pack"])
        return out

    def _blind(self, blind: dict[str, Any]) -> dict[str, Any]:
        out = {"name": blind["name"], "status": blind["status"], "score": blind["score"]}
        return out | ({"tag": blind["tag_name"]} if blind.get("tag_name") else {})
