"""Bad input is refused: the error names the value and the environment, and nothing has changed."""

from __future__ import annotations

import gc
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

from jimbot import Game, IllegalAction
from jimbot.envs import ENV_ID, BalatroEnv, BalatroVectorEnv, Batch, Start
from jimbot.envs.spec import move_id, move_name
from jimbot.game.planner import PlannerOptions

OVER = Game.from_notation("jimbot1 seed=OVER phase=SELECTING_HAND hands_left=1 hand=[S_2]")
OVER.apply("play 0")
CUT = Game.from_notation("jimbot1 seed=CUT phase=SHOP truncated=1")

# arguments of either environment: what is wrong, the error, what it must name
ARGUMENTS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "deck": ({"deck": "purple"}, ValueError, "'purple'.*b_red"),
    "stake": ({"stake": "silver"}, ValueError, "'silver'.*stake_white"),
    "stake 0": ({"stake": 0}, ValueError, "stake 0.*1 to 8"),
    "stake 9": ({"stake": 9}, ValueError, "stake 9.*1 to 8"),
    "challenge": ({"challenge": "marathon"}, ValueError, "'marathon'.*c_omelette"),
    "challenge and deck": ({"challenge": "xray", "deck": "blue"}, ValueError, "'blue'"),
    "deck and starts": ({"deck": "blue", "starts": Start()}, ValueError, "not both"),
    "no starts": ({"starts": []}, ValueError, "starts is empty"),
    "starts without weight": ({"starts": [Start(weight=0)]}, ValueError, "weight 0"),
    "a negative weight": ({"starts": [Start(weight=-1)]}, ValueError, "weight of a start .* not -1"),
    "a weight that is no number": ({"starts": [Start(weight=float("nan"))]}, ValueError, "weight of a start .* not nan"),
    "variant": ({"starts": Start(variant="modded")}, ValueError, "'modded'.*vanilla"),
    "endless": ({"starts": Start(endless="no")}, TypeError, "endless.*'no'"),  # type: ignore[arg-type]
    "one_chip": ({"starts": Start(one_chip=1)}, TypeError, "one_chip.*1"),  # type: ignore[arg-type]
    "position": ({"starts": Start(position="x")}, TypeError, "must be a Game, not str"),  # type: ignore[arg-type]
    "a position that is over": ({"starts": Start(position=OVER)}, ValueError, "over"),
    "a position without a move": ({"starts": Start(position=CUT)}, ValueError, "over"),
    "reward": ({"reward": "money"}, ValueError, "'money'.*sparse, progress, furthest"),
    "discount": ({"discount": 1.5}, ValueError, "1.5"),
    "discount 0": ({"discount": 0.0}, ValueError, "0.0"),
    "hands": ({"hands": "robot"}, ValueError, "'robot'.*cards, planner"),
    "planner": ({"planner": "genius"}, ValueError, "'genius'.*lite, default, deep"),
    "observation": ({"observation": "image"}, ValueError, "'image'.*dict, flat"),
    "render_mode": ({"render_mode": "human"}, ValueError, "'human'.*ansi, rgb_array"),
    "max_blind_steps": ({"max_blind_steps": 0}, ValueError, "max_blind_steps is 0"),
    "max_blind_steps, text": ({"max_blind_steps": "9"}, TypeError, "max_blind_steps.*'9'"),
    "max_ante": ({"max_ante": 0}, ValueError, "max_ante is 0"),
    "max_ante, huge": ({"max_ante": 2**40}, ValueError, "max_ante is 1099511627776"),
    "planner options": (
        {"hands": "planner", "planner": PlannerOptions(-1, 4)},
        ValueError,
        "discards of the planner is -1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("make", [BalatroEnv, BalatroVectorEnv])
@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.filterwarnings("error")
def test_bad_arguments_are_refused(name: str, make: Any) -> None:
    arguments, error, text = ARGUMENTS[name]
    with pytest.raises(error, match=text):
        make(**arguments)


VECTOR_ARGUMENTS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "no environments": ({"num_envs": 0}, ValueError, "num_envs is 0; 1"),
    "fewer than none": ({"num_envs": -3}, ValueError, "num_envs is -3"),
    "too many": ({"num_envs": 2**40}, ValueError, "num_envs is 1099511627776"),
    "half an environment": ({"num_envs": 1.5}, TypeError, "num_envs.*1.5"),
    "text": ({"num_envs": "4"}, TypeError, "num_envs.*'4'"),
    "no threads": ({"num_envs": 4, "threads": 0}, ValueError, "threads is 0; 1 to 4"),
    "more threads than environments": ({"num_envs": 4, "threads": 5}, ValueError, "threads is 5; 1 to 4"),
}


