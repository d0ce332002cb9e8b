"""Measurements beside what experienced players say: rank correlations with a table of their ratings."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jimbot.game.content import content
from jimbot.knowledge.measured import Measured, pair_places

ANTES = {
    "early": slice(0, 2),
    "mid": slice(2, 5),
    "late": slice(5, 8),
}  # of a rating; rows of the measurements
RATINGS = tuple(ANTES)


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Rank correlation; equal values share their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: ArrayLike) -> NDArray[np.float64]:
    _, place, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    ends = counts.cumsum()
    means: NDArray[np.float64] = (ends - (counts - 1) / 2)[place]
    return means


def interval(correlation: float, count: int) -> tuple[float, float]:
    """95 %, by Fisher's transformation."""
    middle, half = np.arctanh(correlation), 1.96 / np.sqrt(count - 3)
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))


def read_ratings(path: Path) -> list[dict[str, str]]:
    """A row per joker: key, early, mid, late, better_when, tags."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = {row["key"]: row for row in csv.DictReader(file)}
    return [rows[key] for key in content()["joker"]]


def of_jokers(measured: Measured, ratings: list[dict[str, str]]) -> dict[str, float]:
    """What the judge thinks a joker adds, against the rating for the same part of a run."""
    return {
        part: spearman(measured.joker_judge.mean[antes].mean(0), [float(row[part]) for row in ratings])
        for part, antes in ANTES.items()
    }


def named_pairs(ratings: list[dict[str, str]]) -> NDArray[np.bool_]:
    """Pairs of which players name one joker as a reason for the other."""
    names = {row["name"]: place for place, row in enumerate(content()["joker"].values())}
    short = {name.removesuffix(" Joker").removeprefix("The "): place for name, place in names.items()}
    words = {name: place for name, place in (names | short).items() if len(name) > 3 and name != "Joker"}
    found: set[tuple[int, int]] = set()
    for place, row in enumerate(ratings):
        for word, other in words.items():
            if other != place and re.search(rf"\b{re.escape(word)}\b", row["better_when"]):
                found.add((min(place, other), max(place, other)))
    first, second = pair_places()
    return np.array([(a, b) in found for a, b in zip(first.tolist(), second.tolist(), strict=True)])


def of_pairs(strength: NDArray[np.float64], named: NDArray[np.bool_]) -> tuple[float, float]:
    """Rank correlation of synergies with being named; the chance that a named pair has more than another."""
    ranks = _ranks(strength)
    count, others = int(named.sum()), int((~named).sum())
    above = (ranks[named].sum() - count * (count + 1) / 2) / (count * others)
    return spearman(strength, named.astype(float)), float(above)
