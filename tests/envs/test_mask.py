"""The mask is exact: every legal id works, every other refuses with a reason and changes nothing."""

from __future__ import annotations

import re

import numpy as np
import pytest

from jimbot import Game, IllegalAction, _core
from jimbot.envs import BalatroEnv, Batch, Start
from jimbot.envs.spec import move_id, move_name

from .play import ALL_IDS, NO_REASON, STARTS, Rules, column, legal_ids, name_of

HAND = "S_2,H_3,C_4,D_5,S_6,H_7,C_8,D_9"
BIG_HAND = ",".join(f"{suit}_{rank}" for rank in "AKQJT98" for suit in "SHCD")[: 22 * 4 - 1]  # 22 cards
MANY_JOKERS = ",".join(["j_joker/x:NEGATIVE", "j_duo/x:NEGATIVE", "j_egg/x:NEGATIVE/eternal"] * 7)
MANY_CONSUMABLES = ",".join(["c_magician/x:NEGATIVE", "c_pluto/x:NEGATIVE", "c_death/x:NEGATIVE"] * 4)

POSITIONS = {
    "a plain hand": f"phase=SELECTING_HAND hand=[{HAND}]",
    "one card": "phase=SELECTING_HAND hand=[S_2]",
    "no discards left": f"phase=SELECTING_HAND discards_left=0 hand=[{HAND}]",
    "face-down cards": "phase=SELECTING_HAND on_deck=boss boss=bl_house",
    "Cerulean Bell": "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8",
    "Cerulean Bell, the last card": "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_2,H_3,C_4/o]",
    "Cerulean Bell, consumables": "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_2,H_3/o,C_4,D_5,S_6] consumables=[c_death,c_lovers,c_pluto,c_star] base_consumable_slots=4",
    "Cerulean Bell, Aura on an edition": "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_2,H_3/o/x:FOIL,C_4] consumables=[c_aura]",
    "a forced card of another boss": "phase=SELECTING_HAND on_deck=boss boss=bl_hook hand=[S_2,H_3/o,C_4,D_5]",
    "Cerulean Bell, disabled": "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 jokers=[j_chicot]",
    "one target": f"phase=SELECTING_HAND hand=[{HAND}] consumables=[c_lovers,c_talisman]",
    "up to two targets": f"phase=SELECTING_HAND hand=[{HAND}] consumables=[c_magician,c_strength]",
    "exactly two targets": f"phase=SELECTING_HAND hand=[{HAND}] consumables=[c_death]",
    "two targets wanted, one card": "phase=SELECTING_HAND hand=[S_2] consumables=[c_death]",
    "up to three targets": f"phase=SELECTING_HAND hand=[{HAND}] consumables=[c_star,c_death]",
    "Aura": "phase=SELECTING_HAND hand=[S_2/x:FOIL,H_3,C_4/x:HOLO,D_5] consumables=[c_aura]",
    "Aura without a plain card": "phase=SELECTING_HAND hand=[S_2/x:FOIL,C_4/x:HOLO] consumables=[c_aura]",
    "targets and none": f"phase=SELECTING_HAND hand=[{HAND}] consumables=[c_pluto,c_cryptid,c_hermit,c_immolate] base_consumable_slots=4",
    "an Arcana pack": f"phase=PACK pack=p_arcana_jumbo_1 pack_cards=[c_death,c_star,c_fool,c_lovers,c_hermit] hand=[{HAND}]",
    "an Arcana pack and an own Tarot": f"phase=PACK pack=p_arcana_normal_1 pack_cards=[c_death,c_star,c_temperance] hand=[{HAND}] consumables=[c_sun]",
    "a Spectral pack": f"phase=PACK pack=p_spectral_normal_1 pack_cards=[c_aura,c_cryptid] hand=[{HAND}]",
    "a Spectral pack with too little": "phase=PACK pack=p_spectral_normal_1 pack_cards=[c_aura,c_familiar] hand=[S_2/x:FOIL]",
    "a Celestial pack": "phase=PACK pack=p_celestial_mega_1 pack_cards=[c_pluto,c_mars,c_venus]",
    "a Buffoon pack without room": "phase=PACK pack=p_buffoon_normal_1 pack_cards=[j_joker,j_duo/x:NEGATIVE] jokers=[j_egg,j_egg,j_egg,j_egg,j_egg]",
    "a Standard pack": "phase=PACK pack=p_standard_mega_1 pack_cards=[S_K,H_Q/e:GLASS,C_2]",
    "a shop": "phase=SHOP money=7 shop=[j_joker,c_pluto] shop_vouchers=[v_grabber] shop_packs=[p_arcana_normal_1,p_buffoon_mega_1]",
    "a shop without money": "phase=SHOP money=0 shop=[j_joker,c_pluto] shop_vouchers=[v_grabber]",
    "a shop in debt": "phase=SHOP money=-15 jokers=[j_credit_card] shop=[j_joker,c_pluto]",
    "four shop cards": "phase=SHOP money=90 vouchers=[v_overstock_norm,v_overstock_plus] shop=[j_joker,c_pluto,c_fool,j_duo]",
    "six vouchers": "phase=SHOP money=90 shop_vouchers=[v_grabber,v_hone,v_blank,v_telescope,v_wasteful,v_seed_money]",
    "the boss can be rerolled": "money=50 vouchers=[v_directors_cut] on_deck=boss",
    "eternal jokers": f"phase=SELECTING_HAND hand=[{HAND}] jokers=[j_joker/eternal,j_duo,j_egg/eternal]",
    "pinned jokers": f"phase=SELECTING_HAND hand=[{HAND}] jokers=[j_joker/pinned,j_duo/pinned,j_egg,j_half]",
    "a pinned joker in the middle": f"phase=SELECTING_HAND hand=[{HAND}] jokers=[j_duo,j_joker/pinned,j_egg]",
    "face-down jokers": "phase=SELECTING_HAND on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_duo,j_egg/eternal]",
    "the end of a round": "phase=ROUND_EVAL jokers=[j_joker,j_duo] consumables=[c_pluto,c_magician]",
    "more jokers than ids": f"phase=SELECTING_HAND hand=[{HAND}] jokers=[{MANY_JOKERS}]",
    "more consumables than ids": "phase=SELECTING_HAND hand=[S_2,H_3,C_4] consumables=[" + MANY_CONSUMABLES + "]",
    "more consumables than ids, in a shop": f"phase=SHOP consumables=[{MANY_CONSUMABLES}]",
}  # fmt: skip

