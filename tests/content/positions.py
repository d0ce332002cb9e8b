"""Positions for table tests: a row is a position in notation, actions, and the facts that must then hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from jimbot import _core
from jimbot.game import Game
from jimbot.game.content import content

SEED = "T"
# What a position is unless it says otherwise: a round that no hand of the tables can win.
DEFAULTS = {"seed": SEED, "phase": "SELECTING_HAND", "target": "1000000"}


def game_at(position: str) -> Game:
    """The game of a position; DEFAULTS hold where it names nothing else (the target only in a round)."""
    named = {token.partition("=")[0] for token in position.split()}
    in_round = "phase" not in named
    missing = [f"{k}={v}" for k, v in DEFAULTS.items() if k not in named and (k != "target" or in_round)]
    return Game.from_notation(" ".join(["jimbot1", *missing, position]))


def after(position: str, actions: str) -> Game:
    """The game once the actions (separated by ``;``) were applied to the position."""
    game = game_at(position)
    for action in filter(None, (part.strip() for part in actions.split(";"))):
        game.apply(action)
    return game


def enhanced_cards(game: Game) -> dict[str, int]:
    return dict(Counter(c.enhancement for c in game.full_deck if c.enhancement))


FACTS: dict[str, Callable[[Game], Any]] = {
    "score": lambda g: g.round_score,
    "money": lambda g: g.money,
    "hands": lambda g: g.hands_left,
    "discards": lambda g: g.discards_left,
    "discards_used": lambda g: g.discards_used,
    "hand_size": lambda g: g.hand_size,
    "joker_slots": lambda g: g.joker_slots,
    "phase": lambda g: g.phase,
    "ante": lambda g: g.ante,
    "target": lambda g: g.target,
    "lost": lambda g: g.lost,
    "won": lambda g: g.won,
    "tarots_used": lambda g: g.reveal().tarots_used,
    "disabled": lambda g: g.blind_disabled,
    # Jokers, in order.
    "jokers": lambda g: " ".join(j.key for j in g.jokers),
    "values": lambda g: [round(j.value, 9) for j in g.jokers],
    "sells": lambda g: [j.sell for j in g.jokers],
    "editions": lambda g: [j.edition for j in g.jokers],
    "rarities": lambda g: [content()["joker"][j.key]["rarity"] for j in g.jokers],
    "debuffed_jokers": lambda g: [j.key for j in g.jokers if j.debuffed],
    # Consumables, in order.
    "consumables": lambda g: " ".join(c.key for c in g.consumables),
    "kinds": lambda g: [c.kind for c in g.consumables],
    "consumable_sells": lambda g: [c.sell for c in g.consumables],
    "negatives": lambda g: [c.edition == "negative" for c in g.consumables],
    # Playing cards.
    "hand": lambda g: " ".join(sorted(c.code for c in g.hand)),
    "hand_cards": lambda g: len(g.hand),
    "deck": lambda g: len(g.full_deck),
    "enhanced": enhanced_cards,
    "seals": lambda g: sum(c.seal is not None for c in g.full_deck),
    "bonuses": lambda g: sorted(c.bonus for c in g.full_deck if c.bonus),
    "debuffed_cards": lambda g: sorted(c.code[:3] for c in g.hand if c.debuffed),
    # The run.
    "levels": lambda g: {name: h.level for name, h in g.hand_levels.items() if h.level != 1},
    "extinct": lambda g: "gros_michel_extinct=1" in g.notation(),
    "tags": lambda g: [t.key for t in g.tags],
    "rows": lambda g: {name: n for name, n in g.cash_out_rows.items() if n},
    "shop": lambda g: " ".join(o.key for o in g.shop),
    "prices": lambda g: [o.price for o in g.shop],
    "pack_prices": lambda g: [o.price for o in g.shop_packs],
    "reroll": lambda g: g.reroll_price,
}


def facts(game: Game, expected: Mapping[str, Any]) -> dict[str, Any]:
    """What the game says on everything that is expected. ``legal`` and ``illegal`` name an action."""
    found: dict[str, Any] = {}
    for name, value in expected.items():
        if name in ("legal", "illegal"):
            found[name] = value if game.is_legal(value) == (name == "legal") else f"not {name}: {value}"
        else:
            found[name] = FACTS[name](game)
    return found


def random_stream(key: str, seed: str = SEED) -> Callable[[], _core.LuaRandom]:
    """The stream of a key as rng.md 1.2 describes it: each call gives the generator of its next use."""
    state = _core.hash_text(key + seed)
    run = _core.hash_text(seed)

    def next_use() -> _core.LuaRandom:
        nonlocal state
        state = _core.advance_stream(state)
        return _core.LuaRandom((state + run) / 2)

    return next_use


def rolls(key: str, count: int, seed: str = SEED) -> list[float]:
    """The first real numbers of a stream."""
    stream = random_stream(key, seed)
    return [stream().real() for _ in range(count)]
