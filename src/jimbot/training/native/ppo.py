"""Masked PPO, in one file: the loop, the epochs, what is logged and kept.

While the learner learns from one rollout, the games of the next are played with the weights before: each side
has a core, or a stream of the GPU. On a CPU the same settings give the same run to the last bit, also across
an interruption. What is played and what is learned of it stand in ``moves`` and ``decisions``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.training.native.clock import Clock
from jimbot.training.native.settings import NativeTraining

RECENT = 1000  # episodes that the log counts
LOGGED = ("policy_loss", "value_loss", "entropy", "kl", "teacher_kl")
KL = LOGGED.index("kl")
Arrays = dict[str, NDArray[Any]]
Episode = tuple[float, float, float]  # blinds, ante, won
S = TypeVar("S", bound=NativeTraining)
R = TypeVar("R")  # a rollout
B = TypeVar("B")  # what is learned of it


class PPO(ABC, Generic[S, R, B]):
    """``updates()`` yields the log of every update."""

    def __init__(self, settings: S, net: nn.Module) -> None:
        self.settings = s = settings
        self.device = torch.device(s.device)
        self.on_gpu = self.device.type == "cuda"
        self.clock = Clock()
        self.net: Any = net.to(self.device)
        self.teacher: Any = None
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=s.learning_rate, eps=1e-5, fused=True)
        self.order = torch.Generator(self.device).manual_seed(s.seed)
        self.update = 0
        self.steps = 0
        self.episodes = 0
        self.recent: deque[Episode] = deque(maxlen=RECENT)
        self._moment: Arrays | None = None

    # -- what is played and learned --------------------------------------------------------------------------

    @abstractmethod
    def start_from(self, path: Path) -> list[str]:
        """Begins with the weights of a policy, and stays near them where ``teacher_kl`` asks for it. Returns
        the seeds that they were trained on."""

    @abstractmethod
    def train_seeds(self) -> str:
        """What is played, in words or as the name of a list of seeds."""

    @abstractmethod
    def begin(self) -> None:
        """New games, drawn by the seed and by how far the training is; with the weights of today."""

    @abstractmethod
    def moment(self) -> Arrays:
        """Games, generator and weights of the player before a rollout: enough to play it again."""

    @abstractmethod
    def go_back(self, moment: Arrays) -> None: ...

    @abstractmethod
    def take_weights(self) -> None:
        """The next rollout is played with the weights of today."""

    @abstractmethod
    def play(self) -> R: ...

    @abstractmethod
    def counted(self, rollout: R) -> tuple[int, Sequence[Episode]]:
        """How many steps were made, and the episodes that ended."""

    @abstractmethod
    def prepared(self, rollout: R) -> tuple[B, int, float]:
        """What is learned of a rollout, of how many steps, and the share of returns that was foreseen."""

    @abstractmethod
    def judged(self, every: B, index: Tensor, left: float) -> tuple[Tensor, list[Tensor]]:
        """The loss of some steps, and what is logged of it. ``left`` falls from 1 to 0.1."""

    @abstractmethod
    def save_policy(self, folder: Path, train_seeds: list[str]) -> None: ...

    @abstractmethod
    def load_policy(self, path: Path) -> None: ...

    @abstractmethod
    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        """Means of blinds, ante and wins where the most likely moves are made."""

    # -- the loop --------------------------------------------------------------------------------------------

    def updates(self) -> Iterator[dict[str, float]]:
        """Learns to the end. After each update ``state`` may be asked for."""
        if self.update >= self.settings.updates:
            return
        with ThreadPoolExecutor(1) as pool:
            if self._moment is None:
                self.begin()
            playing = self._play_on(pool)
            while self.update < self.settings.updates:
                with self.clock("waiting"):
                    rollout = playing.result()
                self.take_weights()
                self._moment = None
                self.update += 1
                if self.update < self.settings.updates:
                    playing = self._play_on(pool)
                with self.clock("learning"):
                    log = self._learn(rollout)
                yield self._logged(rollout, log)

    def _play_on(self, pool: ThreadPoolExecutor) -> Future[R]:
        if not self.on_gpu:
            self._moment = self.moment()
        return pool.submit(self.play)

    def _learn(self, rollout: R) -> dict[str, float]:
        """Nothing is asked of a GPU before the end of an epoch."""
        s = self.settings
        left = 1.0 - 0.9 * (self.update - 1) / s.updates
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * left
        every, count, explained = self.prepared(rollout)
        logs: list[Tensor] = []
        for _ in range(s.epochs):
            order = torch.randperm(count, generator=self.order, device=self.device)
            epoch = [self._step(every, index, left) for index in order.chunk(s.minibatches)]
            logs += epoch
            if float(torch.stack(epoch).mean(0)[KL]) > s.target_kl:
                break
        means = dict(zip(LOGGED, torch.stack(logs).mean(0).tolist(), strict=True))
        if not all(np.isfinite(list(means.values()))):
            raise FloatingPointError(
                f"update {self.update}: the loss is not a number; try a smaller learning_rate"
            )
        return {**means, "explained": explained, "minibatches": float(len(logs))}

    def _step(self, every: B, index: Tensor, left: float) -> Tensor:
        loss, log = self.judged(every, index, left)
        self.optimizer.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.max_grad_norm)
        self.optimizer.step()
        return torch.stack(log).detach()

    def policy_loss(self, change: Tensor, gains: Tensor) -> Tensor:
        """By the change of the log-probability of a move, and by how much it was better than expected."""
        s = self.settings
        ratio = change.exp()
        clipped = ratio.clamp(1 - s.clip_coef, 1 + s.clip_coef)
        return -torch.minimum(ratio * gains, clipped * gains).mean()

    def _logged(self, rollout: R, log: dict[str, float]) -> dict[str, float]:
        steps, episodes = self.counted(rollout)
        self.steps += steps
        self.episodes += len(episodes)
        self.recent.extend(episodes[-RECENT:])
        blinds, ante, won = np.mean(self.recent, axis=0).tolist() if self.recent else (0.0, 0.0, 0.0)
        games = {"episodes": self.episodes, "blinds": blinds, "ante": ante, "wins": won}
        return {"update": self.update, "steps": self.steps, **games, **log}

    # -- checkpoints -----------------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """Everything that ``restore`` needs to go on as if nothing had happened. On a GPU, where no two runs
        are the same to the last bit, the games are left out: new ones are begun."""
        kept: Arrays = {
            "counters": np.array([self.update, self.steps, self.episodes]),
            "recent": np.array(self.recent, dtype=np.float64).reshape(-1, 3),
            "order": self.order.get_state().numpy(),
        }
        kept |= {f"net:{name}": value for name, value in arrays_of(self.net).items()}
        for i, moments in self.optimizer.state_dict()["state"].items():
            kept |= {f"optimizer:{i}:{name}": value.cpu().numpy() for name, value in moments.items()}
        if self._moment is not None:
            kept |= {f"moment:{name}": value for name, value in self._moment.items()}
        return kept

    def restore(self, kept: Arrays) -> None:
        self.update, self.steps, self.episodes = kept["counters"].tolist()
        self.recent.extend((b, a, w) for b, a, w in kept["recent"].tolist())
        self.order.set_state(torch.from_numpy(kept["order"]))
        self.net.load_state_dict(tensors_of(part(kept, "net")))
        moments: dict[int, dict[str, Tensor]] = {}
        for name, value in part(kept, "optimizer").items():
            index, _, what = name.partition(":")
            moments.setdefault(int(index), {})[what] = torch.from_numpy(value)
        groups = self.optimizer.state_dict()["param_groups"]
        self.optimizer.load_state_dict({"state": moments, "param_groups": groups})
        moment = part(kept, "moment")
        if moment:
            self.go_back(moment)
            self._moment = moment


def part(arrays: Arrays, name: str) -> Arrays:
    """Those of ``NAME:...``, without it."""
    return {k.removeprefix(f"{name}:"): v for k, v in arrays.items() if k.startswith(f"{name}:")}


def arrays_of(net: nn.Module) -> Arrays:
    """Copies of the weights."""
    return {name: value.detach().cpu().numpy().copy() for name, value in net.state_dict().items()}


def tensors_of(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(value) for name, value in arrays.items()}
