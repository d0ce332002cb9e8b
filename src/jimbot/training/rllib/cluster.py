"""Where a training runs: a Ray cluster that is there, or one of its own, sized to the machine."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psutil

import jimbot
from jimbot.runs.machine import cores
from jimbot.runs.processes import children
from jimbot.training.rllib.settings import RLlibConfig

Say = Callable[[str], object]
GIGABYTE = 2**30
STORE_SHARE = 8  # of the memory allowed, one part in eight for objects on their way between processes
MAX_STORE = 2 * GIGABYTE
LEAST_STORE = 80 * 2**20  # Ray takes no less
PATIENCE = 5.0  # seconds for a cluster to answer
ATTEMPTS = 3  # to start one


@contextmanager
def _silent() -> Iterator[None]:
    """What Ray itself writes to stderr while it starts goes nowhere: it raises what went wrong."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def cluster(address: str | None, memory: float, say: Say) -> Iterator[None]:
    """``address``: None takes a running cluster where there is one, ``auto`` insists on it, ``local`` starts
    one for this training alone, and HOST:PORT names one. ``memory``: gigabytes that a local one may use.
    Where this process has joined a cluster before, that one is used, and left as it is."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # of every process: cores are shared out by Ray
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # each start has a red line that means nothing
    import ray

    for name in ("ray", "ray.rllib"):
        logging.getLogger(name).setLevel(logging.ERROR)  # they greet at length
    # the training itself reports a lost runner
    logging.getLogger("ray.rllib.utils.actor_manager").setLevel(logging.CRITICAL)
    if ray.is_initialized():
        yield
        return
    if not _joined(address, say):
        store = min(MAX_STORE, max(LEAST_STORE, int(memory * GIGABYTE / STORE_SHARE)))
        _start(store, say)
        say(f"local Ray cluster: {cores()} cores, {store / GIGABYTE:.2g} GB for objects")
    try:
        yield
    finally:
        ray.shutdown()


def _start(store: int, say: Say) -> None:
    """A local cluster. Ray gives up after 30 seconds, which a busy machine may need: it is asked again."""
    import ray

    before = children()
    for attempt in range(ATTEMPTS):
        try:
            with _silent():
                ray.init(
                    address="local",
                    num_cpus=cores(),
                    object_store_memory=store,  # what does not fit is spilled to disk
                    include_dashboard=False,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                )
            return
        except Exception as error:  # Ray raises just that
            ray.shutdown()
            for pid in children() - before:  # parts of a cluster that failed to start; Ray leaves them
                with suppress(psutil.NoSuchProcess):
                    psutil.Process(pid).kill()
            if "timed out during startup" not in str(error):
                raise
            if attempt + 1 == ATTEMPTS:
                raise TimeoutError("Ray did not start within 30 seconds: the machine is too busy") from None
            say("Ray did not start within 30 seconds: it is asked again")


def _joined(address: str | None, say: Say) -> bool:
    """Whether there is a cluster, which is then used."""
    import ray
    from ray._private.utils import read_ray_address

    if address == "local":
        return False
    wanted = address or os.environ.get("RAY_ADDRESS") or "auto"
    if "://" in wanted:
        raise ValueError(
            f"address is {wanted!r}; auto, local or HOST:PORT is allowed. From outside a cluster, send the "
            "training there: ray job submit -- python -m jimbot.training.run"
        )
    if wanted not in ("auto", "local"):
        _refuse_silence(wanted)
    left = read_ray_address() if wanted == "auto" else None  # by the last cluster of this machine
    if left:
        try:
            _refuse_silence(left)
        except ValueError:
            if address is not None:
                raise
            say(f"the Ray cluster at {left} is gone without `ray stop`; one of its own is started")
            return False
    try:
        with _silent():
            ray.init(address=wanted, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError) as error:
        if address is None and wanted == "auto":
            return False
        raise ValueError(
            f"no Ray cluster answers at {wanted!r}: {str(error).strip().splitlines()[0]} "
            "(`ray start --head --port=6379` starts one, `--address local` does without)"
        ) from None
    try:
        _refuse_strangers()
    except ValueError:
        ray.shutdown()
        raise
    found = ray.cluster_resources()  # type: ignore[no-untyped-call]
    gpus = f", {found['GPU']:g} GPUs" if found.get("GPU") else ""
    nodes = len(_nodes())
    say(
        f"Ray cluster at {ray.get_runtime_context().gcs_address}: "
        f"{nodes} {'node' if nodes == 1 else 'nodes'}, {found.get('CPU', 0):g} cores{gpus}"
    )
    return True


def _nodes() -> list[str]:
    import ray

    nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
    return [node["NodeID"] for node in nodes if node["Alive"]]


def _refuse_strangers() -> None:
    """Every node must have this version of JimBot: RLlib itself would fail at length."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    asked = {
        node: ray.remote(_version_there)
        .options(num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False))
        .remote()
        for node in _nodes()
    }
    for node, answer in asked.items():
        version = ray.get(answer)
        if version != jimbot.__version__:
            there = f"has JimBot {version}" if version else "does not have it"
            raise ValueError(
                f"node {node[:12]} of the cluster {there}; this is JimBot {jimbot.__version__} with the "
                "RLlib pipeline. Install the same on every node: pip install 'jimbot[rllib]'"
            )


