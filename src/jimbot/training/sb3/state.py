"""A training run on Stable-Baselines3, written so that it goes on exactly where it was.

``model.zip`` (weights and optimizer, as SB3 writes them), ``state.json`` (counters), ``arrays.npz``
(generators, statistics, games, episodes so far) and, where there is a replay
buffer, ``replay.npz``. Nothing is unpickled.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from stable_baselines3.common.buffers import DictReplayBuffer, ReplayBuffer
from stable_baselines3.common.running_mean_std import RunningMeanStd
from stable_baselines3.common.save_util import load_from_zip_file
from stable_baselines3.common.vec_env import VecNormalize

from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.models.files import IN_ZIP, read_network
from jimbot.runs.arrays import read_arrays
from jimbot.runs.reading import read_json, reading
from jimbot.training.sb3.environments import base_env
from jimbot.training.sb3.policy import policy_bytes

Arrays = dict[str, NDArray[Any]]
COUNTERS = ("num_timesteps", "_n_updates", "_n_calls", "_episode_num", "exploration_rate")


# -- the model ----------------------------------------------------------------------------------------------


def save_parameters(
    model: Any, path: Path, normalization: VecNormalize | None, about: Mapping[str, Any] | None
) -> None:
    """SB3's own file, and in it ours: the policy as it plays, with the statistics of the normalisation."""
    statistics = {} if normalization is None else statistics_of(normalization)
    model.save(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(IN_ZIP, policy_bytes(model.policy, about or {}, statistics))


def load_parameters(model: Any, path: Path, normalization: VecNormalize | None) -> dict[str, Any]:
    """Weights, optimizer and statistics of a file by ``save_parameters``; ValueError if they do not fit.
    Returns what the file says of itself."""
    with reading(path, "no model of ours"):
        _, parameters, _ = load_from_zip_file(path, device=model.device, load_data=False)
        with zipfile.ZipFile(path) as archive:
            file = read_network(path) if IN_ZIP in archive.namelist() else None
    try:
        model.set_parameters(parameters, exact_match=True, device=model.device)
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"{path} does not fit the model: {str(error).splitlines()[0]}") from None
    if file is None:
        return {}
    if normalization is not None and file.state:
        restore_statistics(normalization, file.state)
    return file.about


def _any(arrays: Arrays) -> dict[str, Any]:
    return arrays  # savez has a flag among its names


# -- normalisation ------------------------------------------------------------------------------------------


def statistics_of(env: VecNormalize) -> Arrays:
    kept: Arrays = {}
    for name, each in _running(env).items():
        kept[f"{name}.mean"], kept[f"{name}.var"] = np.array(each.mean), np.array(each.var)
        kept[f"{name}.count"] = np.array(each.count)
    return kept


def restore_statistics(env: VecNormalize, statistics: Mapping[str, NDArray[Any]]) -> None:
    for name, each in _running(env).items():
        if f"{name}.mean" in statistics:
            each.mean, each.var = statistics[f"{name}.mean"].copy(), statistics[f"{name}.var"].copy()
            each.count = float(statistics[f"{name}.count"])


def _running(env: VecNormalize) -> dict[str, RunningMeanStd]:
    found = {"return": env.ret_rms}
    if env.norm_obs:
        observed: Any = env.obs_rms
        of_keys = observed if isinstance(observed, dict) else {"": observed}
        found |= {f"observation:{key}": each for key, each in of_keys.items()}
    return found


# -- a checkpoint -------------------------------------------------------------------------------------------


def write_state(model: Any, folder: Path, extra: dict[str, Any], arrays: Arrays) -> None:
    """``extra`` (JSON) and ``arrays`` are what the trainer itself keeps."""
    counters = {name: getattr(model, name) for name in COUNTERS if hasattr(model, name)}
    generator: Any = np.random.get_state(legacy=False)  # noqa: NPY002
    state = {
        "counters": counters,
        "numpy": {**generator, "state": {**generator["state"], "key": None}},
        "actions": model.action_space.np_random.bit_generator.state,
        **extra,
    }
    arrays = dict(arrays)
    arrays["numpy_key"] = generator["state"]["key"]
    arrays["torch"] = torch.get_rng_state().numpy()
    if torch.cuda.is_available():
        arrays["cuda"] = torch.cuda.get_rng_state().numpy()
    arrays |= _environment_arrays(model)
    for i, part in enumerate(_recurrent(model)):
        arrays[f"recurrent:{i}"] = part.cpu().numpy()
    (folder / "state.json").write_text(json.dumps(state))
    np.savez(folder / "arrays.npz", **_any(arrays))
    if getattr(model, "replay_buffer", None) is not None:
        np.savez(folder / "replay.npz", **_any(replay_arrays(model.replay_buffer)))


