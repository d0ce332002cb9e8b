"""Agents of the core remember nothing but a second action, and threads may share them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.heuristic import NativeAgent
from jimbot.game.planner import plan_hand, play_round
from jimbot.game.seeds import draw_seed

SHOPS = [
    f"jimbot1 seed=THREADS{i} phase=SHOP money=25 shop=[j_duo,j_baron] shop_packs=[p_buffoon_normal_1]"
    for i in range(6)
]
# A full line of weak jokers and strong ones on offer: something must go first.
FULL = (
    "jimbot1 seed=EXCHANGE phase=SHOP ante=4 money=4 shop=[j_cavendish,j_duo] "
    "jokers=[j_egg,j_golden,j_chaos,j_credit_card,j_juggler]"
)


def decisions(player: NativeAgent, positions: list[str]) -> list[str]:
    views = [View(Game.from_notation(position), draw_seed(3, i)) for i, position in enumerate(positions)]
    return [str(player.core.decide(view.engine(), view.draw_seed).action) for view in views]


@pytest.mark.parametrize("spec", ["heuristic:tier=lite", "search:worlds=6,candidates=3,threads=2"])
def test_threads_that_share_an_agent_decide_as_one_does(spec: str) -> None:
    player = make_agent(spec)
    assert isinstance(player, NativeAgent)
    alone = decisions(player, SHOPS)
    with ThreadPoolExecutor(4) as threads:
        shared = list(threads.map(lambda _: decisions(player, SHOPS), range(4)))
    assert shared == [alone] * 4


def weighed(player: NativeAgent, views: list[View]) -> list[tuple[float, list[float]]]:
    made = (player.core.decide(view.engine(), view.draw_seed) for view in views)
    return [(decision.chance, [price for _, price in decision.alternatives]) for decision in made]


@pytest.mark.parametrize("order", [1, -1])
def test_what_was_measured_before_changes_no_price(order: int) -> None:
    """Builds that were measured are kept in a table of the thread. A new thread has an empty one."""
    player, game = make_agent("heuristic:tier=lite"), Game(seed="MEASURED")
    assert isinstance(player, NativeAgent)
    views = []
    while not game.over and len(views) < 300:
        views.append(View(game, draw_seed(5, len(views))))
        game.apply(player.act(views[-1]))
    known = weighed(player, views)
    with ThreadPoolExecutor(1) as threads:
        fresh = threads.submit(weighed, player, views[::order]).result()
    assert fresh[::order] == known


@pytest.mark.parametrize("number", range(4))
def test_a_hand_is_planned_while_another_thread_plays_the_round(number: int) -> None:
    game = Game(seed=f"BESIDE{number}")
    game.apply("select_blind")
    alone = game.clone()
    play_round(alone, seed=number)
    with ThreadPoolExecutor(1) as threads:
        playing = threads.submit(play_round, game, seed=number)
        while not playing.done():
            with suppress(ValueError):  # the round has just ended
                assert plan_hand(game, "lite").kind in ("play", "discard")
        playing.result()
    assert game == alone


def exchange() -> tuple[NativeAgent, Game]:
    """An agent that has just decided to sell for room, and the game in which it did."""
    player, game = make_agent("heuristic"), Game.from_notation(FULL)
    assert isinstance(player, NativeAgent)
    player.reset(1)
    action = player.act(View(game, 7))
    assert action.kind == "sell_joker"
    assert player.planned is not None
    return player, game


def test_the_second_action_comes_in_the_position_it_was_meant_for() -> None:
    player, game = exchange()
    assert player.planned is not None
    planned = player.planned.action
    game.apply(
        str(player.act(View(Game.from_notation(FULL), 7)))
    )  # decides again: the position is the first one
    assert str(player.act(View(game, 8))) == str(planned)
    assert player.planned is None


@pytest.mark.parametrize("other", [FULL, FULL.replace("j_egg", "j_gift"), SHOPS[0]])
def test_the_second_action_is_not_played_into_another_position(other: str) -> None:
    player, _ = exchange()
    fresh = make_agent("heuristic")
    view = View(Game.from_notation(other), 9)
    assert str(player.act(view)) == str(fresh.act(view))


def test_a_new_game_forgets_the_second_action() -> None:
    player, game = exchange()
    assert player.planned is not None
    game.apply(str(player.core.decide(View(game, 7).engine(), 7).action))
    player.reset(2)
    assert player.planned is None
