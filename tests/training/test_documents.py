"""Every code block and command of the framework's two documents runs as it is written.

Commands and programs run in an empty folder with the root of the project on the path, bounded by
JIMBOT_MAX_TIMESTEPS. Names that a block takes for granted (``env``, ``trainer`` ...) are those of ``taken``.
"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")
import gymnasium as gym

import jimbot.training as training_package
from jimbot.training import (
    behavioral_cloning,
    experiment,
    framework,
    performance_analysis,
    templates,
    utils,
)

pytestmark = pytest.mark.documents
ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "seeds"
BOUND = "4"

# As in the documents; where they are absent these run all the same.
COMMANDS = (
    "python quick_train.py",
    "python compare_algorithms.py --quick",
    "python train_with_framework.py --timesteps 1000000 --use-curriculum",
    "python quick_train.py --algorithm PPO --timesteps 100000",
    "python compare_algorithms.py --algorithms PPO A2C DQN --quick",
    "python quick_train.py --algorithm PPO --timesteps 50000 --no-wandb",
    "python compare_algorithms.py --quick --algorithms PPO A2C",
    "python compare_algorithms.py --algorithms PPO A2C DQN",
    "python quick_train.py --use-wandb",
)
INSTALL = "pip install -r requirements.txt"  # needs the network: looked at, not run


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for document in sorted(SHARED.glob("00[01]_*.txt")):
        text = document.read_text(encoding="utf-8")
        for number, match in enumerate(re.finditer(r"```(\w*)\n(.*?)```", text, re.DOTALL)):
            if match[1] == language:
                found.append((f"{document.name[:3]}-{number}", match[2]))
    return found


PROGRAMS = blocks("python")
needs_documents = pytest.mark.skipif(not PROGRAMS, reason="the shared documents are not beside the checkout")


@pytest.fixture
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_networks: None) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.setenv(framework.MAX_TIMESTEPS, BOUND)
    monkeypatch.setenv("WANDB_MODE", "offline")
    return tmp_path


def taken(used: set[str]) -> dict[str, Any]:
    """What blocks use without saying where it comes from; costly things only where they are used."""
    names: dict[str, Any] = {"__name__": "block"}
    for module in (framework, utils, experiment, performance_analysis, templates, behavioral_cloning):
        names |= {name: getattr(module, name) for name in dir(module) if not name.startswith("_")}
    env = utils.create_balatro_env(seed=1)
    config = framework.get_default_config("PPO")
    names |= {
        "env": env,
        "config": config,
        "expert_policy": "greedy",
        "env_creator": utils.create_balatro_env,
        "benchmark": experiment.MultiAlgorithmBenchmark(utils.create_balatro_env),
        "results": [],
        "benchmark_results": [],
        "metrics_dict": {"episode_rewards": [0.1, 0.3, 0.2], "episode_antes": [1, 2, 1]},
        "YourEnvironment": lambda: gym.make("CartPole-v1"),
    }
    if used & {"trainer", "model"}:
        trainer = framework.create_trainer(env, config)
        names |= {"trainer": trainer, "model": trainer.model}
    if "trajectories" in used:
        names["trajectories"] = behavioral_cloning.TrajectoryCollector("greedy", env).collect(n_episodes=2)
    return names


@needs_documents
@pytest.mark.shared
@pytest.mark.parametrize("name", dict(PROGRAMS))
def test_a_block_runs_as_it_is_written(name: str, in_empty_folder: Path) -> None:
    source = dict(PROGRAMS)[name]
    try:
        code = compile(source, name, "exec")
    except SyntaxError:
        for line in source.splitlines():
            check_signature(line)
        return
    names = taken({node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)})
    names |= {"List": list, "Dict": dict, "Any": Any}
    exec(code, names)
    if source.lstrip().startswith("{"):
        return  # defaults: test_defaults_are_those_of_the_documents
    for made in (names["TrainerConfig"], names["HyperparameterConfig"]):
        check_class(made)


def check_signature(line: str) -> None:
    """`trainer.evaluate(n_episodes: int, deterministic: bool=True) -> Tuple[float, float]` and the like."""
    match = re.fullmatch(r"(?:\w+ = )?(?:(\w+)\.)?(\w+)\((.*?)\)(?: -> .*)?", line.strip())
    assert match, line
    owners = {
        "trainer": framework.RLTrainer,
        "benchmark": experiment.MultiAlgorithmBenchmark,
        "analyzer": performance_analysis.PerformanceAnalyzer,
        "bc": behavioral_cloning.BehavioralCloning,
    }
    modules = (framework, experiment, performance_analysis, behavioral_cloning)
    if match[1] is None:
        target = next(getattr(m, match[2]) for m in modules if hasattr(m, match[2]))
    else:
        target = getattr(owners[match[1]], match[2])
    allowed = inspect.signature(target).parameters
    for part in filter(None, re.split(r",\s*(?![^\[]*\])", match[3])):
        name, _, default = part.partition("=")
        name, default = name.partition(":")[0].strip(), default.strip()
        assert name in allowed, f"{line}: {name} is not a parameter of {match[2]}{inspect.signature(target)}"
        if default and not part.startswith("benchmark_name"):
            assert allowed[name].default == ast.literal_eval(default), line


def check_class(made: type) -> None:
    """A class of the document lists the fields and defaults of ours."""
    if made.__module__.startswith("jimbot."):
        return
    real = getattr(framework, made.__name__)()
    for name in made.__annotations__:
        assert getattr(real, name) == getattr(made, name) or (
            name == "algorithm_specific" and getattr(made, name) == {}
        )


@needs_documents
@pytest.mark.shared
def test_defaults_are_those_of_the_documents() -> None:
    ours = {
        "gae_lambda": "gae_lambda",
        "ent_coef": "entropy_coefficient",
        "vf_coef": "value_function_coefficient",
    }
    checked = 0
    tables = [ast.literal_eval(source) for _, source in PROGRAMS if source.lstrip().startswith("{")]
    for algorithm, table in zip(("PPO", "A2C", "DQN") * 2, tables, strict=True):
        h = framework.get_default_config(algorithm).hyperparams
        for name, value in table.items():
            field = ours.get(name, name)
            found = getattr(h, field) if hasattr(h, field) else h.algorithm_specific[name]
            assert found == value, (algorithm, name)
            checked += 1
    assert checked == 2 * (9 + 6 + 6)


@needs_documents
@pytest.mark.shared
def test_the_commands_are_those_of_the_documents() -> None:
    lines = [line for _, text in blocks("bash") for line in text.splitlines()]
    assert {line for line in lines if line and not line.startswith("#")} == {*COMMANDS, INSTALL}


def run_here(arguments: list[str]) -> int:
    """Runs a program as Python would, without the seconds that a new process takes to import torch."""
    before = sys.argv
    sys.argv = arguments
    try:
        runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as ended:
        return int(ended.code or 0)
    finally:
        sys.argv = before
    return 0


def test_a_program_starts_by_itself(in_empty_folder: Path) -> None:
    (in_empty_folder / "quick_train.py").symlink_to(ROOT / "quick_train.py")
    command = [sys.executable, "quick_train.py", "--eval-only", "absent.zip"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (2, "quick_train.py: there is no model absent.zip\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs_as_it_is_written(
    command: str, in_empty_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("quick_train.py", "compare_algorithms.py", "train_with_framework.py"):
        (in_empty_folder / name).symlink_to(ROOT / name)
    _, *arguments = shlex.split(command)
    code = run_here(arguments)
    done = capsys.readouterr()
    assert code == 0, done.err
    script = arguments[0]
    if script == "compare_algorithms.py":
        (folder,) = Path("benchmarks").iterdir()
        assert {"results.json", "results.csv", "results.txt", "comparison.png", "report.html"} <= {
            p.name for p in folder.iterdir()
        }
        assert "PPO" in done.out
    else:
        (run,) = Path("models").iterdir()
        assert (run / "PPO_final.zip").is_file()
        assert "trained - random" in done.out
        if script == "train_with_framework.py":
            assert list((run / "checkpoints").iterdir())
        if "--use-wandb" in arguments:
            assert list((run / "wandb").glob("offline-run-*"))


def test_the_requirements_name_what_training_needs() -> None:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    assert "-e .[framework,wandb]" in lines
    assert "torch==2.13.0" in lines


def test_the_short_names_are_the_same_modules(in_empty_folder: Path) -> None:
    import training

    names = {p.stem for p in Path(training.__file__).parent.glob("*.py")} - {"__init__"}
    assert names == {
        *("framework", "sb3_trainer", "experiment", "metrics", "utils", "env_wrapper"),
        *("performance_analysis", "behavioral_cloning", "templates"),
    }
    program = "from training import framework, sb3_trainer, experiment, metrics, utils\n" + "".join(
        f"import training.{name}, jimbot.training.{name}\n"
        f"for n in getattr(jimbot.training.{name}, '__all__', []):\n"
        f"    assert getattr(training.{name}, n) is getattr(jimbot.training.{name}, n), n\n"
        for name in sorted(names)
    )
    exec(program, {})
    assert training_package.__file__ != training.__file__
