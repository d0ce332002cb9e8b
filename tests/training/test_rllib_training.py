"""Trainings on RLlib: exact resume, what is written, lost runners, difficulty, other algorithms."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("ray.rllib")
from ray.rllib.core.columns import Columns
from ray.rllib.utils.postprocessing.value_predictions import compute_value_targets
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from jimbot.models.balatro_net import BalatroNet, NetShape
from jimbot.training.rllib.algorithm import algorithm_config, built, ppo_config
from jimbot.training.rllib.cluster import Resources, cluster
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.plan import RLlibPlan
from jimbot.training.rllib.player import Player
from jimbot.training.rllib.settings import RLlibConfig, read_config
from jimbot.training.rllib.train import Result, train

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]

NAMES = ("episode_reward_mean", "episode_len_mean", "policy_loss", "value_loss", "entropy", "kl_divergence")
SHARE = Resources(0.5, 0, 0, 0)


def settings(**changes: Any) -> RLlibConfig:
    return read_config(
        {
            "num_env_runners": 1,
            "num_envs_per_env_runner": 8,
            "rollout_fragment_length": 16,
            "train_batch_size_per_learner": 256,
            "minibatch_size": 64,
            "num_epochs": 2,
            "lr": 1e-3,
            "evaluation_interval": 2,
            "evaluation_duration": 4,
            "model": {"custom_model_config": {"width": 16, "entity_width": 4}},
        }
        | changes
    )


@pytest.fixture(scope="module", autouse=True)
def ray_cluster() -> Iterator[None]:
    with cluster("local", 1.0, print):
        yield


def run(place: Path, name: str, iterations: int, config: RLlibConfig | None = None, **others: Any) -> Result:
    plan = RLlibPlan(
        iterations=iterations,
        checkpoint_freq=2,
        checkpoint_dir=place / "checkpoints",
        results_dir=place / "ray_results",
        log_file=place / f"{name}.jsonl",
        **others,
    )
    return train(config or settings(), plan, place / name)


def lines(place: Path, name: str) -> list[dict[str, Any]]:
    """The metrics of a run but for those of the clock."""
    text = (place / name / "metrics.jsonl").read_text()
    assert text == (place / f"{name}.jsonl").read_text()
    return [
        {key: value for key, value in json.loads(line).items() if key != "seconds"}
        for line in text.splitlines()
    ]


def test_a_training_goes_on_to_the_last_bit(tmp_path: Path) -> None:
    result = run(tmp_path, "whole", 4)
    assert (result.iterations, result.steps) == (4, 4 * 256)
    whole = lines(tmp_path, "whole")
    assert [line["iteration"] for line in whole] == [1, 2, 3, 4]
    assert all(np.isfinite(line[name]) for line in whole for name in NAMES)
    assert {"win_rate", "ante", "blinds", "score", "money", "deaths"} <= set(whole[0])
    assert "valid_win_rate" in whole[1]
    assert "valid_win_rate" not in whole[0]

    # interrupted, and started again with the same command
    run(tmp_path, "halves", 2)
    run(tmp_path, "halves", 4)
    assert lines(tmp_path, "halves") == whole

    # from the file of a checkpoint, in a run of its own
    checkpoint = tmp_path / "whole" / "checkpoints" / f"{2 * 256:012d}" / "model.safetensors"
    run(tmp_path, "file", 4, checkpoint=checkpoint)
    assert lines(tmp_path, "file") == whole

    # what lies where the document looks for it
    best = tmp_path / "checkpoints" / "best_model.pt"
    assert best.read_bytes() == (tmp_path / "file" / "checkpoints" / "best_model.pt").read_bytes()
    shown = json.loads((tmp_path / "checkpoints" / "best_model.json").read_text())
    assert shown["run"] == str(tmp_path / "file")
    assert shown["train_seeds"] == ["random:drawn by seed 1"]
    assert (tmp_path / "whole" / "ray" / f"{4 * 256:012d}" / "rllib_checkpoint.json").is_file()
    for place in (tmp_path / "ray_results" / "whole", tmp_path / "whole" / "tb_logs"):
        board = EventAccumulator(str(place)).Reload()
        assert set(NAMES) <= set(board.Tags()["scalars"])
        assert [event.step for event in board.Scalars("entropy")] == [256, 512, 768, 1024]

    with pytest.raises(ValueError, match="holds another training: seed is 1 there and 2 here"):
        run(tmp_path, "whole", 4, settings(seed=2))


def test_a_lost_runner_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    config = settings(num_env_runners=2, evaluation_interval=0)
    with built(algorithm_config(config, config.model.shape(), SHARE)) as algorithm:
        algorithm.train()
        group: Any = algorithm.env_runner_group
        pids = dict(group.foreach_env_runner(lambda r: (r.worker_index, os.getpid()), local_env_runner=False))
        os.kill(pids[1], signal.SIGKILL)
        result = algorithm.train()
        assert result["fault_tolerance"]["num_healthy_workers"] == 1, "training goes on with the other one"
        for _ in range(400):
            result = algorithm.train()
            if result["fault_tolerance"]["num_remote_worker_restarts"] == 1:
                break
        assert result["fault_tolerance"]["num_healthy_workers"] == 2
        assert "runner 1 was lost; it has been started again" in caplog.text
        weights = group.foreach_env_runner(lambda r: r.weights_number, local_env_runner=False)
        algorithm.train()
        assert weights[0] == weights[1] > 1, "it goes on with the weights of today"


def test_the_schedule_drives_all_runners() -> None:
    config = settings(
        num_env_runners=2,
        evaluation_interval=0,
        env_config={"difficulty_schedule": {0: "easy", 300: "medium", 600: "hard"}},
    )
    with built(algorithm_config(config, config.model.shape(), SHARE)) as algorithm:
        found = []
        for _ in range(4):
            group: Any = algorithm.env_runner_group
            found.append(group.foreach_env_runner(lambda r: r.player.batch.max_ante, local_env_runner=False))
            algorithm.train()
    # 256 moves an iteration: of both runners together
    assert found == [[2, 2], [2, 2], [4, 4], [None, None]]


@pytest.mark.parametrize(
    "changes",
    [
        {"algorithm": "IMPALA"},
        {"algorithm": "APPO"},
        {
            "model": {
                "use_lstm": True,
                "lstm_cell_size": 8,
                "max_seq_len": 5,
                "custom_model_config": {"width": 16, "entity_width": 4},
            }
        },
    ],
    ids=["IMPALA", "APPO", "LSTM"],
)
def test_learners_that_need_sequences(changes: dict[str, Any], tmp_path: Path) -> None:
    result = run(tmp_path, "run", 3, settings(evaluation_interval=0, **changes))
    assert result.steps >= 3 * 256
    assert result.best_model is not None
    last = lines(tmp_path, "run")[-1]
    assert np.isfinite([last["entropy"], last["value_loss"], last["valid_blinds"]]).all()


def test_a_configuration_of_rllib_by_itself() -> None:
    made = ppo_config(
        {"deck": "blue"}, num_envs_per_env_runner=8, train_batch_size_per_learner=256,
        model={"custom_model_config": {"width": 16, "entity_width": 4}},
    )  # fmt: skip
    with built(made) as algorithm:
        result = algorithm.train()
    assert np.isfinite([result[name] for name in NAMES]).all()


# -- without any process ------------------------------------------------------------------------------------


def played(length: int = 60, shape: NetShape | None = None) -> Any:
    player = Player(Games.of({}).batch(4), 24.0)
    player.begin(7)
    net = BalatroNet(shape or NetShape(16, 4))
    player.play(net, 33)
    return player.play(net, length)


def test_advantages_are_those_of_rllib() -> None:
    rollout = played()
    found = rollout.advantages(0.99, 0.9)
    for game in range(4):
        values = np.append(rollout.values[:-1, game], rollout.values[-1, game])
        cut = np.zeros(61, bool)
        cut[59] = True
        targets = compute_value_targets(
            values=values,
            rewards=np.append(rollout.rewards[:, game], 0),
            terminateds=np.append(rollout.terminated[:, game], False),
            truncateds=cut,
            gamma=0.99,
            lambda_=0.9,
        )
        ended = np.flatnonzero(rollout.terminated[:, game])
        assert len(ended), "some episode ends within the rollout"
        assert np.allclose(targets[:60] - values[:60], found[:, game], atol=1e-4)


@pytest.mark.parametrize("cells", [0, 6])
def test_episodes_hold_the_moves_of_the_rollout(cells: int) -> None:
    rollout = played(shape=NetShape(16, 4, 0, False, cells))
    episodes = rollout.episodes()
    assert sum(len(episode) for episode in episodes) == len(rollout) == 240
    assert sum(episode.is_terminated for episode in episodes) == rollout.terminated.sum()
    first = episodes[0]
    assert first.t_started == rollout.begun[0]
    assert np.array_equal(first.get_observations(), rollout.rows[: len(first) + 1, 0]) or first.is_done
    assert np.array_equal(first.get_actions(), rollout.moves[: len(first), 0])
    assert np.array_equal(first.get_rewards(), rollout.rewards[: len(first), 0])
    if cells:
        before = first.get_extra_model_outputs(Columns.STATE_OUT, -1, neg_index_as_lookback=True)
        assert np.array_equal(before["h"], rollout.memory["h"][0, 0])


def test_fragments_are_cut_for_several_learners() -> None:
    from ray.rllib.utils.minibatch_utils import ShardEpisodesIterator

    parts = [played().fragment(0.99, 0.9, (0, i)) for i in range(3)]
    shards = list(ShardEpisodesIterator(parts, 2))
    assert [sum(map(len, shard)) for shard in shards] == [360, 360]
