"""Rewards: the formulas of the presets, functions of the facts, scaling and normalisation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jimbot import Game
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.wrappers import NormalizeRewardWrapper, RewardScalingWrapper, positions_of

from .episodes import FORMS, play

SOON_WON = Start(one_chip=True)
both_forms = pytest.mark.parametrize("form", FORMS)


def play_one(env, position: Game | None = None, seed: int = 0) -> tuple[list[float], dict[str, float], bool]:
    """Rewards of an episode, the facts of its beginning and whether it was won."""
    env.reset(seed=seed)
    if position is not None:
        env.reset(options={"position": position})
    start = {name: float(values[0]) for name, values in env.unwrapped.batch.facts.items()}
    rewards, terminated = [], False
    while not terminated:
        _, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert not truncated
        rewards.append(reward)
    return rewards, start, info["won"]


def middle_of_a_run() -> Game:
    game = Game(seed="MIDDLE", one_chip=True)
    while game.ante < 3:
        game.apply(next(a for a in game.legal_actions() if a.kind not in ("skip_blind", "discard", "reroll")))
    return positions_of(game)[-1].position


CASES = [(seed, from_middle) for seed in range(6) for from_middle in (False, True)]


@pytest.mark.parametrize("discount", [1.0, 0.97])
def test_progress_adds_up_to_the_win_less_the_progress_at_the_start(discount: float) -> None:
    env = BalatroEnv(starts=SOON_WON, reward="progress", discount=discount)
    results = set()
    for seed, from_middle in CASES:
        env.action_space.seed(seed)
        rewards, start, won = play_one(env, middle_of_a_run() if from_middle else None, seed)
        discounted = sum(reward * discount**t for t, reward in enumerate(rewards))
        win = won * discount ** (len(rewards) - 1)
        assert discounted == pytest.approx(win - start["progress"], abs=1e-5)
        assert (start["progress"] > 0) == from_middle
        results.add(won)
    assert results == {True, False}


def test_furthest_adds_up_to_new_ground_and_the_win() -> None:
    env = BalatroEnv(starts=SOON_WON, reward="furthest")
    for seed, from_middle in CASES:
        env.action_space.seed(seed)
        rewards, start, won = play_one(env, middle_of_a_run() if from_middle else None, seed)
        furthest = env.batch.facts["furthest"][0]
        assert sum(rewards) == pytest.approx(furthest - start["progress"] + won, abs=1e-5)
        assert min(rewards) >= 0


def test_sparse_pays_the_win_alone() -> None:
    env = BalatroEnv(starts=SOON_WON, reward="sparse")
    for seed in range(6):
        env.action_space.seed(seed)
        rewards, _, won = play_one(env, seed=seed)
        assert rewards[-1] == won
        assert not any(rewards[:-1])


def test_a_truncated_episode_keeps_its_progress() -> None:
    """It could have gone on: learners bootstrap from its last observation."""
    env = BalatroEnv(starts=SOON_WON, reward="progress", max_ante=1)
    cut = 0
    total = 0.0
    for moment in play(env, episodes=8):
        total += moment.reward[0]
        if moment.ended[0]:
            left = env.batch.facts["progress"][0] if moment.truncated[0] else 0
            assert total == pytest.approx(left, abs=1e-5)
            cut += moment.truncated[0]
            total = 0.0
    assert cut > 0


def test_a_vector_pays_what_single_environments_pay() -> None:
    vector = BalatroVectorEnv(2, starts=SOON_WON, reward="progress")
    vector.reset(seed=[5, 6])
    singles = [BalatroEnv(starts=SOON_WON, reward="progress") for _ in range(2)]
    for i, env in enumerate(singles):
        env.reset(seed=5 + i)
    for _ in range(400):
        actions = vector.action_space.sample()
        _, rewards, terminated, truncated, _ = vector.step(actions)
        for i, env in enumerate(singles):
            _, reward, *_ = env.step(actions[i])
            assert reward == rewards[i]
            if terminated[i] or truncated[i]:
                env.reset()


@both_forms
def test_a_function_of_the_facts_is_the_reward(form: str) -> None:
    def money_and_blinds(facts):
        return 0.1 * facts["money_gained"] + facts["blind_beaten"]

    env = FORMS[form](starts=SOON_WON, reward=money_and_blinds)
    seen = set()
    for moment in play(env, steps=300):
        expected = np.asarray(money_and_blinds(env.batch.facts), dtype=np.float32)
        np.testing.assert_array_equal(moment.reward.astype(np.float32), expected)
        seen.update(moment.reward.tolist())
    assert len(seen) > 3


@both_forms
@pytest.mark.parametrize(("scale", "offset"), [(1.0, 0.0), (10.0, 0.0), (-0.5, 0.25)])
def test_scaling(form: str, scale: float, offset: float) -> None:
    plain = play(FORMS[form](starts=SOON_WON), steps=200)
    scaled = play(RewardScalingWrapper(FORMS[form](starts=SOON_WON), scale=scale, offset=offset), steps=200)
    for a, b in zip(plain, scaled, strict=True):
        np.testing.assert_allclose(b.reward, scale * a.reward + offset, rtol=1e-6)


@both_forms
@pytest.mark.parametrize(("gamma", "clip"), [(0.99, 10.0), (0.5, 0.7), (1.0, None)])
def test_normalisation_divides_by_the_deviation_of_the_discounted_return(form: str, gamma, clip) -> None:
    """Against all returns kept in a list; the weight of the first guess (1e-4) is the only difference."""
    returns, kept = None, []
    plain = play(FORMS[form](starts=SOON_WON), steps=600)
    wrapped = NormalizeRewardWrapper(FORMS[form](starts=SOON_WON), gamma=gamma, clip=clip)
    for step, (a, b) in enumerate(zip(plain, play(wrapped, steps=600), strict=True)):
        returns = a.reward.astype(float) if returns is None else gamma * returns + a.reward
        kept.append(returns.copy())
        returns[a.ended] = 0
        if step >= 100:
            expected = a.reward / math.sqrt(np.var(kept) + 1e-8)
            if clip is not None:
                expected = np.clip(expected, -clip, clip)
            np.testing.assert_allclose(b.reward, expected, rtol=1e-3, atol=1e-6)
    assert isinstance(
        wrapped.step(wrapped.action_space.sample())[1], float if form == "single" else np.ndarray
    )


def test_epsilon_bounds_the_division() -> None:
    first = next(play(NormalizeRewardWrapper(BalatroEnv(reward=lambda f: f["ante"]), epsilon=4.0), steps=1))
    assert 0 < first.reward[0] <= 0.5


def test_a_reset_forgets_the_return_where_it_resets() -> None:
    env = NormalizeRewardWrapper(BalatroVectorEnv(2, reward=lambda f: f["ante"]), gamma=1.0)
    env.reset(seed=0)
    for _ in range(5):
        env.step(env.action_space.sample())
    np.testing.assert_array_equal(env._returns, [5, 5])
    env.reset(options={"reset_mask": np.array([True, False])})
    np.testing.assert_array_equal(env._returns, [0, 5])


@both_forms
def test_frozen_and_resumed_statistics(form: str) -> None:
    learned = NormalizeRewardWrapper(FORMS[form](starts=SOON_WON))
    for _ in play(learned, steps=300):
        pass
    resumed = NormalizeRewardWrapper(FORMS[form](starts=SOON_WON), training=False)
    resumed.load_state_dict(learned.state_dict())
    deviation = math.sqrt(learned.variance + 1e-8)
    before = resumed.state_dict()
    plain = play(FORMS[form](starts=SOON_WON), steps=50, seed=3)
    for a, b in zip(plain, play(resumed, steps=50, seed=3), strict=True):
        np.testing.assert_allclose(b.reward, a.reward / deviation, rtol=1e-6)
    assert resumed.state_dict() == before
    resumed.training = True
    for _ in play(resumed, steps=5):
        pass
    assert resumed.state_dict()["count"] == before["count"] + 5 * resumed.batch.num_envs


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda env: RewardScalingWrapper(env, scale=math.nan), ["scale", "nan"]),
        (lambda env: RewardScalingWrapper(env, offset=math.inf), ["offset", "inf"]),
        (lambda env: NormalizeRewardWrapper(env, gamma=1.5), ["gamma", "1.5", "0 to 1"]),
        (lambda env: NormalizeRewardWrapper(env, epsilon=0), ["epsilon", "more than 0"]),
        (lambda env: NormalizeRewardWrapper(env, clip=-1), ["clip", "-1"]),
        (lambda env: NormalizeRewardWrapper(env).load_state_dict({"std": 1.0}), ["'std'", "variance"]),
    ],
)
def test_bad_values_are_named(make, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        make(BalatroEnv())
    assert all(word in str(error.value) for word in words)
