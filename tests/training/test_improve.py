"""Expert iteration: rounds are reported, resumed, and the better network is kept."""

from __future__ import annotations

import json

import pytest
import torch

from jimbot import _core
from jimbot.agents import make_agent
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net
from jimbot.training.data.lessons import Expert, played
from jimbot.training.data.shards import read_shard
from jimbot.training.imitation import programs
from jimbot.training.imitation.advantages import advantages
from jimbot.training.imitation.rounds import train
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import DaggerSettings, ImproveSettings
from jimbot.training.online import play_tables


@pytest.fixture(scope="module")
def network(networks):
    return networks / "decisions" / "best.pt"


def settings(folder, network, rounds):
    more = {"games": 3, "valid": 3, "worlds": 4, "candidates": 2, "epochs": 1, "workers": 1, "batch_size": 64}
    return ImproveSettings(out=folder, model=network, rounds=rounds, **more)


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
    assert manifest["train_seeds"] == ["train-10", "train-6@5000000"]


def test_it_goes_on_where_it_was(network, tmp_path):
    train(settings(tmp_path / "pieces", network, 1))
    report = train(settings(tmp_path / "pieces", network, 2))
    whole = train(settings(tmp_path / "whole", network, 2))
    assert [line["online"]["furthest"] for line in report] == [line["online"]["furthest"] for line in whole]


@pytest.fixture(scope="module")
def improved(tmp_path_factory):
    """The network of the package after a round of a few games at Gold Stake, and their decisions."""
    folder = tmp_path_factory.mktemp("package")
    policy_alone = {"vf_coef": 0, "price_coef": 0, "temperature": 0.002, "epochs": 8}
    train(settings(folder, None, 1).changed(stake="gold", worlds=8, others=0.2, hands=0.02, **policy_alone))
    old, new = (load_net(folder / f"round_{number}" / "best.pt")[0] for number in (0, 1))
    rows = Rows(read_shard(folder / "lessons" / "shard-00001.safetensors"), old.shape)
    return old, new, rows.take(torch.arange(len(rows)))


@pytest.mark.slow
@torch.no_grad()
def test_the_policy_leans_to_what_won_more(improved):
    old, new, batch = improved
    before, after = (net(batch.seen).log_probabilities() for net in (old, new))
    gain, weight = advantages(batch, before, torch.full((6,), 0.05**2))
    measured = ~torch.isnan(batch.price)
    assert measured.sum() > 20
    assert ((weight > 0) == measured).all()
    assert (gain[~measured] == 0).all()
    assert (before.exp() * (after - before) * gain).sum() > 0


@pytest.mark.slow
def test_an_unsure_measurement_counts_less(improved):
    batch = improved[2]
    known = batch.error > 0
    _, weight = advantages(batch, torch.zeros(len(batch.row)), torch.full((6,), 0.05**2))
    order = batch.error[known].argsort()
    assert (weight[known][order].diff() <= 0).all()


def test_shares_say_how_much_is_measured(network):
    expert = Expert(f"search:alone=true,trust=0,worlds=4,candidates=2,checkpoint={network}")
    games = play_tables(load_net(network)[0], seed_list("train-6"))
    whole, part = (
        [step for lesson in expert.relabel(games, 1, 0, hands, 1.0) for step in _core.lesson_steps(lesson)]
        for hands in (1.0, 0.0)
    )
    kinds = {taken.kind for taken, _, label, _, _ in part if label is not None}
    assert "play" not in kinds
    assert "select_blind" in kinds
    assert all(label is not None for _, follows, label, _, _ in whole if not follows)


def test_the_former_expert_is_refused(network, tmp_path, capsys):
    with pytest.raises(SystemExit):
        programs.train(
            "improve", ["--out-dir", str(tmp_path), "--model", str(network), "--expert", "search"], "x"
        )
    assert "--expert" in capsys.readouterr().err


def test_other_settings_are_another_training(network, tmp_path):
    train(settings(tmp_path, network, 0))
    with pytest.raises(ValueError, match="games is 3 there and 4 here; choose another folder"):
        train(settings(tmp_path, network, 1).changed(games=4))
    with pytest.raises(ValueError, match="recipe is 'improve' there and 'dagger' here"):
        train(DaggerSettings(out=tmp_path, model=network, rounds=1, games=3))
