"""Networks of decisions in the core: they think what torch thinks, and files of others are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from jimbot.agents import make_agent
from jimbot.agents.models import SHIPPED
from jimbot.envs.batch import Start
from jimbot.models.decisions import DecisionNet, Shape, load_net, mean_of, save_net
from jimbot.models.native import native_network
from jimbot.training.imitation.rl import expected_result
from jimbot.training.native.games import play_games


def test_it_thinks_what_torch_thinks() -> None:
    net, _ = load_net(SHIPPED)
    games = play_games(net, 0, 4, Start(stake="gold"), 1)
    with torch.no_grad():
        scores = net(games.seen)
    taken = games.seen.first_choices() + games.taken
    assert len(taken) > 100
    assert torch.allclose(scores.log_probabilities()[taken], games.chances, atol=1e-3)
    assert torch.allclose(expected_result(scores.clears, games.blind), games.values, atol=1e-4)


def test_the_mean_of_networks_has_the_mean_of_their_weights() -> None:
    one, two = (DecisionNet(Shape(16, 8, redraws=0, rounds=0)) for _ in range(2))
    mean = mean_of([one, two])
    assert mean.shape == one.shape
    for name, weights in mean.state_dict().items():
        assert torch.allclose(weights, (one.state_dict()[name] + two.state_dict()[name]) / 2)


def test_networks_that_are_told_more_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_net(path, DecisionNet(Shape(16, 8, redraws=4, rounds=0)), {})
    with pytest.raises(ValueError, match="told of redraws or played rounds"):
        make_agent(f"search:checkpoint={path}")


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    net = DecisionNet(replace(Shape(16, 8), redraws=0))
    net.clears.bias.data[3] = np.nan
    path = tmp_path / "model.safetensors"
    save_net(path, net, {})
    with pytest.raises(ValueError, match="a weight of the network"):
        native_network(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.pt").write_bytes(b"no network")
    with pytest.raises(ValueError, match=r"model\.pt"):
        make_agent(f"search:checkpoint={tmp_path / 'model.pt'}")
