"""The search: redrawn games that decisions share, and what may not change a decision."""

from __future__ import annotations

import pytest

from jimbot import Game, _core
from jimbot.agents import View, make_agent
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.models import SHIPPED, model_file
from jimbot.models.native import native_network

VISIT = "jimbot1 seed=VISIT phase=SHOP ante=3 round=8"
SHOPS = (
    f"{VISIT} money=14 shop=[j_baron,j_duo] shop_packs=[p_buffoon_normal_1] jokers=[j_joker,j_egg]",
    f"{VISIT} money=6 shop=[j_duo] shop_packs=[p_buffoon_normal_1] jokers=[j_joker,j_egg,j_baron]",
    f"{VISIT} money=2 shop_packs=[p_buffoon_normal_1] jokers=[j_joker,j_egg,j_baron,j_duo]",
)
Priced = list[tuple[str, float]]


def search(spec: str = "search:worlds=24,candidates=4") -> NativeAgent:
    agent = make_agent(spec)
    assert isinstance(agent, NativeAgent)
    return agent


def priced(agent: NativeAgent, position: str) -> Priced:
    decision = agent.core.decide(View(Game.from_notation(position), 7).engine(), 7)
    return [(str(action), price) for action, price in decision.alternatives]


def test_decisions_of_a_visit_share_worlds_and_change_nothing_of_each_other() -> None:
    alone = [priced(search(), position) for position in SHOPS]
    one = search()
    assert [priced(one, position) for position in SHOPS] == alone
    assert [priced(one, position) for position in reversed(SHOPS)] == alone[::-1]
    assert [priced(search("search:worlds=24,candidates=4,threads=3"), p) for p in SHOPS] == alone


@pytest.mark.parametrize("position", [*SHOPS, "jimbot1 seed=VISIT phase=SELECTING_HAND ante=2"])
def test_what_was_dropped_stays_behind_what_was_measured_longer(position: str) -> None:
    view = View(Game.from_notation(position), 3)
    decision = search("search:worlds=64,candidates=5").core.decide(view.engine(), 3)
    prices = [price for _, price in decision.alternatives]
    assert prices == sorted(prices, reverse=True)
    assert str(decision.alternatives[0][0]) == str(decision.action)
    assert 0 < decision.worlds <= 64


def test_a_choice_is_worth_what_it_is_worth_in_the_same_redrawn_games() -> None:
    network = native_network(model_file(SHIPPED))
    view = View(Game.from_notation(SHOPS[0]), 1)
    actions = view.legal_actions()
    leave, buy = (next(a for a in actions if a.kind == kind) for kind in ("leave_shop", "buy_card"))
    choices = [(leave, None), (buy, None), (leave, None)]
    outcomes = _core.Search(network, None, 4, 8, 2, 0.002, 0.0, 1).measure(view.engine(), choices, 12, 5)
    assert outcomes[0].chance == outcomes[2].chance
    assert outcomes[2].less == outcomes[2].error == 0
    assert outcomes[0].chance - outcomes[1].chance == pytest.approx(outcomes[1].less)


def test_time_ends_a_search_between_two_redrawn_games() -> None:
    view = View(Game.from_notation(SHOPS[0]), 3)
    decision = search("search:ms=0.001").core.decide(view.engine(), 3)
    assert decision.worlds == 0
    assert view.is_legal(decision.action)


def test_hidden_targets_are_never_those_of_stone_cards() -> None:
    cards = ",".join(["S_A/e:STONE"] * 40)
    game = Game.from_notation(f"jimbot1 seed=STONES phase=SELECTING_HAND hand=[H_7,H_7] draw=[{cards}]")
    for seed in range(20):
        (idol, mail, castle, _) = View(game, seed).determinized(seed).reveal().targets
        assert (idol, mail, castle) == ((7, "hearts"), 7, "hearts")
