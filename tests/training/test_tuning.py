"""Tuning: studies by several processes that survive a kill, end hopeless trials, and name what failed."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("stable_baselines3")
pytest.importorskip("optuna")

import optuna
import typer
from typer.testing import CliRunner

from jimbot.apps.cli.app import app as jimbot
from jimbot.apps.cli.tune import tune as command
from jimbot.training import algorithms as table
from jimbot.training import tuning
from jimbot.training.framework import HyperparameterConfig, RLTrainer, TrainerConfig
from jimbot.training.tuning import (
    SPACES,
    Knob,
    OneOf,
    Range,
    Study,
    StudyFolder,
    TuneOptions,
    fitting,
    new_manifest,
    run_trial,
    tune,
)

app = typer.Typer(rich_markup_mode=None)
app.command()(command)

SMALL: list[Knob] = [OneOf("features_dim", [8]), OneOf("net_arch", ["8"]), Range("n_epochs", 1, 2)]
TINY = TuneOptions(
    trials=3,
    timesteps=64,
    n_envs=2,
    workers=1,
    evaluations=2,
    eval_episodes=2,
    device="cpu",
    space=[
        *SMALL,
        OneOf("n_steps", [8, 16]),
        OneOf("batch_size", [16]),
        Range("learning_rate", 1e-5, 1e-3, log=True),
    ],
)


def rows(out: Path) -> list[dict[str, str]]:
    with (out / "trials.csv").open() as file:
        return list(csv.DictReader(file))


def test_trials_train_and_failures_are_reported(tmp_path: Path) -> None:
    space = [*SMALL, OneOf("n_steps", [8]), OneOf("batch_size", [16]), OneOf("gamma", [0.9, 1.5])]
    study = Study(TINY.changed(out=str(tmp_path), trials=2, pruner="none", space=space), create=True)
    for gamma in (1.5, 0.9):
        study.study.enqueue_trial({"gamma": gamma})
        trial = study.claim()
        assert trial is not None
        run_trial(study, trial)
    result = tuning._conclude(study)
    assert (result.complete, result.failed, result.pruned, result.interrupted) == (1, 1, 0, 0)
    failed, complete = rows(tmp_path)
    assert (failed["state"], complete["state"]) == ("fail", "complete")
    assert "at most 1 is allowed" in failed["error"]
    assert set(result.failures) == {0}
    assert [file.name for file in (tmp_path / "errors").iterdir()] == ["0000.txt"]

    found = TrainerConfig.load(str(result.config))
    found.check()
    assert (found.total_timesteps, found.seed, found.n_envs) == (1_000_000, 1, 2)
    assert (found.hyperparams.gamma, found.hyperparams.policy_net_arch) == (0.9, [8])
    assert found.hyperparams.algorithm_specific["n_steps"] == 8
    assert result.objective == "mean blinds"
    assert "importances need 10 complete trials" in result.notes[0]


SCRIPT = """
import json, os, sys, time
from pathlib import Path
from jimbot.training.algorithms import register_algorithm
from jimbot.training.framework import RLTrainer
from jimbot.training.tuning import Range, TuneOptions, tune


class Quick(RLTrainer):
    def create_model(self): ...
    def train(self, total_timesteps=None, callback=None): ...
    def evaluate(self, n_episodes=10, deterministic=True):
        return self.config.hyperparams.learning_rate, 0.0


@register_algorithm("Waiting")  # its first trial ends at once, the second waits to be killed
class Waiting(Quick):
    def train(self, total_timesteps=None, callback=None):
        if "/0001/" in f"{self.config.save_dir}/":
            time.sleep(600)


@register_algorithm("Meeting")  # every trial waits until another process has one, too; the first kills its own
class Meeting(Quick):
    def train(self, total_timesteps=None, callback=None):
        place = Path(self.config.save_dir).parents[1] / "met"
        place.mkdir(exist_ok=True)
        (place / str(os.getpid())).touch()
        while len(list(place.iterdir())) < 2:
            time.sleep(0.01)
        if "/0000/" in f"{self.config.save_dir}/":
            os._exit(3)


