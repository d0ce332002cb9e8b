"""The agents of the core: what they say about their decisions, and what can be set."""

from __future__ import annotations

from itertools import permutations

import pytest

from jimbot import Game, _core
from jimbot.agents import Advice, View, make_agent
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.judge import WEIGHTS

QUICK = "search:worlds=4,candidates=3"
SHOP = "phase=SHOP money=9 shop=[j_baron,j_duo] shop_packs=[p_buffoon_normal_1]"
FULL = f"{SHOP} jokers=[j_joker,j_half,j_banner,j_egg,j_golden]"


def considered(spec: str, tokens: str) -> Advice:
    return make_agent(spec).consider(View(Game.from_notation(f"jimbot1 seed=NATIVE {tokens}"), 5))


@pytest.mark.parametrize("spec", ["heuristic", QUICK])
@pytest.mark.parametrize("tokens", [SHOP, FULL, "phase=BLIND_SELECT"])
def test_each_alternative_has_its_chance_to_win_and_what_it_loses(spec: str, tokens: str) -> None:
    alternatives = considered(spec, tokens).alternatives
    weighed = [choice for choice in alternatives if choice.score is not None]
    order = len(alternatives) - len(weighed)  # of the jokers, which comes first if it is wrong
    assert len(weighed) >= 2
    assert order <= 1
    odds = [choice.score or 0.0 for choice in weighed]
    assert odds == sorted(odds, reverse=True)
    assert all(0 <= chance <= 1 for chance in odds)
    names = [str(choice.action) for choice in alternatives]
    assert len(set(names)) == len(names)
    reasons = [choice.reason for choice in weighed]
    assert reasons[0] == f"{100 * odds[0]:.1f} % to win"
    assert reasons[1] == f"{100 * odds[1]:.1f} % to win ({100 * (odds[1] - odds[0]):+.1f})"


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ("phase=SELECTING_HAND hand=[S_A,H_A,C_A,D_A,H_9,S_4,C_7,D_J]", "Four of a Kind, "),
        (
            "phase=SELECTING_HAND hand=[S_2,H_4,C_6,D_8,H_T,S_Q,C_3,D_7] discards_left=4",
            "keeps ",
        ),
        ("phase=SHOP consumables=[c_pluto]", "helps at once"),
    ],
)
def test_what_is_not_weighed_has_a_reason_too(tokens: str, reason: str) -> None:
    assert reason in considered("heuristic", tokens).alternatives[0].reason


def test_what_costs_rent_or_has_failed_may_be_sold() -> None:
    jokers = "j_joker,j_half/rental,j_banner/perishable:0/d,j_duo/perishable:3"
    choices = considered("heuristic", f"phase=SHOP stake=8 money=3 jokers=[{jokers}]").alternatives
    assert {str(c.action) for c in choices if c.action.kind == "sell_joker"} == {
        "sell_joker 1",
        "sell_joker 2",
    }


@pytest.mark.parametrize(
    ("tokens", "action"),
    [
        ("consumables=[c_hanged_man]", "use 0 on 0,1"),  # the lowest cards
        ("consumables=[c_chariot]", "use 0 on 0"),  # Steel stays in the hand
        ("consumables=[c_justice]", "use 0 on 7"),
        ("consumables=[c_tower]", None),
        ("consumables=[c_ankh] jokers=[j_joker,j_half]", None),
        ("consumables=[c_hex] jokers=[j_joker]", "use 0"),
    ],
)
def test_consumables_are_used_by_what_they_do(tokens: str, action: str | None) -> None:
    hand = "phase=SELECTING_HAND hand=[S_2,H_3,C_6,D_8,H_T,S_Q,C_K,D_A]"
    choice = considered("heuristic", f"{hand} {tokens}").alternatives[0].action
    assert str(choice) == action if action else choice.kind != "use"


@pytest.mark.parametrize("option", ["worlds=0", "candidates=0", "blinds=0", "threads=0", "trust=-1", "ms=-1"])
def test_what_search_cannot_do_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=r"must be 1 or more, trust and ms 0 or more"):
        make_agent(f"search:{option}")


def searched(spec: str, stake: str = "white") -> _core.Decision:
    player = make_agent(spec)
    assert isinstance(player, NativeAgent)
    shop = f"jimbot1 seed=BUDGET stake={stake} phase=SHOP money=50 shop=[j_duo,j_duo]"
    return player.core.decide(View(Game.from_notation(shop), 5).engine(), 5)


