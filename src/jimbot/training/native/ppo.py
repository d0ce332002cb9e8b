"""Masked PPO over the batch engine, in one file.

While the learner learns from one rollout, the games of the next are played with the weights before: each side
has a core, or a stream of the GPU. On a CPU the same settings give the same run to the last bit, also across
an interruption.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.models.moves import RETURNS, MoveNet, expected, tables_of
from jimbot.training.native.clock import Clock
from jimbot.training.native.player import Player, Rollout
from jimbot.training.native.policy import arrays_of
from jimbot.training.native.settings import Settings

RECENT = 1000  # episodes that the log tells of
LOGGED = ("policy_loss", "value_loss", "entropy", "kl", "teacher_kl")
KL = LOGGED.index("kl")
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Minibatch:
    """Some moves of a rollout."""

    rows: Tensor
    moves: Tensor
    chances: Tensor
    gains: Tensor  # advantages, normalised
    targets: Tensor  # chances of what the run would still bring

    def __getitem__(self, index: Tensor) -> Minibatch:
        parts = (self.rows, self.moves, self.chances, self.gains, self.targets)
        return Minibatch(*(part[index] for part in parts))


@dataclass(frozen=True)
class Moment:
    """Where games, luck and weights of the player stood before a rollout: enough to play it again."""

    games: Arrays
    luck: Tensor
    weights: dict[str, Tensor]


class PPO:
    """``updates()`` yields the log of every update."""

    def __init__(self, settings: Settings) -> None:
        self.settings = s = settings
        self.device = torch.device(s.device)
        on_gpu = self.device.type == "cuda"
        torch.manual_seed(s.seed)
        self.clock = Clock()
        self.net = MoveNet(s.hidden, s.entity, dense=on_gpu or s.compile).to(self.device)
        self._fast: Any = torch.compile(self.net, dynamic=False) if s.compile else self.net
        self.teacher: MoveNet | None = None
        self.player = Player(s, self.net, self.device, self.clock)
        self.optimizer = torch.optim.Adam(
            self.net.parameters(), lr=s.learning_rate, eps=1e-5, fused=True if on_gpu else None
        )
        self.order = torch.Generator(self.device).manual_seed(s.seed)
        self.update = 0
        self.episodes = 0
        self.recent: deque[tuple[float, float, float]] = deque(maxlen=RECENT)
        self._moment: Moment | None = None
        self._begin()

    def _begin(self) -> None:
        """New games, drawn by the seed and by how far the training is."""
        self.player.begin(self.settings.seed * 2**32 + self.update * self.settings.games)

    def start_from(self, weights: dict[str, Tensor]) -> None:
        """Begins with these weights, and stays near them where ``teacher_kl`` asks for it."""
        self.net.load_state_dict(weights)
        if self.settings.teacher_kl > 0:
            self.teacher = copy.deepcopy(self.net).requires_grad_(False)

    @property
    def steps(self) -> int:
        return self.update * self.settings.steps_per_update

    def updates(self) -> Iterator[dict[str, float]]:
        """Learns to the end. After each update ``state`` may be asked for."""
        if self.update >= self.settings.updates:
            return
        with ThreadPoolExecutor(1) as pool:
            if self._moment is None:
                self.player.take_weights(self.net)
            playing = self._play_on(pool)
            while self.update < self.settings.updates:
                with self.clock("waiting"):
                    rollout = playing.result()
                self.player.take_weights(self.net)
                self._moment = None
                if self.update + 1 < self.settings.updates:
                    playing = self._play_on(pool)
                with self.clock("learning"):
                    log = self._learn(rollout)
                self.update += 1
                yield self._told(rollout, log)

    def _play_on(self, pool: ThreadPoolExecutor) -> Future[Rollout]:
        if self.device.type == "cpu":
            weights = {name: value.clone() for name, value in self.player.net.state_dict().items()}
            self._moment = Moment(self.player.batch.state(), self.player.luck.get_state(), weights)
        return pool.submit(self.player.play)

    # -- learning -------------------------------------------------------------------------------------------

    def _learn(self, played: Rollout) -> dict[str, float]:
        """Nothing is asked of a GPU before the end of an epoch."""
        s = self.settings
        left = 1.0 - 0.9 * self.update / s.updates
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * left
        values = expected(played.returns.flatten(0, 1)).view_as(played.chances)
        advantages, targets = self._advantages(played, values)
        gains = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
        rows, moves = played.rows.flatten(0, 1), played.moves.flatten()
        every = Minibatch(rows, moves, played.chances.flatten(), gains, targets)
        logs: list[Tensor] = []
        for _ in range(s.epochs):
            order = torch.randperm(len(gains), generator=self.order, device=self.device)
            epoch = [self._step(every[index], left) for index in order.chunk(s.minibatches)]
            logs += epoch
            if float(torch.stack(epoch).mean(0)[KL]) > s.most_kl:
                break
        means = dict(zip(LOGGED, torch.stack(logs).mean(0).tolist(), strict=True))
        if not all(np.isfinite(list(means.values()))):
            raise FloatingPointError(
                f"update {self.update + 1}: the loss is not a number; try a smaller learning_rate"
            )
        explained = 1 - advantages.var() / ((advantages + values).var() + 1e-8)
        return {**means, "explained": float(explained), "minibatches": float(len(logs))}

    def _step(self, some: Minibatch, left: float) -> Tensor:
        """One gradient step; what is logged of it."""
        s, gains = self.settings, some.gains
        tables = tables_of(some.rows)
        with self._half():
            scores, returns = self._fast(tables)
        log_all = scores.log_softmax(1)
        change = log_all.gather(1, some.moves.unsqueeze(1)).squeeze(1) - some.chances
        ratio = change.exp()
        clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
        policy_loss = -torch.minimum(ratio * gains, clipped * gains).mean()
        value_loss = -(some.targets * returns.log_softmax(1)).sum(1).mean()
        entropy = -(log_all.exp() * log_all).sum(1).mean()
        loss = policy_loss + s.value_weight * value_loss - s.entropy * left * entropy
        apart = torch.zeros_like(loss)
        if self.teacher is not None:
            with torch.no_grad(), self._half():
                wanted = self.teacher(tables)[0].log_softmax(1)
            apart = (wanted.exp() * (wanted - log_all)).sum(1).mean()
            loss = loss + s.teacher_kl * left * apart
        self.optimizer.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), s.most_norm)
        self.optimizer.step()
        kl = (ratio - 1 - change).mean()
        return torch.stack([policy_loss, value_loss, entropy, kl, apart]).detach()

    def _half(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    @torch.no_grad()
    def _advantages(self, played: Rollout, values: Tensor) -> tuple[Tensor, Tensor]:
        """By how much moves were better than expected (GAE), and for each the chances of what the run would
        still bring, mixed of what came and what was expected later in the same way."""
        s = self.settings
        advantages = torch.empty_like(values)
        targets = torch.empty_like(played.returns)
        following = expected(played.last_returns)
        trace = torch.zeros_like(following)
        chances = mixed = played.last_returns.softmax(1)
        for t in reversed(range(s.rollout)):
            going_on = 1.0 - played.ends[t]
            error = played.rewards[t] + s.discount * following * going_on - values[t]
            trace = error + s.discount * s.trace * going_on * trace
            mixed = (1 - s.trace) * chances + s.trace * mixed
            mixed = mixed * going_on.unsqueeze(1)
            mixed[:, 0] += played.ends[t]
            mixed = shifted(mixed, played.rewards[t], s.discount)
            advantages[t], targets[t] = trace, mixed
            following, chances = values[t], played.returns[t].softmax(1)
        return advantages, targets.flatten(0, 1)

    def _told(self, played: Rollout, log: dict[str, float]) -> dict[str, float]:
        self.episodes += len(played.episodes)
        self.recent.extend(played.episodes[-RECENT:])
        blinds, ante, won = np.mean(self.recent, axis=0).tolist() if self.recent else (0.0, 0.0, 0.0)
        games = {"episodes": self.episodes, "blinds": blinds, "ante": ante, "wins": won}
        return {"update": self.update, "steps": self.steps, **games, **log}

    # -- checkpoints ----------------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """Everything that ``restore`` needs to go on as if nothing had happened. On a GPU, where no two runs
        are the same to the last bit, the games are left out: new ones are begun."""
        kept: Arrays = {
            "counters": np.array([self.update, self.episodes]),
            "recent": np.array(self.recent, dtype=np.float64).reshape(-1, 3),
            "order": self.order.get_state().numpy(),
        }
        kept |= {f"net:{name}": value for name, value in arrays_of(self.net.state_dict()).items()}
        for i, moments in self.optimizer.state_dict()["state"].items():
            kept |= {f"optimizer:{i}:{name}": value.cpu().numpy() for name, value in moments.items()}
        if self._moment is not None:
            kept |= {f"games:{name}": value for name, value in self._moment.games.items()}
            kept |= {f"player:{name}": value for name, value in arrays_of(self._moment.weights).items()}
            kept["luck"] = self._moment.luck.numpy()
        return kept

    def restore(self, kept: Arrays) -> None:
        def part(name: str) -> Arrays:
            return {k.removeprefix(f"{name}:"): v for k, v in kept.items() if k.startswith(f"{name}:")}

        self.update, self.episodes = kept["counters"].tolist()
        self.recent.extend((b, a, w) for b, a, w in kept["recent"].tolist())
        self.order.set_state(torch.from_numpy(kept["order"]))
        self.net.load_state_dict(_tensors(part("net")))
        moments: dict[int, dict[str, Tensor]] = {}
        for name, value in part("optimizer").items():
            index, _, what = name.partition(":")
            moments.setdefault(int(index), {})[what] = torch.from_numpy(value)
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        if "luck" in kept:
            player = self.player
            player.batch.restore(part("games"))
            player.net.load_state_dict(_tensors(part("player")))
            player.luck.set_state(torch.from_numpy(kept["luck"]))
            self._moment = Moment(part("games"), player.luck.get_state(), dict(player.net.state_dict()))
        else:
            self._begin()


def shifted(chances: Tensor, rewards: Tensor, discount: float) -> Tensor:
    """The chances of rewards[i] + discount times what chances[i] tell of, (batch, RETURNS)."""
    brought = torch.arange(RETURNS, dtype=chances.dtype, device=chances.device)
    places = (rewards.unsqueeze(1) + discount * brought).clamp(0, RETURNS - 1)
    below = places.long()
    share = (places - below) * chances
    out = torch.zeros_like(chances).scatter_add_(1, below, chances - share)
    return out.scatter_add_(1, (below + 1).clamp(max=RETURNS - 1), share)


def _tensors(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(value) for name, value in arrays.items()}
