"""Seed lists: stable, disjoint, and files of seeds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from jimbot.game.seeds import ALPHABET, LISTS, list_of, read_seeds, seed, seed_list

# Results are published by these names: the lists must never change.
FIRST = {
    "train": ["NHI8KEKC", "JLWYLWQ5", "G4FJIH9N", "DWUV11WC", "16P55NI2"],
    "valid": ["MYS25NUL", "V8FF42M7", "NFJZJUYW", "XY9QX3G1", "LLI7GB7U"],
    "dev": ["YMZNIT3V", "HSZA21L2", "A7J3E78T", "1JAWRWEY", "YYU5KG2D"],
    "test": ["CVSYYIFW", "HLFA5DR6", "XQPWZ5MV", "K9B4L4UQ", "1T7254XN"],
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_never_change(name: str) -> None:
    assert seed_list(f"{name}-5") == FIRST[name]


@pytest.mark.parametrize("name", LISTS)
def test_a_seed_names_its_list(name: str) -> None:
    last = len(LISTS[name]) - 1
    for index in (0, 1, 999, 77_777, last):
        text = seed(name, index)
        assert len(text) == 8
        assert set(text) <= set(ALPHABET)
        assert list_of(text) == (name, index)


def test_lists_are_disjoint() -> None:
    ranges = sorted((stretch.start, stretch.stop) for stretch in LISTS.values())
    assert all(end <= start for (_, end), (start, _) in pairwise(ranges))
    assert ranges[-1][1] <= len(ALPHABET) ** 8
    seeds = [text for name in LISTS for text in seed_list(f"{name}-2000")]
    assert len(set(seeds)) == len(seeds)


def test_characters_are_spread_evenly() -> None:
    text = "".join(seed_list("train-5000"))
    counts = [text.count(c) for c in ALPHABET]
    mean = len(text) / len(ALPHABET)
    assert sum((count - mean) ** 2 / mean for count in counts) < 70  # chi-squared with 33 degrees, p = 0.0002


def test_shorter_lists_begin_longer_ones_and_parts_can_be_named() -> None:
    assert seed_list("dev-10")[:4] == seed_list("dev-4")
    assert seed_list("dev-3@2") == seed_list("dev-5")[2:]


@pytest.mark.parametrize("text", ["OOOOOOOO", "ABC", "", "AAAAAAAA1"])
def test_other_seeds_are_of_no_list(text: str) -> None:
    assert list_of(text) is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("exam-10", "unknown seed list 'exam-10'"),
        ("test", "unknown seed list 'test'"),
        ("test-ten", "such as test-1000"),
        ("test-0", "is empty"),
        ("test-1000001", "has no number 1000000"),
        ("no/such/file", "or a file with one seed per line"),
    ],
)
def test_wrong_names(name: str, part: str) -> None:
    with pytest.raises(ValueError, match=part):
        read_seeds(name)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "seeds.txt"
    path.write_text("ABC\n\n  TESTSEED \n")
    assert read_seeds(str(path)) == ["ABC", "TESTSEED"]
    for text, part in (
        ("A\nB\nA\n", "line 3: seed 'A' is already in line 1"),
        ("A" * 17, "line 1"),
        ("\n", "no seed"),
    ):
        path.write_text(text)
        with pytest.raises(ValueError, match=part):
            read_seeds(str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="not a text file"):
        read_seeds(str(path))
