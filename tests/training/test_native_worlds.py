"""Games from own positions, and siblings whose results correct each other's values."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch

from jimbot import _core
from jimbot.envs.batch import Start
from jimbot.models.decisions import DecisionNet, Shape
from jimbot.training.native import run
from jimbot.training.native.archive import FIRST_BLIND, KEPT, NOTHING, SHARE, Archive, Kept
from jimbot.training.native.decisions import advantages, gaps
from jimbot.training.native.games import PlayedGames, play_games
from jimbot.training.native.run import learner_of
from jimbot.training.native.settings import DecisionTraining, settings_of
from jimbot.training.native.siblings import corrections

EASY = Start(target_percent=5)  # beginners reach ante 3 and beyond
LEARNING = DecisionTraining(
    steps=4 * 8 * 20,
    num_envs=8,
    width=16,
    choice_width=8,
    minibatches=2,
    save_every=2,
    eval_games=2,
    target_percent=5,
    siblings=2,
    archive_share=0.5,
)


@pytest.fixture(scope="module")
def net() -> DecisionNet:
    torch.manual_seed(3)
    return DecisionNet(Shape(16, 8, redraws=0, rounds=0))


@pytest.fixture(scope="module")
def played(net) -> PlayedGames:
    return play_games(net, 0, 24, EASY, 2, 0.5, keep_from=FIRST_BLIND)


@pytest.fixture(scope="module")
def archive(played) -> Archive:
    archive = Archive()
    archive.add(played.kept, np.random.default_rng(1))
    return archive


def test_positions_are_shop_entries_and_blind_selects_from_ante_3_on(played):
    assert len(played.kept) > 4
    for position in played.kept.positions:
        assert _core.blind_number(position) >= FIRST_BLIND
        assert {action.kind for action in position.legal_actions()} & {"leave_shop", "select_blind"}
    assert np.all((played.kept.regret >= 0) & (played.kept.regret <= 1))
    assert len(play_games(DecisionNet(Shape(16, 8, 0, 0)), 0, 2, EASY, 1).kept) == 0, "none were asked for"


def test_positions_come_back_with_their_hidden_part_redrawn(archive):
    drawn = archive.draw(3, np.random.default_rng(2))
    assert len(drawn) == 3
    seen = {position.determinize(1).to_bytes() for position in archive.kept.positions}
    exactly = {position.to_bytes() for position in archive.kept.positions}
    for position in drawn:
        assert position.determinize(1).to_bytes() in seen
        assert position.to_bytes() not in exactly


def test_what_was_far_from_expected_and_has_a_rare_boss_is_drawn_more_often(played):
    position = played.kept.positions[0]
    several = Archive()
    several.kept = Kept([position] * 4, np.array([0.0, 0.2, 0.2, 0.4]), np.array([1, 1, 1, 2]))
    assert np.allclose(several.kept.weights(), [0, 0.2 / 3, 0.2 / 3, 0.4])
    assert len(several.draw(9, np.random.default_rng(0))) == 3, "what went as expected is never drawn"
    assert Archive().draw(5, np.random.default_rng(0)) == []


def test_the_archive_holds_the_newest(played):
    archive, position = Archive(), played.kept.positions[0]
    for number in range(SHARE + 2):
        count = KEPT // SHARE + 10
        archive.add(
            Kept([position] * count, np.full(count, float(number)), np.zeros(count, int)),
            np.random.default_rng(0),
        )
    assert len(archive.kept) == KEPT
    assert archive.kept.regret.min() == 2
    assert len(NOTHING) == 0


def test_games_from_positions_come_after_whole_ones_and_go_on_there(net, archive):
    positions = archive.draw(3, np.random.default_rng(2))
    games = play_games(net, 0, 8, EASY, 2, 0.5, 1, positions, FIRST_BLIND)
    assert (games.whole, len(games.end)) == (5, 8)
    first = torch.cumsum(games.decisions, 0) - games.decisions
    assert games.blind[first].tolist() == [0] * 5 + [_core.blind_number(p) for p in positions]
    assert torch.all(games.furthest[5:] >= games.blind[first[5:]])
    alone = play_games(net, 0, 5, EASY, 1)
    assert torch.equal(games.taken[: first[5]], alone.taken), "whole games are as without positions"


def test_what_the_network_sees_is_the_same_in_every_world(net, archive):
    """The hidden part differs: nothing of it is in the rows that policy and value are asked about."""
    position = archive.kept.positions[0]
    worlds = [position.determinize(world) for world in range(6)]
    assert len({world.to_bytes() for world in worlds}) == 6
    rows = [_core.choices(world, 0, 0, 5)[1] for world in worlds]
    for row in rows[1:]:
        assert row.keys() == rows[0].keys()
        assert all(np.array_equal(row[name], rows[0][name]) for name in row)


def test_siblings_play_the_same_world_each_in_its_own_way(net):
    games = play_games(net, 7, 3, EASY, 2, siblings=4)
    first = torch.cumsum(games.decisions, 0) - games.decisions
    seen = games.seen.take(first)
    starts = torch.cat([torch.zeros(1, dtype=torch.int64), seen.position_end.long()])
    rows = [seen.position_value[a:b].tolist() for a, b in pairwise(starts.tolist())]
    for world in range(3):
        assert all(row == rows[4 * world] for row in rows[4 * world : 4 * world + 4])
        assert len(set(games.decisions[4 * world : 4 * world + 4].tolist())) > 1
    plain = play_games(net, 7, 3, EASY, 1)
    assert torch.equal(games.seen.take(first[::4]).position_value, plain.seen.take(
        torch.cumsum(plain.decisions, 0) - plain.decisions
    ).position_value)  # fmt: skip


def worlds_of(worlds: int, siblings: int, kind: float, seed: int = 0) -> tuple[np.ndarray, ...]:
    """Games of one decision; results share this part of their variance within a world."""
    random = np.random.default_rng(seed)
    shared = np.repeat(random.normal(size=worlds), siblings) * kind**0.5
    results = shared + random.normal(size=worlds * siblings) * (1 - kind) ** 0.5
    ones = np.ones(len(results), np.int64)
    return np.zeros(len(results), np.float32), ones, 0 * ones, results


def test_a_kind_world_raises_the_value_by_what_it_predicts():
    values, decisions, blind, results = worlds_of(4000, 4, 0.5)
    found = corrections(values, decisions, blind, results, 4)
    left = np.var(results - found) / np.var(results)
    # of four numbers with correlation 0.5, three predict 0.5 * 3 * 0.5 / 2 of the variance of the fourth
    assert left == pytest.approx(1 - 0.375, abs=0.02)
    apart = corrections(*worlds_of(4000, 4, 0.0), 4)
    assert np.std(apart) < 0.1, "worlds that say nothing correct nothing"


def test_what_a_game_did_itself_does_not_correct_it():
    values, decisions, blind, results = worlds_of(4000, 4, 0.5)
    before = corrections(values, decisions, blind, results, 4)
    other = results.copy()
    other[0] += 1
    after = corrections(values, decisions, blind, other, 4)
    assert after[0] == pytest.approx(before[0], abs=1e-3)
    assert after[1] > before[1] + 0.1
    assert np.allclose(after[4:], before[4:], atol=1e-2)


def test_siblings_that_did_not_come_so_far_say_nothing():
    values = np.full(4, 0.5, np.float32)
    decisions, blind = np.array([2, 1, 1]), np.array([0, 3, 0, 0])
    found = corrections(values, decisions, blind, np.ones(3), 3)
    assert found[1] == 0
    assert np.all(found[[0, 2, 3]] > 0)


def test_corrected_values_leave_the_mean_of_advantages_and_less_spread():
    values, decisions, blind, results = worlds_of(4000, 8, 0.4)
    plain = advantages(values, decisions, results, 1.0)
    corrected = advantages(
        values + corrections(values, decisions, blind, results, 8), decisions, results, 1.0
    )
    assert corrected.mean() == pytest.approx(plain.mean(), abs=0.03)
    assert corrected.std() < 0.9 * plain.std()


def test_a_run_in_pieces_comes_to_the_same_stream(tmp_path):
    run.train(LEARNING, tmp_path / "whole")
    run.train(LEARNING, tmp_path / "pieces", minutes=0.0)
    run.resume(tmp_path / "pieces", minutes=0.0)
    run.resume(tmp_path / "pieces")
    whole, pieces = ((tmp_path / name / "metrics.jsonl").read_text() for name in ("whole", "pieces"))
    assert whole == pieces
    lines = [json.loads(line) for line in whole.splitlines()]
    assert lines[0]["episodes"] == 8
    assert lines[-1]["episodes"] < 8 * len(lines), "games from positions are not counted"
    assert "gap_ante_1" in lines[0]


def test_a_learner_begins_games_where_its_own_were(tmp_path: Path):
    learner = learner_of(LEARNING)
    assert learner.player.play(0, 0.0).whole == 8
    again = learner.player.play(1, 0.0)
    assert again.whole == 4
    assert len(again.end) == 8


def test_gaps_are_the_value_above_what_came_by_ante(played):
    found = gaps(played, 0.5)
    begins = torch.cumsum(played.decisions, 0) - played.decisions
    results = played.results(0.5)
    assert found["gap_ante_1"] == pytest.approx(float((played.values[begins] - results).mean()))
    assert "gap_ante_3" in found


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"archive_share": 1.0}, "archive_share is 1.0; less than 1 is allowed"),
        ({"archive_share": -0.5}, "archive_share is -0.5; 0 or more is allowed"),
        ({"siblings": 0}, "siblings is 0; 1 or more is allowed"),
    ],
)
def test_wrong_settings_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        LEARNING.changed(**changes)


@pytest.mark.parametrize("name", ["siblings=2", "archive_share=0.5"])
def test_moves_have_no_worlds_to_share(name):
    with pytest.raises(ValueError, match="has no effect with hands=cards or planner; it needs hands=scored"):
        settings_of("quick", ["hands=cards", name])


def test_fewer_games_than_siblings_still_make_a_world():
    few = learner_of(LEARNING.changed(num_envs=2, siblings=3, archive_share=0.9))
    assert len(few.player.play(0, 0.0).end) == 3


def test_the_core_refuses_what_cannot_be_played(net, archive):
    from jimbot.models.native import network_of

    network, position = network_of(net), archive.kept.positions[0]
    with pytest.raises(ValueError, match="1 draw seeds were given for 2 seeds and positions"):
        _core.play_network(network, ["AAAA"], [1], 0, 1, 255, 1, 40, 100, [position])
    with pytest.raises(ValueError, match="keep_from is 25; 0 to 24 is allowed"):
        _core.play_network(network, ["AAAA"], [1], 0, 1, 255, 1, 40, 100, [], 25)
    over = _core.Game.start("AAAA", 0, 1, 255, 0, False, False)
    while over.phase != "GAME_OVER":
        kinds = {action.kind: action for action in over.legal_actions()}
        over.apply(next(kinds[kind] for kind in ("select_blind", "play") if kind in kinds))
    with pytest.raises(ValueError, match="the run is over"):
        _core.play_network(network, [], [1], 0, 1, 255, 1, 40, 100, [over])
