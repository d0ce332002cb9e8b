"""Demonstrations are what the expert saw and did, on train seeds, and a model that is cloned decides as it did."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO, RecurrentPPO
from stable_baselines3 import A2C
from stable_baselines3.common.vec_env import VecNormalize

from jimbot import Game, IllegalAction
from jimbot.agents import Agent, GreedyAgent, PlannerAgent, View
from jimbot.agents.greedy import go_on
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.envs.spec import MOVE_COUNT, move_id
from jimbot.envs.wrappers import RewardScalingWrapper, wrap_balatro_env
from jimbot.game import Action
from jimbot.game.seeds import list_of, seed
from jimbot.training.behavioral_cloning import (
    BehavioralCloning,
    ExpertEvaluator,
    Trajectory,
    TrajectoryCollector,
    choices,
    clone_expert,
    discounted,
    filter_trajectories,
    load_trajectories,
    save_trajectories,
)
from jimbot.training.framework import CloningConfig, create_trainer
from jimbot.training.sb3 import masked
from jimbot.training.sb3.trajectories import rows_of
from jimbot.training.utils import create_balatro_env

from .small import config

EXPERT = "heuristic:tier=lite,rounds=4"
LEARNERS: dict[str, Any] = {
    "MaskablePPO": (MaskablePPO, "MultiInputPolicy", {"n_steps": 16}),
    "A2C": (A2C, masked.MaskedActorCriticPolicy, {}),
    "DQN": (masked.MaskedDQN, masked.MaskedDQNPolicy, {"buffer_size": 100}),
    "QRDQN": (masked.MaskedQRDQN, masked.MaskedQRDQNPolicy, {"buffer_size": 100}),
    "RecurrentPPO": (RecurrentPPO, masked.MaskedRecurrentPolicy, {"n_steps": 16}),
}


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Small networks are slower on several threads, and far slower on busy machines."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def games() -> list[Trajectory]:
    return TrajectoryCollector(EXPERT).collect(10)


@pytest.fixture
def small() -> list[Trajectory]:
    return TrajectoryCollector("planner:lite").collect(4)


def learner(name: str = "MaskablePPO", env: Any = None) -> Any:
    kind, policy, settings = LEARNERS[name]
    sizes: dict[str, Any] = {"net_arch": [32]} | ({"lstm_hidden_size": 16} if name == "RecurrentPPO" else {})
    env = BalatroVecEnv(2, seed=0) if env is None else env
    policy = policy if isinstance(env.observation_space, gym.spaces.Dict) else "MlpPolicy"
    return kind(policy, env, seed=0, device="cpu", policy_kwargs=sizes, **settings)


def weights(model: Any) -> dict[str, torch.Tensor]:
    return copy.deepcopy(model.policy.state_dict())


def same_weights(one: dict[str, torch.Tensor], two: dict[str, torch.Tensor]) -> bool:
    return one.keys() == two.keys() and all(torch.equal(one[name], two[name]) for name in one)


def same(one: Trajectory, two: Trajectory) -> bool:
    seen, others = one.observations, two.observations
    if isinstance(seen, dict):
        assert isinstance(others, dict)
        equal = seen.keys() == others.keys() and all(np.array_equal(seen[n], others[n]) for n in seen)
    else:
        equal = np.array_equal(seen, others)
    columns = ("actions", "rewards", "own", "masks")
    return (
        equal
        and one.facts == two.facts
        and all(np.array_equal(getattr(one, name), getattr(two, name)) for name in columns)
    )


# Demonstrations


def test_a_trajectory_is_the_game_that_was_played(games: list[Trajectory]) -> None:
    for trajectory in games[:3]:
        env = BalatroEnv()
        observation, _ = env.reset(options={"seed": trajectory.seed})
        for i, step in enumerate(trajectory):
            assert all(np.array_equal(step.observation[name], observation[name]) for name in observation)
            assert step.observation["action_mask"][step.action] == 1
            observation, reward, terminated, _, info = env.step(step.action)
            assert all(np.array_equal(step.next_observation[name], observation[name]) for name in observation)
            assert step.reward == pytest.approx(reward)
            assert step.done == (i == len(trajectory) - 1) == terminated
        assert step.info == trajectory.facts
        assert (trajectory.ante, trajectory.won) == (info["ante"], info["won"])
        assert (trajectory.blinds, trajectory.score) == (info["furthest_blind"], info["score"])
        assert trajectory.length == len(trajectory) == info["episode_length"]
        assert trajectory.total_reward == pytest.approx(trajectory.rewards.sum())


def test_the_decisions_are_those_of_the_agent_in_a_game() -> None:
    """The moves make the same game as the agent's own actions."""
    player = GreedyAgent()
    (trajectory,) = TrajectoryCollector(player).collect(1)
    game = Game(seed("train", 0))
    while not game.over:
        game.apply(player.act(View(game, 0)))
    env = BalatroEnv()
    env.reset(options={"seed": trajectory.seed})
    for move in trajectory.actions:
        env.step(move)
    assert env.game == game


