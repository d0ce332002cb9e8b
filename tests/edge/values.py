"""Arguments that nobody should give."""

from __future__ import annotations

from typing import Any

import engine
import numpy as np

INTEGERS = (-1, 0, 1, 5, 48, 255, 256, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**32, 2**63 - 1, 2**63)
INTEGERS += (-(2**63), 2**64 - 1, 2**64, -(2**64), 10**40)
FLOATS = (float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 5e-324, -0.0, 1.5, -1.0)
TEXTS = ("", " ", "x", "\0", "S\0S", "ä♠", "\ud800", "A" * 17, "A" * 100_000, "play " + "0," * 500, "%s%n%x")
TEXTS += ("play 0,1,2,3,4,5,6", "use 254 on 254", "sell_joker 200", "pick 7 on 0", "rearrange_hand 0,0")
TEXTS += (
    "jimbot1",
    "jimbot1 " * 2000,
    "jimbot1 seed=A hand=[S_K/o,S_Q/o] phase=SHOP",
    "money=1e400",
    "cards=[]",
)
TEXTS += (
    "hand=[S_2/o]",
    "jokers=[" + "j_joker," * 60 + "]",
    "boss=bl_mark on_deck=boss phase=SELECTING_HAND hand=[S_2/f,H_3/f]",
)


def arrays() -> list[Any]:
    whole = np.arange(3, dtype=np.int32)
    readonly = whole.copy()
    readonly.flags.writeable = False
    return [
        whole + 1000,
        whole - 1000,
        np.full(3, -(2**31), np.int32),
        np.zeros(0, np.int32),
        np.zeros(1, np.int32),
        np.zeros(4, np.int32),
        np.zeros(6, np.int32)[::2],
        np.zeros((3, 1), np.int32),
        np.zeros((3, 3), np.int32, order="F")[0],
        np.zeros(3, np.int64),
        np.zeros(3, np.uint32),
        np.zeros(3, ">i4"),
        np.zeros(3, np.float32),
        np.zeros(3, np.float64),
        np.full(3, np.nan),
        np.zeros(3, bool),
        np.zeros(3, object),
        np.zeros(3, "U4"),
        np.zeros(3, [("a", np.int32), ("b", np.int8)]),
        np.zeros(13, np.int8)[1:].view(np.int32),
        np.array(5),
        readonly,
    ]


class Unhelpful:
    """Fails where it is looked at."""

    def __index__(self) -> int:
        raise ValueError("no index")

    def __float__(self) -> float:
        raise ValueError("no float")

    def __len__(self) -> int:
        return 2**40

    def __getitem__(self, at: Any) -> Any:
        raise IndexError(at)


def hostile(games: list[Any], weights: Any) -> list[Any]:
    core = engine.core
    not_a_number, endless = weights.copy(), weights.copy()
    not_a_number[:] = np.nan
    endless[:] = np.inf
    return [
        *INTEGERS,
        *FLOATS,
        *TEXTS,
        *arrays(),
        None,
        True,
        b"",
        b"JIMBOTS1",
        games[0].to_bytes()[:-1],
        bytes(len(games[0].to_bytes())),
        bytearray(16),
        [],
        [None],
        [0, 0],
        [300],
        [-1],
        [0, 1, 2, 3, 4, 5, 6],
        ["x"] * 1000,
        ["j_joker"] * 25,
        [[]],
        (),
        (2**31, -1),
        (-5, 5),
        {},
        {"a": 1},
        object(),
        int,
        Unhelpful(),
        core,
        *games,
        core.Game.__new__(core.Game),
        core.Action("play 0"),
        core.Action("discard 0,1,2,3,4,5,6,7"),
        core.Action("rearrange_jokers 1,0"),
        core.Action.__new__(core.Action),
        core.Batch.__new__(core.Batch),
        engine.batch(1),
        games[0].cards[0],
        core.Dealer("S"),
        not_a_number,
        endless,
        weights[:-1],
        weights[::-1],
        weights.astype(np.float64),
    ]