PARTIAL = re.compile("Cerulean|more|six")  # where ids cannot make every decision of the rules


def game_at(tokens: str) -> Game:
    return Game.from_notation(f"jimbot1 seed=MASKS {tokens}")


def set_up(env: BalatroEnv, rules: Rules) -> None:
    """The very position, with the same swaps made and the same cards picked."""
    env.reset(options={"position": rules.game})
    for move in rules.picked:
        env.step(move)


def check_position(env: BalatroEnv, other: BalatroEnv, rules: Rules) -> None:
    """`env` is in the position of `rules`; `other` is used up."""
    legal = rules.legal()
    assert set(legal_ids(env)) == legal
    assert legal
    before, seen = rules.game.to_bytes(), env.batch.rows.tobytes()
    for move in sorted(legal):
        set_up(other, rules)
        copy = Rules(rules.game.clone())
        copy.picked = list(rules.picked)
        copy.make(move)
        other.step(move)
        assert other.game.to_bytes() == copy.game.to_bytes(), move_name(move)
        assert set(other.batch.picked()) == {*copy.picked, *copy.forced()}, move_name(move)
    for move in sorted(ALL_IDS - legal):
        with pytest.raises(IllegalAction) as refusal:
            env.step(move)
        head = f"action {move} ({move_name(move)}) is not legal in {rules.game.phase}: "
        message = str(refusal.value)
        assert message.startswith(head)
        assert message.removeprefix(head) not in NO_REASON, message
    assert env.game.to_bytes() == before
    assert env.batch.rows.tobytes() == seen
    assert env.batch.picked() == sorted({*rules.picked, *rules.forced()})


