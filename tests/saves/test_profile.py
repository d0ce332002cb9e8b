"""jimbot profile: the totals of a profile.jkr."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot.game.saved.profile import Used, read_profile
from jimbot.saves import SaveError, pack

from .made import PROFILE


def test_what_was_won_with_which_deck_joker_and_hand() -> None:
    found = read_profile(pack(PROFILE))
    assert found.totals["wins"] == 3
    assert found.scores == {"best_hand": 3.9987977050331e21, "longest_win_streak": 2}
    assert found.decks == [Used("b_red", "Red Deck", 1, {1: 2, 8: 1}, {8: 2})]
    assert (found.decks[0].wins, found.decks[0].losses, found.decks[0].win_rate) == (3, 2, 0.6)
    assert [(joker.key, joker.win_rate) for joker in found.jokers] == [
        ("j_joker", 0.0),
        ("j_baron", 1.0),
        ("j_mime", None),
    ]
    assert list(found.hands.items()) == [("Flush", 90), ("High Card", 30)]
    assert found.challenges == ["The Omelette"]


def test_the_command(tmp_path: Path, jimbot: Callable[..., Any]) -> None:
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "profile.jkr").write_bytes(pack(PROFILE))
    done = jimbot(f"profile {tmp_path}")
    assert done.code == 0
    assert "3 wins, 2 losses, 61 rounds" in done.out
    assert "1-2" in done.out
    assert jimbot(f"profile {tmp_path / '1' / 'profile.jkr'} --json").json["hands"] == {
        "Flush": 90,
        "High Card": 30,
    }
    nowhere = jimbot(f"profile {tmp_path / '2'}")
    assert (nowhere.code, "there is no profile.jkr in" in nowhere.err) == (2, True)


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("career_stats", 5, "career_stats is 5; a table is needed"),
        ("joker_usage", {"j_joker": {"count": "many"}}, "joker_usage.j_joker.count is 'many'"),
        ("high_scores", {"hand": {}}, "high_scores.hand.amt is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(place: str, value: Any, why: str) -> None:
    with pytest.raises(SaveError) as caught:
        read_profile(pack(PROFILE | {place: value}))
    assert why in str(caught.value)


@pytest.mark.shared
def test_profiles_of_players(shared: Path) -> None:
    for path in (shared / "saves" / "samples" / "profiles").glob("profile_*.jkr"):
        found = read_profile(path)
        assert sum(deck.wins for deck in found.decks) >= found.totals["wins"] > 0 or found.totals["wins"] == 0
        assert found.jokers
        assert found.hands
