"""Lessons: games that come back from their decisions, labels, choices and rows."""

from __future__ import annotations

import numpy as np
import pytest

from jimbot import _core
from jimbot.agents import View, make_agent
from jimbot.game import Game
from jimbot.game.seeds import seed
from jimbot.training.data.lessons import Expert, played


def test_the_number_of_threads_changes_nothing(expert, lessons):
    again = expert.play([seed("train", i) for i in range(4)], threads=1)
    assert again == lessons[:4]


def test_a_lesson_plays_again_to_the_same_game(lessons):
    for lesson in lessons[:5]:
        about = played(lesson)
        game = Game(about.seed)
        for taken, *_ in _core.lesson_steps(lesson):
            game.apply(taken)
        assert game.over
        assert game.won == about.won


def test_nothing_is_learned_from_test_seeds(expert):
    with pytest.raises(ValueError, match="test seeds"):
        expert.play([seed("test", 3)])


def test_only_native_agents_label():
    with pytest.raises(ValueError, match="cannot label"):
        Expert("random")


def test_greedy_hands_are_those_of_the_agent():
    lesson = Expert("greedy").play([seed("train", 5)])[0]
    agent, game = make_agent("greedy"), Game(seed("train", 5))
    for taken, *_ in _core.lesson_steps(lesson):
        assert agent.act(View(game, 1)) == taken
        game.apply(taken)


@pytest.mark.parametrize("options", [(0, 0), (2, 2)])
def test_choices_are_legal_and_hold_what_the_expert_did(lessons, options):
    rows = _core.examples(lessons, *options, 2)
    assert rows["legal"].all()
    assert (rows["label"] >= 0).mean() > 0.99
    assert (np.diff(rows["row_end"].astype(int), prepend=0) >= 2).all()


def test_choices_of_a_position_are_legal(lessons):
    about = played(lessons[0])
    game = Game(about.seed)
    for taken, *_ in _core.lesson_steps(lessons[0])[:120]:
        choices, _ = _core.choices(game.reveal(), 0, 0, 7)
        assert all(game.is_legal(action) for action, _ in choices)
        assert len({(str(action), str(then)) for action, then in choices}) == len(choices)
        game.apply(taken)


def test_a_network_sees_of_a_shop_what_the_judge_sees(lessons):
    """Before a choice and after it, builds measured alike in the same worlds; what the boss and Perishables
    take, before it alone."""
    game, judge = Game(played(lessons[0]).seed), make_agent("heuristic:rounds=4").core
    width = next(size for name, _, size in _core.position_columns() if name == "judge")
    blocks = {name: slice(start, start + size) for name, start, size, _ in _core.judge_layout()}
    of_boss = np.zeros(width, bool)
    boss_edge = blocks["strength"].start + 1
    of_boss[[boss_edge, *range(blocks["gap"].start, blocks["gap"].start + 4)]] = True
    of_boss[blocks["steady"]] = of_boss[blocks["lasting"]] = True
    shops = 0
    for taken, *_ in _core.lesson_steps(lessons[0]):
        if game.phase == "SHOP":
            shops += 1
            choices, row = _core.choices(game.reveal(), 0, 4, 7)
            starts = np.concatenate([[0], row["choice_end"][:-1]])
            now = dense(row["position_index"], row["position_value"], width)
            for i, (action, then) in enumerate(choices):
                entries = slice(starts[i], row["choice_end"][i])
                change = dense(row["choice_index"][entries], row["choice_value"][entries], width)
                if then is None and action.kind in ("leave_shop", "buy_card", "buy_voucher", "buy_pack"):
                    seen = judge.features_after(game.determinize(3).reveal(), action, 3)
                    known = ~of_boss if action.kind != "leave_shop" else np.ones(width, bool)
                    then_seen = now + change
                    np.testing.assert_allclose(then_seen[known], seen[known], atol=1e-5, err_msg=str(action))
                    assert then_seen[boss_edge] == pytest.approx(now[boss_edge], abs=1e-5)
        game.apply(taken)
    assert shops > 5


def dense(index, value, width):
    out = np.zeros(width, np.float32)
    here = index < width
    out[index[here]] = value[here]
    return out


def test_what_is_hidden_changes_no_row(lessons):
    """Two games that look the same give the same row for the same seed but for what is redrawn."""
    about = played(lessons[0])
    game = Game(about.seed)
    for taken, *_ in _core.lesson_steps(lessons[0])[:60]:
        one, other = (game.determinize(drawing).reveal() for drawing in (1, 2))
        (choices, row), (others, row_too) = (_core.choices(g, 0, 0, 7) for g in (one, other))
        assert choices == others
        for name in ("position_index", "choice_index"):
            assert np.array_equal(row[name], row_too[name]), taken
        game.apply(taken)


def test_the_same_expert_agrees_with_itself_on_most_decisions(expert, lessons):
    again = _core.examples(expert.relabel(lessons[:4], 2, draw_seed=9), 0, 0, 1)
    first = _core.examples(lessons[:4], 0, 0, 1)
    assert np.mean(again["label"] == first["label"]) > 0.7


def test_damaged_lessons_are_refused(lessons):
    with pytest.raises(ValueError, match="damaged"):
        _core.lesson_info(lessons[0][:-3])
    with pytest.raises(ValueError, match="no lesson"):
        _core.lesson_info(b"nothing")
    other = _core.make_lesson("OTHER", 0, 1, 255, 0, _core.lesson_steps(lessons[0])[:1])
    assert played(other).steps == 1
    with pytest.raises(ValueError, match="does not fit"):
        _core.make_lesson("OTHER", 0, 1, 255, 0, _core.lesson_steps(lessons[0]))
