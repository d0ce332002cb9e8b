"""Damaged files: an error in one line, or a sound position that can be played on; never anything else, and at once."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.documents.save_file import save_of
from jimbot.saves import SaveError, Table, pack, parse, text_of, write
from jimbot.saves.container import pack_text

from .made import position

VALUES: list[Any] = [
    0,
    -1,
    1,
    255,
    2**31,
    -(10**14),
    1e308,
    -1e308,
    0.5,
    1e-300,
    float("inf"),
    True,
    False,
    "",
    "x",
]
VALUES += ["j_joker", "Pair", "]", "a,b", "é\n", {}, {1: 5}, {"a": {}}, {2: "v_hone"}]
NUMBERS = ["99999999999999", "-0", "inf", "1e+308", "0.1", "-5", "1.2.3", "0x10"]


def leaves(table: Table, at: list[tuple[Table, Any]]) -> list[tuple[Table, Any]]:
    for key, value in table.items():
        at.append((table, key))
        if isinstance(value, dict):
            leaves(value, at)
    return at


def of_bytes(data: bytes, chance: random.Random) -> bytes:
    packed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        packed[chance.randrange(len(packed))] = chance.randrange(256)
    return bytes(packed[: chance.choice([len(packed), chance.randrange(len(packed))])])


def of_text(data: bytes, chance: random.Random) -> bytes:
    text = text_of(data)
    for _ in range(chance.randint(1, 3)):
        at, length = chance.randrange(len(text)), chance.choice([1, 3, 40, 4000])
        other = chance.choice(
            ["", "}", "{", '"', "]", ",", chance.choice(NUMBERS), text[at : at + length] * 2, "é"]
        )
        text = text[:at] + other + text[at + chance.choice([0, length]) :]
    return pack_text(text)


def of_values(data: bytes, chance: random.Random) -> bytes:
    table = parse(text_of(data))
    for _ in range(chance.randint(1, 5)):
        inner, key = chance.choice(leaves(table, []))
        if key not in inner:
            continue
        if chance.random() < 0.2:
            del inner[key]
        elif chance.random() < 0.4:
            other, name = chance.choice(leaves(table, []))
            inner[key] = other[name] if not isinstance(other[name], dict) else 7
        else:
            inner[key] = chance.choice(VALUES)
    return pack_text(write(table))


def check(data: bytes) -> bool:
    """Whether it was read."""
    begin = time.process_time()
    try:
        game, why = Game.from_save(data), ""
    except SaveError as error:
        game, why = None, str(error)
    assert time.process_time() - begin < 1
    assert "\n" not in why
    assert len(why) < 400
    if game is None:
        return False
    assert Game.from_notation(game.notation()) == game
    Game.from_bytes(game.to_bytes())  # refuses what is not sound
    if not game.over:
        game.apply(game.legal_actions()[-1])
    return True


def mutate(files: list[bytes], count: int, seed: int) -> int:
    chance = random.Random(seed)
    ways = (of_bytes, of_text, of_values, of_values)
    return sum(check(chance.choice(ways)(chance.choice(files), chance)) for _ in range(count))


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    phases = ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP")
    return [pack(save_of(position(phase, number))) for phase in phases for number in (4, 8)]


def test_some_damaged_files(files: list[bytes]) -> None:
    assert 0 < mutate(files, 100, 1) < 100


@pytest.mark.deep
def test_many_damaged_files(files: list[bytes]) -> None:
    assert 0 < mutate(files, 10_000, 2) < 10_000


@pytest.mark.deep
@pytest.mark.shared
def test_many_damaged_files_of_the_real_game(shared: Path) -> None:
    real = [path.read_bytes() for path in (shared / "saves" / "samples" / "runs").glob("*.jkr")]
    assert 0 < mutate(real, 10_000, 3) < 10_000
