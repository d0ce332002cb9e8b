"""At the bounds of the engine: pinned copies, huge hands and levels, thousands of threads, odd arguments."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys

import numpy as np
import pytest

from jimbot import Action, Game
from jimbot.agents import View, make_agent
from jimbot.envs import Batch, Start
from jimbot.envs.spec import move_name
from jimbot.game.planner import plan_hand, planner_options

# -- pinned jokers: leftmost, the last pinned first -------------------------------------------------------

KNIFE = "jimbot1 seed=PINNED challenge=c_knife_1 phase=SHOP money=20"


def pinned_copy() -> Game:
    """On a Knife's Edge: Invisible Joker has copied the pinned Ceremonial Dagger."""
    game = Game.from_notation(f"{KNIFE} jokers=[j_ceremonial:8/eternal/pinned,j_invisible:2,j_egg]")
    for seed in range(50):
        twin = game.determinize(seed)
        twin.apply("sell_joker 1")
        if sum(joker.key == "j_ceremonial" for joker in twin.jokers) == 2:
            return twin
    raise AssertionError("it copies the Dagger once in two times")


def keys(game: Game) -> list[str]:
    return [joker.key for joker in game.jokers]


def test_a_pinned_copy_goes_leftmost() -> None:
    game = pinned_copy()
    assert keys(game) == ["j_ceremonial", "j_ceremonial", "j_egg"]
    assert [joker.pinned for joker in game.jokers] == [True, True, False]
    assert game.jokers[0].number > game.jokers[1].number, "the last pinned comes first"


def test_ankh_copies_a_pinned_joker_to_the_left() -> None:
    game = Game.from_notation(f"{KNIFE} jokers=[j_ceremonial/pinned] consumables=[c_ankh]")
    game.apply("use 0")
    assert keys(game) == ["j_ceremonial", "j_ceremonial"]
    assert game.jokers[0].number > game.jokers[1].number


def test_amber_acorn_leaves_pinned_jokers_where_they_stand() -> None:
    game = pinned_copy().edited("phase=BLIND_SELECT ante=8 on_deck=boss boss=bl_final_acorn")
    numbers = [joker.number for joker in game.jokers if joker.pinned]
    game.apply("select_blind")
    shown = [joker.number for joker in game.reveal().jokers if joker.pinned]
    assert shown == [number for number in numbers if number in shown]
    assert all(joker.pinned for joker in game.reveal().jokers[: len(shown)])


def test_mask_execution_and_reasons_agree_about_pinned_jokers() -> None:
    game = pinned_copy()
    before = keys(game)
    legal = {str(action) for action in game.legal_actions() if action.kind == "rearrange_jokers"}
    batch = Batch(1, autoreset=False)
    batch.begin(0, "", Start(position=game))
    for order in itertools.permutations(range(3)):
        action = Action("rearrange_jokers " + ",".join(map(str, order)))
        allowed = order == (0, 1, 2)
        assert game.is_legal(action) == allowed
        assert (game.why_illegal(action) is None) == allowed
        twin = game.clone()
        if allowed:
            twin.apply(action)
            assert keys(twin) == before
        else:
            with pytest.raises(ValueError, match="a pinned joker stays leftmost"):
                twin.apply(action)
    assert not legal - {"rearrange_jokers 0,1,2"}
    assert not [move for move in np.flatnonzero(batch.mask[0]) if move_name(int(move)).startswith("swap")]


def test_a_position_that_is_written_otherwise_is_put_in_order() -> None:
    game = Game.from_notation(f"{KNIFE} jokers=[j_egg,j_joker/pinned,j_duo/pinned]")
    assert keys(game) == ["j_duo", "j_joker", "j_egg"]
    assert Game.from_notation(game.notation()) == game
    assert Game.from_bytes(game.to_bytes()) == game


# -- large hands and levels -------------------------------------------------------------------------------

SLUGS = (
    "flush_five flush_house five_of_a_kind straight_flush four_of_a_kind full_house flush straight "
    "three_of_a_kind two_pair pair high_card"
)
CARDS = [f"{suit}_{rank}" for suit in "SHCD" for rank in "23456789TJQKA"]


@pytest.mark.parametrize("size", [24, 28, 34, 40, 48])
@pytest.mark.parametrize("tier", ["lite", "default", "deep"])
def test_a_hand_that_grows_under_the_serpent(size: int, tier: str) -> None:
    """Every play and discard draws three: planned hands grow past what any hand can hold."""
    cards = ",".join(CARDS[:size])
    game = Game.from_notation(
        "jimbot1 seed=SERPENT phase=SELECTING_HAND ante=6 on_deck=boss boss=bl_serpent hands_left=9 "
        f"discards_left=9 hand=[{cards}] draw=[{','.join(CARDS * 3)}]"
    )
    view = View(game, 7)
    action = plan_hand(view, planner_options(tier), 7)
    assert game.is_legal(action)


