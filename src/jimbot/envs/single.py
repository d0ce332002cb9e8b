"""BalatroEnv: one game as a Gymnasium environment."""

from __future__ import annotations

import operator
from typing import Any, Literal, SupportsIndex, Unpack, overload

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from jimbot.envs.batch import views
from jimbot.envs.options import RENDER_MODES, EnvOptions, batch_of, run_of, shows_options
from jimbot.envs.spaces import Flat, LegalMoves, Observed, Tables, observation_space
from jimbot.game import Game


class BalatroEnv(gym.Env[Observed, SupportsIndex]):
    """One run of Balatro per episode; see docs/environment.md for the tables.

    - ``starts``: what episodes begin with (one ``Start`` or several with weights); ``deck``, ``stake`` and
      ``challenge`` are short for a single one,
    - ``observation``: ``"dict"`` or ``"flat"``,
    - ``reward``: ``"furthest"``, ``"progress"``, ``"sparse"`` or a function of the facts; ``discount``
      belongs to ``"progress"``,
    - ``hands``: ``"cards"`` (the learner picks cards) or ``"planner"`` (the built-in planner plays them, with
      the strength ``planner``),
    - ``max_blind_steps``: steps without a beaten or skipped blind, then the episode is truncated,
    - ``max_ante``: an episode that passes it is truncated.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    @overload
    def __init__(
        self: BalatroEnv[Tables],
        render_mode: str | None = None,
        *,
        observation: Literal["dict"] = "dict",
        **options: Unpack[EnvOptions],
    ) -> None: ...
    @overload
    def __init__(
        self: BalatroEnv[Flat],
        render_mode: str | None = None,
        *,
        observation: Literal["flat"],
        **options: Unpack[EnvOptions],
    ) -> None: ...
    @overload
    def __init__(
        self, render_mode: str | None = None, *, observation: str, **options: Unpack[EnvOptions]
    ) -> None: ...
    @shows_options
    def __init__(
        self, render_mode: str | None = None, *, observation: str = "dict", **options: Unpack[EnvOptions]
    ) -> None:
        self.batch = batch_of(1, render_mode, observation, options, threads=1, autoreset=False)
        self.render_mode = render_mode
        self.observation = observation
        # what another environment of the same kind is made with
        self.options = self.batch.options | {"observation": observation}
        self.observation_space = observation_space(observation)
        self._custom_reward = callable(self.batch._reward)
        self._running = False
        self._bind()

    def _bind(self) -> None:
        """To the memory of the batch."""
        self.action_space: LegalMoves = LegalMoves(self.batch.mask[0])
        self._core = self.batch._core
        self._row = self.batch.rows[0]
        self._mask = self.batch.mask[0]

    def __getstate__(self) -> dict[str, Any]:
        bound = ("action_space", "_core", "_row", "_mask")
        state = {name: value for name, value in self.__dict__.items() if name not in bound}
        return state | {"draws": self.action_space.drawing()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        drawing = state.pop("draws")
        self.__dict__.update(state)
        self._bind()
        self.action_space.resume(drawing)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """A new episode. ``seed`` fixes it and all that follow; ``options`` may name the run itself.

        Options: ``seed`` (of the game, such as "ABCD1234"), ``deck``, ``stake``, ``challenge``, ``variant``,
        ``endless``, ``one_chip``, ``position`` (a Game, taken exactly as it is).
        """
        game_seed, start = run_of(options, self.batch.starts[0]) if options else (None, None)
        super().reset(seed=seed)
        if seed is None and not self._running:
            # without a seed the first episode is as random as the generator of the environment
            seed = int(self.np_random.integers(2**63))
        self.batch.reset_one(0, seed)
        if start is not None:
            self.batch.begin(0, game_seed or self._core.game(0).seed, start)
        self._running = True
        self.action_space.opened()
        info = self._info()
        info["seed"] = self._core.game(0).seed
        return self._observation(), info

    def step(self, action: SupportsIndex) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """One move: observation, reward, terminated, truncated, info. An illegal one is refused by name."""
        self.batch._check_open()
        if not self._running:
            raise RuntimeError("the environment has not been reset; call reset() first")
        try:
            if isinstance(action, bool):
                raise TypeError
            move = operator.index(action)
        except TypeError:
            raise TypeError(
                f"action {action!r} has type {type(action).__name__}; a whole number is needed"
            ) from None
        if not -(2**31) <= move < 2**31 or not self._core.is_legal(0, move):
            raise self.batch.refusal(0, move)
        reward, terminated, truncated = self._core.step_one(move)
        self.action_space.moved()
        if self._custom_reward:
            self.batch._call_reward(self.batch._reward)  # type: ignore[arg-type]
            reward = float(self.batch.rewards[0])
        return self._observation(), reward, terminated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions (the name that sb3-contrib looks for)."""
        mask: NDArray[np.bool_] = self._mask.astype(bool)
        return mask

    @property
    def game(self) -> Game:
        """A copy of the game, hidden part and all: for tools and tests, never for agents."""
        return self.batch.game(0)

    def render(self) -> NDArray[np.uint8] | str | None:  # type: ignore[override]  # says more than Gymnasium
        """The game as it is: an image, or text with colours, by ``render_mode``."""
        from jimbot.view import picture

        if self.render_mode is None:
            gym.logger.warn("render() needs a render_mode, such as gymnasium.make(..., render_mode='ansi')")
            return None
        draw = picture.ansi if self.render_mode == "ansi" else picture.draw
        return draw(self.game, self.batch.picked(0))

    def close(self) -> None:
        self.batch.close()

    def _observation(self) -> Any:
        if self.batch.flat is not None:
            return self.batch.flat[0].copy()
        return views(self._row.copy())

    def _info(self) -> dict[str, Any]:
        info = self._core.info(0)
        info["action_mask"] = self.action_masks()
        return info
