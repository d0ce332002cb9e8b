"""EnvironmentWrapper: the base of the wrappers, one class for single and vector environments alike."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Self

import gymnasium as gym
import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

from jimbot.envs.batch import Batch, Facts


class EnvironmentWrapper:
    """Wraps a ``BalatroEnv`` or a ``BalatroVectorEnv``; subclass it and override ``reset`` and ``step``.

    Around a single environment the object is also a ``gymnasium.Wrapper``, around a vector environment also a
    ``gymnasium.vector.VectorWrapper``. A ``BalatroVecEnv`` of Stable-Baselines3 comes back with the wrapper
    around the games in it. ``batch``, ``facts`` and ``action_masks()`` are those of the base environment,
    whatever lies in between.
    """

    env: Any
    claims: tuple[str, ...] = ()
    recipe: Callable[[Any], Any]  # puts the same wrapper around another environment

    def __new__(cls, env: Any, *args: Any, **kwargs: Any) -> Any:
        games = getattr(env, "vector", None)
        if isinstance(games, VectorEnv) and not isinstance(env, VectorEnv):
            env.vector = cls(games, *args, **kwargs)
            return env
        if not isinstance(getattr(getattr(env, "unwrapped", None), "batch", None), Batch):
            raise TypeError(f"{cls.__name__} wraps a BalatroEnv or a BalatroVectorEnv, not {env!r}")
        wrapper: type = cls
        made: Self = object.__new__(
            _form(wrapper, _VectorForm if isinstance(env, VectorEnv) else gym.Wrapper)
        )
        made.recipe = lambda other: cls(other, *args, **kwargs)
        return made

    def __init__(self, env: Any) -> None:
        super().__init__(env)  # type: ignore[call-arg]  # the form that __new__ has added
        self.batch: Batch = env.unwrapped.batch
        self.is_vector = isinstance(env, VectorEnv)

    @property
    def facts(self) -> Facts:
        """name -> (num_envs,) array, of the step just made."""
        return self.batch.facts

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions: (actions,), or (num_envs, actions) of a vector environment."""
        masks: NDArray[np.bool_] = self.env.unwrapped.action_masks()
        return masks

    def claim(self, setting: str) -> None:
        """A setting of the environment belongs to one wrapper: two would undo each other's work."""
        layer = self.env
        while layer is not layer.unwrapped:
            if setting in getattr(layer, "claims", ()):
                names = f"{type(layer).__name__} and {type(self).__name__}"
                raise ValueError(f"{names} both set {setting} of the environment; use one of them")
            layer = layer.env
        self.claims += (setting,)

    def claim_max_ante(self) -> None:
        self.claim("max_ante")
        if self.batch.max_ante is not None:
            raise ValueError(
                f"the environment was made with max_ante={self.batch.max_ante}, "
                f"but {type(self).__name__} sets that; leave it out"
            )

    def shown(self, values: NDArray[Any]) -> Any:
        """One value per environment, as ``info`` carries it: the array, or the one value."""
        return values if self.is_vector else values.item(0)

    def chosen(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        """The environments that a reset with these options begins again."""
        mask = (options or {}).get("reset_mask")
        return np.ones(self.batch.num_envs, dtype=bool) if mask is None else np.asarray(mask)


class _VectorForm(VectorWrapper):
    """What ``gymnasium.Wrapper`` offers and ``VectorWrapper`` lacks."""

    def get_wrapper_attr(self, name: str) -> Any:
        layer: Any = self
        while not hasattr(layer, name) and layer is not layer.unwrapped:
            layer = layer.env
        return getattr(layer, name)

    def has_wrapper_attr(self, name: str) -> bool:
        try:
            self.get_wrapper_attr(name)
        except AttributeError:
            return False
        return True


@functools.cache
def _form(cls: type, base: type) -> type:
    if issubclass(cls, base):
        return cls
    return type(cls.__name__, (cls, base), {"__module__": cls.__module__, "__doc__": cls.__doc__})


def ended(terminated: Any, truncated: Any) -> NDArray[np.bool_] | None:
    """Where an episode has ended, as an array for single environments too; None if it has nowhere."""
    over = terminated | truncated
    if over is False or not np.any(over):
        return None
    return np.atleast_1d(over)


def check_keys(name: str, given: Any, allowed: Any) -> None:
    for key in given:
        if key not in allowed:
            raise ValueError(f"unknown key {key!r} in {name}; one of {', '.join(allowed)}")


def share(name: str, value: Any) -> float:
    """A number from 0 to 1, or an error that names it."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0 <= value <= 1:
        raise ValueError(f"{name} is {value!r}; a number from 0 to 1 is allowed")
    return float(value)
