"""The contract of the single environment: spaces, seeds, options, ends and info."""

from __future__ import annotations

import inspect
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

from jimbot import Game
from jimbot.envs import ENV_ID, FLAT_ENV_ID, BalatroEnv, BalatroVectorEnv, Batch, Start
from jimbot.envs.options import EnvOptions
from jimbot.envs.spaces import observation_space
from jimbot.envs.spec import (
    FACTS,
    FLAT_SIZE,
    MOVE_COUNT,
    MOVES,
    OBSERVATION_BYTES,
    TABLES,
    move_id,
    move_name,
)

from .play import STARTS, Rules, legal_ids, name_of, play_to, same

INFO = {
    "ante": int,
    "round": int,
    "blinds_beaten": int,
    "furthest_blind": int,
    "score": float,
    "best_hand": float,
    "money": int,
    "won": bool,
    "capped": bool,
    "episode_length": int,
    "decisions": int,
    "action_mask": np.ndarray,
}


# -- spaces -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("env_id", [ENV_ID, FLAT_ENV_ID])
@pytest.mark.parametrize("hands", ["cards", "planner"])
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_to_complain_about(env_id: str, hands: str) -> None:
    check_env(gymnasium.make(env_id, hands=hands, planner="lite").unwrapped)


def test_the_ids_name_the_two_views() -> None:
    assert isinstance(gymnasium.make(ENV_ID).observation_space, spaces.Dict)
    assert isinstance(gymnasium.make(FLAT_ENV_ID).observation_space, spaces.Box)
    assert isinstance(gymnasium.make(ENV_ID).unwrapped, BalatroEnv)


def test_an_observation_is_small() -> None:
    assert OBSERVATION_BYTES <= 4096


def test_the_moves_are_one_row_of_ids() -> None:
    ids = [i for block in MOVES for i in range(block.first, block.first + block.count)]
    assert ids == list(range(MOVE_COUNT))
    assert [move_id(move_name(i)) for i in ids] == ids
    assert BalatroEnv().action_space == spaces.Discrete(MOVE_COUNT)


def test_every_column_is_declared_with_name_range_and_kind() -> None:
    for table in TABLES:
        assert table.meaning
        for column in table.columns:
            assert column.name
            assert column.low < column.high
            assert column.kind in ("flag", "choice", "count", "number", "log")
            assert (table.dtype == np.float32) == (column.kind in ("number", "log"))
            if column.kind == "flag":
                assert (column.low, column.high) == (0, 1)


def in_space(env: BalatroEnv, observation: Any) -> None:
    assert env.observation_space.contains(observation)
    if isinstance(observation, np.ndarray):
        assert (observation.shape, observation.dtype) == ((FLAT_SIZE,), np.float32)
        assert np.isfinite(observation).all()
        return
    assert list(observation) == [table.name for table in TABLES]
    for table in TABLES:
        value = observation[table.name]
        assert (value.shape, value.dtype) == (table.shape, table.dtype), table.name
        assert np.isfinite(value).all(), table.name


@pytest.mark.parametrize("view", ["dict", "flat"])
@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_every_observation_is_in_the_declared_space(start: Start, view: str) -> None:
    env = BalatroEnv(starts=start, observation=view)
    rng = np.random.default_rng(STARTS.index(start))
    in_space(env, env.reset(seed=STARTS.index(start))[0])
    for _, (observation, reward, terminated, truncated, _) in play_to(env, rng, 120):
        in_space(env, observation)
        assert type(reward) is float
        assert type(terminated) is bool
        assert type(truncated) is bool


