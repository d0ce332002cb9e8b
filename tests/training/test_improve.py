"""Expert iteration: rounds are reported, taken up, and the better network is kept."""

from __future__ import annotations

import json

import pytest
import torch

from jimbot.agents import make_agent
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, Shape, load_net, save_net
from jimbot.training.data.lessons import played
from jimbot.training.data.shards import read_shard
from jimbot.training.imitation import programs
from jimbot.training.imitation.rounds import train
from jimbot.training.imitation.settings import ImproveSettings


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("improve") / "best.pt"
    save_net(path, DecisionNet(Shape(16, 8, redraws=0)), {"values": True, "train_seeds": ["AAAAAAAA"]})
    return path


def settings(folder, network, rounds):
    more = {"expert": "heuristic", "games": 3, "valid": 3, "epochs": 1, "threads": 1, "batch_size": 64}
    return ImproveSettings(out_dir=folder, model=network, rounds=rounds, **more)


def test_rounds_are_reported_and_the_better_network_is_kept(network, tmp_path):
    report = train(settings(tmp_path, network, 2))
    assert [line["round"] for line in report] == [0, 1, 2]
    assert json.loads((tmp_path / "report.json").read_text()) == report
    for line in report:
        online = line["online"]
        assert online["n"] == 3
        assert online["win_rate_low"] <= online["win_rate"] <= online["win_rate_high"]
    best = report[-1]["best"]
    assert report[-1]["best_blinds"] == report[best]["online"]["mean_blinds"]
    kept = load_net(tmp_path / f"round_{best}" / "best.pt")[0].state_dict()
    shown = load_net(tmp_path / "best.pt")[0].state_dict()
    assert all(torch.equal(kept[name], shown[name]) for name in kept)
    make_agent(f"policy:checkpoint={tmp_path}")


def test_every_round_plays_and_labels_new_seeds(network, tmp_path):
    train(settings(tmp_path, network, 2))
    games = [
        [played(lesson).seed for lesson in read_shard(path)] for path in sorted(tmp_path.glob("lessons/*"))
    ]
    assert [*games[0], *games[1]] == seed_list("train-6@5000000")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["train_seeds"] == ["AAAAAAAA", "train-6@5000000"]


def test_it_goes_on_where_it_was(network, tmp_path):
    train(settings(tmp_path / "pieces", network, 1))
    report = train(settings(tmp_path / "pieces", network, 2))
    whole = train(settings(tmp_path / "whole", network, 2))
    assert [line["online"]["furthest"] for line in report] == [line["online"]["furthest"] for line in whole]


def test_unknown_expert_is_refused(network, tmp_path, capsys):
    with pytest.raises(SystemExit):
        programs.train(
            "improve", ["--out-dir", str(tmp_path), "--model", str(network), "--expert", "random"], "x"
        )
    assert "cannot label positions" in capsys.readouterr().err