def _version_there() -> str | None:
    """Sent as it is to nodes that may not have this module."""
    import importlib.util

    try:
        has_pipeline = importlib.util.find_spec("jimbot.training.rllib.runner") is not None
    except ModuleNotFoundError:
        has_pipeline = False
    if not has_pipeline:
        return None
    import jimbot

    return jimbot.__version__


def _refuse_silence(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise ValueError(
            f"address is {address!r}; auto, local or HOST:PORT is allowed, such as 10.0.0.1:6379"
        )
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ValueError(
            f"no Ray cluster answers at {address!r}: {error} "
            "(`ray start --head --port=6379` starts one, `--address local` does without)"
        ) from None


@dataclass(frozen=True)
class Resources:
    """What each part of a training is given of the cluster."""

    cpus_per_runner: float
    gpus_per_runner: float
    learners: int  # in processes of their own; 0: the training itself learns
    gpus_per_learner: float


def resources(config: RLlibConfig, cpus: float, gpus: float, say: Say) -> Resources:
    """Fits a training into a cluster. Runners are never fewer than asked for: where there are more of them
    than cores, they share cores. Without a GPU the CPU learns. Both are reported."""
    runners = config.num_env_runners + config.evaluation_num_env_runners
    learners = config.learners
    wanted_gpus = config.num_gpus
    gpus_per_runner = config.num_gpus_per_env_runner
    if wanted_gpus + runners * gpus_per_runner > gpus:
        if gpus == 0:
            asked = f"num_gpus is {config.num_gpus:g}" if wanted_gpus else "num_gpus_per_env_runner is set"
            say(f"{asked}, but there is no GPU here: 0 is used, the CPU learns")
            wanted_gpus = gpus_per_runner = 0.0
            learners = config.num_learners or 0
        else:
            raise ValueError(
                f"num_gpus {wanted_gpus:g} and {runners} runners with {gpus_per_runner:g} GPU each need "
                f"{wanted_gpus + runners * gpus_per_runner:g} GPUs; the cluster has {gpus:g}"
            )
    left = max(0.0, cpus - (learners if not wanted_gpus else 0))
    per_runner = config.num_cpus_per_env_runner
    if runners * per_runner > left:
        if left == 0:
            raise ValueError(f"{learners} learners take all {cpus:g} cores; none is left for runners")
        per_runner = int(1000 * left / runners) / 1000
        say(f"{runners} runners share {left:g} cores ({per_runner:g} each)")
    return Resources(per_runner, gpus_per_runner, learners, wanted_gpus / max(1, learners))
