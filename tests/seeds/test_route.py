"""Routes reach what they promise when they are played again, and no shorter one would."""

from __future__ import annotations

from itertools import islice

import pytest

from jimbot import Game
from jimbot.game.seeds import find, parse
from jimbot.view.seed_route import NoRoute, replayed, route

CONDITIONS = [
    "ante<=1 shop j_blueprint",
    "ante<=1 has j_perkeo and voucher v_telescope",
    "ante<=2 tag negative",
    "ante<=1 pack mega spectral",
    "ante<=3 has negative any joker",
    "ante<=2 boss the hook and ante<=1 pack c_death",
    "ante<=2 pack red seal any card and voucher hone",
    "ante<=2 shop=5..6 any rare joker",
    "ante<=2 legendary triboulet",
    "ante 2..3 has j_baron and not has j_mime",
]


@pytest.mark.parametrize("text", CONDITIONS)
@pytest.mark.parametrize("finds", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_routes_replay(text: str, finds: int) -> None:
    """With 20 finds of each of 10 conditions: 200. Where another card comes in a game, the route reports it."""
    query = parse(text)
    routes = 0
    for seed in islice(find(query, draw_seed=3), finds):
        try:
            found = route(query, seed)
        except NoRoute:  # another card comes in its place
            continue
        routes += 1
        assert replayed(query, found) == replayed(query, route(query, seed))
        game = Game(seed, query.deck, query.stake, one_chip=True)
        if found.extra_money:
            game = game.edited(f"money={game.money + found.extra_money}")
        for action in found.actions:
            game.apply(action)
    assert routes >= 0.9 * finds


def test_a_joker_of_the_first_shop_is_bought_there() -> None:
    seed = next(iter(find("ante=1 shop=1 j_joker")))
    found = route(parse("ante=1 shop=1 j_joker"), seed)
    assert [(step.ante, step.shop, step.what, step.name) for step in found.steps] == [(1, 1, "buy", "Joker")]
    assert found.actions[-1] == "buy_card 0"


def test_places_further_back_need_rerolls() -> None:
    """Two shops show four cards: the seventh needs two rerolls more, or fewer shops."""
    query = parse("ante=1 shop=7 any common joker and not shop<=6 any common joker")
    for seed in islice(find(query, draw_seed=1), 5):
        what = [step.what for step in route(query, seed).steps]
        assert what == ["reroll", "reroll", "buy"]


def test_a_tag_is_skipped_for() -> None:
    query = parse("ante=1 small tag investment")
    steps = route(query, next(iter(find(query)))).steps
    assert [(step.what, step.name) for step in steps] == [("skip", "Small Blind for Investment Tag")]


def test_what_the_seed_does_not_hold() -> None:
    with pytest.raises(NoRoute, match="seed 11111111 does not hold it"):
        route(parse("ante<=1 legendary perkeo"), "11111111")
