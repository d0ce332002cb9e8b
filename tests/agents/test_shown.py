"""Games, views, actions and advice are readable where they are printed, and show themselves in notebooks."""

from __future__ import annotations

import pytest

from jimbot import Action, Game
from jimbot.agents import Advice, Alternative, View
from jimbot.game.records import number, percent
from jimbot.view.picture import draw, png


def test_a_game_and_a_view_show_their_picture() -> None:
    game = Game(seed="TESTSEED")
    game.apply("select_blind")
    assert game._repr_png_() == png(draw(game))
    view = View(game, draw_seed=7)
    assert view._repr_png_() == game._repr_png_()


def test_a_game_and_a_view_in_one_line() -> None:
    game = Game(seed="TESTSEED", deck="ghost")
    start = "ghost/white; ante 1 Small Blind; BLIND_SELECT; $4"
    assert repr(game) == str(game) == f"<Game seed TESTSEED {start}>"
    assert repr(View(game, draw_seed=7)) == f"<View {start}>"  # a view knows no seed
    game.apply("select_blind")
    assert "; 0/300; 4 hands 3 discards; hand " in repr(game)


def test_an_action_reads_back() -> None:
    action = Action.play([0, 2, 4])
    assert (str(action), repr(action)) == ("play 0,2,4", "Action('play 0,2,4')")
    assert eval(repr(action)) == action


def test_an_advice_is_a_list_of_what_was_thought_about() -> None:
    advice = Advice(
        (
            Alternative(Action("play 0,1"), 0.5321, "pair <of> kings", 0.25),
            Alternative(Action("discard 2"), 12345.0),
            Alternative(Action("discard 3")),
        )
    )
    assert str(advice).splitlines() == [
        "1. play 0,1: score 0.5321, 25.0 % likely, pair <of> kings",
        "2. discard 2: score 12,345",
        "3. discard 3",
    ]
    html = advice._repr_html_()
    assert html.count("<tr>") == 4
    assert "<td>pair &lt;of&gt; kings</td>" in html


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (number(1234567), "1,234,567"),
        (number(1.5), "1.5"),
        (percent(0.5321), "53.2 %"),
        (percent(1, 0), "100 %"),
        (percent(-0.031, signed=True), "-3.1 %"),
        (percent(0.031, signed=True), "+3.1 %"),
    ],
)
def test_numbers_have_one_style(shown: str, text: str) -> None:
    assert shown == text
