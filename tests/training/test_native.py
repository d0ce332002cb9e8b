"""The native trainer: learns, goes on where it was, and its policies play."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.models import model_file
from jimbot.envs.batch import Batch, Start
from jimbot.evaluation.batched import play_together
from jimbot.evaluation.runs import RunOptions, play_seed
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, Shape, save_net, win_chance
from jimbot.models.moves import NEVER, RETURNS, MoveNet, tables_of
from jimbot.models.policy import load_policy
from jimbot.training.native import run
from jimbot.training.native.decisions import advantages
from jimbot.training.native.games import play_games
from jimbot.training.native.moves import MovePPO, shifted
from jimbot.training.native.run import learner_of
from jimbot.training.native.settings import (
    PRESETS,
    DecisionTraining,
    MoveTraining,
    read_settings,
    settings_of,
)
from jimbot.training.results import expected_result

TINY = MoveTraining(
    steps=4 * 16 * 8,
    num_envs=16,
    num_steps=8,
    width=16,
    entity_width=8,
    minibatches=2,
    save_every=2,
    eval_games=2,
    hands="planner",
)
SCORED = DecisionTraining(
    num_envs=6,
    steps=4 * 6 * 20,
    width=16,
    choice_width=8,
    deck="red,blue",
    minibatches=2,
    save_every=2,
    eval_games=2,
    gae_lambda=0.9,
    ent_coef=0.02,
)
TINY_ARGUMENTS = [f"--set={name}={value}" for name, value in TINY.to_dict().items()]


def metrics(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A training that was never interrupted."""
    folder = tmp_path_factory.mktemp("native") / "whole"
    return run.train(TINY, folder), folder


def test_result_and_folder_describe_the_training(whole):
    result, folder = whole
    assert result.steps == TINY.steps
    assert result.run_dir == str(folder)
    assert result.steps_per_second > 0
    assert [line["update"] for line in metrics(folder)] == [1, 2, 3, 4]
    assert "valid_blinds" in metrics(folder)[1]
    manifest = json.loads((folder / "manifest.json").read_text())
    assert read_settings(manifest["settings"]) == TINY
    assert manifest["train_seeds"][0].startswith("random:")
    assert manifest["result"]["mean_blinds"] == result.mean_blinds
    assert (folder / "native_final.safetensors").stat().st_size < 16 * 2**20


def test_run_in_pieces_comes_to_the_same_stream(whole, tmp_path):
    folder = tmp_path / "pieces"
    first = run.train(TINY, folder, minutes=0.0)  # ends after one update
    assert first.mean_blinds is None
    assert run.resume(folder, minutes=0.0).steps == 2 * first.steps
    result = run.resume(folder)
    assert metrics(folder) == metrics(whole[1])
    assert result.mean_blinds == whole[0].mean_blinds


