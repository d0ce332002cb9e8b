"""Collecting demonstrations: experts of any kind play whole episodes."""

from __future__ import annotations

import inspect
import operator
import os
import sys
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents import Agent, PlannerAgent, View, make_agent
from jimbot.envs.batch import whole
from jimbot.envs.single import BalatroEnv
from jimbot.envs.spec import MASK, move_id
from jimbot.game import Action, Game, IllegalAction
from jimbot.game.seeds import draw_seed, mix, seed
from jimbot.runs.console import progress
from jimbot.training.config import timesteps_allowed
from jimbot.training.sb3.trajectories import (
    Trajectory,
    filter_trajectories,
    load_trajectories,
    save_trajectories,
    stacked,
)

PLAY = move_id("play")


class EpisodeTable:
    """A Gymnasium environment, and what was seen and done in its present episode."""

    def __init__(self, env: Any) -> None:
        if not isinstance(env, gym.Env) or not isinstance(env.action_space, spaces.Discrete):
            raise TypeError(f"a single environment with discrete actions is needed, not {env!r}")
        self.env: Any = env
        self.base: BalatroEnv[Any] | None = env.unwrapped if isinstance(env.unwrapped, BalatroEnv) else None

    def begin(self, number: int) -> None:
        """A game on the train seed of this number; elsewhere an episode that this number fixes."""
        self.rng = np.random.default_rng(number)
        options = None if self.base is None else self._run(self.base, number)
        observation, self.info = self.env.reset(seed=number, options=options)
        self.seed = str(self.info.get("seed", ""))
        self.actions: list[int] = []
        self.rewards: list[float] = []
        self.own: list[bool] = []
        self.ended = self.terminated = False
        self._seen = [observation]
        self._masks = [self.mask]

    def _run(self, base: BalatroEnv[Any], number: int) -> dict[str, Any]:
        """Reset options: one of the environment's own starts, on a train seed."""
        starts = base.batch.starts
        weights = np.array([start.weight for start in starts])
        start = starts[self.rng.choice(len(starts), p=weights / weights.sum())]
        if start.position is not None:
            return {"position": start.position.determinize(mix(number))}
        names = ("deck", "stake", "challenge", "variant", "endless", "one_chip", "target_percent")
        return {"seed": seed("train", number), **{name: getattr(start, name) for name in names}}

    def look(self) -> Any:
        return self._seen[-1]

    @property
    def mask(self) -> NDArray[Any] | None:
        """Legal actions; None where all are."""
        seen = self.look()
        if isinstance(seen, dict) and MASK in seen:
            return np.asarray(seen[MASK])
        found: NDArray[Any] | None = self.info.get(MASK)
        return found

    def is_legal(self, move: int) -> bool:
        mask = self.mask
        if mask is None:
            return bool(self.env.action_space.contains(move))
        return 0 <= move < len(mask) and bool(mask[move])

    def any_legal(self) -> int:
        mask, space = self.mask, self.env.action_space
        if mask is None:
            return int(space.start + self.rng.integers(space.n))
        return int(self.rng.choice(np.flatnonzero(mask)))

    def step(self, move: int, own: bool) -> bool:
        """Makes a move (``own``: the expert's) and returns whether the episode ended."""
        seen, reward, terminated, truncated, self.info = self.env.step(move)
        self._seen.append(seen)
        self._masks.append(self.mask)
        self.actions.append(move)
        self.rewards.append(float(reward))
        self.own.append(own)
        self.terminated, self.ended = bool(terminated), bool(terminated or truncated)
        return self.ended

    def trajectory(self) -> Trajectory:
        seen, masks, info = stacked(self._seen), self._masks[:-1], self.info
        in_sight = isinstance(seen, dict) and MASK in seen
        return Trajectory(
            seen,
            np.array(self.actions, dtype=np.int64),
            np.array(self.rewards, dtype=np.float32),
            np.array(self.own, dtype=bool),
            None if in_sight or masks[0] is None else np.array(masks) > 0,
            seed=self.seed,
            ante=int(info.get("ante", 0)),
            blinds=int(info.get("furthest_blind", 0)),
            won=bool(info.get("won", False)),
            score=float(info.get("score", 0)),
            terminated=self.terminated,
        )


