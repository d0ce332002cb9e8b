"""Player: a network plays all games of a batch, one forward pass and one native call per step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from jimbot.envs.batch import Batch
from jimbot.envs.spec import FACTS, MOVE_COUNT, OBSERVATION_BYTES
from jimbot.models.balatro_net import BalatroNet, Memory
from jimbot.models.encoder import BY_NAME, STATE
from jimbot.models.moves import tables_of
from jimbot.training.rllib.rollout import Rollout

RECENT = 100  # episodes that means are over
BLIND = [column.name for column in BY_NAME[STATE].columns].index("blind")  # being played
FACT_NAMES = list(FACTS)
Arrays = dict[str, NDArray[Any]]


class Player:
    """It holds the state of the games; the weights are those of the network that it is given."""

    def __init__(self, batch: Batch, reward_scale: float, device: Any = "cpu") -> None:
        self.batch, self.reward_scale, self.device = batch, reward_scale, device
        self.generator = torch.Generator(device)
        self.memory: Memory | None = None
        self.moves_made = np.zeros(batch.num_envs, np.int64)  # in the episode of each game
        self.recent = np.zeros((0, len(FACTS)))  # facts of the last episodes
        self.ended = self.recent  # of those that ended in the last rollout
        self.lost_to: list[int] = []  # blinds that runs of the last rollout were lost to
        self.has_begun = False

    def begin(self, first: int) -> None:
        """New games, drawn by a number."""
        self.batch.reset([(first + i) % 2**64 for i in range(self.batch.num_envs)])
        self.generator.manual_seed(first % 2**63)
        self.has_begun = True

    @torch.no_grad()
    def play(self, net: BalatroNet, length: int) -> Rollout:
        batch, games = self.batch, self.batch.num_envs
        played = Rollout.empty(length, games, OBSERVATION_BYTES, MOVE_COUNT, self.moves_made)
        if net.lstm is not None and self.memory is None:
            self.memory = net.no_memory(games, self.device)
        ended_facts: list[NDArray[np.float64]] = []
        memories: list[Memory] = []
        self.lost_to = []
        for t in range(length + 1):
            played.rows[t] = batch.rows
            if self.memory is not None:
                memories.append(self.memory)
            seen = tables_of(torch.from_numpy(played.rows[t]).to(self.device))
            scores, values, after = net.play(seen, self.memory)
            played.values[t] = values.cpu().numpy()
            if t == length:
                break
            noise = torch.empty_like(scores).exponential_(generator=self.generator)
            moves = (scores - noise.log()).argmax(1)  # each move by its probability
            log_probabilities = scores.gather(1, moves.unsqueeze(1)).squeeze(1) - scores.logsumexp(1)
            played.scores[t] = scores.cpu().numpy()
            played.log_probabilities[t] = log_probabilities.cpu().numpy()
            played.moves[t] = moves.cpu().numpy()
            batch.step(played.moves[t].astype(np.int32))
            played.rewards[t] = batch.rewards * self.reward_scale
            played.terminated[t], played.truncated[t] = batch.terminated, batch.truncated
            self.moves_made += 1
            ended = batch.terminated | batch.truncated
            self.memory = after if after is None or not ended.any() else _forgotten(after, ended)
            if ended.any():
                ended_facts.append(self._end(played, t, ended))
            if batch.truncated.any():
                seen = tables_of(torch.from_numpy(batch.final_rows[batch.truncated]).to(self.device))
                played.cut_values[t, batch.truncated] = net.play(seen, None)[1].cpu().numpy()
        if memories:
            played.memory = {
                name: torch.stack([memory[i] for memory in memories]).cpu().numpy()
                for i, name in enumerate(("h", "c"))
            }
        self.ended = np.concatenate(ended_facts) if ended_facts else self.recent[:0]
        self.recent = np.concatenate([self.recent, self.ended])[-RECENT:]
        return played

    def _end(self, played: Rollout, t: int, ended: NDArray[np.bool_]) -> NDArray[np.float64]:
        batch = self.batch
        for game in np.flatnonzero(ended).tolist():
            played.last_seen[t, game] = batch.final_rows[game].copy()
        lost = ended & (batch.facts["lost"] > 0)
        self.lost_to += batch.final_observations[STATE][lost, BLIND].tolist()
        self.moves_made[ended] = 0
        return batch.fact_rows[ended].copy()

    def recent_mean(self, fact: str) -> float:
        return float(self.recent[:, FACT_NAMES.index(fact)].mean())

    def arrays(self) -> Arrays:
        """The state of the games and of the generator, for checkpoints."""
        if not self.has_begun:
            return {}
        kept = {f"games:{name}": array for name, array in self.batch.state().items()}
        kept |= {
            "generator": self.generator.get_state().numpy(),
            "moves": self.moves_made,
            "recent": self.recent,
        }
        if self.memory is not None:
            kept |= {"h": self.memory[0].cpu().numpy(), "c": self.memory[1].cpu().numpy()}
        return kept

    def restore(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Goes on where ``kept`` was taken."""
        self.batch.restore(
            {name.removeprefix("games:"): array for name, array in kept.items() if name.startswith("games:")}
        )
        self.generator.set_state(torch.from_numpy(kept["generator"].copy()))
        self.moves_made, self.recent = kept["moves"].copy(), kept["recent"].copy()
        if "h" in kept:
            h, c = (torch.from_numpy(kept[name].copy()).to(self.device) for name in ("h", "c"))
            self.memory = h, c
        self.has_begun = True


def _forgotten(memory: Memory, ended: NDArray[np.bool_]) -> Memory:
    """New episodes begin without a memory."""
    going_on = torch.from_numpy(~ended).to(memory[0].device).unsqueeze(1)
    return memory[0] * going_on, memory[1] * going_on