def test_a_budget_ends_decisions_early() -> None:
    assert searched("search:worlds=12").worlds == 12
    assert searched("search:worlds=12,ms=1").worlds < 12


@pytest.mark.parametrize("stake", ["white", "gold"])
def test_search_plays_fewer_games_where_a_run_is_nearly_won_or_lost(stake: str) -> None:
    found = searched("search:worlds=64", stake)
    most = max(16, int(64 * 4 * found.chance * (1 - found.chance)))
    assert 16 <= found.worlds <= most
    assert found.worlds == most or found.worlds in (16, 32), "or it was decided at the end of a stage"


def odds(spec: str, tokens: str) -> dict[str, float]:
    found = considered(spec, tokens).alternatives
    return {str(choice.action): choice.score for choice in found if choice.score is not None}


@pytest.mark.parametrize("tokens", [SHOP, "phase=BLIND_SELECT"])
def test_the_heuristic_trusts_in_the_network_as_much_as_its_option_says(tokens: str) -> None:
    """What the network finds likeliest keeps the judge's price; all else loses by how unlikely it is."""
    alone, received = odds("heuristic:trust=0", tokens), odds("heuristic", tokens)
    assert alone.keys() == received.keys()
    lost = {action: alone[action] - received[action] for action in alone}
    assert min(lost.values()) == pytest.approx(0)
    assert max(lost.values()) > 0
    twice = odds("heuristic:trust=0.01", tokens)
    for action, loss in lost.items():
        if loss <= 8 * 0.005:  # what is more than e^8 times less likely is measured in fewer rounds
            assert alone[action] - twice[action] == pytest.approx(2 * loss)
        else:
            assert twice[action] < received[action] < alone[action]


def test_a_network_that_is_trusted_blindly_decides() -> None:
    likeliest = considered("policy", SHOP).action
    assert str(considered("heuristic:trust=1000", SHOP).action) == str(likeliest)


def test_a_network_is_asked_about_cards() -> None:
    """Over a game, blindly trusted, it plays more often what the network alone would play; not at all
    trusted, the hand planner's choice is played."""
    game = Game("CARDS", stake="gold")
    alone, received, blindly, network = (
        make_agent(spec) for spec in ("heuristic:trust=0", "heuristic", "heuristic:trust=1000", "policy")
    )
    agreed = {"alone": 0, "blindly": 0}
    hands = 0
    for draw_seed in range(400):
        if game.over:
            break
        view = View(game, draw_seed)
        if view.phase == "SELECTING_HAND":
            wanted = str(network.act(view))
            hands += 1
            agreed["alone"] += str(alone.act(view)) == wanted
            agreed["blindly"] += str(blindly.act(view)) == wanted
        game.apply(received.act(view))
    assert hands > 20
    assert agreed["blindly"] > agreed["alone"]


def test_a_judge_of_ones_own_decides_alone() -> None:
    own = f"heuristic:judge={WEIGHTS}"
    assert odds(own, SHOP) == odds("heuristic:trust=0", SHOP)
    assert odds(f"{own},trust=0.005", SHOP) == odds("heuristic", SHOP)


@pytest.mark.parametrize("trust", ["-1", "nan", "inf"])
def test_trust_is_a_number_from_0_on(trust: str) -> None:
    with pytest.raises(ValueError, match="trust"):
        make_agent(f"heuristic:trust={trust}")


def test_parts_can_be_left_out() -> None:
    packs, none = (considered(f"heuristic:without={parts}", SHOP) for parts in ("skips", "packs+rerolls"))
    kinds = [{choice.action.kind for choice in advice.alternatives} for advice in (packs, none)]
    assert kinds[0] - kinds[1] == {"buy_pack", "reroll"}
    with pytest.raises(ValueError, match=r"unknown part 'naps'; one of skips, rerolls"):
        make_agent("heuristic:without=naps")


def test_jokers_are_put_in_order_once() -> None:
    """Copiers that are back in their places must not take turns."""
    jokers = ("j_baseball/x:FOIL", "j_shortcut", "j_blueprint/x:HOLO", "j_duo", "j_brainstorm")
    where = "phase=BLIND_SELECT ante=4 on_deck=boss boss=bl_needle hands=[pair:4:8:1]"
    player = make_agent("heuristic")
    for order in permutations(jokers):
        game = Game.from_notation(f"jimbot1 seed=ORDER {where} jokers=[{','.join(order)}]")
        changes = 0
        while (action := player.act(View(game, 1))).kind == "rearrange_jokers":
            game.apply(action)
            changes += 1
            assert changes <= 3, order
