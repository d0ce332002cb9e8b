"""The scripts at the root: what they train, how they go on, and how they refuse."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
from jimbot.runs import lock_folder
from jimbot.training.framework import MAX_TIMESTEPS, TrainerConfig
from jimbot.training.templates import algorithm_comparison, curriculum_learning, imitation_learning
from jimbot.training.utils import create_balatro_env

from .small import SPECIFIC

ROOT = Path(__file__).resolve().parents[2]


def script(name: str) -> Callable[[list[str]], int]:
    def run(arguments: list[str]) -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.argv", [f"{name}.py", *arguments])
            with pytest.raises(SystemExit) as ended:
                runpy.run_path(str(ROOT / f"{name}.py"), run_name="__main__")
        return int(ended.value.code or 0)

    return run


quick, compare, full = (script(n) for n in ("quick_train", "compare_algorithms", "train_with_framework"))


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def the_run() -> Path:
    (run,) = Path("models").iterdir()
    return run


# -- quick_train ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_without_timesteps_a_quick_training_takes_its_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    """As many timesteps as this machine makes, and never more than the default."""
    assert quick(["--eval-episodes", "4"]) == 0
    said = re.search(r"PPO: ([\d,]+) timesteps in (\d+) s", capsys.readouterr().out)
    assert said is not None
    assert 0 < int(said[1].replace(",", "")) <= 64_000
    assert int(said[2]) <= 30


@pytest.mark.deep
def test_quick_training_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Less than the default: 15,000 timesteps show it already."""
    assert quick(["--timesteps", "15000", "--eval-episodes", "100", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert {"trained", "random", "greedy"} <= set(out.split())
    low = float(out.rpartition("blinds [")[2].split(",")[0])
    assert low > 0, out


def test_a_model_is_judged_without_training(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MAX_TIMESTEPS, "128")
    same = ["--algorithm", "A2C", "--deck", "blue", "--eval-episodes", "5"]
    assert quick([*same, "--timesteps", "128", "--n-envs", "8", "--use-behavioral-cloning"]) == 0
    first = capsys.readouterr().out.splitlines()[-5:]
    model = the_run() / "A2C_final.zip"
    assert quick([*same, "--eval-only", str(model)]) == 0
    assert capsys.readouterr().out.splitlines()[-5:] == first
    the_run()  # no second one


# -- compare_algorithms --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_comparison_over_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--quick", "--timesteps", "128", "--n-envs", "8", "--seeds", "2", "--eval-episodes", "2"]
    assert compare(["--algorithms", "PPO", "A2C", *arguments]) == 0
    (folder,) = Path("benchmarks").iterdir()
    results = json.loads((folder / "results.json").read_text())["results"]
    assert [(r["config"]["algorithm"], r["config"]["seed"]) for r in results] == [
        ("PPO", 42),
        ("PPO", 43),
        ("A2C", 42),
        ("A2C", 43),
    ]
    assert "report.html" in capsys.readouterr().out


def test_a_failing_algorithm_is_reported_by_the_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from stable_baselines3 import A2C

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("out of order today")

    monkeypatch.setattr(A2C, "learn", fail)
    assert (
        compare(["--quick", "--timesteps", "64", "--algorithms", "PPO", "A2C", "--eval-episodes", "2"]) == 1
    )
    captured = capsys.readouterr()
    assert "A2C failed" in captured.err
    assert "out of order today" in captured.err
    (folder,) = Path("benchmarks").iterdir()
    assert [
        r["config"]["algorithm"] for r in json.loads((folder / "results.json").read_text())["results"]
    ] == ["PPO"]


# -- train_with_framework ------------------------------------------------------------------------------------

SHORT = ["--quick-test", "--n-envs", "8", "--final-games", "3", "--eval-episodes", "3"]


def test_a_run_goes_on_by_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--timesteps", "600", "--checkpoint-freq", "128", "--eval-freq", "256", "--stake", "red"]
    assert full([*SHORT, *arguments]) == 0
    run = the_run()
    final = [json.loads(line) for line in (run / "metrics.jsonl").open()][-1]["time/timesteps"]
    newest = sorted((run / "checkpoints").glob("0*"))
    for checkpoint in newest[-1:]:  # as if it had been killed before its end
        for file in checkpoint.iterdir():
            file.unlink()
        checkpoint.rmdir()
    with closing(lock_folder(run, "training")):
        assert full(["--resume", str(run)]) == 2
    assert "another training is writing to" in capsys.readouterr().err
    assert full(["--resume", str(run), "--final-games", "3"]) == 0
    assert "continuing " in capsys.readouterr().out
    steps = [json.loads(line)["time/timesteps"] for line in (run / "metrics.jsonl").open()]
    assert steps[-1] == final
    assert TrainerConfig.load(run / "config.json").eval_freq == 256
    the_run()


def test_a_configuration_file_and_what_wins_over_it() -> None:
    made = TrainerConfig(
        total_timesteps=10**9, n_envs=4, eval_freq=0, checkpoint_freq=0, normalize_reward=False
    )
    made.hyperparams.features_dim = 8
    made.hyperparams.algorithm_specific = SPECIFIC["PPO"]
    made.save("best.json")
    arguments = ["--config", "best.json", "--timesteps", "64", "--lr", "0.5", "--no-normalize-obs"]
    assert full([*arguments, "--final-games", "2"]) == 0
    run = TrainerConfig.load(the_run() / "config.json")
    assert (run.total_timesteps, run.n_envs, run.normalize_reward, run.normalize_obs) == (64, 4, False, False)
    assert (run.hyperparams.learning_rate, run.hyperparams.features_dim) == (0.5, 8)
    model = the_run() / "PPO_final.zip"
    assert full([*arguments, "--final-games", "2", "--load-model", str(model)]) == 0


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("timesteps has no effect with resume", ["--resume", "nowhere", "--timesteps", "64"]),
        ("not a run of train_with_framework.py", ["--resume", "nowhere"]),
        ("no model missing.zip", [*SHORT, "--load-model", "missing.zip"]),
        ("unknown key 'seeed'", ["--config", "wrong.json"]),
        ("save_dir", [*SHORT, "--save-dir", "wrong.json"]),
        ("No such file", ["--config", "absent.json"]),
        ("is for PPO", ["--config", "good.json", "--algorithm", "A2C"]),
    ],
)
def test_bad_input_costs_one_line(
    said: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wrong.json").write_text('{"seeed": 1}')
    TrainerConfig().save("good.json")
    assert full(arguments) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert Path("wrong.json").read_text() == '{"seeed": 1}'


def test_a_damaged_checkpoint_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert full([*SHORT, "--timesteps", "300", "--checkpoint-freq", "128"]) == 0
    newest = max((the_run() / "checkpoints").glob("0*"))
    (newest / "model.zip").write_bytes(b"")
    capsys.readouterr()
    assert full(["--resume", str(the_run())]) == 2
    assert "is damaged: model.zip" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--algorithm", "SARSA"], ["--timesteps", "0"], ["--n-envs", "x"]])
def test_arguments_that_the_parser_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for main in (quick, full):
        assert main(arguments) == 2
        assert arguments[1] in capsys.readouterr().err
    assert not Path("models").exists()


# -- templates, end to end -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["curriculum", "imitation", "comparison"])
def test_a_template_runs_end_to_end(name: str) -> None:
    from jimbot.training.experiment import MultiAlgorithmBenchmark

    made = {
        "curriculum": lambda: curriculum_learning("PPO", timesteps=256).set_ante_levels([1, 2]),
        "imitation": lambda: imitation_learning(
            "PPO", timesteps=128, cloning={"expert": "greedy", "episodes": 2, "epochs": 1}
        ),
        "comparison": lambda: algorithm_comparison(["PPO", "A2C", "DQN"], timesteps=128),
    }[name]()
    configs = made.generate_experiments()
    for config in configs:
        config.eval_episodes = 2
        config.hyperparams_override |= {"features_dim": 8, "policy_net_arch": [8], "value_net_arch": [8]}
    benchmark = MultiAlgorithmBenchmark(create_balatro_env, name)
    benchmark.add_experiments(configs)
    results = benchmark.run_all(verbose=False)
    assert len(results) == {"curriculum": 2, "imitation": 1, "comparison": 3}[name]
    assert all(r.timesteps >= 128 for r in results)
    assert all(r.mean_antes is not None and r.mean_antes >= 1 for r in results)
