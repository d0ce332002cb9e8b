"""Networks of decisions in the core: they think what torch thinks, and files of others are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from jimbot import Game, _core
from jimbot.agents import View, make_agent
from jimbot.agents.models import SHIPPED
from jimbot.envs.batch import Start
from jimbot.models.decisions import DecisionNet, Shape, load_net, mean_of, save_net, widened
from jimbot.models.native import native_network
from jimbot.training.native.games import play_games
from jimbot.training.results import expected_result


def test_it_thinks_what_torch_thinks() -> None:
    net, _ = load_net(SHIPPED)
    games = play_games(net, 0, 4, Start(stake="gold"), 1)
    with torch.no_grad():
        scores = net(games.seen)
    taken = games.seen.first_choices() + games.taken
    assert len(taken) > 100
    apart = scores.log_probabilities()[taken] - games.log_probabilities
    assert (apart**2).mean() / 2 < 1e-4, "their divergence in nats: integers are as good as floats"
    assert torch.allclose(scores.log_probabilities()[taken].exp(), games.log_probabilities.exp(), atol=0.03)
    assert torch.allclose(expected_result(scores.clears, games.blind), games.values, atol=2e-3)


def test_the_mean_of_networks_has_the_mean_of_their_weights() -> None:
    one, two = (DecisionNet(Shape(16, 8, redraws=0, rounds=0)) for _ in range(2))
    mean = mean_of([one, two])
    assert mean.shape == one.shape
    for name, weights in mean.state_dict().items():
        assert torch.allclose(weights, (one.state_dict()[name] + two.state_dict()[name]) / 2)


@pytest.mark.parametrize(("redraws", "rounds"), [(0, 2), (2, 0)])
def test_networks_may_be_given_more(tmp_path: Path, redraws: int, rounds: int) -> None:
    """What torch is shown of a position and what the core shows its own network is the same."""
    net = DecisionNet(Shape(16, 8, redraws, rounds))
    games = play_games(net, 0, 2, Start(stake="gold"), 1)
    scores = net(games.seen)
    taken = games.seen.first_choices() + games.taken
    assert torch.allclose(scores.log_probabilities()[taken], games.log_probabilities, atol=1e-3)
    shown = set(games.seen.position_index.tolist())
    (first,) = (start for name, start, *_ in _core.judge_layout() if name == "strength")
    assert (first in shown) == (rounds > 0)
    path = tmp_path / "model.safetensors"
    save_net(path, net, {})
    game = Game("TOLD")
    agent = make_agent(f"search:worlds=2,checkpoint={path}")
    for _ in range(12):
        game.apply(agent.act(View(game, 1)))


def test_a_network_that_is_given_rounds_later_thinks_the_same_at_first() -> None:
    net = DecisionNet(Shape(16, 8, redraws=0, rounds=0))
    answer = widened(net, Shape(24, 8, redraws=0, rounds=2))
    before, after = (play_games(each, 0, 2, Start(stake="gold"), 1) for each in (net, answer))
    assert torch.equal(before.taken, after.taken)
    assert torch.allclose(before.log_probabilities, after.log_probabilities, atol=1e-4)
    for fewer in (Shape(8, 8, 0, 0), Shape(16, 8, 4, 0)):
        with pytest.raises(ValueError, match="it "):
            widened(net, fewer)
    with pytest.raises(ValueError, match="0 redraws and 2 rounds"):
        widened(answer, Shape(24, 8, redraws=0, rounds=0))


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    net = DecisionNet(replace(Shape(16, 8), redraws=0))
    net.clears.bias.data[3] = np.nan
    path = tmp_path / "model.safetensors"
    save_net(path, net, {})
    with pytest.raises(ValueError, match=r"weights in clears\.bias that are no finite numbers"):
        native_network(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.pt").write_bytes(b"no network")
    with pytest.raises(ValueError, match=r"model\.pt"):
        make_agent(f"search:checkpoint={tmp_path / 'model.pt'}")
