"""The native trainer as a library: your own rewards, networks and callbacks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
import torch
from torch import nn

from jimbot.envs.spec import MOVE_COUNT, TABLES
from jimbot.evaluation.batched import means, play_together
from jimbot.game.seeds import seed_list
from jimbot.models.moves import RETURNS
from jimbot.models.policy import load_policy
from jimbot.training.native import Own, own_policy, resume, settings_of, train
from jimbot.training.native.moves import MovePPO, shifted

SMALL: dict[str, Any] = {
    "num_envs": 16,
    "num_steps": 8,
    "steps": 4 * 16 * 8,
    "minibatches": 2,
    "eval_games": 2,
    "save_every": 2,
}
NUMBERS = sum(max(table.rows, 1) * len(table.columns) for table in TABLES)


def blinds_and_money(facts: Any) -> Any:
    return facts["blind_beaten"] + 0.01 * np.clip(facts["money_gained"], -10, 20)


def other_reward(facts: Any) -> Any:
    return facts["chips_gained"] > 0


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(NUMBERS, 16), nn.ReLU())
        self.scores, self.returns = nn.Linear(16, MOVE_COUNT), nn.Linear(16, RETURNS)

    def forward(self, seen: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        numbers = torch.cat([table.float().flatten(1) for table in seen.values()], 1)
        state = self.body(numbers.sign() * numbers.abs().log1p())
        return self.scores(state), self.returns(state)


class NetOfOtherShape(Net):
    def forward(self, seen: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        scores, returns = super().forward(seen)
        return scores, returns[:, 0]


OWN = Own(reward=blinds_and_money, returns=(-2, 48), network=Net)


def settings(hands: str = "planner", **changes: Any) -> Any:
    return settings_of("quick", hands=hands, **SMALL | changes)


def metrics(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("hands", ["planner", "cards"])
def test_a_reward_and_a_network_of_ones_own_are_trained_and_play(hands: str, tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = []
    result = train(settings(hands), tmp_path / "run", own=OWN, callbacks=[lines.append])
    assert result.steps == SMALL["steps"]
    assert lines == metrics(tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["own"]["reward"].endswith(".blinds_and_money")
    assert manifest["own"]["network"].endswith(".Net")
    final = tmp_path / "run" / "native_final.safetensors"
    games = list(
        play_together(own_policy(final, Net), seed_list("valid-2@100000"), settings(hands).batch_options())
    )
    assert means(games)["blinds"] == result.mean_blinds
    with pytest.raises(ValueError, match="layers of its own"):
        load_policy(final)


def test_the_learner_sees_the_reward_that_the_function_gives() -> None:
    seen: list[Any] = []

    def reward(facts: Any) -> Any:
        seen.append(np.asarray(blinds_and_money(facts), np.float32))
        return seen[-1]

    learner = MovePPO(settings(), Own(reward=reward, returns=(-2, 10)))
    learner.player.begin(0)
    learner.player.take_weights(learner.net)
    rollout = learner.player.play(0, 0.0)
    np.testing.assert_allclose(rollout.rewards.numpy(), np.stack(seen) * 48 / 12, rtol=1e-6)
    assert rollout.rewards.any()


def test_what_a_game_still_brings_lies_between_the_returns() -> None:
    """Classes from -4 to 44: a reward of 3 at the end is class 7, and one before a return of 10 is class 17."""
    before = torch.zeros(3, RETURNS)
    before[:, 14] = 1.0  # a return of 10
    found = shifted(before, torch.tensor([3.0, 3.0, -3.0]), torch.tensor([0.0, 1.0, 0.0]), -4.0)
    assert found.argmax(1).tolist() == [7, 17, 1]
    torch.testing.assert_close(found.sum(1), torch.ones(3))


def test_a_training_of_ones_own_goes_on_by_the_same_call_alone(tmp_path: Path) -> None:
    train(settings(), tmp_path / "whole", own=OWN)
    halfway = [lambda line: line["update"] == 2]
    part = train(settings(), tmp_path / "part", own=OWN, callbacks=halfway)
    assert part.mean_blinds is None
    assert len(metrics(tmp_path / "part")) == 2
    with pytest.raises(ValueError, match="the program that began it"):
        resume(tmp_path / "part")
    with pytest.raises(ValueError, match="holds another training: its own is"):
        train(settings(), tmp_path / "part", own=Own(reward=other_reward, returns=(-2, 48), network=Net))
    train(settings(), tmp_path / "part", own=OWN)
    assert metrics(tmp_path / "part") == metrics(tmp_path / "whole")


def test_a_callback_ends_a_training_of_decisions_too(tmp_path: Path) -> None:
    scored = settings_of(
        "quick", num_envs=4, steps=240, minibatches=2, width=16, choice_width=8, eval_games=2
    )
    train(scored, tmp_path / "run", callbacks=[lambda line: True])
    assert len(metrics(tmp_path / "run")) == 1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda out: train(settings(), out, own=Own(network=NetOfOtherShape)),
            r"shapes \[\(2, 95\), \(2,\)\]",
        ),
        (lambda out: train(settings_of("quick", eval_games=2), out, own=OWN), "hands=cards or hands=planner"),
        (lambda out: train(settings(), out, own=Own(returns=(1, 5))), r"returns are \(1, 5\)"),
        (lambda out: train(settings(), out, own=Own(reward="most")), "unknown reward 'most'"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_anything_is_written(
    make: Any, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=said):
        make(tmp_path / "run")
    assert not (tmp_path / "run").exists()
