"""Masked PPO, in one file: the loop, the epochs, what is logged and kept.

While the learner learns from one rollout, the games of the next are played with the weights before: each side
has a core, or a stream of the GPU. On a CPU the same settings give the same run to the last bit, also across
an interruption. ``moves`` and ``decisions`` say what is learned, ``player`` and ``games`` what is played.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.models.weights import arrays_of, tensors_of
from jimbot.training.native.clock import Clock
from jimbot.training.native.settings import NativeTraining

RECENT = 1000  # episodes whose means are logged
LOGGED = ("policy_loss", "value_loss", "entropy", "kl", "teacher_kl")
KL = LOGGED.index("kl")
Arrays = dict[str, NDArray[Any]]
Episode = tuple[float, float, float]  # blinds, ante, won


class PlayedSteps(Protocol):
    def __len__(self) -> int: ...

    @property
    def episodes(self) -> Sequence[Episode]:
        """Those that ended."""


@dataclass(frozen=True)
class Steps:
    """What is learned of a rollout."""

    log_probabilities: Tensor  # of what was done, when it was done
    advantages: Tensor  # normalised


@dataclass(frozen=True)
class Judged:
    """What the network makes of some steps."""

    log_probabilities: Tensor  # of what was done
    value_loss: Tensor
    entropy: Tensor
    teacher_kl: Tensor | float = 0.0
    teacher_loss: Tensor | float = 0.0  # of what the teacher foresees besides


S = TypeVar("S", bound=NativeTraining)
R = TypeVar("R", bound=PlayedSteps)
B = TypeVar("B", bound=Steps)


class RolloutPlayer(ABC, Generic[R]):
    """Plays with a copy of the network, while the network itself learns. ``seeds`` says what is played, in
    words or as the name of a list."""

    def __init__(self, net: nn.Module, seeds: str) -> None:
        self.net: Any = copy.deepcopy(net)
        self.seeds = seeds
        self.clock = Clock()

    def begin(self, update: int) -> None:
        """New games, drawn by the seed and this number."""

    def take_weights(self, net: nn.Module) -> None:
        self.net.load_state_dict(net.state_dict())

    @abstractmethod
    def play(self, update: int, share: float) -> R:
        """The rollout that follows this number of updates, which are this share of the training."""

    def state(self) -> Arrays:
        """Enough to play the next rollout once more."""
        return named("player", arrays_of(self.net))

    def restore(self, kept: Arrays) -> None:
        self.net.load_state_dict(tensors_of(part(kept, "player")))


class PPO(ABC, Generic[S, R, B]):
    """``updates()`` yields the log of every update."""

    def __init__(self, settings: S, net: nn.Module, player: RolloutPlayer[R]) -> None:
        self.settings = s = settings
        self.device = torch.device(s.device)
        self.on_gpu = self.device.type == "cuda"
        self.net: Any = net
        self.player = player
        self.clock = player.clock
        self.teacher: Any = None
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=s.learning_rate, eps=1e-5, fused=True)
        self.order = torch.Generator(self.device).manual_seed(s.seed)
        self.update = 0
        self.steps = 0
        self.episodes = 0
        self.recent: deque[Episode] = deque(maxlen=RECENT)
        self._moment: Arrays | None = None  # of the player, before the rollout that is being played

    @abstractmethod
    def prepared(self, rollout: R) -> tuple[B, dict[str, float]]:
        """What is learned of a rollout, and what is logged of it."""

    @abstractmethod
    def judged(self, every: B, index: Tensor) -> Judged: ...

    @abstractmethod
    def save_policy(self, folder: Path, train_seeds: list[str]) -> None: ...

    @abstractmethod
    def load_policy(self, path: Path) -> list[str]:
        """Takes the weights of a policy. Returns the seeds that they were trained on."""

    @abstractmethod
    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        """Means of blinds, ante and wins where the most likely moves are made."""

    def start_from(self, path: Path) -> list[str]:
        """Begins with the weights of a policy, and stays near them where ``teacher_kl`` asks for it. Returns
        the seeds that they were trained on."""
        seeds = self.load_policy(path)
        if self.settings.teacher_kl > 0:
            self.teacher = copy.deepcopy(self.net).requires_grad_(False)
        return seeds

    # -- the loop --------------------------------------------------------------------------------------------

    @property
    def share(self) -> float:
        """Of the training that is over: steps of all rollouts that have been learned from, or are now."""
        return min(1.0, self.steps / self.settings.steps)

    def updates(self) -> Iterator[dict[str, float]]:
        """Learns to the end. After each update ``state`` may be asked for."""
        if self.share == 1.0:
            return
        with ThreadPoolExecutor(1) as pool:
            if self._moment is None:
                self.player.begin(self.update)
                self.player.take_weights(self.net)
            playing = self._play_on(pool)
            while self.share < 1.0:
                with self.clock("waiting"):
                    rollout = playing.result()
                self.player.take_weights(self.net)
                self._moment = None
                before = self.share
                self.update += 1
                self.steps += len(rollout)
                if self.share < 1.0:
                    playing = self._play_on(pool)
                with self.clock("learning"):
                    learned = self._learn(rollout, 1.0 - 0.9 * before)
                yield self._log(rollout, learned)

    def _play_on(self, pool: ThreadPoolExecutor) -> Future[R]:
        if not self.on_gpu:
            self._moment = self.player.state()
        return pool.submit(self.player.play, self.update, self.share)

    def _learn(self, rollout: R, left: float) -> dict[str, float]:
        """``left`` falls from 1 to 0.1. Nothing is asked of a GPU before the end of an epoch."""
        s = self.settings
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * left
        every, measures = self.prepared(rollout)
        logs: list[Tensor] = []
        for _ in range(s.epochs):
            order = torch.randperm(len(every.advantages), generator=self.order, device=self.device)
            epoch = [self._step(every, index, left) for index in order.chunk(s.minibatches)]
            logs += epoch
            if float(torch.stack(epoch).mean(0)[KL]) > s.target_kl:
                break
        means = dict(zip(LOGGED, torch.stack(logs).mean(0).tolist(), strict=True))
        if not all(np.isfinite(list(means.values()))):
            raise FloatingPointError(
                f"update {self.update}: the loss is not a number; try a smaller learning_rate"
            )
        return {**means, **measures, "minibatches": float(len(logs))}

    def _step(self, every: B, index: Tensor, left: float) -> Tensor:
        s = self.settings
        found, advantages = self.judged(every, index), every.advantages[index]
        change = found.log_probabilities - every.log_probabilities[index]
        ratio = change.exp()
        clipped = ratio.clamp(1 - s.clip_coef, 1 + s.clip_coef)
        policy_loss = -torch.minimum(ratio * advantages, clipped * advantages).mean()
        loss = policy_loss + s.vf_coef * found.value_loss - s.ent_coef * left * found.entropy
        loss = loss + s.teacher_kl * left * found.teacher_kl + s.vf_coef * found.teacher_loss
        self.optimizer.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), s.max_grad_norm)
        self.optimizer.step()
        teacher_kl = torch.zeros_like(loss) + found.teacher_kl
        kl = (ratio - 1 - change).mean()
        return torch.stack([policy_loss, found.value_loss, found.entropy, kl, teacher_kl]).detach()

    def _log(self, rollout: R, learned: dict[str, float]) -> dict[str, float]:
        self.episodes += len(rollout.episodes)
        self.recent.extend(rollout.episodes[-RECENT:])
        blinds, ante, won = np.mean(self.recent, axis=0).tolist() if self.recent else (0.0, 0.0, 0.0)
        games = {"episodes": self.episodes, "blinds": blinds, "ante": ante, "wins": won}
        return {"update": self.update, "steps": self.steps, **games, **learned}

    # -- checkpoints -----------------------------------------------------------------------------------------

    def state(self) -> Arrays:
        """Everything that ``restore`` needs to go on as if nothing had happened. On a GPU, where no two runs
        are the same to the last bit, the games are left out: new ones are begun."""
        kept: Arrays = {
            "counters": np.array([self.update, self.steps, self.episodes]),
            "recent": np.array(self.recent, dtype=np.float64).reshape(-1, 3),
            "order": self.order.get_state().numpy(),
        }
        kept |= named("net", arrays_of(self.net))
        for i, moments in self.optimizer.state_dict()["state"].items():
            kept |= {f"optimizer:{i}:{name}": value.cpu().numpy() for name, value in moments.items()}
        return kept | named("moment", self._moment or {})

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
            self.player.restore(moment)
            self._moment = moment


def named(name: str, arrays: Arrays) -> Arrays:
    return {f"{name}:{key}": value for key, value in arrays.items()}


def part(arrays: Arrays, name: str) -> Arrays:
    """Those of ``NAME:...``, without it."""
    return {k.removeprefix(f"{name}:"): v for k, v in arrays.items() if k.startswith(f"{name}:")}