@pytest.mark.parametrize("wrap", [wrap_balatro_env, lambda env: RewardScalingWrapper(env, 3.0)])
def test_wrappers_change_what_they_change(wrap: Callable[[Any], Any], small: list[Trajectory]) -> None:
    scale = 3.0 if isinstance(wrap(BalatroEnv()), RewardScalingWrapper) else 1.0
    for ours, bare in zip(
        TrajectoryCollector("planner:lite", wrap(BalatroEnv())).collect(4), small, strict=True
    ):
        assert np.array_equal(ours.actions, bare.actions)
        assert ours.rewards == pytest.approx(scale * bare.rewards)
        assert ours.facts == bare.facts
        assert np.array_equal(ours.observations["hand"], bare.observations["hand"])


def test_flat_observations_have_their_masks_beside_them(small: list[Trajectory]) -> None:
    flat = TrajectoryCollector("planner:lite", BalatroEnv(observation="flat")).collect(4)
    for one, other in zip(flat, small, strict=True):
        assert np.array_equal(one.actions, other.actions)
        assert np.array_equal(one.masks, other.masks)
        assert one.observations.shape[0] == one.length + 1


def test_the_reward_may_be_a_function() -> None:
    env = BalatroEnv(reward=lambda facts: facts["blind_beaten"])
    (trajectory,) = TrajectoryCollector("planner:lite", env).collect(1)
    assert trajectory.total_reward == trajectory.blinds > 0


def test_with_a_planner_for_the_hands_an_agent_decides_the_rest() -> None:
    (trajectory,) = TrajectoryCollector(EXPERT, BalatroEnv(hands="planner")).collect(1)
    assert trajectory.blinds > 0
    assert trajectory.own.all()


def test_only_train_seeds_are_played(games: list[Trajectory]) -> None:
    assert [list_of(t.seed) for t in games] == [("train", i) for i in range(10)]
    collector = TrajectoryCollector("random", wrap_balatro_env(BalatroEnv(stake="red")), first_seed=500)
    collector.collect(2)
    collector.collect(2)
    assert [list_of(t.seed) for t in collector.trajectories] == [("train", 500 + i) for i in range(4)]
    env = BalatroEnv(observation="flat")
    by_function = TrajectoryCollector(lambda seen: env.action_space.sample(), env).collect(2)
    assert [list_of(t.seed) for t in by_function] == [("train", 0), ("train", 1)]


def test_the_starts_of_the_environment_are_played() -> None:
    starts = [Start(deck="blue", weight=1), Start(deck="plasma", stake="gold", weight=1)]
    played = TrajectoryCollector("random", BalatroEnv(starts=starts)).collect(12)
    decks = {(int(t.observations["globals"][0][1]), int(t.observations["globals"][0][2])) for t in played}
    assert len(decks) == 2
    game = Game("ABCD1234")
    game.apply("select_blind")
    positions = TrajectoryCollector("random", BalatroEnv(starts=Start(position=game))).collect(2)
    assert all(t.observations["globals"][0][0] == 2 for t in positions), "in the round"
    assert positions[0].seed != "ABCD1234"


def test_agents_see_a_view_and_nothing_else() -> None:
    class Watched(PlannerAgent):
        seen: list[Any] = []  # noqa: RUF012

        def act(self, view: View) -> Action:
            self.seen.append(view)
            assert not hasattr(view, "reveal")
            assert not hasattr(view, "seed")
            return super().act(view)

    TrajectoryCollector(Watched("lite")).collect(1)
    assert {type(view) for view in Watched.seen} == {View}


