"""Starts from positions of a run."""

from __future__ import annotations

import pytest

from jimbot import Game
from jimbot.envs.wrappers import positions_of

from .episodes import FORMS, play

both_forms = pytest.mark.parametrize("form", FORMS)


def a_run(skip_first: bool = False) -> Game:
    game = Game(seed="POSITIONS", one_chip=True)
    if skip_first:
        game.apply("skip_blind")
    while game.ante < 3 and not game.over:
        kinds = ("buy_pack", "pick", "skip_pack", "leave_shop", "select_blind", "play", "cash_out")
        legal = [a for a in game.legal_actions() if a.kind in kinds]
        game.apply(min(legal, key=lambda a: kinds.index(a.kind)))
    return game


@pytest.mark.parametrize("phase", ["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP"])
def test_positions_of_a_run(phase: str) -> None:
    game = a_run()
    starts = positions_of(game, every=phase.lower())
    positions = [start.position for start in starts]
    assert {p.phase for p in positions} == {phase}
    rounds = [p.round for p in positions]
    assert rounds == sorted(set(rounds))
    assert len(rounds) == (5 if phase == "SHOP" else 6)  # the run stops with the boss of ante 2 beaten
    again = [s.position for s in positions_of(game.transcript, every=phase)]
    assert [p.notation() for p in again] == [p.notation() for p in positions]


def test_every_blind_offered_is_a_position() -> None:
    skipped = positions_of(a_run(skip_first=True))
    assert [s.position.blind.name for s in skipped[:2]] == ["Small Blind", "Big Blind"]


def test_errors_of_positions() -> None:
    with pytest.raises(ValueError, match=r"unknown phase 'LUNCH'.*BLIND_SELECT"):
        positions_of(Game(seed="A"), every="lunch")
    with pytest.raises(ValueError, match="line 3 of the transcript"):
        positions_of("jimbot-run seed=ABC\nselect_blind\ncash_out\n")
    with pytest.raises(ValueError, match="not played from the start"):
        positions_of(Game(seed="A").edited("money=5"))


@both_forms
def test_the_hidden_part_of_a_position_is_drawn_rebuilt(form: str) -> None:
    """The same position every time, but not the same future."""
    start = positions_of(a_run(), every="SELECTING_HAND")[3]
    env = FORMS[form](starts=start)
    env.reset(seed=0)
    seen, futures = set(), set()
    for moment in play(env, episodes=8):
        if moment.ended[0]:
            if form == "single":
                env.reset()
            game = env.batch.game(0)
            seen.add(str(game.observe()))
            game.apply("discard 0,1,2,3,4")
            futures.add(" ".join(card.code for card in game.hand))
    assert seen == {str(start.position.observe())}
    assert len(futures) > 1
