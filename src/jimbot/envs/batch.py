"""Batch: many games stepped by one native call. The base of every environment; needs numpy only."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jimbot import _core
from jimbot.envs.spec import FACTS, MOVE_COUNT, ROW, move_name
from jimbot.game import Action, Game, IllegalAction, challenge_index, deck_index, stake_index
from jimbot.game.planner import PlannerOptions, planner_options
from jimbot.runs.machine import cores

VARIANTS = ("vanilla", "steamodded")
REWARDS = ("sparse", "progress", "furthest")
HANDS = ("cards", "planner")
MANY = 128  # environments from which all cores are used by default

Facts: TypeAlias = Mapping[str, NDArray[np.float64]]
RewardFunction: TypeAlias = Callable[[Facts], ArrayLike]


@dataclass(frozen=True)
class Start:
    """What an episode begins with: a new run with a random seed, or a saved position.

    The hidden part of a position is drawn again for every episode, so that nothing can be learned by heart.
    """

    deck: str = "red"
    stake: str | int = "white"
    challenge: str | None = None
    variant: str = "vanilla"
    endless: bool = False
    one_chip: bool = False
    target_percent: int = 100  # of what blinds ask for: lessons for beginners
    position: Game | None = None
    weight: float = 1.0

    def run(self) -> tuple[int, int, int, int, bool, bool, int]:
        """The options of the run as the core takes them."""
        if self.variant not in VARIANTS:
            raise ValueError(f"unknown variant {self.variant!r}; one of {', '.join(VARIANTS)}")
        deck, stake = deck_index(self.deck), stake_index(self.stake)
        if self.challenge is not None and (deck, stake) != (0, 1):
            raise ValueError(
                f"a challenge needs deck 'red' and stake 'white', "
                f"not deck {self.deck!r} and stake {self.stake!r}"
            )
        challenge = challenge_index(self.challenge)
        percent = whole("target_percent", self.target_percent, 1, 100)
        flags = bool(self.endless), bool(self.one_chip)
        return deck, stake, challenge, VARIANTS.index(self.variant), *flags, percent

    def check(self) -> None:
        self.run()
        for name in ("endless", "one_chip"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise TypeError(f"{name} must be True or False, not {getattr(self, name)!r}")
        if not (np.isfinite(self.weight) and self.weight >= 0):
            raise ValueError(f"the weight of a start must be a number, 0 or more, not {self.weight!r}")
        if self.position is not None:
            if not isinstance(self.position, Game):
                raise TypeError(f"position must be a Game, not {type(self.position).__name__}")
            if self.position.over or self.position.truncated:
                raise ValueError("position is a run that is over; episodes cannot begin there")


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """A whole number within bounds, or an error that names it."""
    allowed = f"{low} or more" if high is None else f"{low} to {high}"
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number ({allowed}), not {value!r}") from None
    if number < low or (high is not None and number > high):
        raise ValueError(f"{name} is {number}; {allowed} is allowed")
    return number


def one_of(name: str, value: Any, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise ValueError(f"unknown {name} {value!r}; one of {', '.join(allowed)}")
    return str(value)


class Batch:
    """``num_envs`` games, one native call per step.

    After ``reset`` and every ``step``:

    - ``observations``: name -> (num_envs, ...) array; ``mask`` is its ``action_mask``,
    - ``facts``: name -> (num_envs,) array, of the step just made (of the last step where an episode ended),
    - ``rewards``, ``terminated``, ``truncated``: (num_envs,) arrays,
    - ``final_observations``: where an episode ended, what was seen at its end.

    All are views of memory that the core overwrites at the next step. An ended episode is followed by the
    next one in the same step (unless ``autoreset`` is off). Game ``i`` plays a sequence of episodes that
    depends on its seed alone, whatever ``num_envs`` and ``threads`` are.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        starts: Start | Sequence[Start] | None = None,
        reward: str | RewardFunction = "furthest",
        discount: float = 1.0,
        hands: str = "cards",
        planner: str | PlannerOptions = "default",
        max_blind_steps: int = 1000,
        max_ante: int | None = None,
        flat: bool = False,
        autoreset: bool = True,
    ) -> None:
        # what another batch of the same kind is made with
        self.options: dict[str, Any] = {
            "starts": starts,
            "reward": reward,
            "discount": discount,
            "hands": hands,
            "planner": planner,
            "max_blind_steps": max_blind_steps,
            "max_ante": max_ante,
        }
        self.num_envs = whole("num_envs", num_envs, 1, _core.MAX_GAMES)
        if threads is None:
            threads = min(cores(), self.num_envs, _core.MAX_THREADS) if self.num_envs >= MANY else 1
        self.threads = whole("threads", threads, 1, min(self.num_envs, _core.MAX_THREADS))
        self.hands = one_of("hands", hands, HANDS)
        if not 0 < discount <= 1:
            raise ValueError(f"discount must be above 0 and at most 1, not {discount}")
        self._reward = reward if callable(reward) else one_of("reward", reward, REWARDS)
        options = planner_options(planner)
        discards = whole("discards of the planner", options.discards, 0, 10**6)
        samples = whole("samples of the planner", options.samples, 0, 10**6)
        self._autoreset = autoreset
        self._core = _core.Batch(
            games=self.num_envs,
            threads=self.threads,
            autoreset=autoreset,
            blind_steps=whole("max_blind_steps", max_blind_steps, 1, 10**9),
            reward=0 if callable(reward) else REWARDS.index(reward),
            discount=float(discount),
            planner=(discards, samples) if hands == "planner" else None,
            flat=flat,
        )
        self.starts: tuple[Start, ...] = ()
        self.max_ante: int | None = None
        self.set_starts(Start() if starts is None else starts)
        self.set_max_ante(max_ante)

        self.rows = self._core.observations
        self.final_rows = self._core.final_observations
        self.observations = views(self.rows)
        self.final_observations = views(self.final_rows)
        self.mask = self.observations["action_mask"]
        self.flat = self._core.flat if flat else None
        self.final_flat = self._core.final_flat if flat else None
        self.fact_rows = self._core.facts
        self.facts: dict[str, NDArray[np.float64]] = {
            name: self.fact_rows[:, i] for i, name in enumerate(FACTS)
        }
        self.rewards = self._core.rewards
        self.terminated = self._core.terminated
        self.truncated = self._core.truncated
        self._moves = np.zeros(self.num_envs, dtype=np.int32)
        self._returns = np.zeros(self.num_envs)  # of a reward function; the core sums those of its presets
        self._closed = False

    def set_starts(self, starts: Start | Sequence[Start]) -> None:
        """Episodes that begin from now on draw their start from these, by weight."""
        chosen = (starts,) if isinstance(starts, Start) else tuple(starts)
        if not chosen:
            raise ValueError("starts is empty; at least one is needed")
        for start in chosen:
            start.check()
        if not any(start.weight > 0 for start in chosen):
            raise ValueError("every start has weight 0; at least one weight must be larger")
        self._core.set_starts(
            [(*s.run(), s.weight, None if s.position is None else s.position.reveal()) for s in chosen]
        )
        self.starts = chosen

    def set_max_ante(self, max_ante: int | None) -> None:
        """Episodes that pass this ante are truncated (``capped`` in the facts); None: no cap."""
        self._core.set_max_ante(0 if max_ante is None else whole("max_ante", max_ante, 1, 10**6))
        self.max_ante = max_ante

    def reset(self, seeds: Sequence[int] | NDArray[np.uint64]) -> None:
        """Every game begins episode 0 of the sequence that its seed gives."""
        self._check_open()
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds were given for {self.num_envs} environments")
        self._returns[:] = 0
        for i, seed in enumerate(seeds):
            self._core.reset(i, int(seed) & (2**64 - 1))

    def reset_one(self, index: int, seed: int | None = None) -> None:
        """Game ``index`` begins the sequence of ``seed``, or the next episode of its own."""
        self._check_open()
        self._returns[index] = 0
        if seed is None:
            self._core.next_episode(index)
        else:
            self._core.reset(index, int(seed) & (2**64 - 1))

    def begin(self, index: int, seed: str, start: Start) -> None:
        """Game ``index`` begins exactly this run (or position; ``seed`` is not used then)."""
        self._check_open()
        self._returns[index] = 0
        if start.position is None:
            self._core.begin_run(index, seed, *start.run())
        else:
            start.check()
            self._core.begin_position(index, start.position.reveal())

    def place(self, index: int, game: _core.Game, swaps: int = 0) -> None:
        """Game ``index`` is as this one is, nothing picked, jokers swapped so often; what came before
        is not known."""
        self._check_open()
        self._core.restore(index, (game, 0, swaps, [0.0] * len(FACTS), 0, 0, 0, 0))

    def decision(self, index: int, move: int) -> Action | None:
        """What a legal move decides in game ``index``; None if it only picks a card."""
        return self._core.decision(index, move)

    def step(self, actions: ArrayLike) -> None:
        """Makes one move in every game. A refused move raises IllegalAction and nothing is done anywhere."""
        self._check_open()
        moves = self.check_actions(actions)
        refused = self._core.step(moves)
        if refused >= 0:
            raise self.refusal(refused, int(moves[refused]))
        if callable(self._reward):
            self._call_reward(self._reward)

    def check_actions(self, actions: ArrayLike) -> NDArray[np.int32]:
        moves = np.asarray(actions)
        if moves.dtype.kind not in "iu":
            raise TypeError(f"actions have dtype {moves.dtype}; whole numbers are needed")
        if moves.shape != (self.num_envs,):
            raise ValueError(f"actions have shape {moves.shape}; ({self.num_envs},) is needed")
        if moves.dtype == np.int32 and moves.flags.c_contiguous:
            return moves
        if moves.dtype.itemsize > 4 or moves.dtype == np.uint32:
            wrong = (moves < 0) | (moves >= MOVE_COUNT)
            if wrong.any():
                index = int(np.argmax(wrong))
                raise self.refusal(index, int(moves[index]))
        self._moves[:] = moves
        return self._moves

    def refusal(self, index: int, move: int) -> IllegalAction:
        where = f"environment {index}: " if self.num_envs > 1 else ""
        self.game(index)  # there is one
        if not 0 <= move < MOVE_COUNT:
            return IllegalAction(f"{where}action {move} does not exist; 0 to {MOVE_COUNT - 1} are allowed")
        reason = self._core.why_refused(index, move)
        phase = self._core.game(index).phase
        return IllegalAction(f"{where}action {move} ({move_name(move)}) is not legal in {phase}: {reason}")

    def _call_reward(self, reward: RewardFunction) -> None:
        values = np.asarray(reward(self.facts), dtype=np.float32)
        if values.shape != (self.num_envs,):
            raise ValueError(
                f"the reward function returned shape {values.shape}; ({self.num_envs},) is needed"
            )
        if not np.isfinite(values).all():
            index = int(np.argmin(np.isfinite(values)))
            raise ValueError(f"the reward function returned {values[index]} for environment {index}")
        self.rewards[:] = self.facts["reward"][:] = values
        self._returns += values
        self.facts["episode_return"][:] = self._returns
        self._returns[self.terminated | self.truncated] = 0

    def random_moves(self, seed: int, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A uniformly random legal move for every game."""
        if out is None:
            out = np.zeros(self.num_envs, dtype=np.int32)
        elif getattr(out, "dtype", None) != np.int32:
            given = getattr(out, "dtype", type(out).__name__)
            raise TypeError(f"out is written in place: it must be an int32 array, not {given}")
        self._core.random_moves(seed & (2**64 - 1), out)
        return out

    def game(self, index: int = 0) -> Game:
        """A copy of game ``index``, hidden part and all: for tools, pictures and tests, never for agents."""
        return Game._wrap(self._core.game(index))

    def picked(self, index: int = 0) -> list[int]:
        """Hand positions picked and not yet used."""
        return self._core.picked(index)

    def episode(self, index: int = 0) -> int:
        """Number of the episode in the sequence of game ``index``."""
        return self._core.episode(index)

    def state(self) -> dict[str, NDArray[Any]]:
        """Where every game and its sequence of episodes stand, hidden part and all; for checkpoints."""
        seats = [self._core.seat(i) for i in range(self.num_envs)]
        return {
            "games": np.array([np.frombuffer(seat[0].to_bytes(), np.uint8) for seat in seats]),
            "facts": np.array([seat[3] for seat in seats]),
            "counters": np.array([(*seat[1:3], *seat[4:]) for seat in seats], np.uint64),
            "returns": self._returns.copy(),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Goes on where ``state`` was taken: the same moves lead to the same games."""
        self._check_open()
        if len(state["games"]) != self.num_envs:
            raise ValueError(f"the state holds {len(state['games'])} games; the batch has {self.num_envs}")
        for i in range(self.num_envs):
            game = _core.Game.from_bytes(state["games"][i].tobytes())
            picked, swaps, seed, episode, planner, blind_steps = state["counters"][i].tolist()
            facts = state["facts"][i].tolist()
            self._core.restore(i, (game, picked, swaps, facts, seed, episode, planner, blind_steps))
        self._returns[:] = state["returns"]

    # What the last step said is kept too; threads and memory are the copy's own.
    _OUTCOME = ("fact_rows", "rewards", "terminated", "truncated", "final_rows", "final_flat", "_returns")

    def __getstate__(self) -> dict[str, Any]:
        core = self._core
        return {
            "made_with": self.options
            | {"starts": self.starts, "max_ante": self.max_ante}
            | {"num_envs": self.num_envs, "threads": self.threads}
            | {"flat": self.flat is not None, "autoreset": self._autoreset},
            "seats": [core.seat(i) if core.has_begun(i) else None for i in range(self.num_envs)],
            "outcome": {
                name: getattr(self, name).copy() for name in self._OUTCOME if getattr(self, name) is not None
            },
            "options": self.options,
            "closed": self._closed,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        Batch.__init__(self, **state["made_with"])
        for i, seat in enumerate(state["seats"]):
            if seat is not None:
                self._core.restore(i, seat)
        for name, values in state["outcome"].items():
            getattr(self, name)[:] = values
        self.options = state["options"]
        self._closed = state["closed"]

    def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the environment is closed")


def views(rows: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    """The arrays of an observation within rows of bytes, without a copy."""
    records = rows.view(ROW)[..., 0]
    return {name: records[name] for name in ROW.names or ()}