@pytest.mark.parametrize("make", [BalatroVectorEnv, Batch])
@pytest.mark.parametrize("name", VECTOR_ARGUMENTS)
@pytest.mark.filterwarnings("error")
def test_bad_numbers_of_environments_and_threads_are_refused(name: str, make: Any) -> None:
    arguments, error, text = VECTOR_ARGUMENTS[name]
    with pytest.raises(error, match=text):
        make(**arguments)


@pytest.mark.filterwarnings("error")
def test_nothing_half_made_complains_when_it_goes() -> None:
    bad = [(make, row) for make in (BalatroEnv, BalatroVectorEnv) for row in ARGUMENTS.values()]
    bad += [(make, row) for make in (BalatroVectorEnv, Batch) for row in VECTOR_ARGUMENTS.values()]
    for make, (arguments, error, _) in bad:
        with pytest.raises(error):
            make(**arguments)
    gc.collect()


def test_unknown_arguments_are_refused_by_make() -> None:
    with pytest.raises(TypeError, match="colour"):
        gymnasium.make(ENV_ID, colour="red")


OPTIONS: dict[str, tuple[Any, type[Exception], str]] = {
    "an unknown one": ({"hand_size": 9}, ValueError, "'hand_size'.*seed, deck"),
    "deck": ({"deck": "purple"}, ValueError, "'purple'"),
    "stake": ({"stake": 12}, ValueError, "stake 12"),
    "challenge": ({"challenge": "marathon"}, ValueError, "'marathon'"),
    "variant": ({"variant": "modded"}, ValueError, "'modded'"),
    "endless": ({"endless": "no"}, TypeError, "'no'"),
    "a seed that is a number": ({"seed": 5}, TypeError, "int"),
    "an empty seed": ({"seed": ""}, ValueError, "0 characters"),
    "a long seed": ({"seed": "A" * 17}, ValueError, "17 characters"),
    "position": ({"position": "x"}, TypeError, "not str"),
    "a position that is over": ({"position": OVER}, ValueError, "over"),
    "a position without a move": ({"position": CUT}, ValueError, "over"),
    "a position and a deck": (
        {"position": Game("A"), "deck": "blue"},
        ValueError,
        "'position' cannot be combined",
    ),
    "a position and a seed": (
        {"position": Game("A"), "seed": "B"},
        ValueError,
        "'position' cannot be combined",
    ),
}


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("vector", [False, True])
def test_bad_reset_options_are_refused_and_the_episode_goes_on(name: str, vector: bool) -> None:
    options, error, text = OPTIONS[name]
    env: Any = BalatroVectorEnv(2) if vector else BalatroEnv()
    env.reset(seed=1)
    env.step([91, 91] if vector else 91)
    before, rows = games(env), env.batch.rows.tobytes()
    with pytest.raises(error, match=text):
        env.reset(options=options)
    assert games(env) == before
    assert env.batch.rows.tobytes() == rows


RESET_MASKS = {
    "too short": [True],
    "numbers": [1, 0],
    "nothing": [False, False],
    "text": "yes",
}


@pytest.mark.parametrize("name", RESET_MASKS)
def test_bad_reset_masks_are_refused(name: str) -> None:
    env = BalatroVectorEnv(2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="reset_mask must be 2 booleans"):
        env.reset(options={"reset_mask": RESET_MASKS[name]})


def test_the_first_reset_includes_everyone() -> None:
    with pytest.raises(ValueError, match="first reset"):
        BalatroVectorEnv(2).reset(seed=1, options={"reset_mask": np.array([True, False])})


SEEDS: dict[str, tuple[Any, str]] = {
    "too few": ([1], "1 seeds were given for 2"),
    "a fraction": ([1, 2.5], "environment 1.*2.5"),
    "negative": ([-4, 1], "environment 0 is -4"),
    "text": ("12", "'12'"),
    "one fraction": (1.5, "1.5"),
}


@pytest.mark.parametrize("name", SEEDS)
def test_bad_seeds_are_refused(name: str) -> None:
    seed, text = SEEDS[name]
    with pytest.raises((ValueError, TypeError), match=text):
        BalatroVectorEnv(2).reset(seed=seed)


# -- actions ------------------------------------------------------------------------------------------


def games(env: Any) -> list[bytes]:
    return [env.batch.game(i).to_bytes() for i in range(env.batch.num_envs)]


