"""Trained policies as agents: the games that their trainer saw, the files they come from, what is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.envs import Start
from jimbot.envs.spec import move_id
from jimbot.evaluation import evaluate
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.evaluation.runs import Record, play_game
from jimbot.game.seeds import draw_seed, seed, seed_list
from jimbot.live.backends import SimBackend
from jimbot.training.behavioral_cloning import BehavioralCloning
from jimbot.training.framework import algorithms
from jimbot.training.sb3.collecting import TrajectoryCollector
from jimbot.training.utils import create_balatro_env

from .small import trainer

EASY = Start(one_chip=True)  # every hand beats its blind: the game goes through shops and packs


def untrained(folder: Path, algorithm: str = "PPO", **options: Any) -> Any:
    """A trainer with random weights, and statistics as if it had seen something."""
    made = trainer(folder, algorithm, create_balatro_env(seed=1, **options), checkpoint_freq=1)
    seen = made.env.obs_rms
    for statistics in seen.values() if isinstance(seen, dict) else [seen]:
        statistics.update(np.random.default_rng(0).normal(2, 3, (50, *statistics.mean.shape)))
    return made


def play(spec: str, games: int, one_chip: bool = True) -> list[Record]:
    player = make_agent(spec)
    return [play_game(player, Game(s, one_chip=one_chip)) for s in seed_list(f"valid-{games}")]


@pytest.mark.parametrize("algorithm", ["PPO", "A2C", "DQN", "MaskablePPO", "QRDQN", "RecurrentPPO"])
def test_the_agent_plays_as_its_trainer_evaluates(algorithm: str, tmp_path: Path) -> None:
    t = untrained(tmp_path, algorithm, starts=EASY)
    games = t.evaluate_games(2)
    records = play(f"policy:checkpoint={t.save_model()}", 2)
    assert [r.failure for r in records] == [None, None]
    assert [r.blinds for r in records] == games.blinds
    assert [r.won for r in records] == games.wins
    assert sum(r.decisions for r in records) <= sum(games.lengths), "picked cards are no decisions"


@pytest.mark.parametrize("options", [{"observation": "flat"}, {"hands": "planner", "planner": "lite"}])
def test_other_observations_and_hands(options: dict[str, Any], tmp_path: Path) -> None:
    t = untrained(tmp_path, starts=EASY, **options)
    (record,) = play(f"policy:{t.save_model()}", 1)
    assert record.failure is None
    assert [record.blinds] == t.evaluate_games(1).blinds


WITHOUT_LIBRARY = """
import sys
for name in ("gymnasium", "stable_baselines3", "sb3_contrib"):
    sys.modules[name] = None
