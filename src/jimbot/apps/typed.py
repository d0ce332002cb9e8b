"""What a player types, as actions of the engine. Positions count from 1 for people, from 0 for the engine."""

from __future__ import annotations

from collections.abc import Sequence

from jimbot.apps.typed_cards import hand_positions
from jimbot.game.seen import Seen

LINES = {"h": "hand", "j": "jokers", "c": "consumables"}


def to_action(game: Seen, name: str, words: Sequence[str]) -> str | None:
    """The action that a typed command means, None if it is no action. Raises ValueError on a slip."""
    if name in ("p", "d"):
        kind = {"p": "play", "d": "discard"}[name]
        return _with(kind, hand_positions(game, words))
    if name in ("u", "ub", "t"):
        kind, what, size = {
            "u": ("use", "consumable", len(game.consumables)),
            "ub": ("buy_and_use", "shop card", len(game.shop)),
            "t": ("pick", "pack card", len(game.pack_cards)),
        }[name]
        return _indexed_on_cards(game, kind, what, size, name, words)
    if name in ("b", "bv", "bp"):
        kind, what, size = {
            "b": ("buy_card", "shop card", len(game.shop)),
            "bv": ("buy_voucher", "voucher", len(game.shop_vouchers)),
            "bp": ("buy_pack", "pack", len(game.shop_packs)),
        }[name]
        return f"{kind} {_position(_one(name, words), what, size)}"
    if name == "s":
        return _sell(game, _one(name, words, "j1 or c1"))
    if name in ("n", "k", "r"):
        if words:
            raise ValueError(f"'{name}' takes no arguments; leave out {' '.join(words)!r}")
        return _alone(game, name)
    if name == "sort":
        return f"sort_hand {_one(name, words, 'rank or suit').lower()}"
    if name == "move":
        return _move(game, words)
    return None


def _with(kind: str, positions: Sequence[int]) -> str:
    return f"{kind} {','.join(map(str, positions))}".rstrip()


def _one(name: str, words: Sequence[str], example: str = "1") -> str:
    if len(words) != 1:
        raise ValueError(f"'{name}' takes one argument, such as '{name} {example}'")
    return words[0]


def _position(word: str, what: str, size: int) -> int:
    if not (word.isascii() and word.isdigit()) or not 1 <= int(word) <= size:
        allowed = f"there are 1 to {size}" if size else "there are none"
        raise ValueError(f"no {what} {word!r}; {allowed}")
    return int(word) - 1


def _indexed_on_cards(game: Seen, kind: str, what: str, size: int, name: str, words: Sequence[str]) -> str:
    before = [word for word in words if word != "on"]
    if not before or (len(words) > 1 and words[1] != "on") or words.count("on") > 1 or words[0] == "on":
        raise ValueError(f"write '{name} 1', or with hand cards '{name} 1 on 2 3'")
    action = f"{kind} {_position(before[0].removeprefix('c'), what, size)}"
    cards = hand_positions(game, before[1:])
    return _with(f"{action} on", cards) if cards else action


def _sell(game: Seen, word: str) -> str:
    size = {"j": len(game.jokers), "c": len(game.consumables)}.get(word[:1])
    if size is None:
        raise ValueError(f"cannot sell {word!r}; write j1 for the first joker, c1 for the first consumable")
    kind = "joker" if word[0] == "j" else "consumable"
    return f"sell_{kind} {_position(word[1:], kind, size)}"


def _alone(game: Seen, name: str) -> str:
    """n goes on, k skips, r rerolls: what that is depends on the phase."""
    actions = {
        ("n", "BLIND_SELECT"): "select_blind",
        ("n", "ROUND_EVAL"): "cash_out",
        ("n", "SHOP"): "leave_shop",
        ("k", "BLIND_SELECT"): "skip_blind",
        ("k", "PACK"): "skip_pack",
        ("r", "BLIND_SELECT"): "reroll_boss",
        ("r", "SHOP"): "reroll",
    }
    action = actions.get((name, game.phase))
    if action is None:
        verb = {"n": "to continue to", "k": "to skip", "r": "to reroll"}[name]
        raise ValueError(f"there is nothing {verb} now")
    return action


def _move(game: Seen, words: Sequence[str]) -> str:
    if len(words) != 3 or words[0] not in LINES:
        raise ValueError(
            "write it like 'move j 2 1': h, j or c for hand, jokers or consumables, then from and to"
        )
    line = LINES[words[0]]
    size = {"h": len(game.hand), "j": len(game.jokers), "c": len(game.consumables)}[words[0]]
    start, end = (_position(word, "place", size) for word in words[1:])
    order = list(range(size))
    order.insert(end, order.pop(start))
    return _with(f"rearrange_{line}", order)
