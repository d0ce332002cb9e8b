"""The state of a training as arrays: weights, optimizer, games and generators. What is restored goes on as
if it had not been interrupted (PPO on CPUs: to the last bit)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.core import DEFAULT_MODULE_ID

from jimbot.models.weights import arrays_of, tensors_of

Arrays = dict[str, NDArray[Any]]


def weights_of(algorithm: Algorithm) -> Arrays:
    weights: Arrays = _from_learners(algorithm, _learner_weights)[0]
    return weights


def put_weights(algorithm: Algorithm, weights: Mapping[str, NDArray[Any]], strict: bool = True) -> None:
    """Learners and runners go on with these weights. Not ``strict``: parts that they do not have stay."""
    given = dict(weights)
    _from_learners(algorithm, lambda learner: _put_learner_weights(learner, given, strict))
    group: Any = algorithm.env_runner_group
    group.sync_weights(
        from_worker_or_learner_group=algorithm.learner_group, inference_only=True, timeout_seconds=None
    )


def state_of(algorithm: Algorithm) -> Arrays:
    """Everything beside the weights."""
    kept: Arrays = {}
    for i, learner in enumerate(_from_learners(algorithm, _learner_state)):
        kept |= {f"learner:{i}:{name}": array for name, array in learner.items()}
    for number, runner in _from_runners(algorithm).items():
        kept |= {f"runner:{number}:{name}": array for name, array in runner.items()}
    return kept


def restore(algorithm: Algorithm, kept: Mapping[str, NDArray[Any]], steps: int) -> None:
    """Goes on where ``kept`` was taken, after this many steps. Runners that were not there begin again."""
    learners = _parts(kept, "learner")
    for i in range(max(1, len(algorithm.learner_group or ()))):
        # learners are alike but for the order in which they see a batch
        arrays = learners.get(i, learners.get(0, {}))
        _from_learners(algorithm, lambda learner, own=arrays: _put_learner_state(learner, own), i)
    runners = _parts(kept, "runner")
    group: Any = algorithm.env_runner_group
    ids = group.healthy_env_runner_ids()
    if not ids:
        group.local_env_runner.restore(runners.get(0, {}), steps)
        return
    for number in ids:
        before = steps if number == ids[0] else 0
        group.foreach_env_runner(
            "restore",
            kwargs=[{"kept": runners.get(number, {}), "steps": before}],
            remote_worker_ids=[number],
            local_env_runner=False,
        )


def _from_learners(algorithm: Algorithm, ask: Any, only: int | None = None) -> list[Any]:
    group: Any = algorithm.learner_group
    ids = None if only is None or group.is_local else [only]
    results = group.foreach_learner(ask, remote_actor_ids=ids)
    return [result.get() for result in results.result_or_errors]


def _from_runners(algorithm: Algorithm) -> dict[int, Arrays]:
    group: Any = algorithm.env_runner_group
    ids = group.healthy_env_runner_ids()
    if not ids:
        return {0: group.local_env_runner.arrays()}
    found = group.foreach_env_runner(
        lambda runner: (runner.worker_index, runner.arrays()), local_env_runner=False
    )
    return dict(found)


def _parts(kept: Mapping[str, NDArray[Any]], kind: str) -> dict[int, Arrays]:
    found: dict[int, Arrays] = {}
    for name, array in kept.items():
        whose, _, rest = name.partition(":")
        if whose == kind:
            number, _, own = rest.partition(":")
            found.setdefault(int(number), {})[own] = array
    return found


# -- in the learner's process -------------------------------------------------------------------------------


def _learner_weights(learner: Any) -> Arrays:
    return arrays_of(learner.module[DEFAULT_MODULE_ID].unwrapped().net)


def _put_learner_weights(learner: Any, weights: Arrays, strict: bool) -> None:
    net = learner.module[DEFAULT_MODULE_ID].unwrapped().net
    net.load_state_dict(tensors_of(weights), strict=strict)


def _learner_state(learner: Any) -> Arrays:
    kept: Arrays = {"updates": np.array(learner._weights_seq_no)}
    for i, moments in learner.get_optimizer(DEFAULT_MODULE_ID).state_dict()["state"].items():
        kept |= {f"optimizer:{i}:{name}": value.cpu().numpy() for name, value in moments.items()}
    coefficients = getattr(learner, "curr_kl_coeffs_per_module", None)
    if coefficients is not None:
        kept["kl_coeff"] = np.array(coefficients[DEFAULT_MODULE_ID].item())
    name, keys, place, has_gauss, gauss = np.random.get_state(legacy=True)  # noqa: NPY002
    assert name == "MT19937"
    kept |= {"order_keys": np.asarray(keys), "order": np.array([place, has_gauss, gauss])}
    return kept


def _put_learner_state(learner: Any, kept: Arrays) -> None:
    learner._weights_seq_no = int(kept["updates"])
    optimizer = learner.get_optimizer(DEFAULT_MODULE_ID)
    moments: dict[int, dict[str, torch.Tensor]] = {}
    for name, value in kept.items():
        whose, _, rest = name.partition(":")
        if whose == "optimizer":
            index, _, what = rest.partition(":")
            moments.setdefault(int(index), {})[what] = torch.from_numpy(np.array(value))
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": moments, "param_groups": groups})
    if "kl_coeff" in kept:
        learner.curr_kl_coeffs_per_module[DEFAULT_MODULE_ID].data.fill_(float(kept["kl_coeff"]))
    place, has_gauss, gauss = kept["order"].tolist()
    np.random.set_state(("MT19937", kept["order_keys"], int(place), int(has_gauss), gauss))  # noqa: NPY002