ACTIONS: dict[str, tuple[Any, type[Exception], str]] = {
    "a fraction": (91.0, TypeError, "91.0 has type float"),
    "a numpy fraction": (np.float32(91), TypeError, "float32"),
    "text": ("91", TypeError, "'91' has type str"),
    "nothing": (None, TypeError, "None"),
    "a truth value": (True, TypeError, "True has type bool"),
    "a numpy truth value": (np.True_, TypeError, "bool"),
    "a list": ([91], TypeError, "list"),
    "an array": (np.array([91]), TypeError, "ndarray"),
    "below": (-1, IllegalAction, "action -1 does not exist; 0 to 94"),
    "above": (95, IllegalAction, "action 95 does not exist; 0 to 94"),
    "far above": (2**40, IllegalAction, "action 1099511627776 does not exist"),
    "a masked one": (
        move_id("cash_out"),
        IllegalAction,
        r"action 94 \(cash_out\) is not legal in BLIND_SELECT: .{8,}",
    ),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_a_bad_action_is_refused_and_changes_nothing(name: str) -> None:
    action, error, text = ACTIONS[name]
    env = BalatroEnv()
    env.reset(seed=1)
    before, rows, facts = games(env), env.batch.rows.tobytes(), env.batch.fact_rows.tobytes()
    with pytest.raises(error, match=text):
        env.step(action)
    assert games(env) == before
    assert (env.batch.rows.tobytes(), env.batch.fact_rows.tobytes()) == (rows, facts)
    env.step(move_id("select_blind"))


@pytest.mark.parametrize("action", [91, np.int64(91), np.uint8(91), np.array(91)], ids=repr)
def test_whole_numbers_of_any_type_are_actions(action: Any) -> None:
    env = BalatroEnv()
    env.reset(seed=1)
    env.step(action)
    assert env.game.phase == "SELECTING_HAND"


GOOD = [91, 91, 91]
VECTOR_ACTIONS: dict[str, tuple[Any, type[Exception], str]] = {
    "fractions": ([91.0, 91.0, 91.0], TypeError, "dtype float64"),
    "truth values": ([True, True, True], TypeError, "dtype bool"),
    "text": (["91", "91", "91"], TypeError, "dtype <U2"),
    "nothing": ([None, 91, 91], TypeError, "dtype object"),
    "numbers beyond all types": ([91, 91, 2**70], TypeError, "dtype object"),
    "too few": ([91, 91], ValueError, r"shape \(2,\); \(3,\)"),
    "too many": ([91] * 4, ValueError, r"shape \(4,\); \(3,\)"),
    "one for all": (91, ValueError, r"shape \(\); \(3,\)"),
    "two dimensions": ([[91], [91], [91]], ValueError, r"shape \(3, 1\)"),
    "below": ([91, -1, 91], IllegalAction, "environment 1: action -1 does not exist; 0 to 94"),
    "above": ([91, 91, 95], IllegalAction, "environment 2: action 95 does not exist; 0 to 94"),
    "far above": ([91, 91, 2**40], IllegalAction, "environment 2: action 1099511627776 does not exist"),
    "far above, wrapping to a legal one": ([91, 91, 2**32 + 91], IllegalAction, "environment 2: action 4294967387"),
    "a masked one": ([91, 91, 94], IllegalAction, r"environment 2: action 94 \(cash_out\) is not legal in BLIND_SELECT: .{8,}"),
    "a masked one in front": ([0, 91, 94], IllegalAction, r"environment 0: action 0 \(select 0\) is not legal"),
}  # fmt: skip


@pytest.mark.parametrize("name", VECTOR_ACTIONS)
@pytest.mark.parametrize("threads", [1, 2])
def test_bad_actions_are_refused_and_no_game_has_moved(name: str, threads: int) -> None:
    actions, error, text = VECTOR_ACTIONS[name]
    env = BalatroVectorEnv(3, threads=threads)
    env.reset(seed=1)
    before, rows, facts = games(env), env.batch.rows.tobytes(), env.batch.fact_rows.tobytes()
    with pytest.raises(error, match=text):
        env.step(actions)
    assert games(env) == before
    assert (env.batch.rows.tobytes(), env.batch.fact_rows.tobytes()) == (rows, facts)
    env.step(GOOD)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_every_whole_dtype_is_taken_and_checked(dtype: str) -> None:
    env = BalatroVectorEnv(2)
    env.reset(seed=1)
    high = np.iinfo(dtype).max
    with pytest.raises(IllegalAction, match=f"environment 1: action {high} does not exist"):
        env.step(np.array([91, high], dtype=dtype))
    env.step(np.array([91, 91], dtype=dtype))
    assert games(env)[0] != games(env)[1]
    assert env.batch.game(1).phase == "SELECTING_HAND"


def test_actions_need_not_be_contiguous() -> None:
    env = BalatroVectorEnv(2)
    env.reset(seed=1)
    env.step(np.array([91, 0, 91, 0], dtype=np.int32)[::2])
    assert env.batch.game(1).phase == "SELECTING_HAND"


def test_the_given_actions_are_only_read() -> None:
    env = BalatroVectorEnv(2)
    env.reset(seed=1)
    actions = np.array([91, 91], dtype=np.int32)
    actions.flags.writeable = False
    env.step(actions)


# -- the wrong time -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "use",
    [
        lambda: BalatroEnv().step(91),
        lambda: BalatroVectorEnv(2).step([91, 91]),
        lambda: Batch(2).step([91, 91]),
        lambda: Batch(2).game(1),
        lambda: BalatroEnv("ansi").render(),
        lambda: BalatroEnv().game,
    ],
    ids=["single step", "vector step", "batch step", "batch game", "render", "game"],
)
def test_nothing_can_be_done_before_a_reset(use: Any) -> None:
    with pytest.raises(RuntimeError, match="has not been reset"):
        use()


