"""Clusters: the files for Ray's launcher and for Kubernetes, and trainings on nodes of their own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("ray")
pytest.importorskip("yaml")
import ray
import yaml

from jimbot.runs.commands import from_settings, run_program
from jimbot.training.rllib.plan import RLlibPlan
from jimbot.training.rllib.settings import load_config

from . import ray_nodes

ROOT = Path(__file__).resolve().parents[2]
SMALL = """
num_env_runners: 2
num_envs_per_env_runner: 8
rollout_fragment_length: 16
train_batch_size_per_learner: 256
minibatch_size: 128
num_epochs: 2
evaluation_interval: 0
model: {custom_model_config: {width: 16, entity_width: 4}}
"""


def arguments_of(command: str) -> RLlibPlan:
    """The options of `python -m jimbot.training.run ...`."""
    words = command.split()
    assert words[:3] == ["python", "-m", "jimbot.training.run"]
    read: list[RLlibPlan] = []

    @from_settings
    def keep(plan: RLlibPlan) -> None:
        read.append(plan)

    with pytest.raises(SystemExit):
        run_program(keep, words[3:], "run")
    return read[0]


def test_the_file_for_the_cluster_launcher() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    cluster = yaml.safe_load((ROOT / "configs/cluster.yaml").read_text())
    schema = Path(ray.__file__).parent / "autoscaler" / "ray-schema.json"
    jsonschema.validate(cluster, json.loads(schema.read_text()))
    assert cluster["head_node_type"] in cluster["available_node_types"]


def test_the_file_for_kubernetes() -> None:
    """Structure and names; the operator's own schema is not available."""
    job = yaml.safe_load((ROOT / "configs/kuberay.yaml").read_text())
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    cluster = job["spec"]["rayClusterSpec"]
    assert cluster["rayVersion"] == ray.__version__
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    for group in groups:
        (container,) = group["template"]["spec"]["containers"]
        assert container["image"]
        assert container["resources"]["limits"] == container["resources"]["requests"]
        assert {"name": "OMP_NUM_THREADS", "value": "1"} in container["env"]
    given = arguments_of(job["spec"]["entrypoint"])
    assert given.config is not None
    config = load_config(ROOT / "configs" / given.config.name)
    cores = sum(
        group["maxReplicas"] * int(group["template"]["spec"]["containers"][0]["resources"]["limits"]["cpu"])
        for group in cluster["workerGroupSpecs"]
    )
    runners = config.num_env_runners + config.evaluation_num_env_runners
    assert runners * config.num_cpus_per_env_runner <= cores


# -- processes of their own ---------------------------------------------------------------------------------


def start(place: Path, *arguments: str) -> subprocess.Popen[str]:
    (place / "small.yaml").write_text(SMALL)
    command = [sys.executable, "-u", "-m", "jimbot.training.run", "--config", "small.yaml", *arguments]
    return subprocess.Popen(
        command,
        cwd=place,
        env=ray_nodes.environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def shown(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        yield line.rstrip()


@pytest.mark.ray
def test_ctrl_c_saves_and_leaves_nothing_behind(tmp_path: Path) -> None:
    training = start(tmp_path, "--address", "local", "--experiment", "one", "--eval-episodes", "4")
    mine: set[int] = set()
    seen = []
    for line in shown(training):
        seen.append(line)
        if line.startswith("    2 "):
            mine = ray_nodes.ray_processes(training.pid)
            training.send_signal(signal.SIGINT)
    assert training.wait() == 0, seen
    assert "interrupted: saves and ends after this update" in seen
    result = json.loads(seen[-1])
    assert result["iterations"] >= 2
    steps = f"{result['steps']:012d}"
    assert (tmp_path / "runs/rllib/one/checkpoints" / steps / "model.safetensors").is_file()
    assert (tmp_path / "checkpoints/best_model.pt").is_file()
    assert mine
    assert not ray_nodes.alive(mine), "processes of Ray are left"


@pytest.mark.ray
@pytest.mark.deep
def test_two_nodes_one_of_them_lost_and_replaced(tmp_path: Path) -> None:
    with ray_nodes.cluster(tmp_path, 2) as (address, nodes):
        training = start(
            tmp_path,
            "--address",
            address,
            "--experiment",
            "two",
            "--iterations",
            "2000",
            "--eval-episodes",
            "4",
        )
        seen: list[str] = []
        for line in shown(training):
            seen.append(line)
            if line.startswith("    3 "):
                nodes[1].kill()
            if line.startswith("lost 1 of 2 runners"):
                nodes.append(ray_nodes.Node([f"--address={address}"], tmp_path))
            if "has been started again" in line:
                training.send_signal(signal.SIGINT)
        assert training.wait() == 0, seen[-5:]
    text = "\n".join(seen)
    assert "Ray cluster at " in text
    assert "2 nodes, 2 cores" in text
    assert "lost 1 of 2 runners; the others go on" in text
    assert "it has been started again, and training goes on" in text


@pytest.mark.ray
@pytest.mark.deep
def test_a_running_cluster_is_found_without_the_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ray_nodes.cluster(tmp_path, 1) as (address, _):
        monkeypatch.setenv("RAY_ADDRESS", address)
        training = start(tmp_path, "--iterations", "1", "--eval-episodes", "2")
        seen = list(shown(training))
        assert training.wait() == 0, seen
    assert any(line.startswith("Ray cluster at ") for line in seen)
    assert any("2 runners share 1 cores (0.5 each)" in line for line in seen)
