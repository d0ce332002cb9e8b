"""Demonstrations: what was seen, done and gained in whole episodes; in files, and what they are worth."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from jimbot.envs.spec import MASK
from jimbot.game.records import percent
from jimbot.runs.arrays import read_arrays, write_arrays
from jimbot.runs.console import console
from jimbot.runs.reading import reading
from jimbot.training.metrics import BalatroMetrics

Observations: TypeAlias = NDArray[Any] | dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Transition:
    """One move. ``info`` says how the episode ended, if this was its last move."""

    observation: Any
    action: int
    reward: float
    next_observation: Any
    done: bool
    info: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Trajectory:
    """One episode, its transitions as arrays; iterating gives them one by one.

    There is one observation more than actions: the last one is what was seen at the end. ``own`` is false
    where another move had to take the place of the expert's; such moves are not imitated.
    """

    observations: Observations
    actions: NDArray[np.int64]
    rewards: NDArray[np.float32]
    own: NDArray[np.bool_]
    legal: NDArray[np.bool_] | None = None  # masks that are not part of the observation
    seed: str = ""  # of the game
    ante: int = 0
    blinds: int = 0  # the furthest one beaten; 24 is a win
    won: bool = False
    score: float = 0.0  # chips of the last round
    terminated: bool = True  # else it was cut short

    @property
    def length(self) -> int:
        return len(self.actions)

    @property
    def total_reward(self) -> float:
        return float(self.rewards.sum(dtype=np.float64))

    @property
    def masks(self) -> NDArray[Any] | None:
        """Legal actions at each move; None where every action always is."""
        if isinstance(self.observations, dict) and MASK in self.observations:
            return self.observations[MASK][:-1]
        return self.legal

    @property
    def facts(self) -> dict[str, Any]:
        """How the episode ended."""
        return {name: getattr(self, name) for name in FACTS}

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Transition]:
        for i, (action, reward) in enumerate(zip(self.actions.tolist(), self.rewards.tolist(), strict=True)):
            before, after = rows_of(self.observations, i), rows_of(self.observations, i + 1)
            done = i == self.length - 1
            yield Transition(before, action, reward, after, done, self.facts if done else {})


FACTS = ("seed", "ante", "blinds", "won", "score", "terminated")


def rows_of(observations: Observations, rows: Any) -> Any:
    if isinstance(observations, dict):
        return {name: values[rows] for name, values in observations.items()}
    return observations[rows]


def stacked(observations: Sequence[Any]) -> Observations:
    if isinstance(observations[0], dict):
        return {name: np.stack([each[name] for each in observations]) for name in observations[0]}
    return np.stack(observations)


def joined(parts: Sequence[Observations]) -> Observations:
    """One after the other."""
    if any(shapes(part) != shapes(parts[0]) for part in parts):
        raise ValueError("the trajectories have different observations; those of one environment are needed")
    whole_parts: Sequence[Any] = parts
    if isinstance(parts[0], dict):
        return {name: np.concatenate([part[name] for part in whole_parts]) for name in parts[0]}
    return np.concatenate(whole_parts)


def shapes(observations: Observations) -> Any:
    """Of one observation."""
    if isinstance(observations, dict):
        return {name: values.shape[1:] for name, values in observations.items()}
    return observations.shape[1:]


def filter_trajectories(
    trajectories: Iterable[Trajectory],
    min_reward: float | None = None,
    min_antes: int | None = None,
    only_wins: bool = False,
) -> list[Trajectory]:
    """Those with at least this reward in all, this ante reached, a win."""
    return [
        t
        for t in trajectories
        if (min_reward is None or t.total_reward >= min_reward)
        and (min_antes is None or t.ante >= min_antes)
        and (t.won or not only_wins)
    ]


FORMAT = 1
COLUMNS = ("actions", "rewards", "own")  # one value per move
OBSERVATION = "observation/"  # and the name of the array; nothing where there is only one


def save_trajectories(trajectories: Sequence[Trajectory], path: str | os.PathLike[str]) -> Path:
    """Writes one compressed file of plain arrays (npz), whole or not at all."""
    if not trajectories:
        raise ValueError("there are no trajectories to save")
    observations = joined([t.observations for t in trajectories])
    named = observations if isinstance(observations, dict) else {"": observations}
    arrays: dict[str, Any] = {
        "format": FORMAT,
        "facts": json.dumps([t.facts for t in trajectories]),
        "lengths": [t.length for t in trajectories],
        **{name: np.concatenate([getattr(t, name) for t in trajectories]) for name in COLUMNS},
        **{OBSERVATION + name: values for name, values in named.items()},
    }
    masks = [t.legal for t in trajectories if t.legal is not None]
    if masks:
        arrays["legal"] = np.concatenate(masks)
    write_arrays(path, arrays)
    return Path(path)


def load_trajectories(path: str | os.PathLike[str]) -> list[Trajectory]:
    """What ``save_trajectories`` wrote."""
    otherwise = "no file of trajectories"
    arrays = read_arrays(path, path, otherwise)
    with reading(path, otherwise):
        return _parted(arrays)


def _parted(arrays: dict[str, NDArray[Any]]) -> list[Trajectory]:
    """The episodes that lie one after the other in these arrays."""
    if arrays["format"] != FORMAT:
        raise ValueError(f"its format is {arrays['format']}; {FORMAT} is known")
    named = {name.removeprefix(OBSERVATION): v for name, v in arrays.items() if name.startswith(OBSERVATION)}
    observations = named.get("", named)
    lengths, ends = arrays["lengths"].tolist(), json.loads(str(arrays["facts"]))
    sizes = [len(arrays[name]) for name in (*COLUMNS, "legal") if name in arrays]
    sizes += [len(values) - len(lengths) for values in named.values()]
    if len(ends) != len(lengths) or any(size != sum(lengths) for size in sizes):
        raise ValueError("its arrays do not belong together")
    out, first = [], 0
    for number, (length, facts) in enumerate(zip(lengths, ends, strict=True)):
        moves = slice(first, first + length)
        seen = slice(first + number, first + number + length + 1)
        columns: dict[str, Any] = {
            name: arrays[name][moves] for name in (*COLUMNS, "legal") if name in arrays
        }
        out.append(Trajectory(rows_of(observations, seen), **columns, **facts))
        first += length
    return out


FIGURES = (
    *("mean_reward", "std_reward", "mean_length", "mean_ante", "max_ante", "mean_blinds", "win_rate"),
    "ante_5_rate",
)


class ExpertEvaluator:
    """What demonstrations are worth."""

    @staticmethod
    def evaluate(trajectories: Sequence[Trajectory]) -> dict[str, Any]:
        """Means over the episodes; rates are from 0 to 1."""
        if not trajectories:
            raise ValueError("there are no trajectories to evaluate")
        games = BalatroMetrics()
        for t in trajectories:
            games.add_episode(t.total_reward, t.ante, t.score, t.length, t.blinds, t.won)
        found = games.get_summary() | {"max_ante": max(t.ante for t in trajectories)}
        steps = sum(t.length for t in trajectories)
        return {"episodes": len(trajectories), "steps": steps, **{name: found[name] for name in FIGURES}}

    @classmethod
    def print_evaluation(cls, trajectories: Sequence[Trajectory]) -> None:
        from rich.table import Table as Grid

        grid = Grid("", title="Expert")
        grid.add_column(justify="right")
        for name, value in cls.evaluate(trajectories).items():
            shown = percent(value) if name.endswith("_rate") else f"{value:,.6g}"
            grid.add_row(name.replace("_", " "), shown)
        console().print(grid)