class Sorting(Agent):
    """Sorts its hand before it plays: ``times`` in a row."""

    def __init__(self, times: int) -> None:
        self.times = times

    def reset(self, seed: int) -> None:
        self.left = self.times

    def act(self, view: View) -> Action:
        if view.phase == "SELECTING_HAND" and self.left:
            self.left -= 1
            return Action("sort_hand rank")
        self.left = self.times
        return Action("play 0,1,2") if view.phase == "SELECTING_HAND" else go_on(view)


def test_sorting_the_hand_is_skipped() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (trajectory,) = TrajectoryCollector(Sorting(1)).collect(1)
    assert trajectory.own.all()
    assert trajectory.actions[:5].tolist() == [move_id("select_blind"), 0, 1, 2, move_id("play")]


def test_one_that_only_sorts_is_replaced_and_not_imitated() -> None:
    with pytest.warns(UserWarning, match=r"of \d+ answers of the expert have no moves"):
        (trajectory,) = TrajectoryCollector(Sorting(10**9)).collect(1)
    assert trajectory.own.any()
    assert not trajectory.own.all()
    assert trajectory.own[0], "the blind was its choice"
    assert trajectory.actions[~trajectory.own].max() <= move_id("discard"), "the cards were not"
    with pytest.raises(IllegalAction, match="'sort_hand rank' of agent 'agent' has no moves"):
        TrajectoryCollector(Sorting(10**9), strict=True).collect(1)


def test_an_agent_that_breaks_the_rules_is_not_imitated() -> None:
    class Wrong(Agent):
        def act(self, view: View) -> Action:
            return Action("reroll")

    with pytest.raises(IllegalAction, match="'reroll' of agent 'agent' is not legal"):
        TrajectoryCollector(Wrong()).collect(1)


def test_swaps_that_run_out_do_not_stop_the_game() -> None:
    class Restless(Agent):
        """Turns its jokers round for ever; the environment allows ten swaps in a row."""

        def act(self, view: View) -> Action:
            return Action("rearrange_jokers 3,2,1,0") if len(view.jokers) == 4 else go_on(view)

    game = Game("TESTSEED").edited("phase=SHOP jokers=[j_joker,j_duo,j_egg,j_half]")
    env = BalatroEnv(starts=Start(position=game), max_blind_steps=200)
    with pytest.warns(UserWarning, match="have no moves"):
        (trajectory,) = TrajectoryCollector(Restless(), env).collect(1)
    assert trajectory.length >= 11
    assert not trajectory.own.all()


def test_illegal_answers_are_replaced_counted_and_not_imitated() -> None:
    elsewhere = BalatroEnv()
    elsewhere.action_space.seed(0)
    collector = TrajectoryCollector(lambda seen: elsewhere.action_space.sample(), BalatroEnv())
    with pytest.warns(UserWarning, match=r"(\d+) of (\d+) answers of the expert were not legal") as caught:
        played = collector.collect(5)
    assert len(caught) == 1
    steps = sum(t.length for t in played)
    others = sum(int((~t.own).sum()) for t in played)
    assert f"{others} of {steps} answers" in str(caught[0].message)
    assert 0 < others < steps
    for t in played:
        assert t.masks[np.arange(t.length), t.actions].all()
    cloner = BehavioralCloning(learner(), played)
    assert cloner.pretrain(1, verbose=False)["transitions"] == steps - others


@pytest.mark.parametrize("answer", [-1, MOVE_COUNT, 10**30, move_id("cash_out")])
def test_strict_refuses_illegal_answers(answer: int) -> None:
    with pytest.raises(IllegalAction, match=f"answer {answer} is not legal"):
        TrajectoryCollector(lambda seen: answer, BalatroEnv(), strict=True).collect(1)


@pytest.mark.parametrize("answer", [None, 1.5, "play", [1, 2]])
def test_answers_are_whole_numbers(answer: Any) -> None:
    with pytest.raises(TypeError, match="a whole number is needed"):
        TrajectoryCollector(lambda seen: answer, BalatroEnv()).collect(1)