def read_state(model: Any, folder: Path) -> tuple[dict[str, Any], Arrays]:
    """Puts the model back to where it was; returns what ``write_state`` was given besides."""
    state = read_json(folder / "state.json")
    arrays = read_arrays(folder / "arrays.npz")
    for name in state["counters"].keys() & set(COUNTERS):
        setattr(model, name, state["counters"][name])
    _restore_environment(model, arrays)
    for i, part in enumerate(_recurrent(model)):
        part.copy_(torch.as_tensor(arrays[f"recurrent:{i}"]))
    if getattr(model, "replay_buffer", None) is not None:
        with np.load(folder / "replay.npz") as file:
            restore_replay(model.replay_buffer, file)
    generator = state["numpy"]
    generator["state"]["key"] = arrays["numpy_key"]
    np.random.set_state(generator)  # noqa: NPY002
    model.action_space.np_random.bit_generator.state = state["actions"]
    torch.set_rng_state(torch.as_tensor(arrays["torch"]))
    if "cuda" in arrays and torch.cuda.is_available():
        torch.cuda.set_rng_state(torch.as_tensor(arrays["cuda"]))
    return state, arrays


def _environment_arrays(model: Any) -> Arrays:
    base = base_env(model.env)
    arrays: Arrays = {}
    if isinstance(base, BalatroVecEnv) and model._last_obs is not None:  # its games have begun
        arrays |= {f"env:{name}": value for name, value in base.state().items()}
        arrays["episode_starts"] = model._last_episode_starts
    normalization = model.get_vec_normalize_env()
    if normalization is not None:
        arrays["discounted_returns"] = normalization.returns
    return arrays


def _restore_environment(model: Any, arrays: Arrays) -> None:
    """Games of ours go on; other environments cannot be saved and begin new episodes."""
    base = base_env(model.env)
    if not isinstance(base, BalatroVecEnv) or "env:games" not in arrays:
        return
    observation = base.restore({n.removeprefix("env:"): v for n, v in arrays.items() if n.startswith("env:")})
    normalization = model.get_vec_normalize_env()
    model._last_original_obs = observation
    if normalization is not None:
        normalization.returns = arrays["discounted_returns"].copy()
        normalization.old_obs = observation
        normalization.old_reward = np.zeros(model.n_envs)
        observation = normalization.normalize_obs(observation)
    model._last_obs = observation
    model._last_episode_starts = arrays["episode_starts"]


def _recurrent(model: Any) -> list[torch.Tensor]:
    states = getattr(model, "_last_lstm_states", None)
    return [] if states is None else [tensor for pair in states for tensor in pair]


def replay_arrays(buffer: ReplayBuffer) -> Arrays:
    used = buffer.buffer_size if buffer.full else buffer.pos
    kept: Arrays = {"position": np.array(buffer.pos), "full": np.array(buffer.full)}
    for name, array in _replay_parts(buffer).items():
        kept[name] = array[:used]
    return kept


def restore_replay(buffer: ReplayBuffer, arrays: Mapping[str, NDArray[Any]]) -> None:
    for name, array in _replay_parts(buffer).items():
        array[: len(arrays[name])] = arrays[name]
    buffer.pos, buffer.full = int(arrays["position"]), bool(arrays["full"])


def _replay_parts(buffer: ReplayBuffer) -> Arrays:
    parts: Arrays = {name: getattr(buffer, name) for name in ("actions", "rewards", "dones", "timeouts")}
    for name in ("observations", "next_observations"):
        stored: Any = getattr(buffer, name)
        if isinstance(buffer, DictReplayBuffer):
            parts |= {f"{name}:{key}": array for key, array in stored.items()}
        elif hasattr(buffer, name):
            parts[name] = stored
    return parts