@pytest.mark.parametrize("move", ["play", "select_blind", "cash_out"])
def test_a_step_after_the_end_is_refused(move: str) -> None:
    env = BalatroEnv()
    env.reset(
        options={
            "position": Game.from_notation("jimbot1 seed=X phase=SELECTING_HAND hands_left=1 hand=[S_2]")
        }
    )
    env.step(0)
    assert env.step(move_id("play"))[2]
    before = games(env)
    with pytest.raises(IllegalAction, match=f"{move}.*episode is over.*reset"):
        env.step(move_id(move))
    assert games(env) == before
    env.reset()
    env.step(move_id("select_blind"))


def test_a_step_after_a_truncation_is_refused() -> None:
    env = BalatroEnv(max_blind_steps=1)
    env.reset(seed=1)
    *_, truncated, _ = env.step(move_id("select_blind"))
    assert truncated
    for move in range(95):
        with pytest.raises(IllegalAction, match="episode is over"):
            env.step(move)
    env.reset()
    env.step(move_id("select_blind"))


@pytest.mark.parametrize("make", [BalatroEnv, lambda: BalatroVectorEnv(1), lambda: gymnasium.make(ENV_ID)])
def test_a_closed_environment_refuses(make: Any) -> None:
    env = make()
    env.reset(seed=1)
    env.close()
    for use in (lambda: env.step(91), lambda: env.step([91]), env.reset):
        with pytest.raises(RuntimeError, match="closed"):
            use()
    env.close()


def test_a_closed_batch_refuses() -> None:
    batch = Batch(2)
    batch.reset([1, 2])
    batch.close()
    for use in (
        lambda: batch.step([91, 91]),
        lambda: batch.reset([1, 2]),
        lambda: batch.reset_one(0),
        lambda: batch.begin(0, "A", Start()),
    ):
        with pytest.raises(RuntimeError, match="closed"):
            use()


@pytest.mark.parametrize("index", [-1, 2, 1000])
def test_a_game_that_is_not_there(index: int) -> None:
    batch = Batch(2)
    batch.reset([1, 2])
    for use in (
        lambda: batch.game(index),
        lambda: batch.picked(index),
        lambda: batch.episode(index),
        lambda: batch.reset_one(index, 3),
        lambda: batch.reset_one(index),
        lambda: batch.begin(index, "A", Start()),
    ):
        with pytest.raises(IndexError):
            use()


# -- reward functions ---------------------------------------------------------------------------------

REWARDS: dict[str, tuple[Any, type[Exception], str]] = {
    "one number": (lambda facts: 1.0, ValueError, r"shape \(\); \(2,\)"),
    "too many": (lambda facts: np.zeros(3), ValueError, r"shape \(3,\); \(2,\)"),
    "not a number": (lambda facts: np.array([0, np.nan]), ValueError, "nan for environment 1"),
    "an unknown fact": (lambda facts: facts["glory"], KeyError, "glory"),
}


@pytest.mark.parametrize("name", REWARDS)
def test_a_bad_reward_function_is_named(name: str) -> None:
    reward, error, text = REWARDS[name]
    env = BalatroVectorEnv(2, reward=reward)
    env.reset(seed=1)
    with pytest.raises(error, match=text):
        env.step([91, 91])


@pytest.mark.parametrize(
    "name", ["select 20", "play 0", "buy_card", "buy_card 4", "dance", "", "select -1", "select x"]
)
def test_unknown_move_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="unknown move"):
        move_id(name)


@pytest.mark.parametrize("number", [-1, 95])
def test_unknown_move_numbers_have_no_name(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        move_name(number)


def test_no_warning_is_given_in_normal_use() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ENV_ID)
        env.reset(seed=1)
        for _ in range(50):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
        env.close()