@pytest.mark.parametrize(
    ("expert", "env", "error", "text"),
    [
        (3, BalatroEnv(), TypeError, "expert_policy is 3"),
        ("nobody", None, ValueError, "unknown agent 'nobody'"),
        (lambda seen: 0, None, TypeError, "env is None"),
        (lambda seen: 0, BalatroVectorEnv(2), TypeError, "a single environment"),
        ("greedy", gym.make("CartPole-v1"), TypeError, "agents play in a BalatroEnv"),
        (lambda seen: 0, gym.make("Pendulum-v1"), TypeError, "discrete actions"),
    ],
)
def test_what_cannot_play(expert: Any, env: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        TrajectoryCollector(expert, env)


@pytest.mark.parametrize("name", ["MaskablePPO", "RecurrentPPO"])
def test_a_model_may_be_the_expert(name: str) -> None:
    env = VecNormalize(BalatroVecEnv(2, seed=0), norm_obs_keys=["numbers"])
    model = learner(name, env)
    env.obs_rms["numbers"].mean += 3.0
    with warnings.catch_warnings():
        warnings.simplefilter("error" if name == "MaskablePPO" else "ignore")
        (trajectory,) = TrajectoryCollector(model, BalatroEnv()).collect(1)
    state = None
    for i, move in enumerate(trajectory.actions[:20]):
        seen = env.normalize_obs(rows_of(trajectory.observations, i))
        more = {"action_masks": trajectory.masks[i]} if name == "MaskablePPO" else {}
        action, state = model.predict(seen, state, np.array([i == 0]), deterministic=True, **more)
        assert not trajectory.own[i] or action == move


def test_a_try_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIMBOT_MAX_TIMESTEPS", "60")
    played = TrajectoryCollector("random").collect(1000)
    lengths = [t.length for t in played]
    assert sum(lengths) >= 60 > sum(lengths[:-1])


def test_filter(games: list[Trajectory]) -> None:
    collector = TrajectoryCollector("random")
    collector.trajectories = games
    assert collector.filter() == games
    rewards = sorted(t.total_reward for t in games)
    assert len(collector.filter(min_reward=rewards[4])) == 6
    top = max(t.ante for t in games)
    assert collector.filter(min_antes=top) == [t for t in games if t.ante == top]
    assert collector.filter(min_antes=top + 1) == []
    assert filter_trajectories(games, only_wins=True) == [t for t in games if t.won]
    assert collector.trajectories is games


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_saved_and_loaded(observation: str, tmp_path: Path) -> None:
    collector = TrajectoryCollector("planner:lite", BalatroEnv(observation=observation))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        played = collector.collect(3)
    path = collector.save(tmp_path / "games.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["games.npz"]
    for loaded in (load_trajectories(path), TrajectoryCollector("random").load(path)):
        assert len(loaded) == 3
        assert all(same(one, other) for one, other in zip(played, loaded, strict=True))
        assert all(a.masks.dtype == b.masks.dtype for a, b in zip(played, loaded, strict=True))


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", "half", "other", "format"],
    ids=["empty", "text", "half", "other", "format"],
)
def test_files_that_hold_no_trajectories(content: Any, tmp_path: Path, small: list[Trajectory]) -> None:
    path = tmp_path / "games.npz"
    if content == "other":
        np.savez(path, actions=[1])
    elif isinstance(content, str):
        save_trajectories(small, path)
        data = path.read_bytes()
        arrays = dict(np.load(path))
        path.write_bytes(data[: len(data) // 2])
        if content == "format":
            np.savez(path, **(arrays | {"format": 99}))
    else:
        path.write_bytes(content)
    with pytest.raises(ValueError, match="is no file of trajectories"):
        load_trajectories(path)


def test_what_cannot_be_saved(tmp_path: Path, small: list[Trajectory]) -> None:
    with pytest.raises(ValueError, match="no trajectories to save"):
        save_trajectories([], tmp_path / "games.npz")
    flat = TrajectoryCollector("random", BalatroEnv(observation="flat")).collect(1)
    with pytest.raises(ValueError, match="different observations"):
        save_trajectories([*small, *flat], tmp_path / "games.npz")
    with pytest.raises(OSError, match="missing"):
        save_trajectories(small, tmp_path / "missing" / "games.npz")


# Cloning


def test_a_clone_decides_as_the_expert_far_more_often_than_chance() -> None:
    games = TrajectoryCollector(f"{EXPERT},trust=0").collect(16)
    result = BehavioralCloning(learner(), games, 3e-3).pretrain(6, 128, verbose=False)
    masks = np.concatenate([t.masks for t in games])
    actions = np.concatenate([t.actions for t in games])
    counts = np.bincount(actions, minlength=MOVE_COUNT)
    most_frequent = float(counts.max() / len(actions))
    most_frequent_legal = float(np.mean((masks * (1 + counts)).argmax(1) == actions))
    uniform = float((1 / masks.sum(1)).mean())
    print(result["held_out_accuracy"], most_frequent, most_frequent_legal, uniform)
    assert result["held_out_accuracy"] > 4 * most_frequent
    assert result["held_out_accuracy"] > 1.5 * most_frequent_legal
    assert result["held_out_accuracy"] > 2 * uniform
    assert result["history"][-1]["held_out_loss"] == result["held_out_loss"]
    assert result["loss"] < result["history"][0]["loss"]
    assert result["transitions"] == len(actions)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in ("PPO", "DQN") else pytest.mark.slow) for name in LEARNERS],
)
def test_every_algorithm_learns_from_demonstrations(name: str, small: list[Trajectory]) -> None:
    model = learner(name)
    optimizer = copy.deepcopy(model.policy.optimizer.state_dict())
    before = weights(model)
    result = BehavioralCloning(model, small, 3e-3).pretrain(4, 32, verbose=False)
    assert result["loss"] < result["history"][0]["loss"]
    assert not same_weights(before, weights(model))
    assert model.policy.optimizer.state_dict() == optimizer, "the model's own optimizer has no part in it"
    assert not model.policy.training
    after = weights(model)
    for part in ("q_net", "quantile_net"):
        ours = {n: v for n, v in after.items() if n.startswith(f"{part}.")}
        assert all(torch.equal(v, after[n.replace(part, f"{part}_target", 1)]) for n, v in ours.items())
    model.learn(32)
    assert model.num_timesteps >= 32


