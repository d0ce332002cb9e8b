"""PPO over moves: cards are picked one by one, or the hand planner plays them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from jimbot.evaluation.batched import AT_ONCE, means, play_together
from jimbot.evaluation.manifest import random_seeds
from jimbot.game.planner import planner_options
from jimbot.models.files import read_network, write_network
from jimbot.models.inputs import MOVES
from jimbot.models.moves import RETURNS, MoveNet, expected, tables_of
from jimbot.models.policy import NetPolicy, environment_of
from jimbot.training.advantages import gae
from jimbot.training.native.player import BatchPlayer, MoveRollout
from jimbot.training.native.ppo import PPO, Arrays, Episode, arrays_of, part, tensors_of
from jimbot.training.native.settings import MoveTraining


@dataclass(frozen=True)
class Steps:
    """Moves of a rollout, in a row."""

    rows: Tensor
    moves: Tensor
    log_probabilities: Tensor
    gains: Tensor  # advantages, normalised
    targets: Tensor  # probabilities of what the run would still bring


class MovePPO(PPO[MoveTraining, MoveRollout, Steps]):
    def __init__(self, settings: MoveTraining) -> None:
        s = settings
        torch.manual_seed(s.seed)
        super().__init__(s, MoveNet(s.width, s.entity_width, dense=s.device == "cuda" or s.compile))
        self._fast: Any = torch.compile(self.net, dynamic=False) if s.compile else self.net
        self.player = BatchPlayer(s, self.net, self.device, self.clock)
        self._turn = 0  # updates whose games were begun

    def start_from(self, path: Path) -> list[str]:
        file = read_network(path, MOVES)
        try:
            self.net.load_state_dict(tensors_of(file.weights))
        except RuntimeError as error:
            raise ValueError(
                f"{path} does not fit the network (width={self.settings.width}, entity_width="
                f"{self.settings.entity_width}): {str(error).splitlines()[0]}"
            ) from None
        if self.settings.teacher_kl > 0:
            self.teacher = copy.deepcopy(self.net).requires_grad_(False)
        return list(file.about["train_seeds"])

    # -- games -----------------------------------------------------------------------------------------------

    def train_seeds(self) -> str:
        return random_seeds(f"sequences from {self.settings.seed * 2**32} on")

    def begin(self) -> None:
        self._turn = self.update
        self.player.begin(self.settings.seed * 2**32 + self.update * self.settings.num_envs)
        self.take_weights()

    def take_weights(self) -> None:
        self.player.take_weights(self.net)

    def moment(self) -> Arrays:
        player = self.player
        kept = {f"games:{name}": value for name, value in player.batch.state().items()}
        kept |= {f"player:{name}": value for name, value in arrays_of(player.net).items()}
        return kept | {"luck": player.generator.get_state().numpy(), "turn": np.array(self._turn)}

    def go_back(self, moment: Arrays) -> None:
        self.player.batch.restore(part(moment, "games"))
        self.player.net.load_state_dict(tensors_of(part(moment, "player")))
        self.player.generator.set_state(torch.from_numpy(moment["luck"]))
        self._turn = int(moment["turn"])

    def play(self) -> MoveRollout:
        self.player.batch.set_starts(self.settings.starts(self.settings.percent_at(self._turn)))
        self._turn += 1
        return self.player.play()

    def counted(self, rollout: MoveRollout) -> tuple[int, Sequence[Episode]]:
        return rollout.moves.numel(), rollout.episodes

    # -- learning --------------------------------------------------------------------------------------------

    @torch.no_grad()
    def prepared(self, rollout: MoveRollout) -> tuple[Steps, int, float]:
        values = expected(rollout.returns.flatten(0, 1)).view_as(rollout.log_probabilities)
        advantages, targets = self._advantages(rollout, values)
        gains = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
        rows, moves = rollout.rows.flatten(0, 1), rollout.moves.flatten()
        explained = 1 - advantages.var(correction=0) / ((advantages + values).var(correction=0) + 1e-8)
        steps = Steps(rows, moves, rollout.log_probabilities.flatten(), gains.flatten(), targets)
        return steps, len(rows), float(explained)

    def judged(self, every: Steps, index: Tensor, left: float) -> tuple[Tensor, list[Tensor]]:
        s = self.settings
        tables = tables_of(every.rows[index])
        with self._half():
            scores, returns = self._fast(tables)
        log_all = scores.log_softmax(1)
        change = (
            log_all.gather(1, every.moves[index].unsqueeze(1)).squeeze(1) - every.log_probabilities[index]
        )
        policy_loss = self.policy_loss(change, every.gains[index])
        value_loss = -(every.targets[index] * returns.log_softmax(1)).sum(1).mean()
        entropy = -(scores.softmax(1) * log_all).sum(1).mean()
        loss = policy_loss + s.vf_coef * value_loss - s.ent_coef * left * entropy
        apart = torch.zeros_like(loss)
        if self.teacher is not None:
            with torch.no_grad(), self._half():
                wanted = self.teacher(tables)[0].log_softmax(1)
            apart = (wanted.exp() * (wanted - log_all)).sum(1).mean()
            loss = loss + s.teacher_kl * left * apart
        kl = (change.exp() - 1 - change).mean()
        return loss, [policy_loss, value_loss, entropy, kl, apart]

    def _half(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.on_gpu)

    def _advantages(self, played: MoveRollout, values: Tensor) -> tuple[Tensor, Tensor]:
        """By how much moves were better than expected (GAE), and for each the probabilities of what the run
        would still bring, mixed of what came and what was expected later in the same way."""
        s = self.settings
        going_on = 1.0 - played.ends
        following = torch.cat([values[1:], expected(played.last_returns)[None]])
        errors = played.rewards + s.gamma * following * going_on - values
        targets = torch.empty_like(played.returns)
        probabilities = mixed = played.last_returns.softmax(1)
        for t in reversed(range(s.num_steps)):
            mixed = (1 - s.gae_lambda) * probabilities + s.gae_lambda * mixed
            mixed = mixed * going_on[t].unsqueeze(1)
            mixed[:, 0] += played.ends[t]
            targets[t] = mixed = shifted(mixed, played.rewards[t], s.gamma)
            probabilities = played.returns[t].softmax(1)
        return gae(errors, going_on, s.gamma * s.gae_lambda), targets.flatten(0, 1)

    # -- policies --------------------------------------------------------------------------------------------

    def save_policy(self, folder: Path, train_seeds: list[str]) -> None:
        s = self.settings
        about = {
            "trainer": "native",
            "environment": environment_of("dict", s.hands, planner_options(s.planner)),
            "steps": self.steps,
            "train_seeds": train_seeds,
        }
        shape = {"hidden": self.net.hidden, "entity": self.net.width}
        write_network(folder / "model.safetensors", MOVES, shape, arrays_of(self.net), about)

    def load_policy(self, path: Path) -> None:
        self.net.load_state_dict(tensors_of(read_network(path, MOVES).weights))

    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        s = self.settings
        player = NetPolicy(self.net, s.hands, planner_options(s.planner))
        at_once = len(seeds) if self.on_gpu else AT_ONCE
        found = means(list(play_together(player, seeds, s.batch_options(), at_once=at_once)))
        return {"blinds": found["blinds"], "ante": found["ante"], "wins": found["win_rate"]}


def shifted(probabilities: Tensor, rewards: Tensor, gamma: float) -> Tensor:
    """The probabilities of rewards[i] + gamma times the returns of probabilities[i], (batch, RETURNS)."""
    brought = torch.arange(RETURNS, dtype=probabilities.dtype, device=probabilities.device)
    places = (rewards.unsqueeze(1) + gamma * brought).clamp(0, RETURNS - 1)
    below = places.long()
    share = (places - below) * probabilities
    out = torch.zeros_like(probabilities).scatter_add_(1, below, probabilities - share)
    return out.scatter_add_(1, (below + 1).clamp(max=RETURNS - 1), share)
