"""BalatroVecEnv: many games as one Stable-Baselines3 vector environment."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from jimbot.envs.options import run_of
from jimbot.envs.spec import MOVE_COUNT
from jimbot.envs.vector import BalatroVectorEnv

SHARED = ("render_mode", "observation_space", "action_space", "starts", "max_ante")
SETTABLE = ("starts", "max_ante")


class BalatroVecEnv(VecEnv):
    """``num_envs`` games stepped by one native call on ``threads`` threads, for Stable-Baselines3.

    ``options`` are the arguments of ``BalatroEnv``; ``seed`` gives environment i the seed ``seed + i`` at the
    first reset; ``wrapper`` puts wrappers of jimbot around the games, as in ``wrapper=CurriculumWrapper``.
    Masks are found by ``MaskablePPO`` of sb3-contrib as they are.

    ``infos[i]`` of a step that ends an episode holds what SB3 expects (``terminal_observation``,
    ``TimeLimit.truncated``, ``episode`` as a ``Monitor`` writes it, ``is_success``) and the facts of the
    episode (``ante``, ``blinds_beaten``, ``won`` ...). In all other steps it holds ``TimeLimit.truncated``
    alone; ``batch.facts`` has the facts of every step as arrays.

    ``observation="flat"`` with ``MlpPolicy`` is the better start: the ``CombinedExtractor`` behind
    ``MultiInputPolicy`` flattens every table and casts it to float as it is, so that ids enter as magnitudes.
    """

    def __init__(
        self,
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        seed: int | None = None,
        wrapper: Callable[[BalatroVectorEnv[Any]], Any] | None = None,
        **options: Any,
    ) -> None:
        base = BalatroVectorEnv(num_envs, render_mode, threads=threads, copy=True, **options)
        self.vector: Any = base if wrapper is None else wrapper(base)
        self.batch = base.batch
        self.render_mode = render_mode
        self._actions: Any = None
        self._returns = np.zeros(base.num_envs)
        self._began = time.time()
        super().__init__(base.num_envs, self.vector.single_observation_space, spaces.Discrete(MOVE_COUNT))
        if seed is not None:
            self.seed(seed)

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Options of ``BalatroEnv.reset`` for the next reset: one dict for all, or one per environment."""
        chosen = options if isinstance(options, list) else [options or {}] * self.num_envs
        if len(chosen) != self.num_envs:
            raise ValueError(f"{len(chosen)} options were given for {self.num_envs} environments")
        for each in chosen:
            run_of(each, self.batch.starts[0])
        self._options = [dict(each) for each in chosen]

    def reset(self) -> Any:
        observation, _ = self.vector.reset(seed=self._seeds)
        for i, options in enumerate(self._options):
            if options:
                only = np.arange(self.num_envs) == i
                observation, _ = self.vector.reset(seed=self._seeds, options=options | {"reset_mask": only})
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0
        self.reset_infos = [self._opening(i) for i in range(self.num_envs)]
        return observation

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        observation, rewards, terminated, truncated, info = self.vector.step(self._actions)
        self._returns += rewards
        dones = terminated | truncated
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        ended = np.flatnonzero(dones).tolist()
        if ended:
            facts = {
                name: values.tolist()
                for name, values in info.items()
                if isinstance(values, np.ndarray) and not name.startswith("_")
            }
            for i in ended:
                infos[i] = {name: values[i] for name, values in facts.items()} | {
                    "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                    "terminal_observation": info["final_obs"][i],
                    "is_success": facts["won"][i],
                    "episode": {
                        "r": float(self._returns[i]),
                        "l": facts["episode_length"][i],
                        "t": round(time.time() - self._began, 6),
                    },
                }
                self.reset_infos[i] = self._opening(i)
            self._returns[ended] = 0
        return observation, rewards, dones, infos

    def state(self) -> dict[str, NDArray[Any]]:
        """Where all games stand, for checkpoints; of the wrappers the caller takes care."""
        return self.batch.state() | {"episode_returns": self._returns.copy()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> Any:
        """Goes on where ``state`` was taken, and returns what is seen there."""
        if not self.vector.unwrapped._running:
            self.vector.reset()
        self.batch.restore(state)
        self._returns[:] = state["episode_returns"]
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [self._opening(i) for i in range(self.num_envs)]
        return self.vector.unwrapped._observation()

    def _opening(self, index: int) -> dict[str, Any]:
        return {"seed": self.batch._core.game(index).seed}

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, (num_envs, actions)."""
        masks: NDArray[np.bool_] = self.vector.unwrapped.action_masks()
        return masks

    @property
    def starts(self) -> Any:
        return self.batch.starts

    @property
    def max_ante(self) -> int | None:
        return self.batch.max_ante

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What ``BalatroEnv`` has under this name, for each environment."""
        chosen = self._chosen(indices)
        if attr_name in SHARED:
            return [getattr(self, attr_name)] * len(chosen)
        if attr_name == "game":
            return [self.batch.game(i) for i in chosen]
        if attr_name in ("action_masks", "render"):
            return [lambda i=i: self.env_method(attr_name, indices=i)[0] for i in chosen]
        raise AttributeError(
            f"an environment has no attribute {attr_name!r}; one of "
            f"{', '.join((*SHARED, 'game', 'action_masks', 'render'))}"
        )

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Changes ``starts`` (from the next episodes on) or ``max_ante`` (at once) of all environments."""
        if attr_name not in SETTABLE:
            raise AttributeError(f"{attr_name!r} cannot be set; one of {', '.join(SETTABLE)}")
        if set(self._chosen(indices)) != set(range(self.num_envs)):
            raise ValueError(
                f"{attr_name!r} is shared by all environments; it cannot be set for some of them"
            )
        if attr_name == "starts":
            self.batch.set_starts(value)
        else:
            self.batch.set_max_ante(value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """``action_masks`` or ``render`` of each environment."""
        if method_name not in ("action_masks", "render"):
            raise AttributeError(f"an environment has no method {method_name!r}; one of action_masks, render")
        if method_args or method_kwargs:
            raise TypeError(f"{method_name}() takes no arguments")
        chosen = self._chosen(indices)
        values = self.action_masks() if method_name == "action_masks" else self.vector.render()
        return [None if values is None else values[i] for i in chosen]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """True for ``Monitor``: its statistics are built in, and evaluation may rely on them."""
        return [wrapper_class is Monitor] * len(self._chosen(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        if self.render_mode != "rgb_array":
            warnings.warn(f"render_mode is {self.render_mode!r}; images need 'rgb_array'", stacklevel=2)
            return [None] * self.num_envs
        return list(self.vector.render())

    def close(self) -> None:
        self.batch.close()

    def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