def test_a_memory_is_trained_along_the_episode(small: list[Trajectory]) -> None:
    """The scores of a whole episode are those that come about move by move."""
    model = learner("RecurrentPPO")
    policy, episode = model.policy, small[0]
    seen = policy.obs_to_tensor(rows_of(episode.observations, slice(-1)))[0]
    actions = torch.as_tensor(episode.actions)
    scores, _ = choices(policy, seen, actions, None)
    state = tuple(torch.zeros(policy.lstm_hidden_state_shape) for _ in range(2))
    for i in range(10):
        one = {name: values[i : i + 1] for name, values in seen.items()}
        found, state = policy.get_distribution(one, state, torch.tensor([float(i == 0)]))
        assert torch.allclose(found.distribution.logits[0], scores[i], atol=1e-5)


def test_illegal_actions_do_not_count_where_the_model_has_masks(small: list[Trajectory]) -> None:
    model, episode = learner(), small[0]
    seen = model.policy.obs_to_tensor(rows_of(episode.observations, slice(-1)))[0]
    scores, _ = choices(model.policy, seen, torch.as_tensor(episode.actions), episode.masks > 0)
    probabilities = scores.softmax(1).detach().numpy()
    assert probabilities[episode.masks == 0].max() < 1e-6


def test_flat_observations_are_cloned_with_their_masks() -> None:
    played = TrajectoryCollector("planner:lite", BalatroEnv(observation="flat")).collect(3)
    model = learner("MaskablePPO", BalatroVecEnv(2, observation="flat"))
    result = BehavioralCloning(model, played, 3e-3).pretrain(3, verbose=False)
    assert result["held_out_accuracy"] > 0.3


def test_cart_pole() -> None:
    def expert(seen: Any) -> int:
        return int(seen[2] + seen[3] > 0)

    played = TrajectoryCollector(expert, gym.make("CartPole-v1"), strict=True).collect(12)
    assert all(t.total_reward == t.length > 100 for t in played)
    assert [t.masks for t in played] == [None] * 12
    assert ExpertEvaluator.evaluate(played)["win_rate"] == 0
    env = gym.make("CartPole-v1")
    model = A2C("MlpPolicy", env, seed=0, device="cpu", policy_kwargs={"net_arch": [32]})
    result = BehavioralCloning(model, played, 1e-2).pretrain(5, verbose=False)
    assert result["held_out_accuracy"] > 0.9
    cloned = TrajectoryCollector(model, env).collect(2)
    assert min(t.length for t in cloned) > 100


def test_whole_episodes_are_held_out(games: list[Trajectory], small: list[Trajectory]) -> None:
    cloner = BehavioralCloning(learner(), games)
    parts = cloner._training + cloner._held_out
    assert len(cloner._held_out) == 1
    assert sorted(len(rows) for rows in parts) == sorted(t.length for t in games)
    assert sorted(np.concatenate(parts).tolist()) == list(range(sum(t.length for t in games)))
    assert all((np.diff(rows) == 1).all() for rows in parts)
    assert len(BehavioralCloning(learner(), small[:2])._held_out) == 1
    alone = BehavioralCloning(learner(), small[:1]).pretrain(1, verbose=False)
    assert np.isnan(alone["held_out_accuracy"])
    assert alone["accuracy"] > 0


