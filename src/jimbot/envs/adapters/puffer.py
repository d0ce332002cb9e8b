"""BalatroPufferEnv: many games as one PufferLib environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pufferlib
from gymnasium import spaces
from numpy.typing import NDArray

from jimbot.envs.spec import FACTS, FLAT_SIZE, INFO, MOVE_COUNT
from jimbot.envs.vector import BalatroVectorEnv
from jimbot.view import picture


class BalatroPufferEnv(pufferlib.PufferEnv):  # type: ignore[misc]
    """``num_envs`` games stepped by one native call on ``threads`` threads, one agent each.

    ``options`` are the arguments of ``BalatroEnv`` other than ``observation``; ``wrapper`` puts wrappers of
    jimbot around the games. PufferLib has no channel for action masks, so an observation is the flat view
    followed by the mask: ``features, mask = observation[:, :FLAT_SIZE], observation[:, FLAT_SIZE:]``. A
    policy must give the moves whose mask is 0 no probability; an illegal move is an error. The next episode
    begins in the step that ends one. Infos are the facts of the episodes that ended, a dict each.
    """

    def __init__(
        self,
        num_envs: int = 64,
        render_mode: str | None = None,
        *,
        threads: int | None = None,
        buf: Any = None,
        seed: int | None = None,
        wrapper: Callable[[BalatroVectorEnv[Any]], Any] | None = None,
        **options: Any,
    ) -> None:
        base = BalatroVectorEnv(
            num_envs, render_mode, threads=threads, copy=False, observation="flat", **options
        )
        self.vector = base if wrapper is None else wrapper(base)
        self.batch = base.batch
        self.render_mode = render_mode
        self.num_agents = self.batch.num_envs
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (FLAT_SIZE + MOVE_COUNT,), np.float32)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(MOVE_COUNT)
        self._seed = seed
        self._running = False
        super().__init__(buf)
        self.masks[:] = True

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.float32], list[dict[str, float]]]:
        """New episodes everywhere; without any seed the games go on with their own next ones."""
        if seed is None and not self._running:
            seed = self._seed
        # PufferLib gives neighbouring workers neighbouring seeds: seed + i would give them the same games
        seeds = (
            None if seed is None else np.random.SeedSequence(seed).generate_state(self.num_agents, np.uint64)
        )
        observation, _ = self.vector.reset(seed=None if seeds is None else seeds.tolist())
        self._running = True
        self._write(observation)
        return self.observations, []

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        list[dict[str, float]],
    ]:
        observation, rewards, terminated, truncated, _ = self.vector.step(actions)
        self._write(observation)
        self.rewards[:] = rewards
        self.terminals[:] = terminated
        self.truncations[:] = truncated
        ended = np.flatnonzero(terminated | truncated).tolist()
        infos = [self._facts(i) for i in ended]
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def _write(self, observation: NDArray[np.float32]) -> None:
        self.observations[:, :FLAT_SIZE] = observation
        self.observations[:, FLAT_SIZE:] = self.batch.mask

    def _facts(self, index: int) -> dict[str, float]:
        facts = dict(zip(FACTS, self.batch.fact_rows[index].tolist(), strict=True))
        return {name: facts[name] for name in (*INFO, "episode_return")}

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions, (num_envs, actions)."""
        masks: NDArray[np.bool_] = self.vector.unwrapped.action_masks()
        return masks

    def render(self) -> Any:
        """The first game."""
        if self.render_mode is None:
            return None
        draw = picture.ansi if self.render_mode == "ansi" else picture.draw
        return draw(self.batch.game(0), self.batch.picked(0))

    def close(self) -> None:
        self.batch.close()