def check_random_play(start: Start, number: int, steps: int, every: int = 1) -> None:
    rng = np.random.default_rng(number)
    env, other = BalatroEnv(), BalatroEnv()
    game = Game(
        f"MASK{number}",
        start.deck,
        start.stake,
        start.challenge,
        start.endless,
        start.variant,
        start.one_chip,
    )
    rules = Rules(game)
    env.reset(options={"position": rules.game})
    for step in range(steps):
        if step % every == 0:
            check_position(env, other, rules)
        else:
            assert set(legal_ids(env)) == rules.legal()
        move = int(rng.choice(legal_ids(env)))
        rules.make(move)
        _, _, terminated, truncated, _ = env.step(move)
        assert env.game.to_bytes() == rules.game.to_bytes(), move_name(move)
        if terminated or truncated:
            return


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_the_mask_is_exact_in_random_play(start: Start) -> None:
    check_random_play(start, STARTS.index(start), steps=70, every=3)


@pytest.mark.deep
@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_the_mask_is_exact_in_long_random_play(start: Start) -> None:
    for number in range(5):
        check_random_play(start, 1000 + 5 * STARTS.index(start) + number, steps=1500)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_mask_is_exact_at(name: str) -> None:
    env, other, rng = BalatroEnv(), BalatroEnv(), np.random.default_rng(7)
    for _ in range(4):
        rules = Rules(game_at(POSITIONS[name]))
        env.reset(options={"position": rules.game})
        check_position(env, other, rules)
        for _ in range(4):
            move = int(rng.choice(legal_ids(env)))
            env.step(move)
            rules.make(move)
            assert env.game.to_bytes() == rules.game.to_bytes()
            if rules.game.over:
                break
            check_position(env, other, rules)


def walk(env: BalatroEnv, game: Game) -> dict[tuple[int, ...], bytes]:
    """Every path of ids through the masks to a complete decision but a swap, and the game it leads to."""
    found, open_paths = {}, [()]
    swaps = range(move_id("swap_jokers 0"), move_id("swap_jokers 14") + 1)
    while open_paths:
        path = open_paths.pop()
        env.reset(options={"position": game})
        for move in path:
            env.step(move)
        if path and path[-1] >= move_id("play"):
            found[path] = env.game.to_bytes()
        else:
            open_paths += [(*path, move) for move in legal_ids(env) if move not in swaps]
    return found


@pytest.mark.parametrize("name", [n for n in POSITIONS if not PARTIAL.search(n)])
def test_each_decision_has_exactly_one_path(name: str) -> None:
    game = game_at(POSITIONS[name])
    found = walk(BalatroEnv(), game)
    decisions = {}
    for action in game.legal_actions():
        if action.kind == "sort_hand":
            assert _core.path(game.reveal(), action) == []
            continue
        path = tuple(_core.path(game.reveal(), action))
        assert path not in decisions
        copy = game.clone()
        copy.apply(action)
        decisions[path] = copy.to_bytes()
    assert found == decisions


@pytest.mark.parametrize("name", [n for n in POSITIONS if PARTIAL.search(n)])
def test_each_decision_within_the_ids_has_exactly_one_path(name: str) -> None:
    game = game_at(POSITIONS[name])
    paths = Rules(game).paths()
    assert walk(BalatroEnv(), game).keys() == paths.keys()
    listed = {str(a): tuple(_core.path(game.reveal(), a)) for a in game.legal_actions()}
    assert {path for path in listed.values() if path} == paths.keys()
    assert {text for text, path in listed.items() if path} == set(paths.values())


