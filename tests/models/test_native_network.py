"""Networks of decisions in the core: they think what torch thinks, and files of others are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.models import SHIPPED
from jimbot.models.decisions import DecisionNet, Shape, load_net, save_net
from jimbot.models.native import native_network


def test_it_decides_as_torch_does() -> None:
    net, _ = load_net(SHIPPED)
    player = make_agent("search:candidates=1")
    assert isinstance(player, NativeAgent)
    game = Game("NATIVENET", stake="gold")
    decided = 0
    while game.phase != "GAME_OVER" and decided < 150:
        view = View(game, 5)
        decision = player.core.decide(view.engine(), 5)
        scored = net.scored(view.engine(), 5)
        if len(scored) > 1:
            decided += 1
            assert str(decision.action) == str(scored[0].action)
            chance = max(one.value or 0.0 for one in scored)
            assert decision.chance == pytest.approx(chance, abs=1e-4)
        game.apply(decision.action)
    assert decided > 40


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
