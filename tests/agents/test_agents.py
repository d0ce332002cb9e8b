"""The protocol and its first agents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from jimbot import Game, IllegalAction
from jimbot.agents import Advice, View, make_agent, names
from jimbot.evaluation.runs import play_game
from jimbot.game.seeds import draw_seed

AGENTS = [name for name in names() if name != "scripted"]
Specs = Callable[[str], str]


def view_at(tokens: str, seed: str = "AGENT") -> View:
    return View(Game.from_notation(f"jimbot1 seed={seed} {tokens}"), 5)


@pytest.mark.parametrize("name", AGENTS)
def test_plays_whole_games_legally_and_remembers_nothing_of_the_one_before(name: str, spec_of: Specs) -> None:
    player = make_agent(spec_of(name))
    assert player.name == name
    before = play_game(player, Game("BEFORE"), agent_seed=1)
    again = play_game(player, Game("AFTER"), agent_seed=2)
    for record in (before, again):
        assert record.failure is None
        assert record.won or record.death or record.truncated
    fresh = play_game(make_agent(spec_of(name)), Game("AFTER"), agent_seed=2)
    assert again.transcript == fresh.transcript


@pytest.mark.parametrize("name", AGENTS)
def test_considers_what_it_does(name: str, spec_of: Specs) -> None:
    game = Game("CONSIDER")
    one, two = make_agent(spec_of(name)), make_agent(spec_of(name))
    for step in range(40):
        if game.over:
            break
        view = View(game, draw_seed(3, step))
        advice = one.consider(view)
        action = two.act(view)
        assert advice.action == action
        assert all(game.is_legal(choice.action) for choice in advice.alternatives[:20])
        game.apply(action)


@pytest.mark.parametrize("name", AGENTS)
def test_a_decision_depends_on_its_view_alone(name: str, spec_of: Specs) -> None:
    views = [view_at("phase=SELECTING_HAND", f"BATCH{i}") for i in range(4)]
    spec = spec_of(name)
    agent = make_agent(spec)
    assert [agent.act(view) for view in views] == [make_agent(spec).act(view) for view in views]


def test_an_advice_says_something() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Advice(())


def test_draws_differ_from_decision_to_decision() -> None:
    assert len({draw_seed(seed, step) for seed in range(100) for step in range(100)}) == 10_000


def test_a_view_shows_what_the_game_shows() -> None:
    game = Game("SHOWN", deck="plasma", stake="gold")
    game.apply("select_blind")
    view = View(game, 9)
    assert view.observe() == game.observe()
    assert view.legal_actions() == game.legal_actions()
    assert view.score([0, 1]) == game.score([0, 1])
    assert view.why_illegal("cash_out") == game.why_illegal("cash_out")
    assert (view.deck, view.stake) == ("b_plasma", "stake_gold")
    with pytest.raises(IllegalAction):
        view.score([99])


def test_greedy_plays_the_best_hand_and_buys_the_cheapest_joker() -> None:
    greedy = make_agent("greedy")
    view = view_at("phase=SELECTING_HAND hand=[S_2,H_2,C_9,D_9,H_9,S_4,C_7,D_J]")
    assert set(greedy.act(view).cards) >= {0, 1, 2, 3, 4}
    shop = "phase=SHOP shop=[j_blueprint,j_joker] money=50"
    assert str(greedy.act(view_at(shop))) == "buy_card 1"
    assert (
        str(greedy.act(view_at(shop + " jokers=[j_joker,j_joker,j_joker,j_joker,j_joker]"))) == "leave_shop"
    )
    assert str(greedy.act(view_at("phase=SHOP shop=[c_fool,S_K] money=50"))) == "leave_shop"
    assert "Full House" in greedy.consider(view).alternatives[0].reason


def test_greedy_hands_beat_random_ones() -> None:
    games = [f"BETTER{i}" for i in range(4)]
    reached = {
        name: sum(play_game(make_agent(name), Game(seed)).blinds for seed in games)
        for name in ("random", "planner")
    }
    assert reached["planner"] > reached["random"] + 4


def test_the_script_is_played_again(tmp_path: Path) -> None:
    record = play_game(make_agent("random"), Game("SCRIPT"), agent_seed=4)
    (tmp_path / "run.txt").write_text(record.transcript)
    again = play_game(make_agent(f"scripted:{tmp_path / 'run.txt'}"), Game("SCRIPT"))
    assert again.transcript == record.transcript
    (tmp_path / "run.txt").write_text("\n".join(record.transcript.splitlines()[:3]))
    short = play_game(make_agent(f"scripted:file={tmp_path / 'run.txt'}"), Game("SCRIPT"))
    assert short.failure is not None
    assert short.failure.step == 2
    assert "ends after 2 decisions" in short.failure.reason