if __name__ == "__main__":
    tune(TuneOptions(**json.loads(sys.argv[1]), space=[Range("learning_rate", 0.001, 1.0)]))
"""


def study_of(out: Path, name: str) -> list[optuna.trial.FrozenTrial]:
    return optuna.load_study(study_name=name, storage=f"sqlite:///{out}/study.db").get_trials()


@pytest.mark.slow
def test_processes_share_a_study_and_one_may_die(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    settings = {"algorithm": "Meeting", "out": str(tmp_path / "study"), "trials": 4, "evaluations": 1}
    subprocess.run(
        [sys.executable, tmp_path / "script.py", json.dumps(settings | {"workers": 2})], check=True
    )
    trials = study_of(tmp_path / "study", "Meeting")
    assert [t.state.name for t in trials] == ["FAIL", "COMPLETE", "COMPLETE", "COMPLETE"]
    assert "died (exit code 3" in trials[0].user_attrs["error"]
    assert len({t.user_attrs["process"] for t in trials}) >= 2
    assert len({t.params["learning_rate"] for t in trials}) == 4
    assert [row["trial"] for row in rows(tmp_path / "study")] == ["0", "1", "2", "3"]


def states(out: Path) -> list[str]:
    """Read beside the study, as it runs."""
    try:
        with closing(sqlite3.connect(f"file:{out}/study.db?mode=ro", uri=True)) as database:
            return [state for (state,) in database.execute("SELECT state FROM trials ORDER BY number")]
    except sqlite3.OperationalError:  # not there yet, or busy
        return []


@pytest.mark.slow
def test_a_killed_study_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "study"
    (tmp_path / "script.py").write_text(SCRIPT)
    settings = {"algorithm": "Waiting", "out": str(out), "trials": 2, "workers": 1, "evaluations": 1}
    command = [sys.executable, str(tmp_path / "script.py"), json.dumps(settings)]
    process = subprocess.Popen(command)
    while states(out) != ["COMPLETE", "RUNNING"]:
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    (first, second) = study_of(out, "Waiting")

    subprocess.run(command, check=True)
    trials = study_of(out, "Waiting")
    assert [t.state.name for t in trials] == ["COMPLETE", "FAIL", "COMPLETE"]
    assert trials[0].value == first.value
    assert trials[1].user_attrs["interrupted"]
    if second.params:
        assert trials[2].params == second.params  # tried again
    assert [row["trial"] for row in rows(out)] == ["0", "2"]


# -- without processes --------------------------------------------------------------------------------------


class Toy(RLTrainer):
    """As good as its learning rate times its timesteps."""

    def create_model(self) -> Any:
        self.done = 0

    @property
    def timesteps(self) -> int:
        return self.done

    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        while self.done < self.config.total_timesteps:
            self.done += self.config.n_envs
            callback({}, {})
        return {}

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        return self.done * self.config.hyperparams.learning_rate, 0.0


class Dying(Toy):
    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        raise FloatingPointError("it diverged")


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(table._ALGORITHMS, "Toy", table.Algorithm(Toy, HyperparameterConfig()))
    monkeypatch.setitem(table._ALGORITHMS, "Dying", table.Algorithm(Dying, HyperparameterConfig()))


def toy_study(out: Path, **settings: Any) -> Study:
    out.mkdir(exist_ok=True)
    options = TINY.changed(
        algorithm="Toy", out=str(out), space=[Range("learning_rate", 0.001, 1.0)], **settings
    )
    options.check()
    return Study(options, create=True)


def run_rates(study: Study, *rates: float) -> list[str]:
    for rate in rates:
        study.study.enqueue_trial({"learning_rate": rate})
        trial = study.claim()
        assert trial is not None
        run_trial(study, trial)
    return [t.state.name for t in study.trials()]


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("pruner", ["median", "none"])
def test_hopeless_trials_end_early(tmp_path: Path, pruner: str) -> None:
    study = toy_study(tmp_path, trials=3, evaluations=4, pruner=pruner)
    found = run_rates(study, 0.5, 0.1, 0.7)
    assert found == ["COMPLETE", "PRUNED" if pruner == "median" else "COMPLETE", "COMPLETE"]
    trials = study.trials()
    assert trials[2].value == pytest.approx(64 * 0.7)
    assert list(trials[2].intermediate_values) == [1, 2, 3, 4]
    assert len(trials[1].intermediate_values) < 4 or pruner == "none"
    assert study.claim() is None  # all trials have begun
    result = tuning._conclude(study)
    assert (result.best_trial, result.objective) == (2, "mean reward")
    assert json.loads((tmp_path / "best.json").read_text())["hyperparams"]["learning_rate"] == 0.7


@pytest.mark.usefixtures("toys")
def test_hyperband_is_a_pruner(tmp_path: Path) -> None:
    study = toy_study(tmp_path, trials=6, evaluations=3, pruner="hyperband")
    found = run_rates(study, *(1.0 - i / 10 for i in range(6)))
    assert found[0] == "COMPLETE"
    assert "PRUNED" in found


@pytest.mark.usefixtures("toys")
def test_importances_are_drawn(tmp_path: Path) -> None:
    study = toy_study(tmp_path)
    knobs = {name: optuna.distributions.FloatDistribution(0, 1) for name in ("gamma", "learning_rate")}
    for i in range(24):
        found = {"gamma": (i * 7 % 24) / 24, "learning_rate": i / 24}
        study.study.add_trial(
            optuna.create_trial(params=found, distributions=knobs, value=found["learning_rate"])
        )
    result = tuning._conclude(study)
    assert list(result.importances) == ["learning_rate", "gamma"]  # the more important first
    assert sum(result.importances.values()) == pytest.approx(1)
    assert result.notes == []
    assert (tmp_path / "importance.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("toys")
def test_the_reward_decides_between_equals(tmp_path: Path) -> None:
    study = toy_study(tmp_path)
    for reward in (0.1, 0.3, 0.2):
        study.study.add_trial(optuna.create_trial(value=1.0, user_attrs={"reward": reward}))
    assert tuning._conclude(study).best_trial == 1


@pytest.mark.usefixtures("toys")
def test_a_failing_trial_is_recorded(tmp_path: Path) -> None:
    study = toy_study(tmp_path)
    study.options.algorithm = "Dying"
    assert run_rates(study, 0.5) == ["FAIL"]
    result = tuning._conclude(study)
    assert result.failures == {0: "FloatingPointError: it diverged"}
    assert (result.best_trial, result.config, result.complete) == (None, None, 0)
    assert "it diverged" in (tmp_path / "errors" / "0000.txt").read_text()


@pytest.mark.usefixtures("toys")
def test_the_trial_of_a_dead_worker_has_failed(tmp_path: Path) -> None:
    study = toy_study(tmp_path)
    assert study.claim() is not None
    study.bury(os.getpid(), -9)
    assert "exit code -9" in tuning._conclude(study).failures[0]
    with pytest.raises(RuntimeError, match=r"died \(exit code 1; see .*worker.log\)"):
        study.bury(0, 1)  # it had no trial


@pytest.mark.usefixtures("toys")
def test_draws_depend_on_the_seed_and_the_trial_alone(tmp_path: Path) -> None:
    def draws(name: str, seed: int, fresh: bool) -> list[float]:
        study = toy_study(tmp_path / name, seed=seed)
        found = []
        for _ in range(2):
            trial = study.claim()
            assert trial is not None
            run_trial(study, trial)
            found.append(trial.params["learning_rate"])
            study = toy_study(tmp_path / name, seed=seed) if fresh else study
        return found

    whole = draws("a", 5, False)
    assert len(set(whole)) == 2
    assert draws("b", 5, True) == whole
    assert draws("c", 6, False) != whole


# -- the search space ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", SPACES)
def test_every_knob_is_one_of_its_algorithm(algorithm: str) -> None:
    from jimbot.training.sb3.methods import METHODS

    options = TuneOptions(algorithm=algorithm)
    options.check()
    trial = optuna.create_study().ask()
    config = options.config({knob.name: knob.suggest(trial) for knob in options.knobs})
    config.check()
    if isinstance(config, TrainerConfig):
        assert set(config.hyperparams.algorithm_specific) <= METHODS[algorithm].settings


def test_a_trial_has_room_for_what_is_searched() -> None:
    knobs = {k.name: k.choices for k in fitting(SPACES["PPO"], 20_000, 8) if isinstance(k, OneOf)}
    assert knobs["n_steps"] == [64, 128, 256, 512]
    assert knobs["batch_size"] == [64, 128, 256, 512]
    knobs = {k.name: k.choices for k in fitting(SPACES["DQN"], 20_000, 8) if isinstance(k, OneOf)}
    assert knobs["learning_starts"] == [500, 1000, 2000]
    assert knobs["batch_size"] == [32, 64, 128, 256]
    knobs = {k.name: k.choices for k in fitting(SPACES["PPO"], 10, 8) if isinstance(k, OneOf)}
    assert knobs["n_steps"] == [64]


# -- bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"algorithm": "PPPO"}, "Unknown algorithm 'PPPO' (did you mean 'PPO'?)"),
        ({"pruner": "best"}, "pruner is 'best'; 'median', 'hyperband' or 'none' is allowed"),
        ({"trials": 0}, "TuneOptions.trials is 0; 1 or more is allowed"),
        ({"out": "/dev/null/study"}, "Not a directory: '/dev/null/study'"),
    ],
)
def test_bad_options_are_reported(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((OSError, ValueError)) as error:
        tune(TINY.changed(**settings))
    assert said in str(error.value)


@pytest.mark.usefixtures("toys")
def test_an_algorithm_without_a_space_needs_one() -> None:
    with pytest.raises(ValueError, match=r"no search space for 'Toy'; give TuneOptions\.space"):
        TuneOptions(algorithm="Toy").check()


@pytest.mark.usefixtures("toys")
def test_a_study_is_not_mixed_with_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folder(**settings: Any) -> StudyFolder:
        return StudyFolder(tmp_path, new_manifest(TINY.changed(algorithm="Toy", **settings)))

    folder().close()
    folder(trials=9, workers=5).close()  # may change
    with pytest.raises(ValueError, match="holds another tuning: timesteps is 64 there and 128 here"):
        folder(timesteps=128)
    with pytest.raises(ValueError, match="holds another tuning: study is 'Toy' there and 'other' here"):
        folder(study="other")
    monkeypatch.setattr(StudyFolder, "patience", 0.0)
    with folder(), pytest.raises(ValueError, match="another tuning is writing to"):
        folder()


def test_a_file_that_is_no_study(tmp_path: Path) -> None:
    StudyFolder(tmp_path, new_manifest(TINY)).close()
    (tmp_path / "study.db").write_text("no database at all, but long enough to be looked at" * 10)
    with pytest.raises(ValueError, match=r"study\.db is no study that can be read"):
        tune(TINY.changed(out=str(tmp_path)))


def test_trials_may_be_kept_in_a_database_of_ones_own(tmp_path: Path) -> None:
    """Two folders share it, as two machines would; a third trial goes on where the first two were."""
    shared = TINY.changed(storage=f"sqlite:///{tmp_path}/shared.db", trials=2)
    first = tune(shared.changed(out=str(tmp_path / "one")))
    assert (first.complete + first.pruned, first.failed) == (2, 0), first.failures
    assert not (tmp_path / "one" / "study.db").exists()
    second = tune(shared.changed(out=str(tmp_path / "two"), trials=3))
    assert second.complete + second.pruned == 3
    assert len((tmp_path / "two" / "trials.csv").read_text().splitlines()) == 4
    with pytest.raises(ValueError, match="nowhere://db is no study that can be read") as refused:
        tune(shared.changed(out=str(tmp_path / "three"), storage="nowhere://me:secret@db"))
    assert "secret" not in str(refused.value)


def test_optuna_may_be_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'jimbot\[framework\]'"):
        tune(TINY.changed(out=str(tmp_path)))


# -- what jimbot train trains --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_native_trainer_is_tuned_and_trains_with_what_was_found(tmp_path: Path) -> None:
    out, run = tmp_path / "study", tmp_path / "run"
    space: list[Knob] = [
        OneOf("minibatches", [2]),
        *(OneOf("width", [16]), OneOf("choice_width", [8])),
        Range("learning_rate", 1e-4, 1e-3, log=True),
    ]
    small = TuneOptions(algorithm="native", out=str(out), trials=2, timesteps=400, n_envs=4, workers=1)
    result = tune(small.changed(evaluations=2, eval_episodes=2, train_timesteps=200, space=space))
    assert (result.complete + result.pruned, result.failed) == (2, 0), result.failures
    assert result.objective == "mean blinds"
    assert len((out / "trials.csv").read_text().splitlines()) == 3
    words = ["train", "--config", f"{out}/best.json", "--set", "eval_games=2", "--out", str(run), "--json"]
    done = CliRunner().invoke(jimbot, words)
    assert done.exit_code == 0, done.output
    settings = json.loads((run / "manifest.json").read_text())["settings"]
    assert settings["learning_rate"] == result.best_params["learning_rate"]
    assert (settings["steps"], settings["width"], settings["eval_games"]) == (200, 16, 2)


def test_a_configuration_of_another_trainer_is_refused_by_name(tmp_path: Path) -> None:
    TrainerConfig().save(tmp_path / "best.json")
    done = CliRunner().invoke(jimbot, ["train", "--config", f"{tmp_path}/best.json"])
    assert done.exit_code == 2
    assert f"{tmp_path}/best.json: unknown key 'algorithm'" in done.output.replace("\n", " ")


# -- the command --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--algorithm", "PPPO"], "did you mean 'PPO'"),
        (["--algorithm", "PPO", "--out", "/dev/null/study"], "/dev/null/study: Not a directory"),
        (["--trials", "none"], "is 'none'; a whole number"),
    ],
)
def test_the_command_refuses_bad_input(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert said in result.output.replace("\n", " ")


@pytest.mark.usefixtures("toys")
def test_the_command_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(options: TuneOptions, seen: Any) -> tuning.TuneResult:
        study = toy_study(tmp_path, evaluations=options.evaluations)
        run_rates(study, *rates)
        return tuning._conclude(study)

    rates = [0.25, 0.5]
    monkeypatch.setattr(tuning, "tune", small)
    result = CliRunner().invoke(app, ["--algorithm", "PPO", "--quick", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "2 complete, 0 ended early, 0 failed" in result.output
    assert f"--config {tmp_path}/best.json" in result.output.replace("\n", "")

    rates = []
    found = json.loads(
        CliRunner().invoke(app, ["--algorithm", "PPO", "--quick", "--out", str(tmp_path), "--json"]).output
    )
    assert (found["best_trial"], found["best_value"]) == (1, 32.0)


@pytest.mark.usefixtures("toys")
def test_without_a_finished_trial_the_exit_code_is_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(options: TuneOptions, seen: Any) -> tuning.TuneResult:
        study = toy_study(tmp_path)
        study.options.algorithm = "Dying"
        run_rates(study, 0.5)
        return tuning._conclude(study)

    monkeypatch.setattr(tuning, "tune", failing)
    result = CliRunner().invoke(app, ["--algorithm", "PPO", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "trial 0 failed: FloatingPointError: it diverged" in result.output
    assert "no trial was completed" in result.output