def test_statistics_are_learned_from_the_demonstrations(small: list[Trajectory]) -> None:
    env = VecNormalize(BalatroVecEnv(2, seed=0), gamma=0.9, norm_obs_keys=["numbers", "hand_levels"])
    model = learner(env=env)
    cloner = BehavioralCloning(model, small)
    numbers = np.concatenate([t.observations["numbers"] for t in small])
    assert env.obs_rms["numbers"].mean == pytest.approx(numbers.mean(0), rel=1e-3, abs=1e-3)
    assert env.obs_rms["numbers"].var == pytest.approx(numbers.var(0), rel=1e-2, abs=1e-2)
    seen: list[Any] = []
    model.policy.features_extractor.register_forward_pre_hook(lambda _, args: seen.append(args[0]["numbers"]))
    cloner.pretrain(1, 10**6, verbose=False)
    raw = cloner._observations["numbers"][np.concatenate(cloner._training)]
    expected = env._normalize_obs(raw, env.obs_rms["numbers"])
    assert seen[0].numpy().mean(0) == pytest.approx(expected.mean(0), abs=1e-4)
    assert abs(expected.mean()) < 0.5 < abs(raw.mean())


def test_statistics_that_are_fixed_stay(small: list[Trajectory]) -> None:
    env = VecNormalize(BalatroVecEnv(2, seed=0), norm_obs_keys=["numbers"], training=False)
    BehavioralCloning(learner(env=env), small).pretrain(1, verbose=False)
    assert env.obs_rms["numbers"].count == pytest.approx(1e-4)


def test_values_of_actions_are_what_the_expert_earned(small: list[Trajectory]) -> None:
    env = VecNormalize(BalatroVecEnv(2, seed=0), norm_obs=False, gamma=0.9)
    model = learner("DQN", env)
    cloner = BehavioralCloning(model, small, 3e-3)
    earned = np.concatenate([discounted(t.rewards, 0.9) for t in small])
    assert env.ret_rms.var == pytest.approx(earned.var(), rel=1e-2)
    for part, t in zip(
        np.split(cloner._returns, np.cumsum([t.length for t in small])[:-1]), small, strict=True
    ):
        assert part[-1] == pytest.approx(t.rewards[-1] / np.sqrt(env.ret_rms.var + 1e-8), rel=1e-4)
        assert part[0] == pytest.approx(_return(t, env, model.gamma), rel=1e-3)

    def error() -> float:
        seen = model.policy.obs_to_tensor(cloner._observations)[0]
        with torch.no_grad():
            _, values = choices(model.policy, seen, torch.as_tensor(cloner._actions), None)
        assert values is not None
        return float(np.abs(values.numpy() - cloner._returns).mean())

    before = error()
    cloner.pretrain(8, verbose=False)
    assert error() < 0.5 * before


def _return(trajectory: Trajectory, env: VecNormalize, gamma: float) -> float:
    return float(sum(gamma**i * r for i, r in enumerate(env.normalize_reward(trajectory.rewards))))


@pytest.mark.parametrize("where", ["weights", "observations", "steps"])
def test_a_loss_that_is_no_number_leaves_the_weights(where: str, small: list[Trajectory]) -> None:
    model = learner()
    cloner = BehavioralCloning(model, small, 1e37 if where == "steps" else 1e-3)
    if where == "weights":
        with torch.no_grad():
            model.policy.action_net.bias[:] = float("nan")
    elif where == "observations":
        cloner._observations["numbers"][cloner._training[0]] = np.nan
    before = weights(model)
    with pytest.raises(FloatingPointError, match="the weights are as before this epoch"):
        cloner.pretrain(2, verbose=False)
    after = weights(model)
    assert all(torch.equal(before[n].nan_to_num(7), after[n].nan_to_num(7)) for n in before)


def test_the_same_seed_gives_the_same_clone(small: list[Trajectory]) -> None:
    clones = []
    for number in (1, 1, 2):
        model = learner()
        BehavioralCloning(model, small, seed=number).pretrain(1, verbose=False)
        clones.append(weights(model))
    assert same_weights(clones[0], clones[1])
    assert not same_weights(clones[0], clones[2])