def test_the_forced_card_counts_as_picked_from_the_start() -> None:
    env = BalatroEnv()
    observation, _ = env.reset(options={"position": game_at(POSITIONS["Cerulean Bell, the last card"])})
    assert env.batch.picked() == [2]
    assert column(observation, "hand", "picked").tolist() == [0, 0, 1] + [0] * 17
    assert column(observation, "hand", "forced").tolist() == [0, 0, 1] + [0] * 17
    assert [move_name(m) for m in legal_ids(env)] == ["select 0", "select 1", "play", "discard"]
    env.step(move_id("select 1"))
    assert env.batch.picked() == [1, 2]
    env.step(move_id("play"))
    assert env.game.hands_played == 1


@pytest.mark.parametrize("where", ["", "on_deck=boss boss=bl_final_bell ante=8"])
def test_a_hand_of_more_cards_than_ids_is_played_by_its_first_twenty(where: str) -> None:
    last = "/o" if where else ""  # Cerulean Bell's card may be beyond the ids
    game = game_at(f"phase=SELECTING_HAND {where} hand=[{BIG_HAND}{last}]")
    assert len(game.hand) == 22
    rules, env, other = Rules(game), BalatroEnv(), BalatroEnv()
    env.reset(options={"position": game})
    for move in (3, 17, 18):
        assert [m for m in legal_ids(env) if m < 20] == [*range(max(rules.picked, default=-1) + 1, 20)]
        env.step(move)
        rules.make(move)
    check_position(env, other, rules)
    if where:
        assert _core.path(game.reveal(), _core.Action("play 3,21")) == [3, move_id("play")]
    else:
        assert _core.path(game.reveal(), _core.Action("play 3,21")) == []
        assert _core.path(game.reveal(), _core.Action("play 3,19")) == [3, 19, move_id("play")]


@pytest.mark.parametrize(
    "where", ["phase=SHOP", "", f"phase=SELECTING_HAND hand=[{HAND}]", "phase=ROUND_EVAL"]
)
@pytest.mark.parametrize("hands", ["cards", "planner"])
def test_jokers_are_swapped_at_most_ten_times_between_two_other_moves(where: str, hands: str) -> None:
    env = BalatroEnv(hands=hands)
    env.reset(
        options={"position": game_at(f"{where} jokers=[j_joker,j_duo,j_egg] consumables=[c_pluto,c_mars]")}
    )
    swaps = [move_id("swap_jokers 0"), move_id("swap_jokers 1")]
    for i in range(10):
        assert column(env.batch.observations, "numbers", "swaps_left") == 10 - i
        env.step(swaps[i % 2])
    assert not set(swaps) & set(legal_ids(env))
    with pytest.raises(IllegalAction, match="swapped 10 times"):
        env.step(swaps[0])
    env.step(move_id("use 0"))
    assert set(swaps) <= set(legal_ids(env))


def test_a_pinned_joker_stays_at_the_left_end() -> None:
    env = BalatroEnv()
    env.reset(options={"position": game_at(POSITIONS["pinned jokers"])})
    swaps = [m - move_id("swap_jokers 0") for m in legal_ids(env) if re.match("swap", move_name(m))]
    assert swaps == [2], "pinned jokers keep their order: the last pinned first"
    for i in (0, 1):
        with pytest.raises(IllegalAction, match="pinned"):
            env.step(move_id(f"swap_jokers {i}"))


@pytest.mark.parametrize("order", ["0,1,2,3", "3,2,1,0", "1,0,3,2", "3,0,1,2"])
def test_a_rearrangement_has_a_path_of_swaps(order: str) -> None:
    game = game_at("phase=SHOP jokers=[j_joker,j_duo,j_egg,j_half]")
    action = _core.Action(f"rearrange_jokers {order}")
    path = _core.path(game.reveal(), action)
    batch = Batch(1, autoreset=False)
    batch.begin(0, "", Start(position=game))
    for move in path:
        batch.step([move])
    game.apply(action)
    assert batch.game().to_bytes() == game.to_bytes()
