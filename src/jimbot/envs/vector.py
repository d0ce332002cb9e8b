"""BalatroVectorEnv: many games as one Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Unpack, overload

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from jimbot.envs.batch import views, whole
from jimbot.envs.options import RENDER_MODES, EnvOptions, batch_of, run_of, shows_options
from jimbot.envs.spaces import (
    Flat,
    LegalMoves,
    LegalMovesBatch,
    Observed,
    Tables,
    observation_space,
)
from jimbot.envs.spec import INFO


class FinalObservations(Sequence[Any]):
    """Item i is the last observation of the episode that ended in environment i, or None.

    ``batch`` holds those of all ended episodes, one row each, and ``indices`` their environments.
    """

    def __init__(self, rows: NDArray[Any], ended: NDArray[np.bool_], is_flat: bool) -> None:
        self._rows = rows  # of every environment
        self._ended = ended
        self._is_flat = is_flat

    @property
    def indices(self) -> NDArray[np.intp]:
        return np.flatnonzero(self._ended)

    @property
    def batch(self) -> Any:
        rows = self._rows[self.indices]
        return rows if self._is_flat else views(rows)

    def __len__(self) -> int:
        return len(self._ended)

    def __getitem__(self, index: Any) -> Any:
        if not self._ended[index]:
            return None
        return self._rows[index] if self._is_flat else views(self._rows[index])

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


def seeds_of(seeds: Any) -> list[int | None]:
    if not isinstance(seeds, Sequence | np.ndarray) or isinstance(seeds, str):
        raise TypeError(f"seed must be a whole number or one per environment, not {seeds!r}")
    return [None if s is None else whole(f"seed of environment {i}", s, 0) for i, s in enumerate(seeds)]


class BalatroVectorEnv(gym.vector.VectorEnv[Observed, ArrayLike, NDArray[Any]]):
    """``num_envs`` games stepped by one native call on ``threads`` threads, with same-step autoreset.

    Takes the arguments of ``BalatroEnv``. ``threads``: by default one, from 128 environments on one per core.
    ``copy=False`` returns the memory that the core writes into: it changes with the next step. Environment i
    plays the same episodes as a ``BalatroEnv`` that was reset with its seed, whatever ``num_envs`` and
    ``threads`` are.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    @overload
    def __init__(
        self: BalatroVectorEnv[Tables],
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        copy: bool = True,
        observation: Literal["dict"] = "dict",
        **options: Unpack[EnvOptions],
    ) -> None: ...
    @overload
    def __init__(
        self: BalatroVectorEnv[Flat],
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        copy: bool = True,
        observation: Literal["flat"],
        **options: Unpack[EnvOptions],
    ) -> None: ...
    @overload
    def __init__(
        self,
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        copy: bool = True,
        observation: str,
        **options: Unpack[EnvOptions],
    ) -> None: ...
    @shows_options
    def __init__(
        self,
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        copy: bool = True,
        observation: str = "dict",
        **options: Unpack[EnvOptions],
    ) -> None:
        self.batch = batch_of(num_envs, render_mode, observation, options, threads=threads)
        self.render_mode = render_mode
        self.observation = observation
        # what another environment of the same kind is made with
        self.options = self.batch.options | {"observation": observation}
        self.num_envs = self.batch.num_envs
        self.copy = copy
        self.single_action_space = LegalMoves()
        self.single_observation_space = observation_space(observation)
        self.action_space: LegalMovesBatch = LegalMovesBatch(self.num_envs, self.batch.mask)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._running = False

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name != "action_space"}
        return state | {"draws": self.action_space.drawing()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        drawing = state.pop("draws")
        self.__dict__.update(state)
        self.action_space = LegalMovesBatch(self.num_envs, self.batch.mask)
        self.action_space.resume(drawing)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observed, dict[str, Any]]:
        """New episodes everywhere. An integer ``seed`` gives environment i the seed ``seed + i``.

        ``options`` as in ``BalatroEnv.reset``, the same for every environment; ``reset_mask`` (booleans)
        limits the reset to some of them.
        """
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            seeds: list[int | None] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else seeds_of(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds were given for {self.num_envs} environments")
        wanted = dict(options or {})
        chosen = self._reset_mask(wanted.pop("reset_mask", None))
        game_seed, start = run_of(wanted, self.batch.starts[0]) if wanted else (None, None)
        for i in np.flatnonzero(chosen).tolist():
            own = seeds[i]
            if own is None and not self._running:
                own = int(self.np_random.integers(2**63))
            self.batch.reset_one(i, own)
            if start is not None:
                self.batch.begin(i, game_seed or self.batch._core.game(i).seed, start)
        self._running = True
        return self._observation(), self._info()

    def _reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, dtype=bool)
        chosen = np.asarray(mask)
        if chosen.dtype != bool or chosen.shape != (self.num_envs,) or not chosen.any():
            raise ValueError(
                f"reset_mask must be {self.num_envs} booleans, at least one of them true, not {mask!r}"
            )
        if not self._running and not chosen.all():
            raise ValueError("the first reset must include every environment")
        return chosen

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observed, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One move per game: observations, rewards, terminated, truncated, infos."""
        if not self._running and not self.batch._closed:
            raise RuntimeError("the environment has not been reset; call reset() first")
        batch = self.batch
        batch.step(actions)
        info = self._info()
        ended = batch.terminated | batch.truncated
        if ended.any():
            rows = batch.final_rows if batch.final_flat is None else batch.final_flat
            if self.copy:  # only the rows of ended episodes mean something
                kept = np.empty_like(rows)
                kept[ended] = rows[ended]
                rows = kept
            info["final_obs"] = FinalObservations(rows, ended, batch.final_flat is not None)
            info["final_info"] = {name: info[name] for name in INFO} | {f"_{name}": ended for name in INFO}
            info["_final_obs"] = info["_final_info"] = ended
        if not self.copy:
            return self._observation(), batch.rewards, batch.terminated, batch.truncated, info
        return (
            self._observation(),
            batch.rewards.copy(),
            batch.terminated.copy(),
            batch.truncated.copy(),
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, (num_envs, actions)."""
        masks: NDArray[np.bool_] = self.batch.mask.astype(bool)
        return masks

    def render(self) -> tuple[NDArray[np.uint8] | str, ...] | None:  # type: ignore[override]
        """One picture or text per environment."""
        from jimbot.view import picture

        if self.render_mode is None:
            gym.logger.warn("render() needs a render_mode, such as 'ansi'")
            return None
        draw = picture.ansi if self.render_mode == "ansi" else picture.draw
        return tuple(draw(self.batch.game(i), self.batch.picked(i)) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        if hasattr(self, "batch"):  # not so where the constructor refused its arguments
            self.batch.close()

    def _observation(self) -> Any:
        if self.batch.flat is not None:
            return self.batch.flat.copy() if self.copy else self.batch.flat
        return views(self.batch.rows.copy()) if self.copy else self.batch.observations

    def _info(self) -> dict[str, Any]:
        facts = self.batch.facts
        if not self.copy:
            return {name: facts[name] for name in INFO}
        return {name: facts[name].astype(kind) for name, kind in INFO.items()}
