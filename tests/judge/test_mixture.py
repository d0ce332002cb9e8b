"""Which games are played."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from jimbot.agents.judge.examples import HELD_OUT
from jimbot.agents.judge.mixture import CHALLENGES, DECKS, NO_CHALLENGE, STAKES, Mixture, RunStart

NUMBERS = range(20_000)


def test_shares() -> None:
    starts = [Mixture(plain=0.3, high=0.2, challenge=0.1).start(number) for number in NUMBERS]
    kinds = Counter(starts)
    assert kinds[RunStart()] / len(NUMBERS) == pytest.approx(0.3 + 0.4 / (DECKS * STAKES), abs=0.01)
    challenges = {s.challenge for s in starts} - {NO_CHALLENGE}
    assert challenges == set(range(CHALLENGES))
    assert all((s.deck, s.stake) == (0, 1) for s in starts if s.challenge != NO_CHALLENGE)
    assert np.mean([s.challenge != NO_CHALLENGE for s in starts]) == pytest.approx(0.1, abs=0.01)
    high = np.mean([s.stake > STAKES - 3 for s in starts])
    assert high == pytest.approx(0.2 + 0.4 * 3 / STAKES, abs=0.01)
    pairs = {(s.deck, s.stake) for s in starts}
    assert pairs == {(deck, stake) for deck in range(DECKS) for stake in range(1, STAKES + 1)}


def test_plain_games() -> None:
    assert all(Mixture(1, 0, 0).start(number) == RunStart() for number in NUMBERS)
    mixture = Mixture()
    plain = [number for number in NUMBERS if mixture.is_plain(number)]
    assert all(mixture.start(number) == RunStart() and number % 4 == 0 for number in plain)
    assert len(plain) / len(NUMBERS) == pytest.approx(0.25 * 0.25, abs=0.01)


def test_games_of_every_kind_are_held_out() -> None:
    held = [number for number in NUMBERS if number % HELD_OUT == 0]
    starts = [Mixture().start(number) for number in held]
    assert {number % 4 for number in held} == {0, 1, 2, 3}
    assert {s.stake for s in starts} == set(range(1, STAKES + 1))
    assert {s.deck for s in starts} == set(range(DECKS))
    assert np.mean([s == RunStart() for s in starts]) == pytest.approx(0.25, abs=0.04)


@pytest.mark.parametrize("shares", [(-0.1, 0, 0), (0.5, 0.4, 0.2), (float("nan"), 0, 0), (1.1, 0, 0)])
def test_bad_shares(shares: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="0 to 1 each and 1 together are allowed"):
        Mixture(*shares)
