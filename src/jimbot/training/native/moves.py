"""PPO over moves: cards are picked one by one, or the hand planner plays them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from jimbot.evaluation.batched import AT_ONCE, means, play_together
from jimbot.game.planner import planner_options
from jimbot.models.files import read_network, write_network
from jimbot.models.inputs import MOVES, OWN
from jimbot.models.moves import RETURNS, MoveNet, expected, tables_of
from jimbot.models.policy import NetPolicy, environment_of
from jimbot.models.trained_on import train_seeds_of
from jimbot.models.weights import arrays_of, tensors_of
from jimbot.training.advantages import gae
from jimbot.training.native.own import NOTHING_OWN, Own, OwnNet
from jimbot.training.native.player import BatchPlayer, MoveRollout
from jimbot.training.native.ppo import PPO, Judged, Steps
from jimbot.training.native.settings import MoveTraining


@dataclass(frozen=True)
class MoveSteps(Steps):
    """Moves of a rollout, in a row."""

    rows: Tensor
    moves: Tensor
    targets: Tensor  # probabilities of what the run would still bring


class MovePPO(PPO[MoveTraining, MoveRollout, MoveSteps]):
    def __init__(self, settings: MoveTraining, own: Own = NOTHING_OWN) -> None:
        s, self.own = settings, own
        torch.manual_seed(s.seed)
        net: nn.Module
        if own.network is None:
            self._kind = MOVES
            net = MoveNet(s.width, s.entity_width, dense=s.device == "cuda" or s.compile)
        else:
            self._kind = OWN
            net = OwnNet(own.network())
        super().__init__(s, net.to(s.device), BatchPlayer(s, net, own))
        self._fast: Any = torch.compile(self.net, dynamic=False) if s.compile else self.net

    @torch.no_grad()
    def prepared(self, rollout: MoveRollout) -> tuple[MoveSteps, dict[str, float]]:
        values = expected(rollout.returns.flatten(0, 1)).view_as(rollout.rewards) + self.own.lowest
        advantages, targets = self._advantages(rollout, values)
        explained = 1 - advantages.var(correction=0) / ((advantages + values).var(correction=0) + 1e-8)
        normalised = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
        every = MoveSteps(
            log_probabilities=rollout.log_probabilities.flatten(),
            advantages=normalised.flatten(),
            rows=rollout.rows.flatten(0, 1),
            moves=rollout.moves.flatten(),
            targets=targets,
        )
        return every, {"explained": float(explained)}

    def judged(self, every: MoveSteps, index: Tensor) -> Judged:
        tables = tables_of(every.rows[index])
        with self._half():
            scores, returns = self._fast(tables)
        log_all = scores.log_softmax(1)
        found = Judged(
            log_probabilities=log_all.gather(1, every.moves[index].unsqueeze(1)).squeeze(1),
            value_loss=-(every.targets[index] * returns.log_softmax(1)).sum(1).mean(),
            entropy=-(scores.softmax(1) * log_all).sum(1).mean(),
        )
        if self.teacher is None:
            return found
        with torch.no_grad(), self._half():
            wanted = self.teacher(tables)[0].log_softmax(1)
        return replace(found, teacher_kl=(wanted.exp() * (wanted - log_all)).sum(1).mean())

    def _half(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.on_gpu)

    def _advantages(self, played: MoveRollout, values: Tensor) -> tuple[Tensor, Tensor]:
        """By how much moves were better than expected (GAE), and for each the distribution of what the run
        would still bring, mixed of what came and what was expected later in the same way."""
        s = self.settings
        going_on = 1.0 - played.ends
        low = self.own.lowest
        following = torch.cat([values[1:], expected(played.last_returns)[None] + low])
        errors = played.rewards + s.gamma * following * going_on - values
        targets = torch.empty_like(played.returns)
        probabilities = mixed = played.last_returns.softmax(1)
        for t in reversed(range(s.num_steps)):
            mixed = (1 - s.gae_lambda) * probabilities + s.gae_lambda * mixed
            targets[t] = mixed = shifted(mixed, played.rewards[t], s.gamma * going_on[t], low)
            probabilities = played.returns[t].softmax(1)
        return gae(errors, going_on, s.gamma * s.gae_lambda), targets.flatten(0, 1)

    def save_policy(self, folder: Path, train_seeds: list[str]) -> None:
        s = self.settings
        about = {
            "trainer": "native",
            "environment": environment_of("dict", s.hands, planner_options(s.planner)),
            "steps": self.steps,
            "train_seeds": train_seeds,
        }
        shape = (
            {"width": self.net.width, "entity_width": self.net.entity_width} if self._kind == MOVES else {}
        )
        write_network(folder / "model.safetensors", self._kind, shape, arrays_of(self.net), about)

    def load_policy(self, path: Path) -> list[str]:
        file = read_network(path, self._kind)
        try:
            self.net.load_state_dict(tensors_of(file.weights))
        except RuntimeError as error:
            raise ValueError(
                f"{path} does not fit the network (width={self.settings.width}, entity_width="
                f"{self.settings.entity_width}): {str(error).splitlines()[0]}"
            ) from None
        return train_seeds_of(path)

    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        s = self.settings
        player = NetPolicy(self.net, s.hands, planner_options(s.planner))
        at_once = len(seeds) if self.on_gpu else AT_ONCE
        found = means(list(play_together(player, seeds, s.batch_options(), at_once=at_once)))
        return {"blinds": found["blinds"], "ante": found["ante"], "wins": found["win_rate"]}


def shifted(probabilities: Tensor, rewards: Tensor, gamma: Tensor, low: float = 0.0) -> Tensor:
    """The distribution of rewards[i] + gamma[i] times a draw of probabilities[i], (batch, RETURNS).
    Classes count from ``low`` on."""
    brought = torch.arange(RETURNS, dtype=probabilities.dtype, device=probabilities.device) + low
    places = (rewards.unsqueeze(1) + gamma.unsqueeze(1) * brought - low).clamp(0, RETURNS - 1)
    below = places.long()
    share = (places - below) * probabilities
    out = torch.zeros_like(probabilities).scatter_add_(1, below, probabilities - share)
    return out.scatter_add_(1, (below + 1).clamp(max=RETURNS - 1), share)
