"""The games that a training learns from: all of them step by step, moves drawn by their probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.envs.batch import Batch
from jimbot.envs.spec import OBSERVATION_BYTES
from jimbot.models.moves import RETURNS, tables_of
from jimbot.models.trained_on import random_seeds
from jimbot.runs.machine import cores
from jimbot.training.native.own import Own
from jimbot.training.native.ppo import Arrays, RolloutPlayer, named, part
from jimbot.training.native.settings import MoveTraining

WARM_UPS = 3  # of what a CUDA graph repeats, before it is recorded


@dataclass
class MoveRollout:
    """Moves of all games, (rollout, games, ...), and what was thought of them when they were made."""

    rows: Tensor
    moves: Tensor
    log_probabilities: Tensor  # of the moves
    returns: Tensor  # log odds
    rewards: Tensor
    ends: Tensor
    last_returns: Tensor
    episodes: list[tuple[float, float, float]]  # blinds, ante, won

    @staticmethod
    def empty(s: MoveTraining, device: torch.device) -> MoveRollout:
        shape = (s.num_steps, s.num_envs)
        return MoveRollout(
            rows=torch.zeros(*shape, OBSERVATION_BYTES, dtype=torch.uint8, device=device),
            moves=torch.zeros(shape, dtype=torch.int64, device=device),
            log_probabilities=torch.zeros(shape, device=device),
            returns=torch.zeros(*shape, RETURNS, device=device),
            rewards=torch.zeros(shape, device=device),
            ends=torch.zeros(shape, device=device),
            last_returns=torch.zeros(s.num_envs, RETURNS, device=device),
            episodes=[],
        )

    def __len__(self) -> int:
        return self.moves.numel()


class BatchPlayer(RolloutPlayer[MoveRollout]):
    """Plays games step by step.

    Rollouts are written in turns into two buffers that were allocated once: one is learned from while the
    other is played. On a GPU it works in a stream of its own, replays one CUDA graph per step, and the core's
    observations lie in pinned memory.
    """

    def __init__(self, settings: MoveTraining, net: nn.Module, own: Own) -> None:
        self.settings = s = settings
        self.scale = own.scale
        super().__init__(net, random_seeds(f"sequences from {s.seed * 2**32} on"))
        self.device = device = torch.device(s.device)
        self.on_gpu = device.type == "cuda"
        # on a CPU the other half of the cores learns
        threads = min(s.num_envs, cores() if self.on_gpu else max(1, cores() // 2))
        self.batch = Batch(s.num_envs, threads=threads, reward=own.reward, **s.batch_options())
        self.generator = torch.Generator(device)
        self._buffers = [MoveRollout.empty(s, device) for _ in range(2)]
        self._seen = torch.from_numpy(self.batch.rows)
        self._noise = torch.empty(s.num_envs, 1, device=device)  # above 0, at most 1
        self._rewards = np.zeros((s.num_steps, s.num_envs), np.float32)
        self._ends = np.zeros((s.num_steps, s.num_envs), np.float32)
        self.pinned = False
        if self.on_gpu:
            self._to_gpu()

    def begin(self, update: int) -> None:
        first = self.settings.seed * 2**32 + update * self.settings.num_envs
        self.batch.reset(range(first, first + self.settings.num_envs))
        self.generator.manual_seed(first)

    def take_weights(self, net: nn.Module) -> None:
        super().take_weights(net)
        if self.on_gpu:
            self._ready.record()

    def state(self) -> Arrays:
        games = named("games", self.batch.state())
        return super().state() | games | {"draws": self.generator.get_state().numpy()}

    def restore(self, kept: Arrays) -> None:
        super().restore(kept)
        self.batch.restore(part(kept, "games"))
        self.generator.set_state(torch.from_numpy(kept["draws"]))

    @torch.no_grad()
    def play(self, update: int, share: float) -> MoveRollout:
        self.batch.set_starts(self.settings.starts(self.settings.percent_at(share)))
        if not self.on_gpu:
            return self._play(self._next_buffer())
        with torch.cuda.stream(self._stream):
            self._stream.wait_event(self._ready)
            out = self._play(self._next_buffer())
            self._stream.synchronize()
        return out

    def _next_buffer(self) -> MoveRollout:
        self._buffers.reverse()
        out = self._buffers[0]
        out.episodes = []
        return out

    def _play(self, out: MoveRollout) -> MoveRollout:
        batch, facts = self.batch, self.batch.facts
        for t in range(self.settings.num_steps):
            with self.clock("inference"):
                moves = self._decide(out, t)
            with self.clock("games"):
                batch.step(moves)
                ended = batch.terminated | batch.truncated
                self._rewards[t], self._ends[t] = batch.rewards, ended
                over = np.flatnonzero(ended)
                if len(over):
                    found = (facts[name][over].tolist() for name in ("furthest_blind", "ante", "won"))
                    out.episodes += zip(*found, strict=True)
        with self.clock("inference"):
            if self.on_gpu:
                self._seen_there.copy_(self._seen, non_blocking=True)
                self._graph.replay()
                out.last_returns.copy_(self._answer[2])
            else:
                out.last_returns.copy_(self._judged(self._seen)[1])
            out.rewards.copy_(torch.from_numpy(self._rewards))
            out.rewards.mul_(self.scale)
            out.ends.copy_(torch.from_numpy(self._ends))
        return out

    def _decide(self, out: MoveRollout, t: int) -> NDArray[np.int32]:
        self._noise.uniform_(generator=self.generator).neg_().add_(1.0)
        if self.on_gpu:
            self._seen_there.copy_(self._seen, non_blocking=True)
            self._graph.replay()
            moves, log_probabilities, returns = self._answer
            out.rows[t].copy_(self._seen_there)
            self._moves_here.copy_(moves.int(), non_blocking=True)
        else:
            out.rows[t].copy_(self._seen)
            moves, log_probabilities, returns = self._drawn(self._seen)
        out.moves[t].copy_(moves)
        out.log_probabilities[t].copy_(log_probabilities)
        out.returns[t].copy_(returns)
        if not self.on_gpu:
            return moves.numpy().astype(np.int32)
        self._stream.synchronize()
        found: NDArray[np.int32] = self._moves_here.numpy()
        return found

    def _drawn(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """A move of each game, its log probability, and what the run may still bring."""
        scores, returns = self._judged(rows)
        probabilities = scores.softmax(1)
        up_to = probabilities.cumsum(1)
        moves = (up_to < self._noise * up_to[:, -1:]).sum(1, keepdim=True)
        return moves.squeeze(1), probabilities.gather(1, moves).squeeze(1).log(), returns

    def _judged(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        # casts of weights are not kept: a graph repeats them with the weights of the day
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.on_gpu, cache_enabled=False):
            scores, returns = self.net(tables_of(rows))
        return scores, returns

    # -- GPU ------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def _to_gpu(self) -> None:
        s = self.settings
        rows = self.batch.rows
        cudart: Any = torch.cuda.cudart()  # type: ignore[no-untyped-call]
        self.pinned = int(cudart.cudaHostRegister(rows.ctypes.data, rows.nbytes, 0)) == 0
        self._seen_there = torch.zeros(s.num_envs, OBSERVATION_BYTES, dtype=torch.uint8, device=self.device)
        self._moves_here = torch.zeros(s.num_envs, dtype=torch.int32).pin_memory()
        # a waiting game is worse than a waiting gradient
        self._stream = torch.cuda.Stream(priority=-1)  # type: ignore[no-untyped-call]
        self._ready = torch.cuda.Event()  # type: ignore[no-untyped-call]
        self._noise.fill_(1.0)
        torch.cuda.synchronize()
        with torch.cuda.stream(self._stream):
            for _ in range(WARM_UPS):
                self._drawn(self._seen_there)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=self._stream):
            self._answer = self._drawn(self._seen_there)
        torch.cuda.synchronize()
        self._ready.record()