def test_a_hand_that_would_hold_more_than_any_hand_can_ends_the_run() -> None:
    """The Serpent draws three for the one that is discarded: 47 are left, one more fits."""
    game = Game.from_notation(
        "jimbot1 seed=SERPENT phase=SELECTING_HAND ante=6 on_deck=boss boss=bl_serpent discards_left=2 "
        f"hand=[{','.join(CARDS[:48])}] draw=[{','.join(CARDS[:20])}]"
    )
    assert len(game.hand) == 48
    game.apply("discard 0")
    assert (len(game.hand), game.truncated, game.over) == (48, True, True)


@pytest.mark.parametrize("level", [1, 40_000_000, 43_000_000, 100_000_000])
def test_levels_of_tens_of_millions(level: int) -> None:
    """A Flush Five of level 43,000,000 has more chips than an int holds."""
    hands = ",".join(f"{name}:{level}" for name in SLUGS.split())
    game = Game.from_notation(
        f"jimbot1 seed=LEVELS phase=SELECTING_HAND hands=[{hands}] hand=[{','.join(CARDS[:8])}] "
        "jokers=[j_space,j_joker]"
    )
    for agent in ("planner:deep", "heuristic"):
        player = make_agent(agent)
        player.reset(1)
        assert game.is_legal(player.act(View(game, 3)))
    score = game.score([0, 1])
    assert np.isfinite(score.score)
    assert score.score > 0
    game.apply("play 0,1,2,3,4")
    assert max(hand.level for hand in game.hand_levels.values()) >= level


# -- threads ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, 1025, 2**31 - 1])
def test_numbers_of_threads_are_bounded(threads: int) -> None:
    with pytest.raises(ValueError, match="threads"):
        make_agent(f"search:threads={threads}")
    with pytest.raises(ValueError, match="threads"):
        Batch(2000, threads=threads)


LIMITED = """
import resource
from jimbot.agents import View, make_agent
from jimbot.envs import Batch
from jimbot import Game
small = Batch(2)
small.reset([1, 2])
search = make_agent("search:threads=1000,worlds=2,candidates=2")
game = Game("LIMIT")
game.apply("select_blind")
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000, used + 300_000_000))
for work in (lambda: Batch(2000, threads=1000), lambda: search.act(View(game, 1)), lambda: Batch(10**9)):
    try:
        work()
        print("worked")
    except (RuntimeError, MemoryError, ValueError) as error:
        print(type(error).__name__, error)
small.step(small.random_moves(3))
print("goes on")
"""


def test_without_memory_for_threads_there_is_an_error_and_no_abort() -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1] == "goes on"
    assert "this machine does not give 1000 threads" in lines[0]
    assert len(lines) == 4


# -- arguments --------------------------------------------------------------------------------------------


def test_moves_are_written_into_int32_alone() -> None:
    batch = Batch(3)
    batch.reset([1, 2, 3])
    for wrong in (np.zeros(3, np.int64), np.zeros(3, np.float64), [0, 0, 0]):
        with pytest.raises(TypeError, match="must be an int32 array"):
            batch.random_moves(1, out=wrong)  # type: ignore[arg-type]
    out = np.full(3, -1, np.int32)
    assert batch.random_moves(1, out=out) is out
    assert (out >= 0).all()


@pytest.mark.parametrize(
    "tokens",
    [
        "phase=SHOP draw=[S_K/o,H_2]",
        "phase=SELECTING_HAND hand=[S_2] draw=[S_K/o,H_2]",
        "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_2] draw=[S_K/o,H_2]",
        "phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_2] discard=[S_K/o,H_2]",
        "phase=SELECTING_HAND on_deck=small hand=[S_K/o,H_2]",
    ],
)
def test_a_card_is_forced_in_the_hand_of_a_boss_alone(tokens: str) -> None:
    with pytest.raises(ValueError, match="a card forced by Cerulean Bell, /o, lies in the hand"):
        Game.from_notation(f"jimbot1 seed=FORCED {tokens}")


@pytest.mark.parametrize("text", ["play 0,1,2", "use 1 on 0,4", "sort_hand rank", "rearrange_jokers 1,0"])
def test_actions_are_copied_and_pickled(text: str) -> None:
    action = Action(text)
    for twin in (copy.copy(action), copy.deepcopy(action), pickle.loads(pickle.dumps(action))):
        assert twin == action
        assert str(twin) == text
