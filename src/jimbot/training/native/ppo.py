"""Masked PPO over the batch engine, in one file.

While the learner learns from one rollout, the games of the next are played with the weights before: each side
has a core. On a CPU the same settings give the same run to the last bit, also across an interruption.
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

from jimbot.envs.batch import Batch
from jimbot.envs.spec import OBSERVATION_BYTES
from jimbot.machine import cores
from jimbot.models.moves import MoveNet, tables_of
from jimbot.training.native.policy import arrays_of
from jimbot.training.native.settings import Settings

BLINDS = 24.0  # reward of a run that is won: one for each blind
RECENT = 1000  # episodes that the log tells of
Arrays = dict[str, NDArray[Any]]


@dataclass
class Rollout:
    """Moves of all games, (rollout, games, ...), and what was thought of them when they were made."""

    rows: Tensor
    moves: Tensor
    chances: Tensor  # logarithms
    values: Tensor
    rewards: Tensor
    ends: Tensor
    last_values: Tensor
    episodes: list[tuple[float, float, float]]  # blinds, ante, won


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
        torch.manual_seed(s.seed)
        self.net = MoveNet(s.hidden, s.entity).to(self.device)
        self.player = copy.deepcopy(self.net)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=s.learning_rate, eps=1e-5)
        threads = min(s.games, max(1, cores() // 2))  # the other half learns
        self.batch = Batch(s.games, threads=threads, reward="furthest", **s.batch_options())
        self.luck = torch.Generator(self.device)
        self.order = torch.Generator().manual_seed(s.seed)
        self.update = 0
        self.episodes = 0
        self.recent: deque[tuple[float, float, float]] = deque(maxlen=RECENT)
        self._moment: Moment | None = None
        self._begin()

    def _begin(self) -> None:
        """New games, drawn by the seed and by how far the training is."""
        first = self.settings.seed * 2**32 + self.update * self.settings.games
        self.batch.reset(range(first, first + self.settings.games))
        self.luck.manual_seed(first)

    @property
    def steps(self) -> int:
        return self.update * self.settings.steps_per_update

    def updates(self) -> Iterator[dict[str, float]]:
        """Learns to the end. After each update ``state`` may be asked for."""
        if self.update >= self.settings.updates:
            return
        with ThreadPoolExecutor(1) as pool:
            if self._moment is None:
                self.player.load_state_dict(self.net.state_dict())
            playing = self._play_on(pool)
            while self.update < self.settings.updates:
                rollout = playing.result()
                self.player.load_state_dict(self.net.state_dict())
                self._moment = None
                if self.update + 1 < self.settings.updates:
                    playing = self._play_on(pool)
                log = self._learn(rollout)
                self.update += 1
                yield self._told(rollout, log)

    def _play_on(self, pool: ThreadPoolExecutor) -> Future[Rollout]:
        weights = {name: value.clone() for name, value in self.player.state_dict().items()}
        self._moment = Moment(self.batch.state(), self.luck.get_state(), weights)
        return pool.submit(self._play)

    # -- games ----------------------------------------------------------------------------------------------

    @torch.no_grad()
    def _play(self) -> Rollout:
        s, batch = self.settings, self.batch
        rows = torch.empty(s.rollout, s.games, OBSERVATION_BYTES, dtype=torch.uint8, device=self.device)
        moves = torch.empty(s.rollout, s.games, dtype=torch.int64, device=self.device)
        chances, values = (torch.empty(s.rollout, s.games, device=self.device) for _ in range(2))
        rewards, ends = torch.empty(s.rollout, s.games), torch.empty(s.rollout, s.games)
        episodes: list[tuple[float, float, float]] = []
        facts = batch.facts
        for t in range(s.rollout):
            rows[t] = torch.from_numpy(batch.rows)
            scores, values[t] = self._judged(self.player, rows[t])
            noise = torch.empty_like(scores).exponential_(generator=self.luck)
            moves[t] = (scores - noise.log()).argmax(1)  # each move by its chance
            chances[t] = _chance(scores, moves[t])
            batch.step(moves[t].to("cpu", torch.int32).numpy())
            ended = batch.terminated | batch.truncated
            rewards[t] = torch.from_numpy(batch.rewards)
            ends[t] = torch.from_numpy(ended)
            for i in np.flatnonzero(ended).tolist():
                episodes.append((facts["furthest_blind"][i], facts["ante"][i], facts["won"][i]))
        last = self._judged(self.player, torch.from_numpy(batch.rows).to(self.device))[1]
        rewards, ends = rewards.to(self.device) * BLINDS, ends.to(self.device)
        return Rollout(rows, moves, chances, values, rewards, ends, last, episodes)

    def _judged(self, net: MoveNet, rows: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            scores, values = net(tables_of(rows))
        return scores, values

    # -- learning -------------------------------------------------------------------------------------------

    def _learn(self, played: Rollout) -> dict[str, float]:
        s = self.settings
        left = 1.0 - 0.9 * self.update / s.updates
        for group in self.optimizer.param_groups:
            group["lr"] = s.learning_rate * left
        advantages = self._advantages(played)
        targets = (advantages + played.values).flatten()
        gains = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
        rows = played.rows.flatten(0, 1)
        moves, chances = played.moves.flatten(), played.chances.flatten()
        sums: dict[str, float] = {}
        count = 0
        for _ in range(s.epochs):
            far = 0.0
            for index in torch.randperm(len(rows), generator=self.order).chunk(s.minibatches):
                index = index.to(self.device)
                scores, values = self._judged(self.net, rows[index])
                log_all = scores.log_softmax(1)
                change = log_all.gather(1, moves[index].unsqueeze(1)).squeeze(1) - chances[index]
                ratio, gain = change.exp(), gains[index]
                clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
                policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
                value_loss = (values - targets[index]).square().mean()
                entropy = -(log_all.exp() * log_all).sum(1).mean()
                loss = policy_loss + s.value_weight * value_loss - s.entropy * left * entropy
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), s.most_norm)
                self.optimizer.step()
                with torch.no_grad():
                    kl = (ratio - 1 - change).mean()
                found = torch.stack([policy_loss, value_loss, entropy, kl]).tolist()
                far += found[3] / s.minibatches
                for name, value in zip(("policy_loss", "value_loss", "entropy", "kl"), found, strict=True):
                    sums[name] = sums.get(name, 0.0) + value
                count += 1
            if far > s.most_kl:
                break
        means = {name: value / count for name, value in sums.items()}
        if not all(np.isfinite(list(means.values()))):
            raise FloatingPointError(
                f"update {self.update + 1}: the loss is not a number; try a smaller learning_rate"
            )
        explained = 1 - (targets - played.values.flatten()).var() / (targets.var() + 1e-8)
        return {**means, "explained": float(explained), "minibatches": float(count)}

    def _advantages(self, played: Rollout) -> Tensor:
        s = self.settings
        advantages = torch.empty_like(played.values)
        trace, following = torch.zeros_like(played.last_values), played.last_values
        for t in reversed(range(s.rollout)):
            going_on = 1.0 - played.ends[t]
            error = played.rewards[t] + s.discount * following * going_on - played.values[t]
            trace = error + s.discount * s.trace * going_on * trace
            advantages[t], following = trace, played.values[t]
        return advantages

    def _told(self, played: Rollout, log: dict[str, float]) -> dict[str, float]:
        self.episodes += len(played.episodes)
        self.recent.extend(played.episodes)
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
        if self._moment is not None and self.device.type == "cpu":
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
            self.batch.restore(part("games"))
            self.player.load_state_dict(_tensors(part("player")))
            self.luck.set_state(torch.from_numpy(kept["luck"]))
            self._moment = Moment(part("games"), self.luck.get_state(), dict(self.player.state_dict()))
        else:
            self._begin()


def _tensors(arrays: Arrays) -> dict[str, Tensor]:
    return {name: torch.from_numpy(value) for name, value in arrays.items()}


def _chance(scores: Tensor, moves: Tensor) -> Tensor:
    """Logarithms of the chances of these moves."""
    return scores.gather(1, moves.unsqueeze(1)).squeeze(1) - scores.logsumexp(1)