from jimbot import Game
from jimbot.agents import make_agent
from jimbot.evaluation.runs import play_game
print(play_game(make_agent(sys.argv[1]), Game("LAYERS", one_chip=True)).transcript)
"""


@pytest.mark.parametrize("extractor", ["balatro", pytest.param("combined", marks=pytest.mark.slow)])
def test_a_file_plays_without_the_library_that_trained_it(extractor: str, tmp_path: Path) -> None:
    t = trainer(tmp_path, "PPO", create_balatro_env(seed=1, starts=EASY), feature_extractor_type=extractor)
    spec = f"policy:checkpoint={t.save_model()}"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARY, spec], check=True, capture_output=True, text=True
    )
    record = play_game(make_agent(spec), Game("LAYERS", one_chip=True))
    assert done.stdout.strip() == str(record.transcript).strip()
    games = t.evaluate_games(2)
    assert [r.blinds for r in play(spec, 2)] == games.blinds


def test_saving_draws_nothing_from_the_training(tmp_path: Path) -> None:
    t = untrained(tmp_path)
    torch.manual_seed(3)
    expected = torch.rand(3)
    torch.manual_seed(3)
    t.save_model()
    assert torch.equal(torch.rand(3), expected)


def test_a_run_a_checkpoint_and_a_file_are_all_it_takes(tmp_path: Path) -> None:
    t = untrained(tmp_path)
    checkpoint = t.save_checkpoint()
    lists = [
        [r.transcript for r in play(f"policy:checkpoint={place}", 2, one_chip=False)]
        for place in (t.run_dir, checkpoint, checkpoint / "model.zip", t.save_model())
    ]
    assert lists[1:] == lists[:1] * 3
    with torch.no_grad():
        t.model.policy.action_net.bias += torch.arange(95.0)
    t.save_model()
    changed = play(f"policy:checkpoint={t.run_dir}", 2, one_chip=False)
    assert [r.transcript for r in changed] != lists[0], "the final model is that of its run"


def test_jokers_are_not_swapped_for_ever(tmp_path: Path) -> None:
    t = untrained(tmp_path)
    with torch.no_grad():
        t.model.policy.action_net.bias[move_id("swap_jokers 0")] = 1e6
    player = make_agent(f"policy:{t.save_model()}")
    game = Game.from_notation("jimbot1 seed=SWAP phase=SHOP jokers=[j_joker,j_duo]")
    kinds = []
    for step in range(11):
        action = player.act(View(game, draw_seed(0, step)))
        game.apply(action)
        kinds.append(action.kind)
    assert kinds[:10] == ["rearrange_jokers"] * 10
    assert kinds[10] != "rearrange_jokers"


def test_a_policy_plays_through_a_backend(tmp_path: Path) -> None:
    player = make_agent(f"policy:{untrained(tmp_path).save_model()}")
    alone = play_game(player, Game("BACKEND"))
    backend, step = SimBackend.of(Game("BACKEND"), execute=True), 0
    player.reset(0)
    while not backend.over:
        backend.act(player.act(backend.view(draw_seed(0, step))))
        step += 1
    assert step == alone.decisions > 4


# -- what is refused -----------------------------------------------------------------------------------------


def test_what_cannot_be_played_is_reported_in_one_line(tmp_path: Path) -> None:
    t = untrained(tmp_path / "runs")
    model, checkpoint = t.save_model(), t.save_checkpoint()
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("no archive")
    t.model.save(tmp_path / "foreign.zip")
    (tmp_path / "half.zip").write_bytes(model.read_bytes()[:-3000])
    shutil.copytree(checkpoint, tmp_path / "damaged")
    (tmp_path / "damaged" / "arrays.npz").write_bytes(b"")
    pole = trainer(tmp_path / "runs", "PPO", gym.make("CartPole-v1")).save_model()
    for place, text in (
        (tmp_path / "nowhere", "there is no checkpoint .*nowhere; a model file, a checkpoint or a run"),
        (tmp_path / "empty", "empty holds neither a final model nor a checkpoint"),
        (tmp_path / "text.zip", "text.zip is damaged, or no model at all"),
        (tmp_path / "half.zip", "half.zip is damaged, or no model at all"),
        (
            tmp_path / "foreign.zip",
            "foreign.zip cannot play: its layers are not plain ones; save_model of a trainer",
        ),
        (tmp_path / "damaged", "damaged: arrays.npz is not what was written"),
        (pole, "was trained on another environment than Balatro"),
    ):
        with pytest.raises(ValueError, match=text) as refused:
            make_agent(f"policy:{place}")
        assert "\n" not in str(refused.value)


def test_a_policy_is_evaluated_and_never_on_what_it_was_trained_on(tmp_path: Path) -> None:
    t = untrained(tmp_path / "fair")
    t.train(total_timesteps=16)
    manifest = json.loads((t.run_dir / "manifest.json").read_text())
    assert manifest["train_seeds"] == ["random:sequences 1 to 8"]
    spec = f"policy:checkpoint={t.run_dir}"
    records = evaluate(spec, seeds="test-2").records
    assert [r.failure for r in records] == [None, None]

    position = Game(seed("test", 5))
    unfair = untrained(tmp_path / "unfair", starts=[Start(), Start(position=position)])
    unfair.train(total_timesteps=16)
    refuse_trained_on_test(f"policy:{unfair.run_dir}", seed_list("valid-2"))
    newest = unfair.checkpoints.latest()
    assert newest is not None
    for place in (unfair.run_dir, unfair.save_model(), newest.path, newest.path / "model.zip"):
        with pytest.raises(ValueError, match="lists test seeds as training seeds"):
            evaluate(f"policy:{place}", seeds="test-2")

    heir = untrained(tmp_path / "heir")
    heir.load_model(unfair.save_model())
    heir.train(total_timesteps=16)
    with pytest.raises(ValueError, match="lists test seeds as training seeds"):
        evaluate(f"policy:{heir.run_dir}", seeds="test-2")


def test_demonstrations_count_as_training(tmp_path: Path) -> None:
    t = untrained(tmp_path)
    games = TrajectoryCollector("greedy", create_balatro_env(), first_seed=7).collect(2, verbose=False)
    BehavioralCloning(t.model, games).pretrain(1, verbose=False)
    t.train(total_timesteps=16)
    listed = json.loads((t.run_dir / "manifest.json").read_text())["train_seeds"]
    assert listed[1:] == [seed("train", 7), seed("train", 8)]


def test_seeds_that_were_asked_for_are_listed(tmp_path: Path) -> None:
    from jimbot.training.utils import make_vectorized_env

    env = make_vectorized_env(n_envs=2, seed=1)
    env.set_options([{"seed": seed("test", 3)}, {}])
    t = trainer(tmp_path, "PPO", env)
    assert seed("test", 3) in t.train_seeds


def test_algorithms_are_those_of_the_table() -> None:
    from jimbot.training.sb3.methods import METHODS

    assert [name for name in algorithms() if name in METHODS] == list(METHODS)
