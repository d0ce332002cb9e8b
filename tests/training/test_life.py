"""The life of a network, whichever trainer made it: it is evaluated, watched, exported, packed, it advises and
drives, and its training goes on or another one begins with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnxruntime")
pytest.importorskip("onnxscript")

import onnxruntime
import torch
from typer.testing import CliRunner

from jimbot.agents import View, make_agent
from jimbot.agents.judge.files import read_weights
from jimbot.agents.listed import Listed
from jimbot.agents.models import SHIPPED, model_file
from jimbot.apps.cli.app import app as program
from jimbot.envs.batch import Batch
from jimbot.game import Game
from jimbot.models.files import read_network
from jimbot.models.inputs import DECISIONS
from jimbot.training import export as exporting

from .small import trainer

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
POSITION = (
    "jimbot1 seed=LIFE phase=SHOP ante=2 boss=bl_wall money=20 jokers=[j_joker] shop=[j_banner,c_pluto]"
)


def jimbot(*words: object) -> str:
    done = CliRunner().invoke(program, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: object) -> str:
    done = CliRunner().invoke(program, [str(word) for word in words])
    assert done.exit_code == 2, done.output
    return done.output


def exported(model: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """By `python -m jimbot.training.export`; the three files decide alike."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        exporting.main(["--checkpoint", str(model), "--output", str(place / "production.safetensors")])
    shown = capsys.readouterr()
    assert ended.value.code == 0, shown.err
    found: dict[str, Any] = json.loads(shown.out.splitlines()[-1])
    assert found["observations"] >= 100
    for kind in ("file", "onnx", "torchscript"):
        assert found["compared"][kind]["largest_difference"] < 1e-4
        assert found["compared"][kind]["same_decisions"] > 0.99
    return found


def lives(
    model: Path,
    place: Path,
    capsys: pytest.CaptureFixture[str],
    strategy: str = "rl",
    agent: str = "policy:checkpoint=",
) -> dict[str, Any]:
    """Everything but its training. Returns what the export said."""
    spec = f"{agent}{model}"
    jimbot("eval", "--agent", spec, "--seeds", "dev-2", "--workers", 1, "--out", place / "games")
    watched = jimbot("watch", "--agent", spec, "--seed", "LIFE", "--json").splitlines()
    assert len(watched) > 3
    said = exported(model, place, capsys)
    again = f"{agent}{said['output']}"
    jimbot("eval", "--agent", again, "--seeds", "dev-2", "--workers", 1, "--out", place / "again")
    results = [[*_games(place / name)] for name in ("games", "again")]
    assert results[0] == results[1], "what was exported plays the same games"
    packed = ("--strategy", strategy, "--model", model, "--evaluation")
    jimbot("package", "export", place / "packed", *packed, place / "games")
    jimbot("package", "verify", place / "packed", "--once")
    jimbot("eval", "--agent", "random", "--seeds", "dev-2", "--workers", 1, "--out", place / "other")
    assert "not of the weights of" in refused("package", "export", place / "p2", *packed, place / "other")
    ran = json.loads(jimbot("package", "run", place / "packed", "--seed", "LIFE", "--json"))
    assert ran["decisions"] > 0
    (place / "position.txt").write_text(POSITION)
    for each in (spec, again, ran["agent"]):
        advice = jimbot("assist", place / "position.txt", "--agent", each, "--top", 3)
        assert "shop" in advice.lower()
    driven = jimbot(
        "drive", "--backend", "sim", "--agent", ran["agent"], "--games", 1, "--seeds", "dev-1", "--json"
    )
    assert json.loads(driven)["n"] == 1
    return said


def _games(folder: Path) -> list[list[Any]]:
    rows = (folder / "games.csv").read_text().splitlines()
    names = rows[0].split(",")
    kept = [names.index(name) for name in ("seed", "won", "ante", "decisions")]
    return [[row.split(",")[i] for i in kept] for row in rows[1:]]


def decides_alike(said: dict[str, Any], model: Path, games: int = 3) -> None:
    """A network of decisions in onnxruntime makes the choices of our agent, in whole games; where the core,
    which computes with integers, takes another, the two are all but equal."""
    agent = make_agent(f"policy:checkpoint={model}")
    shape = read_network(model_file(model), DECISIONS).shape
    session = onnxruntime.InferenceSession(said["onnx"])
    asked = same = 0
    for number in range(games):
        game, step = Game(f"LIFE{number}"), 0
        agent.reset(number)
        planned = False  # the second action of a choice is not asked of the network
        while game.phase != "GAME_OVER" and step < 60:
            view = View(game, 1000 * number + step)
            advice = agent.consider(view)
            if not planned:
                listed = Listed.of(view, shape["redraws"], shape["rounds"])
                logits = session.run(["logits"], listed.inputs)[0]
                of_agent = [i for i, (first, _) in enumerate(listed.actions) if first == advice.action]
                best = int(np.argmax(logits))
                asked, same = asked + 1, same + (best in of_agent)
                assert logits[best] - logits[of_agent].max() < 0.05
            planned = advice.alternatives[0].then is not None
            game.apply(agent.act(view))
            step += 1
    assert asked > 5 * games
    assert same >= 0.9 * asked


SMALL = ["--set", "width=16", "--set", "minibatches=2", "--set", "save_every=1", "--set", "eval_games=2"]


def native(place: Path, *more: str) -> Callable[..., str]:
    def go(out: str, *others: object) -> str:
        return jimbot("train", "--out", place / out, *SMALL, *more, *others)

    return go


