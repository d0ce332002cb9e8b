"""What a runner hands to a learner: moves of all its games as columns, or as RLlib's episodes.

RLlib builds an episode step by step, game by game, and takes it apart again with a pipeline of connectors:
for games as fast as ours that costs more than playing and learning together. A ``Fragment`` holds the columns
of many games at once, advantages included. Learners that need sequences (V-trace, LSTMs) get episodes, cut
out of the same columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from ray.rllib.connectors.connector_v2 import ConnectorV2
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.columns import Columns
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.rllib.evaluation.postprocessing import Postprocessing

from jimbot.training.advantages import gae

Floats = NDArray[np.float32]


@dataclass
class Rollout:
    """Moves of all games, (time, games, ...), with their scores and values when they were made."""

    rows: NDArray[np.uint8]  # what was seen; one more than moves were made
    moves: NDArray[np.int64]
    scores: Floats
    log_probabilities: Floats
    values: Floats  # one more than moves were made
    rewards: Floats
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    last_seen: dict[tuple[int, int], NDArray[np.uint8]]  # at the end of an episode: (time, game) -> row
    cut_values: Floats  # of what was seen last, where an episode was cut short; else 0
    begun: NDArray[np.int64]  # moves of the episode that each game was in, made before
    memory: dict[str, Floats]  # of an LSTM, before each move and after the last

    @staticmethod
    def empty(length: int, games: int, row_bytes: int, moves: int, begun: NDArray[np.int64]) -> Rollout:
        shape, longer = (length, games), (length + 1, games)
        return Rollout(
            rows=np.empty((*longer, row_bytes), np.uint8),
            moves=np.empty(shape, np.int64),
            scores=np.empty((*shape, moves), np.float32),
            log_probabilities=np.empty(shape, np.float32),
            values=np.empty(longer, np.float32),
            rewards=np.empty(shape, np.float32),
            terminated=np.empty(shape, np.bool_),
            truncated=np.empty(shape, np.bool_),
            last_seen={},
            cut_values=np.zeros(shape, np.float32),
            begun=begun.copy(),
            memory={},
        )

    def __len__(self) -> int:
        return int(self.moves.size)

    def advantages(self, gamma: float, lambda_: float) -> Floats:
        """Generalised advantage estimates."""
        ended = self.terminated | self.truncated
        following = np.where(ended, self.cut_values, self.values[1:])
        errors = self.rewards + gamma * following - self.values[:-1]
        return gae(errors, 1 - ended.astype(np.float32), gamma * lambda_)

    def fragment(self, gamma: float, lambda_: float, place: tuple[int, int]) -> Fragment:
        advantages = self.advantages(gamma, lambda_)
        columns: dict[str, NDArray[Any]] = {
            Columns.OBS: self.rows[:-1],
            Columns.ACTIONS: self.moves,
            Columns.ACTION_DIST_INPUTS: self.scores,
            Columns.ACTION_LOGP: self.log_probabilities,
            Postprocessing.ADVANTAGES: advantages,
            Postprocessing.VALUE_TARGETS: advantages + self.values[:-1],
        }
        return Fragment({name: c.reshape(len(self), *c.shape[2:]) for name, c in columns.items()}, place)

    def episodes(self) -> list[SingleAgentEpisode]:
        return [self._episode(game, *cut) for game in range(self.moves.shape[1]) for cut in self._cuts(game)]

    def _cuts(self, game: int) -> Iterator[tuple[int, int, int]]:
        """Where the episodes of a game begin and end, and how many moves were made before."""
        first, before = 0, int(self.begun[game])
        for t in np.flatnonzero(self.terminated[:, game] | self.truncated[:, game]).tolist():
            yield first, t + 1, before
            first, before = t + 1, 0
        if first < len(self.moves):
            yield first, len(self.moves), before

    def _episode(self, game: int, first: int, end: int, before: int) -> SingleAgentEpisode:
        last = self.last_seen.get((end - 1, game))
        if last is None:
            seen = self.rows[first : end + 1, game]
        else:
            seen = np.concatenate([self.rows[first:end, game], last[None]])
        outputs: dict[str, Any] = {
            Columns.ACTION_DIST_INPUTS: self.scores[first:end, game],
            Columns.ACTION_LOGP: self.log_probabilities[first:end, game],
        }
        extra = {name: InfiniteLookbackBuffer(array) for name, array in outputs.items()}
        if self.memory:  # with the memory from before: a later part of an episode begins with it
            states: Any = {name: array[first : end + 1, game] for name, array in self.memory.items()}
            buffer = InfiniteLookbackBuffer(states)
            buffer.lookback = 1
            extra[Columns.STATE_OUT] = buffer
        return SingleAgentEpisode(
            observations=InfiniteLookbackBuffer(seen),
            infos=InfiniteLookbackBuffer([{}] * (end - first + 1)),
            actions=InfiniteLookbackBuffer(self.moves[first:end, game]),
            rewards=InfiniteLookbackBuffer(self.rewards[first:end, game]),
            terminated=bool(self.terminated[end - 1, game]),
            truncated=bool(self.truncated[end - 1, game]),
            extra_model_outputs=extra,
            t_started=before,
            len_lookback_buffer=0,
        )


@dataclass
class Fragment:
    """Moves as columns, in the place of a list of episodes: RLlib counts them, cuts them into shards for
    several learners, and hands them on."""

    columns: dict[str, NDArray[Any]]
    place: tuple[int, int]  # runner, and how many fragments it had made before

    def __len__(self) -> int:
        return len(self.columns[Columns.ACTIONS])

    def __getitem__(self, part: slice) -> Fragment:
        return Fragment({name: column[part] for name, column in self.columns.items()}, self.place)

    def slice(self, part: slice, len_lookback_buffer: int | None = None) -> Fragment:
        return self[part]

    def env_steps(self) -> int:
        return len(self)

    def agent_steps(self) -> int:
        return len(self)


class FragmentsToBatch(ConnectorV2):
    """In the place of RLlib's learner pipeline: columns are joined, nothing is done per step."""

    def __call__(  # type: ignore[override]
        self, *, rl_module: Any, episodes: list[Fragment], **_: Any
    ) -> dict[str, Any]:
        parts = sorted(episodes, key=lambda fragment: fragment.place)  # they arrive as runners are done
        columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
        gains = columns[Postprocessing.ADVANTAGES]
        columns[Postprocessing.ADVANTAGES] = (gains - gains.mean()) / max(1e-4, float(gains.std()))
        device = next(rl_module[DEFAULT_MODULE_ID].parameters()).device
        tensors = {name: torch.from_numpy(column).to(device) for name, column in columns.items()}
        return {DEFAULT_MODULE_ID: tensors}
