"""Seeds for training, development, validation and test, which never mix; and what agents draw from.

A list is a stretch of whole numbers, and the stretches do not touch. A fixed shuffle of all numbers below
34^8 turns a number into another one, whose eight digits to base 34 are the characters of the seed. So lists
are disjoint by construction, a longer list begins with the shorter one, and a seed shows its list.
"""

from __future__ import annotations

import re
from pathlib import Path

from jimbot.game import check_seed
from jimbot.runs.reading import read_file

ALPHABET = "123456789ABCDEFGHIJKLMNPQRSTUVWXYZ"  # what the game itself makes seeds of
LISTS = {
    "train": range(10**9),
    "valid": range(10**9, 10**9 + 10**6),
    "dev": range(2 * 10**9, 2 * 10**9 + 10**6),
    "test": range(3 * 10**9, 3 * 10**9 + 10**6),
}
HALF = len(ALPHABET) ** 4  # a seed is two halves of four characters
ROUNDS = range(6)


def seed(name: str, index: int) -> str:
    """The seed with this number in a list."""
    if name not in LISTS:
        raise ValueError(f"unknown seed list {name!r}; one of {', '.join(LISTS)}")
    if not 0 <= index < len(LISTS[name]):
        raise ValueError(f"seed list {name!r} has no number {index}; 0 to {len(LISTS[name]) - 1} are allowed")
    left, right = divmod(LISTS[name][index], HALF)
    for step in ROUNDS:
        left, right = right, (left + _scramble(right, step)) % HALF
    return name_of(left * HALF + right)


def name_of(number: int) -> str:
    """The seed of eight characters with this place in the order of names."""
    characters = []
    for _ in range(8):
        number, digit = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[digit])
    return "".join(reversed(characters))


def list_of(text: str) -> tuple[str, int] | None:
    """The list that a seed belongs to, and its number there."""
    if len(text) != 8 or any(c not in ALPHABET for c in text):
        return None
    number = 0
    for c in text:
        number = number * len(ALPHABET) + ALPHABET.index(c)
    left, right = divmod(number, HALF)
    for step in reversed(ROUNDS):
        left, right = (right - _scramble(left, step)) % HALF, left
    number = left * HALF + right
    for name, stretch in LISTS.items():
        if number in stretch:
            return name, stretch.index(number)
    return None


def seed_list(name: str) -> list[str]:
    """The first seeds of a list: ``test-1000``; or some from a number on: ``dev-300@2000``."""
    match = re.fullmatch(r"([a-z]+)-([0-9]{1,10})(?:@([0-9]{1,10}))?", name)
    if match is None or match[1] not in LISTS:
        lists = ", ".join(f"{known}-N" for known in LISTS)
        raise ValueError(f"unknown seed list {name!r}; one of {lists} (such as test-1000 or dev-300@2000)")
    count, first = int(match[2]), int(match[3] or 0)
    if count < 1:
        raise ValueError(f"seed list {name!r} is empty; 1 seed or more is needed")
    seed(match[1], first + count - 1)
    return [seed(match[1], i) for i in range(first, first + count)]


def read_seeds(source: str) -> list[str]:
    """Seeds by the name of a list, or from a file with one seed per line."""
    path = Path(source)
    if not path.is_file():
        try:
            return seed_list(source)
        except ValueError as error:
            raise ValueError(f"{error}, or a file with one seed per line") from None
    try:
        lines = read_file(path).decode().splitlines()
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a text file with one seed per line") from None
    seeds: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text:
            continue
        try:
            check_seed(text)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if text in seeds:
            raise ValueError(f"{path}, line {number}: seed {text!r} is already in line {seeds[text]}")
        seeds[text] = number
    if not seeds:
        raise ValueError(f"{path} holds no seeds; one per line is needed")
    return list(seeds)


def _scramble(half: int, step: int) -> int:
    """A fixed function of half a seed, different in each round of the shuffle."""
    z = (half + 1) * 0x9E3779B97F4A7C15 + (step + 1) * 0xD1B54A32D192ED03
    z = (z % 2**64 ^ z % 2**64 >> 29) * 0xBF58476D1CE4E5B9 % 2**64
    return (z ^ z >> 32) % HALF


# -- what an agent draws from: never the game's own seed --------------------------------------------------


def draw_seed(seed: int, step: int) -> int:
    """What a decision draws from: the agent's seed for the game, and how many decisions went before."""
    return mix(mix(seed) + step)


def mix(number: int) -> int:
    """64 bits that look random (the finalizer of SplitMix64)."""
    z = (number + 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31
