"""What all wrappers have in common, episode statistics, masks, and wrap_balatro_env."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.wrappers import TimeLimit

from jimbot import IllegalAction
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.spec import MOVE_COUNT
from jimbot.envs.wrappers import (
    ActionMaskWrapper,
    BalatroGymWrapper,
    Curriculum,
    CurriculumWrapper,
    EnvironmentWrapper,
    NormalizeRewardWrapper,
    RewardScalingWrapper,
    ScheduleWrapper,
    wrap_balatro_env,
)

from .episodes import FORMS, per_env, play

SOON_WON = Start(one_chip=True)
both_forms = pytest.mark.parametrize("form", FORMS)
WRAPPERS = {
    "base": EnvironmentWrapper,
    "scaling": RewardScalingWrapper,
    "normalise": NormalizeRewardWrapper,
    "curriculum": CurriculumWrapper,
    "schedule": lambda env: ScheduleWrapper(env, {0: "hard"}),
    "statistics": BalatroGymWrapper,
    "masks": ActionMaskWrapper,
    "random": lambda env: ActionMaskWrapper(env, on_illegal="random"),
}


@both_forms
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_every_wrapper_keeps_form_masks_and_facts(form: str, wrapper: str) -> None:
    base = FORMS[form]()
    env = EnvironmentWrapper(WRAPPERS[wrapper](base))
    assert isinstance(env, VectorWrapper if form == "vector" else gym.Wrapper)
    assert not isinstance(env, gym.Env if form == "vector" else VectorEnv)
    assert isinstance(env.env, EnvironmentWrapper)
    assert env.unwrapped is base
    for _ in play(env, steps=20):
        masks = env.get_wrapper_attr("action_masks")()
        np.testing.assert_array_equal(masks, base.action_masks())
        np.testing.assert_array_equal(env.action_masks(), masks)
        assert env.get_wrapper_attr("facts") is env.facts is base.batch.facts
    assert env.get_wrapper_attr("batch") is base.batch
    assert env.has_wrapper_attr("observation")
    assert not env.has_wrapper_attr("no_such_thing")
    with pytest.raises(AttributeError):
        env.get_wrapper_attr("no_such_thing")
    if form == "vector":
        assert env.num_envs == 3


@both_forms
@pytest.mark.parametrize("wrapper", ["base", "scaling", "normalise", "statistics", "masks", "random"])
def test_the_game_beneath_is_the_same(form: str, wrapper: str) -> None:
    plain, wrapped = FORMS[form](), WRAPPERS[wrapper](FORMS[form]())
    for a, b in zip(play(plain, steps=150), play(wrapped, steps=150), strict=True):
        np.testing.assert_array_equal(a.ended, b.ended)
        for name in ("ante", "score", "money", "episode_length"):
            np.testing.assert_array_equal(a.info[name], b.info[name])


@both_forms
def test_a_wrapper_of_your_own(form: str) -> None:
    class MyWrapper(EnvironmentWrapper):
        def step(self, action):
            observation, reward, terminated, truncated, info = super().step(action)
            info["rich"] = self.shown(self.facts["money"] > 3)
            return observation, reward, terminated, truncated, info

    env = MyWrapper(BalatroGymWrapper(FORMS[form]()))
    assert isinstance(env, MyWrapper)
    assert type(env).__name__ == "MyWrapper"
    moment = next(play(env, steps=1))
    assert per_env(moment.info["rich"]).tolist() == [True] * env.batch.num_envs


@pytest.mark.parametrize("wrong", [gym.make("CartPole-v1"), gym.make_vec("CartPole-v1", 2), None, 3])
def test_another_environment_is_refused(wrong) -> None:
    with pytest.raises(TypeError, match="CurriculumWrapper wraps a BalatroEnv or a BalatroVectorEnv, not"):
        CurriculumWrapper(wrong)


@both_forms
def test_episode_statistics(form: str) -> None:
    """Every number added up a second time, over all steps of the episode."""
    env = BalatroGymWrapper(FORMS[form](starts=SOON_WON), window=10)
    n = env.batch.num_envs
    returns, lengths = np.zeros(n), np.zeros(n, dtype=int)
    episodes = []
    for moment in play(env, episodes=25):
        returns += moment.reward
        lengths += 1
        assert ("episode" in moment.info) == moment.ended.any()
        if not moment.ended.any():
            continue
        if form == "vector":
            np.testing.assert_array_equal(moment.info["_episode"], moment.ended)
        episode = {name: per_env(values) for name, values in moment.info["episode"].items()}
        for i in np.flatnonzero(moment.ended):
            one = {name: values[i] for name, values in episode.items()}
            assert one["r"] == pytest.approx(returns[i])
            assert one["l"] == lengths[i] == per_env(moment.info["episode_length"])[i]
            assert 0 < one["t"] < 60
            for name in ("ante", "blinds_beaten", "furthest_blind", "score", "won"):
                assert one[name] == per_env(moment.info[name])[i]
            episodes.append(one)
        assert all(not values[~moment.ended].any() for values in episode.values())
        returns[moment.ended] = lengths[moment.ended] = 0
    assert len({e["ante"] for e in episodes}) > 2
    last = episodes[-10:]
    assert env.stats.episodes == len(episodes) >= 25
    assert env.stats.summary() == {
        "episodes": len(episodes),
        "mean_return": pytest.approx(np.mean([e["r"] for e in last])),
        "mean_length": pytest.approx(np.mean([e["l"] for e in last])),
        "mean_ante": pytest.approx(np.mean([e["ante"] for e in last])),
        "mean_blinds_beaten": pytest.approx(np.mean([e["blinds_beaten"] for e in last])),
        "win_rate": pytest.approx(np.mean([e["won"] for e in last])),
    }
    assert 0 < env.stats.win_rate < 1


def test_statistics_of_a_single_environment_are_plain_numbers() -> None:
    env = BalatroGymWrapper(BalatroEnv())
    assert env.stats.summary()["mean_ante"] == 0
    *_, moment = play(env, episodes=1)
    kinds = {name: type(value) for name, value in moment.info["episode"].items()}
    floats, ints = dict.fromkeys(("r", "t", "score"), float), dict.fromkeys(("l", "ante"), int)
    assert kinds == floats | ints | {"blinds_beaten": int, "furthest_blind": int, "won": bool}
    assert env.metadata["game"] == "Balatro"
    assert env.metadata["observation_space_type"] == "Dict"


def test_statistics_begin_again_where_a_reset_does() -> None:
    env = BalatroGymWrapper(BalatroVectorEnv(2, reward=lambda facts: np.ones(2)))
    for _ in play(env, steps=5):
        pass
    env.reset(options={"reset_mask": np.array([True, False])})
    while env.stats.episodes < 6:
        *_, info = env.step(env.action_space.sample())
        for i in np.flatnonzero(info.get("_episode", [])):
            assert info["episode"]["r"][i] == info["episode"]["l"][i] == info["episode_length"][i]


def test_an_episode_cut_from_outside_is_reported() -> None:
    env = BalatroGymWrapper(TimeLimit(BalatroEnv(), 5))
    *_, moment = play(env, episodes=1)
    assert moment.truncated[0]
    assert moment.info["episode"]["l"] == 5


def illegal(env) -> np.ndarray:
    masks = np.atleast_2d(env.action_masks())
    return np.array([np.flatnonzero(~row)[0] for row in masks])


@both_forms
def test_an_illegal_action_raises_unless_asked_otherwise(form: str) -> None:
    env = wrap_balatro_env(FORMS[form]())
    env.reset(seed=0)
    action = illegal(env)
    with pytest.raises(IllegalAction):
        env.step(action if form == "vector" else int(action[0]))
    assert env.facts["episode_length"].tolist() == [0] * env.batch.num_envs


@both_forms
def test_random_takes_the_place_of_illegal_actions_and_says_so(form: str) -> None:
    env = ActionMaskWrapper(FORMS[form](), on_illegal="random")
    _, info = env.reset(seed=0)
    n = env.batch.num_envs
    expected = np.zeros(n, dtype=int)
    np.testing.assert_array_equal(per_env(info["illegal_actions"]), expected)
    rng = np.random.default_rng(0)
    for _ in range(400):
        actions = rng.integers(MOVE_COUNT, size=n)
        given = actions.copy()
        masks = np.atleast_2d(env.action_masks())
        expected += ~masks[np.arange(n), actions]
        _, _, terminated, truncated, info = env.step(actions if form == "vector" else int(actions[0]))
        np.testing.assert_array_equal(actions, given)
        np.testing.assert_array_equal(per_env(info["illegal_actions"]), expected)
        ended = np.atleast_1d(terminated | truncated)
        expected[ended] = 0
        if form == "single" and ended[0]:
            env.reset()
    assert env.batch.episode(0) > 0


@both_forms
def test_replacements_follow_the_seed_and_vary(form: str) -> None:
    def play_illegal(seed: int) -> list[float]:
        env = ActionMaskWrapper(FORMS[form](), on_illegal="random")
        env.reset(seed=seed)
        out = []
        for _ in range(60):
            action = illegal(env)
            _, _, terminated, _, info = env.step(action if form == "vector" else int(action[0]))
            out.append(float(per_env(info["decisions"])[0] + 100 * per_env(info["score"])[0]))
            if form == "single" and terminated:
                env.reset()
        return out

    assert play_illegal(1) == play_illegal(1)
    assert play_illegal(1) != play_illegal(2)


@both_forms
@pytest.mark.parametrize("on_illegal", ["raise", "random"])
def test_an_action_that_does_not_exist_always_raises(form: str, on_illegal: str) -> None:
    env = ActionMaskWrapper(FORMS[form](), on_illegal=on_illegal)
    env.reset(seed=0)
    for wrong in (MOVE_COUNT, -1):
        with pytest.raises(IllegalAction, match="does not exist"):
            env.step(np.full(3, wrong) if form == "vector" else wrong)
    with pytest.raises(TypeError):
        env.step(np.zeros(3) if form == "vector" else 0.5)
    if form == "vector":
        with pytest.raises(ValueError, match="shape"):
            env.step(np.zeros(2, dtype=int))


def test_random_does_not_play_on_after_the_end() -> None:
    env = ActionMaskWrapper(BalatroEnv(), on_illegal="random")
    env.reset(seed=0)
    while not env.step(env.action_space.sample())[2]:
        pass
    with pytest.raises(IllegalAction, match="over"):
        env.step(0)


def test_on_illegal_is_checked() -> None:
    with pytest.raises(ValueError, match="unknown on_illegal 'ignore'; one of raise, random"):
        ActionMaskWrapper(BalatroEnv(), on_illegal="ignore")


@both_forms
def test_wrap_balatro_env_as_documented(form: str) -> None:
    env = wrap_balatro_env(
        FORMS[form](starts=SOON_WON),
        use_curriculum=True,
        curriculum_config={
            "initial_max_ante": 1,
            "ante_increment": 1,
            "success_threshold": 0.5,
            "eval_interval": 5,
        },
        reward_scale=100.0,
    )
    scaled, capped = 0.0, False
    for moment in play(env, episodes=20):
        scaled += moment.reward.sum()
        capped |= bool(per_env(moment.info["curriculum_limited"]).any())
    statistics = env.get_wrapper_attr("stats")
    assert capped
    assert env.get_wrapper_attr("curriculum").cap > 1
    assert statistics.episodes >= 20
    assert scaled > 50 * sum(e["r"] for e in statistics.recent)


@both_forms
def test_every_option_of_wrap_balatro_env_changes_something(form: str) -> None:
    def rewards(**options) -> np.ndarray:
        env = wrap_balatro_env(FORMS[form](starts=SOON_WON), **options)
        return np.array([m.reward for m in play(env, steps=300)])

    def has(attribute: str, **options) -> bool:
        return wrap_balatro_env(FORMS[form](), **options).has_wrapper_attr(attribute)

    plain = rewards()
    np.testing.assert_allclose(rewards(reward_scale=3.0), 3 * plain, rtol=1e-6)
    normalised = rewards(normalize_reward=True)
    assert np.abs(normalised).max() > 2 * np.abs(plain).max()
    assert np.abs(rewards(normalize_reward={"clip": 0.01})).max() == pytest.approx(0.01)
    assert not has("curriculum")
    assert has("curriculum", use_curriculum=True)
    assert not has("schedule")
    assert has("schedule", difficulty_schedule={0: "easy"})
    assert wrap_balatro_env(FORMS[form](), on_illegal="random").get_wrapper_attr("on_illegal") == "random"
    shared = Curriculum()
    env = wrap_balatro_env(FORMS[form](), use_curriculum=True, curriculum_config=shared)
    assert env.get_wrapper_attr("curriculum") is shared


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"use_curriculum": True, "curriculum_config": {"initial_ante": 2}},
            ["'initial_ante'", "curriculum_config", "initial_max_ante", "eval_interval"],
        ),
        ({"curriculum_config": {}}, ["curriculum_config", "use_curriculum is False"]),
        ({"normalize_reward": {"gama": 0.9}}, ["'gama'", "normalize_reward", "gamma"]),
        ({"on_illegal": "skip"}, ["'skip'", "raise, random"]),
        ({"use_curriculum": True, "difficulty_schedule": {0: "easy"}}, ["both set max_ante"]),
    ],
)
def test_bad_options_of_wrap_balatro_env(options, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        wrap_balatro_env(BalatroEnv(), **options)
    assert all(word in str(error.value) for word in words)