@pytest.mark.parametrize("one_chip", [False, True])
def test_every_observation_of_many_long_games_is_within_its_bounds(one_chip: bool) -> None:
    starts = [Start(**{**vars(s), "one_chip": one_chip, "endless": True}) for s in STARTS]
    batch = Batch(64, starts=starts, flat=True)
    batch.reset(range(64))
    bounds = {table.name: table.bounds() for table in TABLES}
    flat = observation_space("flat")
    assert isinstance(flat, spaces.Box)
    lowest = {name: values.copy() for name, values in batch.observations.items()}
    highest = {name: values.copy() for name, values in batch.observations.items()}
    for step in range(4000):
        batch.step(batch.random_moves(step))
        for name, values in batch.observations.items():
            np.minimum(lowest[name], values, out=lowest[name])
            np.maximum(highest[name], values, out=highest[name])
        if step % 20 == 0:
            assert ((flat.low <= batch.flat) & (batch.flat <= flat.high)).all()
    for name, (low, high) in bounds.items():
        assert (lowest[name] >= low).all(), name
        assert (highest[name] <= high).all(), name


@pytest.mark.parametrize(
    "tokens",
    [
        "money=9000000000000",
        "money=-9000000000000",
        "phase=SELECTING_HAND score=1e300 target=1e308",
        "ante=39 endless=1",
        "ante=200 endless=1 phase=SELECTING_HAND",
        "ante=-5",
        "hands=[pair:100000000:12:1]",
        "skips=1000000",
        "jokers=[j_runner:1000000,j_yorick:1000000~23]",
    ],
)
def test_large_numbers_are_shown_on_log_scales(tokens: str) -> None:
    env = BalatroEnv()
    for view in (env, BalatroEnv(observation="flat")):
        observation, _ = view.reset(options={"position": Game.from_notation(f"jimbot1 seed=LARGE {tokens}")})
        in_space(view, observation)


def test_a_score_beyond_all_numbers_is_in_the_space() -> None:
    game = Game.from_notation(
        "jimbot1 seed=LARGE phase=SELECTING_HAND ante=12 endless=1 target=1e308 "
        f"hands=[high_card:100000000:1:0] jokers=[{','.join(['j_yorick:1000000/x:NEGATIVE'] * 32)}] "
        f"hand=[{','.join(['S_K/e:STEEL/s:RED'] * 48)}]"
    )
    env = BalatroEnv()
    env.reset(options={"position": game})
    env.step(0)
    observation, reward, _, _, info = env.step(move_id("play"))
    in_space(env, observation)
    assert np.isfinite(reward)
    assert info["score"] > 1e200


# -- the flat view ------------------------------------------------------------------------------------


def flatten(observation: dict[str, np.ndarray]) -> np.ndarray:
    """The documented recipe: choices of up to 16 one-hot, larger ones binary digits from the lowest; counts
    as ln(1 + n); numbers and logarithms over 10; the mask left out."""
    out: list[float] = []
    for table in TABLES:
        if table.name == "action_mask":
            continue
        for row in observation[table.name].reshape(-1, len(table.columns)):
            for column, value in zip(table.columns, row, strict=True):
                if column.kind == "choice":
                    most = int(column.high)
                    if most <= 16:
                        out += [float(value == i) for i in range(1, most + 1)]
                    else:
                        out += [float(int(value) >> i & 1) for i in range(most.bit_length())]
                elif column.kind == "flag":
                    out.append(float(value))
                elif column.kind == "count":
                    out.append(np.log1p(float(value)))
                else:
                    out.append(np.float32(value) / np.float32(10))
    return np.array(out, dtype=np.float32)


@pytest.mark.parametrize("start", STARTS[::3], ids=name_of)
def test_the_flat_view_follows_from_the_dictionary(start: Start) -> None:
    one, two = BalatroEnv(starts=start), BalatroEnv(starts=start, observation="flat")
    (seen, _), (flat, _) = one.reset(seed=5), two.reset(seed=5)
    rng = np.random.default_rng(5)
    np.testing.assert_array_equal(flatten(seen), flat)
    for move, (seen, _, terminated, truncated, info) in play_to(one, rng, 60):
        flat, _, *ends, other = two.step(move)
        np.testing.assert_array_equal(flatten(seen), flat)
        assert [terminated, truncated] == ends
        assert same(info, other)
        if terminated or truncated:
            two.reset()


