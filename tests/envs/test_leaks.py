"""Hidden facts never leak: games that differ only there give the same observation, flat view, mask and facts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.property.test_hidden import POSITIONS

from jimbot import Game
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Batch, Start
from jimbot.envs.spec import move_id

from .play import COLUMNS, STARTS, column, name_of, same

COPIES = 3


def side_by_side(hands: str = "cards") -> Batch:
    return Batch(COPIES, flat=True, autoreset=False, hands=hands)


def alike(batch: Batch) -> bool:
    """All that a learner gets is the same in every game of the batch."""
    arrays = (batch.rows, batch.flat, batch.fact_rows, batch.rewards, batch.terminated, batch.truncated)
    return all((array == array[0]).all() for array in map(np.asarray, arrays))


def differing_tables(batch: Batch) -> set[str]:
    return {name for name, values in batch.observations.items() if (values != values[0]).any()}


def begin(batch: Batch, game: Game, number: int) -> None:
    for i in range(COPIES):
        position = game if i == 0 else game.determinize(number + 1000 * i)
        batch.begin(i, "", Start(position=position))


def pick_at_random(batch: Batch, rng: np.random.Generator) -> None:
    """Picks cards while it can, comparing after each."""
    for _ in range(5):
        selects = np.flatnonzero(batch.mask[0, :20])
        if not len(selects):
            return
        batch.step(np.full(COPIES, rng.choice(selects)))
        assert alike(batch), differing_tables(batch)


def check(batch: Batch, game: Game, number: int) -> None:
    begin(batch, game, number)
    assert alike(batch), differing_tables(batch)
    pick_at_random(batch, np.random.default_rng(number))


@pytest.mark.parametrize("hands", ["cards", "planner"])
@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_hidden_stays_hidden(name: str, hands: str) -> None:
    batch = side_by_side(hands)
    for number in range(10):
        game = Game.from_notation(f"jimbot1 seed=HIDE{number} phase=SELECTING_HAND {POSITIONS[name]}")
        for text in ("", "discard 0,1", "play 2,3,4", "play 0,1"):
            if text and game.is_legal(text):
                game.apply(text)
            if not game.over:
                check(batch, game, number)


def play_and_check(start: Start, number: int, steps: int, every: int) -> int:
    env, batch = Batch(1, starts=start), side_by_side()
    env.reset([number])
    checked = 0
    for step in range(steps):
        if step % every == 0:
            check(batch, env.game(), number + step)
            checked += 1
        env.step(env.random_moves(number * 7919 + step))
    return checked


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_redrawn_games_look_alike_over_whole_games(start: Start) -> None:
    assert play_and_check(start, STARTS.index(start), steps=500, every=4) == 125


@pytest.mark.deep
@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_redrawn_games_look_alike_over_many_games(start: Start) -> None:
    play_and_check(start, 100 + STARTS.index(start), steps=100_000, every=5)


@pytest.mark.parametrize("view", ["dict", "flat"])
@pytest.mark.parametrize(
    "make", [BalatroEnv, lambda **options: BalatroVectorEnv(2, **options)], ids=["single", "vector"]
)
def test_the_environments_show_no_more_than_the_batch(make: Any, view: str) -> None:
    game = Game.from_notation(f"jimbot1 seed=HIDE phase=SELECTING_HAND {POSITIONS['The House']}")
    seen = []
    for position in (game, game.determinize(5)):
        env = make(observation=view)
        observation, info = env.reset(options={"position": position})
        info.pop("seed", None)  # for logs and replays; see the next test
        pick = move_id("select 2")
        moved = env.step([pick, pick] if isinstance(env, BalatroVectorEnv) else pick)
        seen.append([observation, info, env.action_masks(), *moved])
    assert all(same(one, two) for one, two in zip(*seen, strict=True))


def test_only_the_info_of_a_reset_names_the_seed() -> None:
    env = BalatroEnv()
    _, info = env.reset(seed=3)
    assert info["seed"] == env.game.seed
    assert "seed" not in env.step(move_id("select_blind"))[4]


# Two positions written by hand that a player cannot tell apart.
PAIRS = {
    "the order of the deck": (
        "phase=SELECTING_HAND hand=[S_2,H_3] draw=[C_4,D_5,S_6]",
        "phase=SELECTING_HAND hand=[S_2,H_3] draw=[S_6,C_4,D_5]",
    ),
    "a face-down card": (
        "phase=SELECTING_HAND hand=[S_2,H_3/f] draw=[C_4,D_5,S_6]",
        "phase=SELECTING_HAND hand=[S_2,D_5/f] draw=[C_4,H_3,S_6]",
    ),
    "what a face-down card carries": (
        "phase=SELECTING_HAND hand=[S_2,H_3/f] draw=[C_4,D_5/e:GLASS/x:FOIL/s:RED/b:40]",
        "phase=SELECTING_HAND hand=[S_2,D_5/f/e:GLASS/x:FOIL/s:RED/b:40] draw=[C_4,H_3]",
    ),
    "the order of face-down jokers": (
        "phase=SELECTING_HAND on_deck=boss boss=bl_final_acorn ante=8 hand=[S_2] jokers=[j_joker/f,j_runner:30/f/x:FOIL]",
        "phase=SELECTING_HAND on_deck=boss boss=bl_final_acorn ante=8 hand=[S_2] jokers=[j_runner:30/f/x:FOIL,j_joker/f]",
    ),
    "the random streams": ("rng=[boss:0.25,shuffle:0.5]", "rng=[boss:0.75,shuffle:0.125]"),
    "the seed": ("", "seed=OTHER"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_positions_that_differ_in_hidden_facts_look_alike(name: str) -> None:
    one, two = (
        Game.from_notation("jimbot1 " + " ".join(({"seed": "seed=PAIR"} | split(tokens)).values()))
        for tokens in PAIRS[name]
    )
    assert one.to_bytes() != two.to_bytes()
    if name == "the seed":  # tags and boss are seen: only they may differ
        two = two.edited(" ".join(f"{k}={v}" for k, v in visible(one).items()))
    batch = side_by_side()
    for i, game in enumerate((one, two, one)):
        batch.begin(i, "", Start(position=game))
    assert alike(batch), differing_tables(batch)
    pick_at_random(batch, np.random.default_rng(1))


def split(tokens: str) -> dict[str, str]:
    return {token.split("=")[0]: token for token in tokens.split()}


def visible(game: Game) -> dict[str, str]:
    return {
        "boss": game.blinds[2].key,
        "ante_tags": "[" + ",".join(t.key + (f":{t.hand}" if t.hand else "") for t in game.ante_tags) + "]",
    }


FACE_DOWN = {
    "The House": ("bl_house", ()),
    "The Mark": ("bl_mark", ()),
    "The Wheel": ("bl_wheel", ()),
    "The Fish": ("bl_fish", ("play 0,1,2,3,4",)),
}


@pytest.mark.parametrize("name", FACE_DOWN)
def test_a_face_down_card_shows_nothing_but_that(name: str) -> None:
    boss, actions = FACE_DOWN[name]
    game = Game.from_notation(
        f"jimbot1 seed=DOWN phase=SELECTING_HAND on_deck=boss boss={boss} jokers=[j_pareidolia]"
    )
    for action in actions:
        game.apply(action)
    observation, _ = BalatroEnv().reset(options={"position": game})
    down = [i for i, card in enumerate(game.hand) if card.face_down]
    assert down
    for i in down:
        assert observation["hand"][i].sum() == column(observation, "hand", "face_down")[i] == 1
        assert observation["hand_bonus"][i] == 0
    # the cards it may be are still counted as undrawn
    assert observation["draw_pile"].sum() == game.draw_pile_size + len(down)


def test_a_face_down_joker_shows_nothing_but_that() -> None:
    game = Game.from_notation(f"jimbot1 seed=DOWN phase=SELECTING_HAND {POSITIONS['Amber Acorn']}")
    observation, _ = BalatroEnv().reset(options={"position": game})
    assert (column(observation, "jokers", "face_down")[: len(game.jokers)] == 1).all()
    assert observation["jokers"].sum() == len(game.jokers)
    assert not observation["joker_numbers"].any()


def test_a_face_down_card_hides_the_poker_hand_of_the_picked_ones() -> None:
    game = Game.from_notation(
        "jimbot1 seed=DOWN phase=SELECTING_HAND on_deck=boss boss=bl_mark hand=[S_2,H_2,C_K/f]"
    )
    env = BalatroEnv()
    env.reset(options={"position": game})
    seen = [int(column(env.step(move)[0], "globals", "picked_hand")) for move in (0, 1, 2)]
    assert seen == [12, 11, 0]  # High Card, Pair, unknown


HERE = "jimbot1 seed=SEEN phase=SELECTING_HAND jokers=[j_joker,j_runner:15] consumables=[c_fool] hand=[S_2,H_3,C_4,D_5]"
SHOP = "jimbot1 seed=SEEN phase=SHOP shop=[j_joker,c_fool] shop_vouchers=[v_grabber] shop_packs=[p_arcana_normal_1] money=9"
PACK = "jimbot1 seed=SEEN phase=PACK pack=p_arcana_normal_1 pack_cards=[c_fool,c_sun,c_star]"
# position, change, a table that must show it
VISIBLE = {
    "money": (HERE, "money=77", "numbers"),
    "score": (HERE, "score=77", "numbers"),
    "hands left": (HERE, "hands_left=1", "numbers"),
    "discards left": (HERE, "discards_left=1", "numbers"),
    "ante": (HERE, "ante=3", "numbers"),
    "skips": (HERE, "skips=3", "numbers"),
    "a hand card": (HERE, "hand=[S_2,H_3,C_4,D_6]", "hand"),
    "an enhancement": (HERE, "hand=[S_2,H_3,C_4,D_5/e:GLASS]", "hand"),
    "an edition": (HERE, "hand=[S_2,H_3,C_4,D_5/x:FOIL]", "hand"),
    "a seal": (HERE, "hand=[S_2,H_3,C_4,D_5/s:RED]", "hand"),
    "a debuff": (HERE, "hand=[S_2,H_3,C_4,D_5/d]", "hand"),
    "extra chips": (HERE, "hand=[S_2,H_3,C_4,D_5/b:30]", "hand_bonus"),
    "a joker": (HERE, "jokers=[j_joker,j_duo]", "jokers"),
    "the order of jokers": (HERE, "jokers=[j_runner:15,j_joker]", "jokers"),
    "an Eternal joker": (HERE, "jokers=[j_joker/eternal,j_runner:15]", "jokers"),
    "a Perishable joker": (HERE, "jokers=[j_joker/perishable:3,j_runner:15]", "jokers"),
    "a Rental joker": (HERE, "jokers=[j_joker/rental,j_runner:15]", "jokers"),
    "a joker's counter": (HERE, "jokers=[j_joker,j_runner:30]", "joker_numbers"),
    "a joker's sell value": (HERE, "jokers=[j_joker:0+3,j_runner:15]", "joker_numbers"),
    "a consumable": (HERE, "consumables=[c_sun]", "consumables"),
    "a hand level": (HERE, "hands=[pair:3:12:1]", "hand_levels"),
    "a hand played this round": (HERE, "hands=[pair:1:1:1]", "hand_types"),
    "a voucher": (HERE, "vouchers=[v_hone]", "vouchers"),
    "a tag": (HERE, "tags=[tag_double]", "tags"),
    "a skip tag": (HERE, "ante_tags=[tag_skip,tag_handy]", "blinds"),
    "the boss": (HERE, "boss=bl_hook", "blinds"),
    "a shop card": (SHOP, "shop=[j_duo,c_fool]", "shop"),
    "a shop voucher": (SHOP, "shop_vouchers=[v_hone]", "shop_vouchers"),
    "a pack": (SHOP, "shop_packs=[p_arcana_mega_1]", "shop_packs"),
    "a price": (SHOP, "shop=[j_joker!free,c_fool]", "prices"),
    "a card of the pack": (PACK, "pack_cards=[c_fool,c_sun,c_moon]", "pack"),
    "the kind of pack": (PACK, "pack=p_arcana_mega_1", "globals"),
}  # fmt: skip


@pytest.mark.parametrize("name", VISIBLE)
def test_a_visible_change_is_seen(name: str) -> None:
    position, change, table = VISIBLE[name]
    game = Game.from_notation(position)
    batch = side_by_side()
    for i, one in enumerate((game, game, game.edited(change))):
        batch.begin(i, "", Start(position=one))
    assert not alike(batch)
    assert table in differing_tables(batch)
    assert (batch.flat[2] != batch.flat[0]).any()


def test_a_picked_card_is_seen() -> None:
    batch = side_by_side()
    begin(batch, Game.from_notation(HERE), 1)
    batch.step([0, 0, 1])
    assert differing_tables(batch) == {"hand", "action_mask"}


@pytest.mark.parametrize("joker", ["j_idol", "j_mail", "j_castle", "j_ancient"])
def test_round_targets_are_shown_where_their_joker_is_seen(joker: str) -> None:
    wanted = [
        i for (table, name), i in COLUMNS.items() if table == "globals" and name.startswith(joker[2:] + "_")
    ]
    env = BalatroEnv()
    for tokens, shown in (
        ("", False),
        (f"jokers=[{joker}]", True),
        (f"phase=SHOP shop=[{joker}]", True),
        (f"phase=PACK pack=p_buffoon_normal_1 pack_cards=[{joker},j_joker]", True),
    ):
        observation, _ = env.reset(options={"position": Game.from_notation(f"jimbot1 seed=TARGETS {tokens}")})
        assert all((observation["globals"][i] > 0) == shown for i in wanted), tokens
