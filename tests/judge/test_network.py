"""The judge's network in numpy is the core's."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.agents.judge import WEIGHTS, weights
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.jokers import shops
from jimbot.agents.judge.network import (
    BLINDS,
    FIRST_BIAS,
    INPUTS,
    LAYOUT,
    Weights,
    clear_probabilities,
    fresh_weights,
    layers,
    weight_count,
    widened,
    win_chance,
)
from jimbot.game.seeds import list_of, seed, seed_list

AS_IT_IS = {"SHOP": "leave_shop", "BLIND_SELECT": "select_blind"}  # of these the judge sees the position only


def judged(judge: Weights, numbers: range) -> list[tuple[float, float]]:
    """The chance to win by the core and by numpy, wherever the strategist asked in these games."""
    out = []
    for number in numbers:
        game = Game(seed("train", number))
        strategist, probe = Play().strategist(judge), Play().strategist(judge)
        draw_seed = 1000 * number
        while not game.over:
            draw_seed += 1
            decision = strategist.decide(game.reveal(), draw_seed)
            if decision.alternatives and game.phase in AS_IT_IS:
                row = probe.features_after(game.reveal(), _core.Action(AS_IT_IS[game.phase]), draw_seed)
                assert row[:BLINDS].sum() == 1
                blind = int(row[:BLINDS].argmax())
                assert blind == _core.blind_number(game.reveal())
                out.append((decision.chance, float(win_chance(judge, row, blind))))
            game.apply(decision.action)
    return out


@pytest.mark.parametrize(
    "judge", [weights(), fresh_weights(7), fresh_weights(7, (40, 16))], ids=["package", "fresh", "small"]
)
def test_numpy_gives_what_the_core_gives(judge: Weights) -> None:
    pairs = np.array(judged(judge, range(3)))
    assert len(pairs) > 20
    assert np.ptp(pairs[:, 0]) > 0.01
    np.testing.assert_allclose(pairs[:, 1], pairs[:, 0], atol=1e-5)


def test_the_chance_to_win_is_the_product_of_the_blinds_ahead() -> None:
    flat = np.zeros(weight_count(), np.float32)
    layers(flat)[-1][1][:] = np.linspace(-1, 3, BLINDS)  # nothing but the last bias
    judge = Weights(flat)
    probabilities = 1 / (1 + np.exp(-np.linspace(-1, 3, BLINDS)))
    rows = np.random.default_rng(1).random((3, INPUTS))
    np.testing.assert_allclose(clear_probabilities(judge, rows), np.tile(probabilities, (3, 1)), rtol=1e-6)
    expected = [probabilities.prod(), probabilities[20:].prod(), probabilities[23]]
    np.testing.assert_allclose(win_chance(judge, rows, [0, 20, 23]), expected, rtol=1e-6)


def test_a_fresh_judge_knows_nothing_and_is_not_constant() -> None:
    judge = fresh_weights(1)
    rows = np.random.default_rng(1).random((50, INPUTS))
    probabilities = clear_probabilities(judge, rows)
    assert abs(probabilities.mean() - 1 / (1 + np.exp(-FIRST_BIAS))) < 0.05
    assert probabilities.std() > 0.001
    assert not np.array_equal(judge.flat, fresh_weights(2).flat)
    assert np.array_equal(judge.flat, fresh_weights(1).flat)


def test_more_units_change_nothing_at_first() -> None:
    judge = weights()
    rows = np.random.default_rng(1).random((9, INPUTS))
    wide = widened(judge, (judge.hidden[0] + 64, judge.hidden[1] + 16), seed=3)
    np.testing.assert_allclose(clear_probabilities(wide, rows), clear_probabilities(judge, rows), rtol=1e-4)
    assert np.ptp(wide.layers[0][0][:100, judge.hidden[0] :]) > 0
    with pytest.raises(ValueError, match="units are only added"):
        widened(judge, (8, 8))


def test_the_layout_has_room() -> None:
    names = [block.name for block in LAYOUT]
    assert len(set(names)) == len(names)
    assert LAYOUT[0] == ("blind", 0, BLINDS, BLINDS)
    assert all(a.start + a.size == b.start for a, b in itertools.pairwise(LAYOUT))
    content = _core.content()
    room = {block.name: (block.used, block.size - block.used) for block in LAYOUT}
    for name, kind in (
        ("jokers", "joker"),
        ("vouchers", "voucher"),
        ("consumables", "consumable"),
        ("tags", "tag"),
        ("bosses", "blind"),
        ("decks", "deck"),
        ("stake", "stake"),
        ("challenges", "challenge"),
    ):
        used, spare = room[name]
        assert used == len(content[kind])
        assert spare >= 4, name


def features(game: Game, action: str = "select_blind") -> dict[tuple[str, int], float]:
    row = Play().strategist(weights()).features_after(game.reveal(), _core.Action(action), 7)
    return {
        (block.name, place): float(row[block.start + place])
        for block in LAYOUT
        for place in range(block.size)
        if row[block.start + place]
    }


def test_what_stickers_take_is_seen() -> None:
    keys = [joker["key"] for joker in _core.content()["joker"]]
    game = Game(seed="TESTSEED", stake="gold")
    plain = features(game)
    for key, eternal, perishable, rental in (
        ("j_joker", True, 0, False),
        ("j_banner", False, 2, False),
        ("j_mystic_summit", False, 5, True),
    ):
        assert _core.give_joker(game.reveal(), key, None, eternal, perishable, rental)
    seen = features(game)
    assert seen["eternal", keys.index("j_joker")] == 1
    assert seen["perishable", keys.index("j_banner")] == pytest.approx(0.4)
    assert seen["perishable", keys.index("j_mystic_summit")] == 1
    assert seen["rental", keys.index("j_mystic_summit")] == 1
    assert seen["burdens", 0] == 0.5  # $3 a round
    assert seen["burdens", 4] == 0.5  # one fails before the boss
    assert [n for name, n in plain if name == "stake_reached"] == list(range(7))
    assert not {name for name, _ in plain} & {"eternal", "perishable", "rental", "challenges", "reroll"}


def test_what_lasts_and_what_comes_in_is_seen() -> None:
    game = Game(seed="TESTSEED", stake="gold")
    assert _core.give_joker(game.reveal(), "j_jolly", None, False, 0, True)
    lasting = features(game)
    assert not {name for name, _ in lasting} & {"lasting"}
    assert lasting["income", 3] == pytest.approx(-0.3)  # no reward, no interest, $3 of rent
    tags = [tag["key"] for tag in _core.content()["tag"]]
    skips = {tags[place] for name, place in lasting if name == "skip_tags"}
    assert skips == {tag.key for tag in game.ante_tags}
    assert _core.give_joker(game.reveal(), "j_cavendish", None, False, 5, False)
    failing = features(game)
    assert failing["lasting", 0] < -0.25
    assert failing["kinds", 2] == 0.5  # it multiplies
    assert ("kinds", 9 + 2) not in failing  # but does not last


def test_the_rest_of_a_shop_is_seen() -> None:
    shop = "phase=SHOP money=9 shop=[j_joker,j_duo] shop_packs=[p_arcana_normal_1]"
    game = Game.from_notation(f"jimbot1 seed=TESTSEED {shop}")
    left, bought = features(game, "leave_shop"), features(game, "buy_card 0")
    assert not [name for name, _ in left if name in ("unseen", "still_for_sale")]
    assert bought["unseen", 2] == 1
    assert bought["still_for_sale", 0] == 1  # the pack; The Duo is too dear
    assert ("still_for_sale", 6) not in bought


def test_what_a_challenge_and_a_reroll_are() -> None:
    game = Game(seed="TESTSEED", challenge=_core.content()["challenge"][3]["key"])
    assert features(game)["challenges", 3] == 1
    shop = next(iter(shops((1,), 1)[1]))
    assert features(shop, "reroll")["reroll", 0] == pytest.approx(0.6)  # the next one costs $6
    assert ("reroll", 0) not in features(shop, "leave_shop")


def test_the_judge_of_the_package_names_its_seeds() -> None:
    about = json.loads(WEIGHTS.with_suffix(".json").read_text())
    for name in about["train_seeds"]:
        played = re.fullmatch(r"train-([0-9]+)(?:@([0-9]+))?", name)
        assert played is not None, name
        last = int(played[1]) + int(played[2] or 0) - 1
        assert list_of(seed_list(f"train-1@{last}")[0]) == ("train", last)
