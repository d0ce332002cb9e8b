"""ActionMaskWrapper: what happens to an action that is not legal."""

from __future__ import annotations

from typing import Any

import numpy as np

from jimbot.envs.batch import one_of
from jimbot.envs.spec import MOVE_COUNT
from jimbot.envs.wrappers.base import EnvironmentWrapper, ended

ON_ILLEGAL = ("raise", "random")


class ActionMaskWrapper(EnvironmentWrapper):
    """``action_masks()`` gives the legal actions, here and through any wrapper around.

    ``on_illegal="raise"``: an illegal action raises IllegalAction and nothing is done. ``"random"``, for
    learners that know no masks: a random legal action takes its place, and ``info["illegal_actions"]`` counts
    how often that happened in the episode. An action that does not exist raises in both.
    """

    def __init__(self, env: Any, on_illegal: str = "raise") -> None:
        super().__init__(env)
        self.on_illegal = one_of("on_illegal", on_illegal, ON_ILLEGAL)
        self._illegal = np.zeros(self.batch.num_envs, dtype=int)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._illegal[self.chosen(options)] = 0
        return observation, self._inform(info)

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        replaced: Any = 0
        if self.on_illegal == "random":
            action, replaced = self._legal(action)
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._illegal += replaced
        self._inform(info)
        over = ended(terminated, truncated)
        if over is not None:
            self._illegal[over] = 0
        return observation, reward, terminated, truncated, info

    def _legal(self, action: Any) -> tuple[Any, Any]:
        """The action with what is illegal replaced, and where."""
        moves = np.array(action if self.is_vector else [action])
        masks = self.batch.mask
        sane = moves.dtype.kind in "iu" and moves.shape == masks.shape[:1]
        if not sane or ((moves < 0) | (moves >= MOVE_COUNT)).any():
            return action, 0  # the environment refuses it and says why
        playing = masks.any(axis=1)  # an episode that is over has no legal action
        replaced = playing & (masks[np.arange(len(moves)), moves] == 0)
        for i in np.flatnonzero(replaced):
            moves[i] = self.env.unwrapped.np_random.choice(np.flatnonzero(masks[i]))
        return (moves if self.is_vector else int(moves[0])), replaced

    def _inform(self, info: dict[str, Any]) -> dict[str, Any]:
        if self.on_illegal == "random":
            info["illegal_actions"] = self.shown(self._illegal.copy())
        return info