@pytest.mark.slow
def test_killed_run_comes_to_the_same_stream(tmp_path):
    long = TINY.changed(steps=TINY.steps * 2)
    arguments = [*TINY_ARGUMENTS, f"--set=steps={long.steps}", "--out", str(tmp_path / "killed")]
    command = [sys.executable, "-m", "jimbot", "train", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
    deadline = time.monotonic() + 300
    while not list((tmp_path / "killed").glob("checkpoints/0*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    run.resume(tmp_path / "killed")
    run.train(long, tmp_path / "whole")
    assert metrics(tmp_path / "killed") == metrics(tmp_path / "whole")


def test_without_its_games_a_checkpoint_begins_new_ones():
    learner = MovePPO(TINY)
    for _ in learner.updates():
        if learner.update == 2:
            break
    kept = {name: value for name, value in learner.state().items() if not name.startswith("moment")}
    again = MovePPO(TINY)
    again.restore(kept)
    assert [log["update"] for log in again.updates()] == [3, 4]


def test_interrupted_run_saves(tmp_path):
    said = []

    def say(text):
        said.append(text)
        if len(said) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    result = run.train(TINY.changed(save_every=1), tmp_path / "run", say=say)
    assert result.steps < TINY.steps
    assert "interrupted" in said[1]
    assert run.resume(tmp_path / "run").steps == TINY.steps


@pytest.mark.parametrize("place", ["", "native_final.safetensors", "checkpoints/000000000512"])
def test_policy_plays_as_in_the_evaluation(whole, place):
    agent = make_agent(f"policy:checkpoint={whole[1] / place}")
    seeds = seed_list("valid-2")
    one_by_one = [play_seed(agent, RunOptions("policy"), i, seed).blinds for i, seed in enumerate(seeds)]
    together = play_together(load_policy(model_file(whole[1] / place)), seeds, TINY.batch_options())
    assert one_by_one == [game.blinds for game in together]


def test_training_starts_from_a_policy(whole, tmp_path):
    run.train(TINY.changed(steps=1, seed=2), tmp_path / "next", start=whole[1])
    manifest = json.loads((tmp_path / "next" / "manifest.json").read_text())
    assert manifest["start"]["file"].endswith("native_final.safetensors")
    assert len(manifest["train_seeds"]) == 2


def test_learner_may_play_the_cards(tmp_path):
    settings = TINY.changed(hands="cards", steps=1)
    run.train(settings, tmp_path / "run")
    assert load_policy(model_file(tmp_path / "run")).hands == "cards"


def test_network_scores_legal_moves_only_and_reads_rows_as_tables():
    batch = Batch(64)
    batch.reset(range(64))
    net = MoveNet(16, 8)
    for step in range(60):
        batch.step(batch.random_moves(step))
        scores, values = net(tables_of(torch.from_numpy(batch.rows)))
        again, _ = net({name: torch.from_numpy(part) for name, part in batch.observations.items()})
        assert torch.equal(scores, again)
        assert np.array_equal((scores > NEVER / 2).numpy(), batch.mask.astype(bool))
        assert torch.isfinite(values).all()


def test_what_lies_in_a_place_is_scored_alike_whatever_else_is_in_the_batch():
    batch = Batch(64)
    batch.reset(range(64))
    for step in range(40):
        batch.step(batch.random_moves(step))
    net = MoveNet(16, 8)
    rows = torch.from_numpy(batch.rows)
    together, _ = net(tables_of(rows))
    for i in range(0, 64, 8):
        alone, _ = net(tables_of(rows[i : i + 1]))
        assert torch.allclose(alone[0], together[i], atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_envs": 0}, "num_envs is 0; 1 or more is allowed"),
        ({"hands": "feet"}, "unknown hands 'feet'; one of cards, planner, scored"),
        ({"device": "tpu"}, "device is 'tpu'; 'cpu' or 'cuda' is allowed"),
        ({"deck": "brown"}, "brown"),
        ({"target_percent": 0}, "target_percent is 0; 1 or more is allowed"),
        ({"gae_lambda": 1.5}, "gae_lambda is 1.5; at most 1 is allowed"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0; more than 0 is allowed"),
        ({"rounds": 1}, "rounds is 1; 0, or 2 and more is allowed"),
    ],
)
def test_wrong_settings_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        settings_of("quick", **changes)


def test_games_begin_with_every_deck_at_every_stake():
    starts = settings_of("quick", deck="Red Deck, blue", stake="white,8").starts()
    assert [(s.deck, s.stake) for s in starts] == [
        ("Red Deck", "white"), ("blue", "white"), ("Red Deck", "8"), ("blue", "8"),
    ]  # fmt: skip


@pytest.mark.parametrize("settings", [TINY, SCORED], ids=["planner", "scored"])
def test_blinds_ask_for_more_and_more(settings, tmp_path):
    """In pieces as well: what a game asks for follows from how far the training is."""
    easy = settings.changed(target_percent=10)
    assert [easy.percent_at(update / 4) for update in range(4)] == [10, 55, 100, 100]
    run.train(easy, tmp_path / "whole")
    run.train(easy, tmp_path / "pieces", minutes=0.0)
    run.resume(tmp_path / "pieces")
    assert metrics(tmp_path / "pieces") == metrics(tmp_path / "whole")
    run.train(easy.changed(target_percent=100), tmp_path / "hard")
    assert metrics(tmp_path / "whole")[0]["blinds"] >= metrics(tmp_path / "hard")[0]["blinds"]
    assert metrics(tmp_path / "whole") != metrics(tmp_path / "hard")


def test_wrong_names_are_refused():
    with pytest.raises(ValueError, match="unknown preset 'slow'; one of quick, laptop, h200, h200-cards"):
        settings_of("slow")
    with pytest.raises(ValueError, match="'epochs' changes no setting; NAME=VALUE is needed"):
        settings_of(changes=["epochs"])
    with pytest.raises(ValueError, match=r"unknown key 'epoch' .* \(did you mean 'epochs'\?\)"):
        settings_of(changes=["epoch=3"])
    with pytest.raises(ValueError, match="epochs is 'x'; a whole number is needed"):
        settings_of(changes=["epochs=x"])


@pytest.mark.parametrize(
    ("old", "new"),
    [("discount", "gamma"), ("hidden", "width"), ("most_kl", "target_kl"), ("games", "num_envs")],
)
def test_former_names_are_refused_with_todays(old, new):
    with pytest.raises(ValueError, match=f"{old} is now {new}"):
        settings_of("quick", [f"{old}=1"])
    with pytest.raises(ValueError, match=f"of another version of JimBot: {old} is now {new}"):
        read_settings({"hands": "scored", old: 1})


@pytest.mark.parametrize(
    ("hands", "change"),
    [
        *(("scored", change) for change in ("gamma=0.9", "planner=lite", "compile=true", "entity_width=8")),
        *(("cards", change) for change in ("redraws=1", "rounds=2", "win_share=1", "choice_width=8")),
        ("planner", "win_share=1"),
        ("cards", "planner=default"),
    ],
)
def test_settings_without_effect_are_refused(hands, change):
    with pytest.raises(ValueError, match=f"{change.partition('=')[0]} has no effect"):
        settings_of("quick", [change], hands=hands)


def test_a_teacher_needs_a_policy_to_start_from(tmp_path):
    with pytest.raises(ValueError, match="teacher_kl has no effect here"):
        run.train(TINY.changed(teacher_kl=0.1), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_every_preset_is_allowed():
    for preset in PRESETS:
        settings_of(preset).check()
        settings_of(preset, hands="scored").check()
        settings_of(preset, hands="cards").check()


def test_other_settings_in_the_same_folder_are_refused(whole):
    with pytest.raises(ValueError, match="holds another training: seed is 1 there and 2 here"):
        run.train(TINY.changed(seed=2), whole[1])


def test_start_that_does_not_fit_is_refused(whole, tmp_path):
    with pytest.raises(ValueError, match="does not fit the network"):
        run.train(TINY.changed(width=32), tmp_path / "run", start=whole[1])


# -- whole decisions ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """A training of whole decisions that was never interrupted."""
    folder = tmp_path_factory.mktemp("native") / "scored"
    return run.train(SCORED, folder), folder


def test_decisions_in_pieces_come_to_the_same_stream(scored, tmp_path):
    folder = tmp_path / "pieces"
    assert run.train(SCORED, folder, minutes=0.0).mean_blinds is None
    run.resume(folder, minutes=0.0)
    result = run.resume(folder)
    assert metrics(folder) == metrics(scored[1])
    assert result.mean_blinds == scored[0].mean_blinds


def test_steps_are_decisions(scored):
    """As many as were asked for, and the rest of the games that were under way."""
    result, folder = scored
    steps = [0, *(int(line["steps"]) for line in metrics(folder))]
    assert steps[-2] < SCORED.steps <= steps[-1] == result.steps
    learner = learner_of(settings_of("quick").at_most(1000))
    logs = list(learner.updates())
    assert 1000 <= logs[-1]["steps"] < 2000
    assert logs[-1]["episodes"] == len(logs) * learner.settings.num_envs


def test_network_of_decisions_plays_and_names_its_seeds(scored):
    _, folder = scored
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["train_seeds"] == ["train-486@20000000"]
    record = play_seed(make_agent(f"policy:checkpoint={folder}"), RunOptions("policy"), 0, "1234ABCD")
    assert record.failure is None


def test_decisions_start_from_a_policy_and_stay_near_it(scored, tmp_path):
    settings = SCORED.changed(seed=2, steps=20, teacher_kl=10.0)
    run.train(settings, tmp_path / "near", start=scored[1])
    manifest = json.loads((tmp_path / "near" / "manifest.json").read_text())
    assert manifest["train_seeds"] == ["train-26@30000000", "train-486@20000000"]
    (log,) = metrics(tmp_path / "near")
    assert 0 < log["teacher_kl"] < 0.1
    with pytest.raises(ValueError, match="does not fit the network"):
        run.train(settings.changed(width=8), tmp_path / "other", start=scored[1])


def test_what_a_start_of_unknown_training_has_seen_stays_unknown(tmp_path):
    learner = learner_of(SCORED)
    (tmp_path / "alone").mkdir()
    path = tmp_path / "alone" / "net.pt"
    save_net(path, learner.net, {"values": True})
    assert learner.start_from(path) == [f"unknown:{path}"]
    moves = learner_of(TINY)
    moves.save_policy(tmp_path / "alone", [])
    path = tmp_path / "alone" / "model.safetensors"
    assert moves.start_from(path) == [f"unknown:{path}"]


@pytest.mark.parametrize("rounds", [0, 2])
def test_a_wider_network_starts_with_the_opinions_of_the_policy(scored, tmp_path, rounds):
    """Nothing is learned at so small a rate: the wider one still thinks what the first one did, also if it
    is given what builds score."""
    settings = SCORED.changed(
        seed=2, steps=120, width=40, choice_width=24, rounds=rounds, learning_rate=1e-12
    )
    run.train(settings, tmp_path / "wide", start=scored[1])
    narrow, wide = (make_agent(f"policy:checkpoint={folder}") for folder in (scored[1], tmp_path / "wide"))
    game = Game("WIDE", stake="gold")
    for _ in range(60):
        first, second = (player.consider(View(game, 7)) for player in (narrow, wide))
        assert str(first.action) == str(second.action)
        for a, b in zip(first.alternatives, second.alternatives, strict=True):
            assert a.probability is None or a.probability == pytest.approx(b.probability, abs=1e-4)
        game.apply(first.action)
        if game.over:
            break


def test_decisions_know_their_blind_and_can_be_taken_apart():
    games = learner_of(SCORED.changed(num_envs=4)).player.play(0, 0.0)
    rows = torch.arange(0, len(games.seen), 3)
    some = games.seen.take(rows)
    assert torch.equal(some.blinds(), games.blind[rows])
    net = DecisionNet(Shape(16, 8, redraws=0))
    whole_scores, part_scores = net(games.seen), net(some)
    first = games.seen.first_choices()[rows]
    assert torch.allclose(part_scores.clears, whole_scores.clears[rows], atol=1e-6)
    assert torch.allclose(part_scores.logits[some.first_choices()], whole_scores.logits[first], atol=1e-6)
    begins = torch.cumsum(games.decisions, 0) - games.decisions
    assert games.blind[begins].max() == 0, "every game begins before the first blind"


def test_how_many_threads_play_changes_nothing():
    net = DecisionNet(Shape(12, 4, redraws=0, rounds=0))
    one, two = (play_games(net, 5, 6, Start(stake="gold"), threads) for threads in (1, 2))
    assert torch.equal(one.seen.choice_value, two.seen.choice_value)
    assert torch.equal(one.taken, two.taken)
    assert len(one.end) == 6
    assert one.decisions.sum() == len(one.taken) == len(one.seen)
    thought = net(one.seen)
    at = one.seen.first_choices() + one.taken
    assert torch.allclose(thought.log_probabilities()[at], one.log_probabilities, atol=2e-3)
    assert torch.allclose(expected_result(thought.clears, one.blind), one.values, atol=1e-3)


def test_the_result_may_be_the_win_alone():
    net = DecisionNet(Shape(12, 4, redraws=0, rounds=0))
    games = play_games(net, 5, 6, Start(), 1, win_share=1)
    assert torch.allclose(win_chance(net(games.seen).clears, games.blind), games.values, atol=1e-3)
    learner = learner_of(SCORED.changed(num_envs=4, win_share=1.0))
    played = learner.player.play(0, 0.0)
    soon, late, won = (
        learner.prepared(replace(played, end=torch.tensor([24, end, 2, 2])))[0].advantages
        for end in (1, 20, 24)
    )
    assert torch.equal(soon, late)
    assert not torch.equal(soon, won)
    blinds = {"valid_blinds": 12.0, "valid_wins": 0.25}
    assert SCORED.changed(win_share=1.0).score_of(blinds) == 0.25
    assert SCORED.score_of(blinds) == 0.375
    assert MoveTraining().score_of(blinds) == 0.5
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match=f"DecisionTraining.win_share is {wrong}; "):
            SCORED.changed(win_share=wrong)


def test_choices_are_drawn_by_their_probabilities():
    net = DecisionNet(Shape(16, 8, redraws=0, rounds=0))
    games = play_games(net, 100, 200, Start(), 2)
    probabilities = net(games.seen).log_probabilities().exp()
    first = games.seen.first_choices()
    rows = games.seen.row_end - first
    likely = probabilities[first]  # of the first choice of each decision
    taken = (games.taken == 0).float()
    assert rows.min() > 1
    error = (likely * (1 - likely)).sum().sqrt()
    assert abs(taken.sum() - likely.sum()) < 4 * error


def test_gains_of_a_game_add_up_to_its_result():
    decisions = np.array([2, 3])
    values = np.array([0.2, 0.3, 0.5, 0.4, 0.6], np.float32)
    found = advantages(values, decisions, np.array([1.0, 0.0]), gae_lambda=1.0)
    assert np.allclose(found, [0.8, 0.7, -0.5, -0.4, -0.6])
    at_once = advantages(values, decisions, np.array([1.0, 0.0]), gae_lambda=0.0)
    assert np.allclose(at_once, [0.1, 0.7, -0.1, 0.2, -0.6])


# -- value, bounds --------------------------------------------------------------------------------------------


def test_distributions_move_by_the_reward():
    probabilities = torch.zeros(3, RETURNS)
    probabilities[:, 2] = 1
    moved = shifted(probabilities, torch.tensor([0.0, 1.5, 100.0]), torch.ones(3))
    assert torch.allclose(moved.sum(1), torch.ones(3))
    brought = (moved * torch.arange(RETURNS)).sum(1)
    assert brought.tolist() == [2.0, 3.5, RETURNS - 1]
    assert torch.allclose(
        (shifted(probabilities, torch.zeros(3), torch.full((3,), 0.5)) * torch.arange(RETURNS)).sum(1),
        torch.ones(3),
    )


def test_all_places_at_once_score_as_those_in_use():
    batch = Batch(32)
    batch.reset(range(32))
    for step in range(50):
        batch.step(batch.random_moves(step))
    sparse, dense = MoveNet(16, 8), MoveNet(16, 8, dense=True)
    dense.load_state_dict(sparse.state_dict())
    tables = tables_of(torch.from_numpy(batch.rows))
    for a, b in zip(sparse(tables), dense(tables), strict=True):
        assert torch.allclose(a, b, atol=1e-5)


@pytest.mark.parametrize("bound", [1, 100, 1000])
def test_bound_from_outside_is_kept(bound, tmp_path, monkeypatch):
    monkeypatch.setenv("JIMBOT_MAX_TIMESTEPS", str(bound))
    assert run.train(TINY.changed(steps=10**6), tmp_path / "run").steps <= bound


def test_profile_times_both_sides(tmp_path):
    said = []
    run.train(TINY.changed(steps=1), tmp_path / "run", say=said.append, profile=True)
    assert "learner: learning" in said[-1]
    assert "player: inference" in said[-1]