# -- seeds and options --------------------------------------------------------------------------------


def trace(env: BalatroEnv, number: int, steps: int) -> list[Any]:
    rng = np.random.default_rng(number)
    return [(move, *result) for move, result in play_to(env, rng, steps)]


def test_a_seed_fixes_the_episode_and_all_that_follow() -> None:
    one, two = BalatroEnv(starts=STARTS), BalatroEnv(starts=STARTS)
    for env in (one, two):
        env.reset(seed=99)
    first = trace(one, 1, 600)
    again = trace(two, 1, 600)
    assert sum(step[3] for step in first) > 2
    for (move, *result), (other_move, *other) in zip(first, again, strict=True):
        assert move == other_move
        assert same(result[0], other[0])
        assert result[1:4] == other[1:4]
        assert same(result[4], other[4])
    assert one.game.to_bytes() == two.game.to_bytes()
    one.reset(seed=99)
    two.reset(seed=99)
    assert one.game.to_bytes() == two.game.to_bytes()


def test_different_seeds_give_different_games() -> None:
    env = BalatroEnv()
    seeds = {env.reset(seed=i)[1]["seed"] for i in range(200)}
    assert len(seeds) == 200


def test_episodes_without_a_seed_differ() -> None:
    env = BalatroEnv()
    assert len({env.reset()[1]["seed"] for _ in range(50)}) == 50
    assert len({BalatroEnv().reset()[1]["seed"] for _ in range(20)}) == 20
    assert len({env.reset(options={"deck": "blue"})[1]["seed"] for _ in range(20)}) == 20