def test_the_configuration_carries_the_clone_on(small: list[Trajectory], tmp_path: Path) -> None:
    made = config(tmp_path, total_timesteps=64)
    first = create_trainer(create_balatro_env(seed=1), made)
    BehavioralCloning(first.model, small).pretrain(1, verbose=False)
    cloned = copy.deepcopy(weights(first.model))
    assert made.pretrained is not None
    assert set(made.pretrained.train_seeds) == {t.seed for t in small}
    assert "pretrained" not in made.to_dict()
    mean = first.env.obs_rms["numbers"].mean.copy()
    first.train()
    assert not same_weights(weights(first.model), cloned)
    second = create_trainer(create_balatro_env(seed=1), made)
    assert same_weights(weights(second.model), cloned), "training does not reach it"
    assert np.array_equal(second.env.obs_rms["numbers"].mean, mean)


def test_a_clone_without_statistics(small: list[Trajectory], tmp_path: Path) -> None:
    made = config(tmp_path, normalize_obs=False, normalize_reward=False)
    BehavioralCloning(create_trainer(create_balatro_env(), made).model, small).pretrain(1, verbose=False)
    assert made.pretrained is not None
    assert made.pretrained.statistics is None


def test_a_pretrained_model_is_saved_and_loaded(small: list[Trajectory], tmp_path: Path) -> None:
    model = learner()
    cloner = BehavioralCloning(model, small)
    cloner.pretrain(1, verbose=False)
    path = cloner.save_pretrained(tmp_path / "new" / "clone")
    assert path == tmp_path / "new" / "clone.zip"
    assert [file.name for file in path.parent.iterdir()] == ["clone.zip"]
    assert same_weights(weights(MaskablePPO.load(path)), weights(model))
    assert cloner.save_pretrained(path) == path


def test_what_cannot_be_cloned(small: list[Trajectory]) -> None:
    with pytest.raises(ValueError, match="no move of the expert"):
        BehavioralCloning(learner(), [])
    with pytest.raises(ValueError, match="the model sees"):
        BehavioralCloning(learner(env=BalatroVecEnv(1, observation="flat")), small)
    with pytest.raises(ValueError, match="learning_rate is 0"):
        BehavioralCloning(learner(), small, 0)
    with pytest.raises(ValueError, match="n_epochs is 0"):
        BehavioralCloning(learner(), small).pretrain(0)
    model = learner()
    model.policy = torch.nn.Linear(1, 1)
    with pytest.raises(TypeError, match="a model with Linear cannot be cloned into"):
        BehavioralCloning(model, small)


# The expert


def test_what_an_expert_is_worth(games: list[Trajectory], capsys: pytest.CaptureFixture[str]) -> None:
    values = ExpertEvaluator.evaluate(games)
    rewards = [t.total_reward for t in games]
    assert values["episodes"] == 10
    assert values["steps"] == sum(t.length for t in games) == round(10 * values["mean_length"])
    assert (values["mean_reward"], values["std_reward"]) == pytest.approx((np.mean(rewards), np.std(rewards)))
    assert values["max_ante"] == max(t.ante for t in games)
    assert values["win_rate"] == sum(t.won for t in games) / 10
    assert values["ante_5_rate"] == sum(t.ante >= 5 for t in games) / 10
    ExpertEvaluator.print_evaluation(games)
    assert "win rate" in capsys.readouterr().out
    with pytest.raises(ValueError, match="no trajectories"):
        ExpertEvaluator.evaluate([])


def test_an_expert_is_cloned_before_training() -> None:
    env = BalatroVecEnv(2, seed=0, stake="red", observation="flat")
    model = learner(env=env)
    cloning = CloningConfig(expert="planner:lite", episodes=3, epochs=2, batch_size=32)
    result = clone_expert(model, cloning, 5, verbose=False)
    assert result["expert"]["episodes"] == 3
    assert len(result["history"]) == 2
    again = learner(env=BalatroVecEnv(2, seed=0, stake="red", observation="flat"))
    clone_expert(again, cloning, 5, env.vector.options, verbose=False)
    assert same_weights(weights(model), weights(again))
    with pytest.raises(ValueError, match="the model sees"):
        clone_expert(A2C("MlpPolicy", "CartPole-v1"), cloning)