# -- experts ------------------------------------------------------------------------------------------------


class MoveExpert(ABC):
    """Who is imitated. ``replaced`` of the ``asked`` answers could not be played; ``why`` says why."""

    why: str

    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.asked = self.replaced = 0

    def begin(self, number: int) -> None:  # noqa: B027 (an expert without memory has nothing to do)
        """A new episode."""

    @abstractmethod
    def moves(self, table: EpisodeTable) -> tuple[list[int], bool]:
        """What to do next, in one move or more, and whether it is the expert's own choice."""


class FunctionExpert(MoveExpert):
    """A function of the observation."""

    why = "were not legal; random legal moves took their place"

    def __init__(self, function: Callable[..., Any], strict: bool) -> None:
        super().__init__(strict)
        self.function = function

    def answer(self, table: EpisodeTable) -> Any:
        return self.function(table.look())

    def moves(self, table: EpisodeTable) -> tuple[list[int], bool]:
        move = as_move(self.answer(table))
        self.asked += 1
        if table.is_legal(move):
            return [move], True
        if self.strict:
            raise IllegalAction(f"the expert's answer {move} is not legal (game {table.seed!r})")
        self.replaced += 1
        return [table.any_legal()], False


class ModelExpert(FunctionExpert):
    """A model of Stable-Baselines3, with its masks, running statistics and memory where it has them."""

    def __init__(self, model: Any, strict: bool) -> None:
        super().__init__(model.predict, strict)
        self.takes_masks = "action_masks" in inspect.signature(model.predict).parameters
        self.normalize = model.get_vec_normalize_env() if hasattr(model, "get_vec_normalize_env") else None
        self.memory: Any = None

    def begin(self, number: int) -> None:
        self.memory = None

    def answer(self, table: EpisodeTable) -> Any:
        seen = table.look() if self.normalize is None else self.normalize.normalize_obs(table.look())
        more = {"action_masks": table.mask} if self.takes_masks else {}
        is_first = np.array([self.memory is None])
        action, self.memory = self.function(seen, self.memory, is_first, deterministic=True, **more)
        return action


class AgentExpert(MoveExpert):
    """An agent: it sees a ``View`` of the game, and its decision becomes the moves that lead to it."""

    why = "have no moves in the environment (as sorting the hand); the planner's took their place"

    def __init__(self, player: Agent, strict: bool) -> None:
        super().__init__(strict)
        self.player = player
        self.stand_in = PlannerAgent("lite")

    def begin(self, number: int) -> None:
        self.seed = mix(number)
        self.decisions = 0
        self.player.reset(self.seed)

    def moves(self, table: EpisodeTable) -> tuple[list[int], bool]:
        self.asked += 1
        for _ in range(2):  # an agent that put its hand in order may play now
            action, moves = self._decide(self.player, table)
            if moves:
                return moves, True
        if self.strict:
            raise IllegalAction(f"'{action}' of agent {self.player.name!r} has no moves in the environment")
        self.replaced += 1
        return self._decide(self.stand_in, table)[1] or [table.any_legal()], False

    def _decide(self, player: Agent, table: EpisodeTable) -> tuple[Action, list[int]]:
        """A decision and the moves that lead to it; no moves if none do."""
        assert table.base is not None
        game: Game = table.base.game
        action = player.act(View(game, draw_seed(self.seed, self.decisions)))
        self.decisions += 1
        if not game.is_legal(action):
            raise IllegalAction(f"'{action}' of agent {player.name!r} is not legal (game {table.seed!r})")
        if table.base.batch.hands == "planner" and action.kind in ("play", "discard"):
            moves = [PLAY]  # which cards is the environment's business
        else:
            moves = _core.path(game.reveal(), action)
        return action, moves if moves and table.is_legal(moves[0]) else []