OPTIONS: list[dict[str, Any]] = [
    {"seed": "ABCD1234"},
    {"seed": "ABCD1234", "deck": "blue"},
    {"seed": "ABCD1234", "deck": "plasma", "stake": "gold"},
    {"seed": "ABCD1234", "deck": "b_erratic", "stake": 5},
    {"seed": "ABCD1234", "challenge": "xray"},
    {"seed": "ABCD1234", "one_chip": True, "endless": True},
    {"seed": "a b", "variant": "steamodded"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("number", [None, 4])
def test_options_give_the_very_game(options: dict[str, Any], number: int | None) -> None:
    env = BalatroEnv()
    _, info = env.reset(seed=number, options=options)
    assert env.game == Game(**options)
    assert info["seed"] == options["seed"]
    env.step(move_id("select_blind"))
    _, info = env.reset(options=options)
    assert env.game == Game(**options)
    assert info["episode_length"] == info["decisions"] == 0


def test_what_options_leave_out_is_as_the_environment_was_made() -> None:
    env = BalatroEnv(starts=Start(deck="plasma", stake="gold", one_chip=True))
    env.reset(options={"seed": "ABCD1234"})
    assert env.game == Game("ABCD1234", "plasma", "gold", one_chip=True)
    env.reset(options={"seed": "ABCD1234", "deck": "blue"})
    assert env.game == Game("ABCD1234", "blue", "gold", one_chip=True)
    env.reset(seed=1)
    assert (env.game.deck, env.game.stake) == ("b_plasma", "stake_gold")


def test_a_seed_with_options_gives_the_same_run_each_time() -> None:
    one, two = BalatroEnv(), BalatroEnv()
    two.reset(seed=77)
    for env in (one, two):
        env.reset(seed=5, options={"deck": "ghost"})
    assert one.game == two.game
    assert one.game.deck == "b_ghost"
    assert one.game.seed == BalatroEnv().reset(seed=5)[1]["seed"]


def test_a_position_is_taken_exactly() -> None:
    game = Game("ABCD1234", "ghost", one_chip=True)
    for action in ("select_blind", "play 0,1", "cash_out"):
        game.apply(action)
    env = BalatroEnv()
    _, info = env.reset(options={"position": game})
    assert env.game.to_bytes() == game.to_bytes()
    assert (info["round"], info["money"], info["blinds_beaten"]) == (1, game.money, 0)
    env.step(move_id("leave_shop"))
    game.apply("leave_shop")
    assert env.game.to_bytes() == game.to_bytes()


def test_starting_positions_are_redrawn_for_every_episode() -> None:
    game = Game("ABCD1234", one_chip=True)
    game.apply("select_blind")
    env = BalatroEnv(starts=Start(position=game))
    env.reset(seed=1)
    orders = set()
    for _ in range(10):
        observation, _ = env.reset()
        orders.add(tuple(card.code for card in env.game.reveal().deck_order))
        assert env.game.hand == game.hand
    assert len(orders) == 10
    assert env.observation_space.contains(observation)


# -- ends and info ------------------------------------------------------------------------------------


class Tracker:
    """Counts for itself what info reports."""

    def __init__(self, game: Game) -> None:
        self.rules = Rules(game)
        self.length = self.decisions = self.beaten = self.furthest = 0
        self.best = 0.0

    def make(self, move: int) -> None:
        game = self.rules.game
        phase, score, ante = game.phase, game.round_score, game.ante
        place = game.reveal().blind_on_deck
        self.length += 1
        if self.rules.make(move) is None:
            return
        self.decisions += 1
        if phase != "SELECTING_HAND":
            return
        self.best = max(self.best, game.round_score - score)
        if game.phase == "ROUND_EVAL" or (game.over and not game.lost and not game.truncated):
            self.beaten += 1
            self.furthest = max(self.furthest, 3 * (ante - 1) + place + 1)

    def info(self) -> dict[str, Any]:
        game = self.rules.game
        return {
            "ante": game.ante,
            "round": game.round,
            "blinds_beaten": self.beaten,
            "furthest_blind": self.furthest,
            "score": game.round_score,
            "best_hand": self.best,
            "money": game.money,
            "won": game.won,
            "capped": False,
            "episode_length": self.length,
            "decisions": self.decisions,
        }


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_info_is_what_happened(start: Start) -> None:
    env = BalatroEnv(starts=start)
    rng = np.random.default_rng(3)
    for number in range(2):
        _, info = env.reset(seed=1000 * STARTS.index(start) + number)
        tracker = Tracker(env.game)
        assert info.pop("seed") == env.game.seed
        ended = False
        for _ in range(150):
            mask = info.pop("action_mask")
            assert same(info, tracker.info())
            assert mask.dtype == bool
            assert np.array_equal(mask, env.action_masks())
            move = int(rng.choice(np.flatnonzero(mask)))
            tracker.make(move)
            _, reward, terminated, truncated, info = env.step(move)
            facts = {name: values[0] for name, values in env.batch.facts.items()}
            assert list(info) == list(INFO)
            assert all(type(info[name]) is kind for name, kind in INFO.items())
            game = tracker.rules.game
            assert terminated == (game.over and not game.truncated)
            assert truncated == game.truncated
            assert facts["lost"] == game.lost
            assert facts["won"] == game.won
            assert facts["reward"] == pytest.approx(reward)
            if terminated or truncated:
                ended = True
                break
        assert same({n: v for n, v in info.items() if n != "action_mask"}, tracker.info()) or not ended


def test_facts_are_those_of_the_table() -> None:
    batch = Batch(1)
    assert list(batch.facts) == list(FACTS)
    assert all(meaning for meaning in FACTS.values())
    assert batch.fact_rows.shape == (1, len(FACTS))
    assert batch.fact_rows.dtype == np.float64


def test_facts_of_a_round() -> None:
    game = Game.from_notation("jimbot1 seed=FACTS phase=SELECTING_HAND hand=[S_2,H_2,C_7] target=40 money=3")
    batch = Batch(1)
    batch.begin(0, "", Start(position=game))

    def facts(*names: str) -> list[float]:
        return [float(batch.facts[name][0]) for name in names]

    assert facts("score", "target", "chips_gained", "money", "episode_length") == [0, 40, 0, 3, 0]
    for move in (0, 1):
        batch.step([move])
    assert facts("score", "chips_gained", "episode_length", "decisions") == [0, 0, 2, 0]
    batch.step([move_id("play")])
    assert facts("score", "target", "chips_gained", "best_hand") == [28, 40, 28, 28]
    assert facts("progress", "progress_before") == [pytest.approx(28 / 40 / 24), 0]
    batch.step([0])
    batch.step([move_id("play")])
    assert facts("score") == [batch.game().round_score]
    assert facts("target", "best_hand", "blind_beaten", "blinds_beaten", "furthest_blind") == [0, 28, 1, 1, 1]
    assert facts("progress") == [pytest.approx(1 / 24)]
    batch.step([move_id("cash_out")])
    assert facts("blind_beaten", "money", "money_gained") == [0, batch.game().money, batch.game().money - 3]


def onward(mask: np.ndarray) -> int:
    """Beats blinds of one chip: five cards at a time, nothing bought."""
    names = (*(f"select {i}" for i in range(8)), "play", "cash_out", "leave_shop", "select_blind")
    return next(move_id(name) for name in names if mask[move_id(name)])


def test_progress_grows_by_a_twenty_fourth_per_blind_and_ends_at_one() -> None:
    batch = Batch(1, starts=Start(one_chip=True), autoreset=False)
    batch.reset([8])
    beaten = []
    for _ in range(10_000):
        batch.step([onward(batch.mask[0])])
        facts = {name: values[0] for name, values in batch.facts.items()}
        assert facts["progress"] == pytest.approx(facts["furthest_blind"] / 24), batch.game()
        if facts["blind_beaten"]:
            beaten.append(facts["furthest_blind"])
        if batch.terminated[0]:
            break
    assert beaten == list(range(1, 25))
    assert batch.facts["won"][0] == 1


def test_a_saved_position_knows_the_blinds_behind_it() -> None:
    """Facts of an episode that begins anywhere in a run that skips nothing are those of that run."""
    batch, env = Batch(1, starts=Start(one_chip=True)), BalatroEnv()
    batch.reset([8])
    for _ in range(150):
        _, info = env.reset(options={"position": batch.game()})
        assert info["furthest_blind"] == batch.facts["furthest_blind"][0], batch.game()
        assert env.batch.facts["progress"][0] == batch.facts["progress"][0], batch.game()
        batch.step([onward(batch.mask[0])])


def test_a_win_terminates() -> None:
    env = BalatroEnv(starts=Start(one_chip=True))
    env.reset(seed=3)
    while True:
        _, _, terminated, truncated, info = env.step(onward(env.action_masks()))
        assert not truncated
        assert terminated == (info["furthest_blind"] == 24)
        if terminated:
            break
    assert info["won"]
    assert (info["blinds_beaten"], info["furthest_blind"]) == (24, 24)
    assert np.flatnonzero(env.action_masks()).tolist() == [move_id("select_blind")]


def test_an_endless_run_goes_on_after_the_win() -> None:
    env = BalatroEnv()
    game = Game.from_notation(
        "jimbot1 seed=WIN endless=1 one_chip=1 ante=8 on_deck=boss boss=bl_final_vessel phase=SELECTING_HAND"
    )
    env.reset(options={"position": game})
    env.step(0)
    _, _, terminated, truncated, info = env.step(move_id("play"))
    assert (terminated, truncated, info["won"], info["furthest_blind"]) == (False, False, True, 24)
    assert env.game.phase == "ROUND_EVAL"


def test_a_loss_terminates() -> None:
    game = Game.from_notation("jimbot1 seed=LOSS phase=SELECTING_HAND hands_left=1 hand=[S_2]")
    env = BalatroEnv()
    env.reset(options={"position": game})
    env.step(0)
    observation, _, terminated, truncated, info = env.step(move_id("play"))
    assert (terminated, truncated, info["won"], info["blinds_beaten"]) == (True, False, False, 0)
    assert env.game.lost
    assert np.flatnonzero(observation["action_mask"]).tolist() == [move_id("select_blind")]


@pytest.mark.parametrize("bound", [1, 2, 7])
def test_an_episode_is_truncated_at_the_bound_of_steps_between_blinds(bound: int) -> None:
    env = BalatroEnv(max_blind_steps=bound, starts=Start(one_chip=True))
    rng = np.random.default_rng(bound)
    for number in range(20):
        env.reset(seed=number)
        since = beaten = 0
        while True:
            move = int(rng.choice(legal_ids(env)))
            _, _, terminated, truncated, info = env.step(move)
            since += 1
            if info["blinds_beaten"] > beaten or move == move_id("skip_blind"):
                since = 0
            beaten = info["blinds_beaten"]
            assert truncated == (not terminated and since >= bound)
            if terminated or truncated:
                break


def test_an_episode_that_passes_the_ante_cap_is_truncated() -> None:
    env = BalatroEnv(max_ante=1, starts=Start(one_chip=True))
    env.reset(seed=4)
    while True:
        _, _, terminated, truncated, info = env.step(onward(env.action_masks()))
        assert not terminated
        assert truncated == info["capped"] == (info["ante"] > 1)
        if truncated:
            break
    assert info["blinds_beaten"] == 3


LIMIT = "jimbot1 seed=LIMIT endless=1 {} phase=SELECTING_HAND jokers=[j_dna] hand=[S_K,H_Q,S_2] draw=[{}]"


@pytest.mark.parametrize("won", ["", "won=1 ante=9"])
def test_a_limit_of_the_state_truncates_and_beats_no_blind(won: str) -> None:
    env = BalatroEnv()
    game = Game.from_notation(LIMIT.format(won, ",".join(["S_K"] * 247)))
    _, start = env.reset(options={"position": game})
    env.step(0)
    _, _, terminated, truncated, info = env.step(move_id("play"))
    assert env.game.truncated
    assert (terminated, truncated, info["blinds_beaten"]) == (False, True, 0)
    assert info["furthest_blind"] == start["furthest_blind"]


# -- rendering ----------------------------------------------------------------------------------------


def test_without_a_render_mode_nothing_is_drawn() -> None:
    env = BalatroEnv()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("start", STARTS[::8], ids=name_of)
def test_ansi_is_text_of_what_a_player_sees(start: Start) -> None:
    env = BalatroEnv("ansi", starts=start)
    env.reset(seed=1)
    for _ in play_to(env, np.random.default_rng(1), 40):
        text = env.render()
        assert isinstance(text, str)
        assert f"Ante {env.game.ante}" in text


def test_rgb_array_is_a_picture() -> None:
    env = gymnasium.make(ENV_ID, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert (first.dtype, first.ndim, first.shape[2]) == (np.uint8, 3, 3)
    for _ in range(10):
        env.step(env.action_space.sample())
        picture = env.render()
        assert (picture.dtype, picture.shape) == (first.dtype, first.shape)
    assert (picture != first).any()


def test_sampled_actions_are_legal() -> None:
    env = BalatroEnv(starts=STARTS)
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(1000):
        move = env.action_space.sample()
        assert env.action_masks()[move]
        _, _, terminated, truncated, _ = env.step(move)
        if terminated or truncated:
            env.reset()


def test_both_environments_take_the_options_of_one_source() -> None:
    own = {
        BalatroEnv: ["render_mode", "observation"],
        BalatroVectorEnv: ["num_envs", "render_mode", "threads", "copy", "observation"],
    }
    defaults = {**inspect.signature(Batch).parameters, **inspect.signature(Start).parameters}
    for kind, names in own.items():
        shown = inspect.signature(kind).parameters
        assert list(shown) == [*names, *EnvOptions.__annotations__]
        for name in EnvOptions.__annotations__:
            assert shown[name].default == defaults[name].default
        env = kind(**{name: shown[name].default for name in EnvOptions.__annotations__})
        assert env.options == kind().options
        with pytest.raises(TypeError, match=r"'max_antes'; one of .* max_ante$"):
            kind(max_antes=3)
