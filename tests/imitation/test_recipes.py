"""Recipes on a handful of games: each runs, improves what it should, and leaves what it promises."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")

from jimbot.agents import View, make_agent
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.evaluation.runs import play_game
from jimbot.game import Game
from jimbot.game.seeds import seed, seed_list
from jimbot.models.decisions import DecisionNet, Shape, load_net, save_net
from jimbot.models.native import network_of
from jimbot.training.data.lessons import played
from jimbot.training.data.rollout import rollout
from jimbot.training.data.settings import RolloutSettings
from jimbot.training.imitation import distill, pv, rl, rounds
from jimbot.training.imitation import evaluate as evaluation
from jimbot.training.imitation.fitting import Descent
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import (
    BcSettings,
    DaggerSettings,
    DistillSettings,
    EvalSettings,
    PvSettings,
    RlSettings,
)
from jimbot.training.online import play_tables

SMALL = {"width": 32, "choice_width": 16, "redraws": 0, "workers": 1}


@pytest.fixture(scope="module")
def cloned(shard, tmp_path_factory):
    out = tmp_path_factory.mktemp("bc")
    settings = BcSettings(train_jsonl=shard, out=out, epochs=4, batch_size=128, **SMALL)
    return out, pv.train(settings)


def test_cloning_learns_and_leaves_its_files(cloned):
    out, metrics = cloned
    for name in ("best.pt", "last.pt", "train_metrics.json", "config.json", "manifest.json"):
        assert (out / name).is_file(), name
    first, last = metrics["epochs"][0], metrics["epochs"][-1]
    assert last["loss"] < first["loss"]
    assert last["all"]["top1"] > 1.3 * last["all"]["random_top1"]
    assert json.loads((out / "train_metrics.json").read_text())["best_score"] == metrics["best_score"]


@pytest.mark.parametrize("epochs", [1, 2, 10, 11])
def test_a_fit_of_few_steps_moves_the_weights(epochs, tmp_path):
    net = DecisionNet(Shape(width=8, choice_width=8, redraws=0))
    settings = BcSettings(train_jsonl=tmp_path, out=tmp_path, epochs=epochs, batch_size=8)
    descent = Descent(net, settings, decisions=8)
    before = [value.clone() for value in net.parameters()]
    for _ in range(epochs):
        descent.step(sum((value - 1).square().sum() for value in net.parameters()))
    assert all((old != new).any() for old, new in zip(before, net.parameters(), strict=True))


def test_a_damaged_file_costs_one_line(tmp_path):
    (tmp_path / "best.pt").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="damaged, or no model"):
        make_agent(f"policy:checkpoint={tmp_path}")


def test_splits_go_by_seed(lessons):
    rows = Rows(lessons, Shape(redraws=0))
    fit, kept = rows.split()
    assert len(fit) + len(kept) == len(rows)
    assert not set(rows.game[fit].tolist()) & set(rows.game[kept].tolist())
    assert len(kept) > 0


def test_what_was_learned_plays_as_an_agent(cloned):
    agent = make_agent(f"policy:checkpoint={cloned[0]}")
    record = play_game(agent, Game(seed("dev", 0)), 0, 5)
    assert record.failure is None
    assert record.transcript == play_game(agent, Game(seed("dev", 0)), 0, 5).transcript
    view = View(Game(seed("dev", 1)), 3)
    advice = make_agent(f"policy:checkpoint={cloned[0] / 'best.pt'}").consider(view)
    assert abs(sum(one.probability for one in advice.alternatives) - 1) < 1e-4
    assert all(one.score is None for one in advice.alternatives)
    assert not any("%" in one.reason for one in advice.alternatives)  # the probability is given once


def test_tables_and_agent_make_the_same_decisions(cloned):
    net, _ = load_net(cloned[0] / "best.pt")
    one = play_tables(net, seed_list("dev-3"), threads=1)
    assert one == play_tables(net, seed_list("dev-3"), threads=2)
    assert [played(lesson).seed for lesson in one] == seed_list("dev-3")


def test_it_may_meet_test_seeds_because_it_never_learned_from_them(cloned):
    refuse_trained_on_test(f"policy:checkpoint={cloned[0] / 'best.pt'}", [seed("test", 0)])


def test_offline_counts_only_what_was_not_fitted(cloned, shard):
    model = cloned[0] / "best.pt"
    found = evaluation.evaluate(EvalSettings(model=model, offline=True, dataset=shard, workers=1))
    everything = evaluation.evaluate(
        EvalSettings(model=model, offline=True, dataset=shard, allow_training_rows=True, workers=1)
    )
    assert 0 < found["games"] < everything["games"]
    assert found["illegal_rate"] == 0
    for name in ("top1", "top3", "random_top3", "top3_lift", "shop_top1", "shop_regret"):
        assert isinstance(found[name], float), name
    assert found["value_ece"] is None  # cloning learns no win probabilities


def test_a_dataset_that_was_all_fitted_is_refused(cloned, shard, tmp_path, lessons):
    from jimbot.training.data.shards import write_shard

    fitted = set(json.loads((cloned[0] / "manifest.json").read_text())["train_seeds"])
    write_shard(tmp_path / "a.safetensors", [one for one in lessons if played(one).seed in fitted][:2], {})
    settings = EvalSettings(model=cloned[0], offline=True, dataset=tmp_path / "a.safetensors", workers=1)
    with pytest.raises(ValueError, match="--allow-training-rows"):
        evaluation.evaluate(settings)


def test_policy_and_value(shard, tmp_path):
    settings = PvSettings(train_jsonl=shard, out=tmp_path, epochs=6, batch_size=128, **SMALL)
    epochs = pv.train(settings)["epochs"]
    assert epochs[-1]["value_loss"] < epochs[0]["value_loss"]
    assert epochs[-1]["price_loss"] < epochs[0]["price_loss"]
    found = evaluation.evaluate(EvalSettings(model=tmp_path, offline=True, dataset=shard, workers=1))
    assert 0 <= found["value_ece"] <= 1


def test_fine_tuning_stays_near_its_teacher(cloned, tmp_path):
    settings = RlSettings(
        model=cloned[0] / "best.pt", out=tmp_path, iterations=1, games=4, epochs=1, valid=2, workers=1
    )
    line = rl.train(settings)["epochs"][0]
    assert 0 <= line["kl"] < 1
    assert load_net(tmp_path / "best.pt")[1]["values"]
    seeds = json.loads((cloned[0] / "manifest.json").read_text())["train_seeds"]
    assert json.loads((tmp_path / "manifest.json").read_text())["train_seeds"] == [*seeds, "train-4@500000"]


def test_what_a_network_without_a_manifest_has_seen_is_unknown(tmp_path):
    save_net(tmp_path / "net.pt", DecisionNet(Shape(width=8, choice_width=8, redraws=0)), {"values": True})
    out = tmp_path / "tuned"
    rl.train(RlSettings(model=tmp_path / "net.pt", out=out, iterations=1, games=2, epochs=1, valid=1))
    with pytest.raises(ValueError, match=r"does not say which seeds 'unknown:.*net\.pt' are"):
        refuse_trained_on_test(f"policy:checkpoint={out / 'best.pt'}", [seed("test", 0)])


@pytest.mark.parametrize("out", ["games.jsonl", "shards"])
@pytest.mark.parametrize(
    ("train_seeds", "why"),
    [
        (None, "has no train_seeds"),
        ([], "has no train_seeds"),
        (["test-100"], "lists test seeds"),
        (["mine"], "'mine'"),
    ],
)
def test_nothing_is_learned_from_who_may_have_learned_from_test_seeds(tmp_path, train_seeds, why, out):
    about = {} if train_seeds is None else {"train_seeds": train_seeds}
    save_net(tmp_path / "net.pt", DecisionNet(Shape(width=8, choice_width=8, redraws=0)), about)
    settings = RolloutSettings(
        out=tmp_path / out, games=1, agent=f"policy:checkpoint={tmp_path / 'net.pt'}", workers=1, quiet=True
    )
    with pytest.raises(ValueError, match=rf"{why}.*; nothing is learned from its games"):
        rollout(settings)
    assert not (tmp_path / out).exists()


def test_fine_tuning_of_a_clone_first_learns_what_to_expect(cloned, tmp_path):
    """Its first iteration moves the policy much less than the second."""
    settings = RlSettings(
        model=cloned[0] / "best.pt", out=tmp_path, iterations=2, games=6, epochs=4, valid=2, workers=1,
        kl=1.0, learning_rate=1e-3, batch_size=64,
    )  # fmt: skip
    first, second = rl.train(settings)["epochs"]
    assert first["kl"] < 0.1 * second["kl"]


def test_a_student_learns_from_a_teacher(cloned, shard, tmp_path):
    settings = DistillSettings(
        train_jsonl=shard, out=tmp_path, teacher=str(cloned[0] / "best.pt"), fits=2, games=2, epochs=1,
        width=16, choice_width=8, valid=2, workers=1,
    )  # fmt: skip
    found = distill.train(settings)
    assert found["online"]["n"] == 2
    assert found["online"]["decisions_per_cpu_second"] > 0
    assert len(found["epochs"]) == 2


def test_dagger_plays_labels_and_goes_on(tmp_path):
    settings = {
        "out": tmp_path, "agent": "heuristic:tier=lite,rounds=4", "games": 4, "valid": 2, "epochs": 1,
        "width": 16, "choice_width": 8, "redraws": 0, "workers": 1, "batch_size": 128,
    }  # fmt: skip
    report = rounds.train(DaggerSettings(rounds=1, **settings))
    assert [line["beta"] for line in report] == [1.0, 0.5]
    assert report[1]["gain"]["low"] <= report[1]["gain"]["mean_blinds"] <= report[1]["gain"]["high"]
    assert (tmp_path / "best.pt").is_file()
    again = rounds.train(DaggerSettings(rounds=1, **settings))
    assert again == report


def test_weight_decay_of_dagger_reaches_the_fit(tmp_path):
    settings = {
        "agent": "heuristic:tier=lite,rounds=4", "rounds": 0, "games": 2, "valid": 1, "epochs": 1,
        "width": 16, "choice_width": 8, "redraws": 0, "workers": 1, "batch_size": 128,
    }  # fmt: skip
    size = []
    for decay in (0.0, 50.0):
        rounds.train(DaggerSettings(out=tmp_path / f"{decay}", weight_decay=decay, **settings))
        net = load_net(tmp_path / f"{decay}" / "best.pt")[0]
        size.append(sum(value.square().sum().item() for value in net.parameters()))
    assert size[1] < 0.995 * size[0]  # one step of AdamW; without decay both are equal


def test_prices_and_probabilities_come_with_every_choice():
    net = DecisionNet(Shape(width=8, choice_width=8, redraws=0)).eval()
    game = Game(seed("dev", 2))
    scored = network_of(net).rate(game.reveal(), 1)
    assert len(scored) >= 2
    assert abs(sum(one.probability for one in scored) - 1) < 1e-4
    assert all(0 <= one.value <= 1 for one in scored)