def as_move(answer: Any) -> int:
    value = np.asarray(answer)
    try:
        return operator.index(value.item() if value.size == 1 else answer)
    except TypeError:
        raise TypeError(f"the expert answered {answer!r}; a whole number is needed") from None


def expert_of(policy: Any, strict: bool) -> MoveExpert:
    if isinstance(policy, str):
        policy = make_agent(policy)
    if isinstance(policy, Agent):
        return AgentExpert(policy, strict)
    if hasattr(policy, "predict"):
        return ModelExpert(policy, strict)
    if callable(policy):
        return FunctionExpert(policy, strict)
    raise TypeError(
        f"expert_policy is {policy!r}; a function of the observation, an agent or its name, "
        "or a model with predict() is needed"
    )


class TrajectoryCollector:
    """Lets an expert play, and keeps what it saw and did.

    ``expert_policy``: a function of the observation, an agent or its name (such as "heuristic:tier=lite"), or
    a model of Stable-Baselines3. ``env``: a single environment; without one, agents play in a new
    ``BalatroEnv``.

    Balatro is played on seeds of the list ``train`` alone, from number ``first_seed`` on; a further call of
    ``collect`` goes on where the last one ended. An answer that is not legal is replaced by a random legal
    move, or raises IllegalAction if ``strict``. ``trajectories`` holds all that was collected or loaded.
    """

    def __init__(
        self, expert_policy: Any, env: Any = None, *, first_seed: int = 0, strict: bool = False
    ) -> None:
        self.expert = expert_of(expert_policy, strict)
        is_agent = isinstance(self.expert, AgentExpert)
        if env is None and not is_agent:
            raise TypeError("env is None; only agents know what they play")
        self.table = EpisodeTable(BalatroEnv() if env is None else env)
        if is_agent and self.table.base is None:
            raise TypeError(f"agents play in a BalatroEnv, not in {env!r}")
        self.next_seed = whole("first_seed", first_seed, 0)
        self.trajectories: list[Trajectory] = []

    def collect(self, n_episodes: int, verbose: bool = True) -> list[Trajectory]:
        """Plays episodes; under JIMBOT_MAX_TIMESTEPS only until that number of steps is made."""
        whole("n_episodes", n_episodes, 1)
        most, steps = timesteps_allowed(sys.maxsize), 0
        played: list[Trajectory] = []
        with progress("demonstrations", n_episodes, quiet=not verbose) as advance:
            while len(played) < n_episodes and steps < most:
                played.append(self._episode())
                steps += played[-1].length
                advance(1, f"({steps} steps)")
        self._warn_of_replaced()
        self.trajectories += played
        return played

    def _episode(self) -> Trajectory:
        table = self.table
        table.begin(self.next_seed)
        self.expert.begin(self.next_seed)
        while not table.ended:
            moves, own = self.expert.moves(table)
            for move in moves:
                # a sequence of moves may be cut short: by the end, or when no more jokers may be swapped
                if not table.is_legal(move) or table.step(move, own):
                    break
        self.next_seed += 1
        return table.trajectory()

    def _warn_of_replaced(self) -> None:
        asked, replaced = self.expert.asked, self.expert.replaced
        self.expert.asked = self.expert.replaced = 0
        if replaced:
            text = f"{replaced} of {asked} answers of the expert {self.expert.why}; they are not imitated"
            warnings.warn(text, stacklevel=3)

    def filter(
        self, min_reward: float | None = None, min_antes: int | None = None, only_wins: bool = False
    ) -> list[Trajectory]:
        """Those with at least this reward in all, this ante reached, a win."""
        return filter_trajectories(self.trajectories, min_reward, min_antes, only_wins)

    def save(self, path: str | os.PathLike[str]) -> Path:
        return save_trajectories(self.trajectories, path)

    def load(self, path: str | os.PathLike[str]) -> list[Trajectory]:
        """Adds what was saved to ``trajectories``."""
        loaded = load_trajectories(path)
        self.trajectories += loaded
        return loaded