def test_native_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train = native(tmp_path, "--set", "num_envs=8", "--set", "choice_width=8", "--steps", "800")
    train("run", "--minutes", "0")
    jimbot("train", "--resume", tmp_path / "run")
    said = lives(tmp_path / "run", tmp_path, capsys)
    assert said["network"] == "decisions"
    decides_alike(said, tmp_path / "run")
    train("tuned", "--model", said["output"], "--set", "teacher_kl=0.1", "--seed", 2)


def test_native_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train = native(
        tmp_path,
        "--hands",
        "planner",
        "--set",
        "num_envs=16",
        "--set",
        "num_steps=8",
        "--set",
        "entity_width=8",
    )
    train("run", "--steps", 256, "--minutes", "0")
    jimbot("train", "--resume", tmp_path / "run")
    said = lives(tmp_path / "run", tmp_path, capsys)
    assert said["network"] == "moves"
    train("next", "--steps", 128, "--model", said["output"], "--seed", 2)


@pytest.mark.parametrize("algorithm", ["PPO", "RecurrentPPO", "DQN"])
def test_stable_baselines(algorithm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("stable_baselines3")
    with trainer(tmp_path / "models", algorithm, normalize_obs=algorithm == "PPO") as learner:
        learner.train()
        learner.save_checkpoint()
        model = learner.save_model()
        run = learner.run_dir
    said = lives(model, tmp_path, capsys)
    assert said["network"] == "layers"
    script = torch.jit.load(said["torchscript"])  # type: ignore[no-untyped-call]
    assert list(script.buffers()) or list(script.parameters())
    with trainer(tmp_path / "models", algorithm, normalize_obs=algorithm == "PPO") as learner:
        assert learner.resume(run) > 0
        learner.train(total_timesteps=64)
    with trainer(tmp_path / "models", algorithm, normalize_obs=algorithm == "PPO", seed=2) as learner:
        learner.load_model(model)
        learner.train(total_timesteps=64)


@pytest.mark.ray
def test_rllib(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ray.rllib")
    from jimbot.training.rllib.cluster import cluster
    from jimbot.training.rllib.plan import RLlibPlan
    from jimbot.training.rllib.train import train

    from .test_rllib_training import settings

    def plan(iterations: int, **more: Any) -> RLlibPlan:
        places = {"checkpoint_dir": tmp_path / "checkpoints", "results_dir": tmp_path / "ray_results"}
        return RLlibPlan(iterations=iterations, checkpoint_freq=1, **places, **more)

    with cluster("local", 1.0, print):
        train(settings(), plan(1), tmp_path / "run")
        assert train(settings(), plan(2), tmp_path / "run").iterations == 2
        model = tmp_path / "checkpoints/best_model.pt"
        said = lives(model, tmp_path, capsys)
        assert said["network"] == "moves"
        train(settings(), plan(1, init_from=Path(said["output"])), tmp_path / "next")


def test_imitation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, clone = tmp_path / "expert.jsonl", tmp_path / "clone"
    jimbot("imitate", "rollout", "--backend", "sim", "--games", 4, "--agent", "heuristic", "--out", games)
    sizes = ("--width", 16, "--choice-width", 8, "--workers", 1)
    jimbot("imitate", "bc", "--train-jsonl", games, "--out", clone, "--epochs", 2, *sizes)
    said = lives(clone, tmp_path, capsys, strategy="pv")
    decides_alike(said, clone, games=1)
    jimbot("imitate", "rl", "--train-jsonl", games, "--model", clone, "--out", tmp_path / "rl", "--epochs", 1)
    native(tmp_path, "--set", "num_envs=4", "--set", "choice_width=8", "--set", "redraws=4")(
        "next", "--steps", 200, "--model", clone
    )


def test_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    learn = (
        "judge",
        "learn",
        "--out",
        run,
        "--games",
        20,
        "--hidden",
        "16,8",
        "--batch-size",
        64,
        "--workers",
        1,
    )
    jimbot(*learn, "--iterations", 1)
    jimbot(*learn, "--iterations", 2)
    said = lives(run / "weights.npz", tmp_path, capsys, strategy="judge", agent="heuristic:judge=")
    assert said["network"] == "judge"
    assert np.array_equal(read_weights(run / "weights.npz").flat, read_weights(said["output"]).flat)
    jimbot(
        "judge", "learn", "--out", tmp_path / "next", *learn[4:], "--model", said["output"], "--iterations", 1
    )


def test_what_cannot_be_exported_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.pt").write_text("no network")
    for model, output, said in (
        (tmp_path / "text.pt", "out.safetensors", "damaged, or no model at all"),
        (SHIPPED, "out.onnx", "is the weights themselves, such as"),
    ):
        with pytest.raises(SystemExit) as ended:
            exporting.main(["--checkpoint", str(model), "--output", str(tmp_path / output)])
        assert ended.value.code == 2
        assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["text.pt"]


def test_a_move_by_onnx_is_a_legal_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables of a batch go in as they are."""
    pytest.importorskip("stable_baselines3")
    with trainer(tmp_path / "models") as learner:
        said = exported(learner.save_model(), tmp_path, capsys)
    batch = Batch(7)
    batch.reset(range(7))
    session = onnxruntime.InferenceSession(said["onnx"])
    wanted = {given.name for given in session.get_inputs()}
    for _ in range(50):
        scores = session.run(["scores"], {k: v for k, v in batch.observations.items() if k in wanted})[0]
        moves = scores.argmax(1)
        assert batch.mask[np.arange(7), moves].all()
        batch.step(moves)
