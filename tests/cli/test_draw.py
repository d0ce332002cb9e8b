"""Drawing and choices over random play of all content."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from jimbot import Game, _core
from jimbot.apps.cli import choices
from jimbot.apps.typed import to_action
from jimbot.game.content import content
from jimbot.view.picture.score_text import draw_score
from jimbot.view.picture.terminal import draw, draw_deck, draw_hands


def text_of(*drawn) -> str:
    file = io.StringIO()
    console = Console(file=file, width=100, markup=False, highlight=False, emoji=False)
    for part in drawn:
        console.print(part)
    return file.getvalue()


def runs():
    for i, deck in enumerate(content()["deck"]):
        yield {"deck": deck, "stake": 1 + i % 8, "endless": i % 3 == 0}
    for challenge in content()["challenge"]:
        yield {"challenge": challenge}


def positions(options, every=16):
    """Positions along a run of random decisions, and the last one."""
    game = Game(seed="DRAWN", one_chip=True, **options)
    for i in range(150):
        if i % every == 0 or game.over:
            yield game
        if game.over:
            return
        game.apply(_core.random_decision(game.reveal(), 977 * i + 5))


@pytest.mark.parametrize("options", list(runs()), ids=lambda o: o.get("challenge") or o["deck"])
def test_every_position_is_drawn_by_what_is_seen_alone(options):
    for i, game in enumerate(positions(options)):
        parts = (draw(game), choices.draw_choices(game), draw_deck(game), draw_hands(game))
        assert "{" not in text_of(*parts)
        if i % 3 == 0:
            other = game.determinize(i)
            seen = text_of(draw(other), choices.draw_choices(other), draw_deck(other), draw_hands(other))
            assert seen.replace(f"seed {other.seed}", f"seed {game.seed}") == text_of(*parts)


@pytest.mark.parametrize("options", list(runs())[::3], ids=lambda o: o.get("challenge") or o["deck"])
def test_choices_are_the_legal_actions(options):
    for game in positions(options):
        legal: dict[str, set[int]] = {}
        if len(game.hand) > 10:
            continue
        for action in game.legal_actions():
            legal.setdefault(action.kind, set()).add(action.index)
        for kind, indices in legal.items():
            assert set(game.legal_indices(kind)) == indices
        for typed in choices.choices(game):
            name, *words = typed.split()
            if name in ("p", "d") or "on" in words:  # the cards named are examples
                continue
            action = to_action(game, name, words)
            assert action is not None
            assert game.why_illegal(action) is None


def test_face_down_cards_and_jokers_show_nothing():
    game = Game(seed="TESTSEED").edited(
        "jokers=[j_baron,j_scholar] boss=bl_final_acorn on_deck=boss blind_states=[defeated,defeated,select]"
    )
    game.apply("select_blind")
    shown = text_of(draw(game))
    assert "Baron" not in shown
    assert [line.split() for line in shown.splitlines() if "??" in line] == [
        ["j1", "??", "face", "down"],
        ["j2", "??", "face", "down"],
    ]
    house = Game(seed="TESTSEED").edited("boss=bl_house on_deck=boss blind_states=[defeated,defeated,select]")
    house.apply("select_blind")
    assert text_of(draw(house)).count("??") == 8
    assert "cannot be known" in text_of(draw_score(house.score([0, 1])))
    assert "8 of these lie face down" in text_of(draw_deck(house))


def test_marks_of_cards():
    game = Game(seed="TESTSEED")
    game.apply("select_blind")
    game = game.edited("hand=[S_K/e:GLASS/x:FOIL/s:RED,H_T/e:STONE/b:5,D_2/d]")
    shown = text_of(draw(game))
    for part in ("K♠", "glass", "foil", "red ●", "▒▒", "stone", "2♦", "debuffed"):
        assert part in shown
    assert "10♥" not in shown


def test_scores_are_drawn_in_steps():
    game = Game(seed="TESTSEED").edited("jokers=[j_joker,j_greedy_joker]")
    game.apply("select_blind")
    shown = text_of(draw_score(game.score([0])))
    assert "+4 mult" in shown
    assert "A♥" in shown
    assert "16 × 5 = 80" in shown


def test_colours_are_there_when_wanted_and_only_then():
    game = Game(seed="TESTSEED")
    game.apply("select_blind")

    def drawn(**options) -> str:
        file = io.StringIO()
        Console(file=file, force_terminal=True, color_system="standard", **options).print(draw(game))
        return file.getvalue()

    assert "\x1b[1;91mA♥" in drawn(no_color=False)
    assert "91m" not in drawn(no_color=True)
