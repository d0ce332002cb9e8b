"""What a build scores in a round: the compiled board agrees with the real pipeline, and both see a better build."""

from __future__ import annotations

import pytest

from jimbot import Game, _core

BUILDS = [
    "",
    "j_joker",
    "j_jolly,j_banner",
    "j_cavendish,j_abstract",
    "j_raised_fist",
    "j_flower_pot",
    "j_blackboard",
    "j_seeing_double",
    "j_card_sharp",
]


def strength(jokers: str, exact: bool) -> float:
    game = Game(seed="STRENGTH").edited(f"jokers=[{jokers}]")
    return _core.strength(game.reveal(), 1, 200, 7, exact)[0]


@pytest.mark.parametrize("jokers", BUILDS)
def test_the_compiled_board_agrees_with_the_real_pipeline(jokers: str) -> None:
    assert strength(jokers, exact=False) == pytest.approx(strength(jokers, exact=True), abs=0.15)


@pytest.mark.parametrize("exact", [False, True])
def test_a_multiplier_shows(exact: bool) -> None:
    assert strength("j_cavendish", exact) - strength("", exact) == pytest.approx(1.0986, abs=0.1)  # ln 3


@pytest.mark.parametrize(
    ("blind", "rounds", "message"),
    [(3, 8, "blind is 3; 0 to 2"), (-1, 8, "blind is -1; 0 to 2"), (1, 0, "rounds is 0; 1 to")],
)
def test_what_cannot_be_measured_is_refused(blind: int, rounds: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.strength(Game(seed="STRENGTH").reveal(), blind, rounds, 7)
