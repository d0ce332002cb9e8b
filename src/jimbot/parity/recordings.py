"""Recordings of the real game: reading them, and turning their calls into actions."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.game import Game, content


@dataclass(frozen=True)
class Recording:
    """One recorded run: its header and its steps, in order."""

    header: dict[str, Any]
    steps: list[dict[str, Any]]

    @property
    def name(self) -> str:
        return str(self.header["run"])

    @property
    def detail(self) -> str | None:
        """How much the recording logs: None for the first set, else full, noid, noround or basic."""
        return self.header.get("detail")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def read_recording(path: Path) -> Recording:
    header, *steps = read_lines(path)
    return Recording(header, steps)


def recordings(folder: Path) -> list[Path]:
    """Every recorded run below a folder."""
    return sorted(p for p in folder.rglob("*.jsonl.gz") if "scenario" not in p.name)


def _with_forced(game: Game, cards: list[int]) -> list[int]:
    """Cerulean Bell's card is selected already; of the named cards as many join it as fit."""
    for position, card in enumerate(game.reveal().hand):
        if card.forced and position not in cards:
            return [position, *cards[:4]]
    return cards


def _positions(cards: list[int]) -> str:
    return ",".join(str(c) for c in cards)


def _on(cards: list[int] | None) -> str:
    return f" on {_positions(cards)}" if cards else ""


def _pick(game: Game, params: dict[str, Any]) -> str:
    if params.get("skip"):
        return "skip_pack"
    item = game.reveal().pack_cards[params["card"]][0]
    row = content()["consumable"].get(getattr(item, "key", ""), {})
    # clients may name targets for cards that take none
    return f"pick {params['card']}" + (_on(params.get("targets")) if row.get("target_max") else "")


def to_action(game: Game, method: str, params: dict[str, Any]) -> str:
    """The action that a call of the real game's protocol stands for."""
    fixed = {
        "select": "select_blind",
        "skip": "skip_blind",
        "cash_out": "cash_out",
        "next_round": "leave_shop",
        "reroll": "reroll",
    }
    if method in fixed:
        return fixed[method]
    if method in ("play", "discard"):
        return f"{method} {_positions(_with_forced(game, params['cards']))}"
    if method == "use":
        return f"use {params['consumable']}{_on(params.get('cards'))}"
    if method == "pack":
        return _pick(game, params)
    for what in ("card", "voucher", "pack"):
        if method == "buy" and what in params:
            return f"buy_{what} {params[what]}"
    for what in ("joker", "consumable"):
        if method == "sell" and what in params:
            return f"sell_{what} {params[what]}"
    for what in ("jokers", "hand", "consumables"):
        if method == "rearrange" and what in params:
            return f"rearrange_{what} {_positions(params[what])}"
    raise ValueError(f"call {method!r} with {params!r} stands for no action")
