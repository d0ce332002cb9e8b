"""PPO over whole decisions: the learner chooses among scored hands, purchases, packs and blinds.

Every rollout is a number of whole games, so that what became of each is known. The value of a position is the
chance to clear each blind to come; a decision is as good as what it made of that.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.evaluation.manifest import train_seeds_of
from jimbot.models.decisions import (
    BLINDS,
    DecisionNet,
    Inputs,
    Shape,
    load_net,
    row_sum,
    save_net,
    widened,
)
from jimbot.runs.machine import cores
from jimbot.training.advantages import gae
from jimbot.training.native.archive import FIRST_BLIND, Archive
from jimbot.training.native.games import PlayedGames, play_games
from jimbot.training.native.ppo import PPO, Arrays, Episode, arrays_of, part, tensors_of
from jimbot.training.native.settings import DecisionTraining
from jimbot.training.native.siblings import corrections
from jimbot.training.online import play_online
from jimbot.training.results import value_loss

SEEDS = 10_000_000  # train seeds for each setting of `seed`
MODEL = "model.safetensors"
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Decisions:
    """Decisions of a rollout."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    log_probabilities: Tensor
    gains: Tensor
    blind: Tensor
    end: Tensor  # number of the blind at the end of the game; 24 for a win


class DecisionPPO(PPO[DecisionTraining, PlayedGames, Decisions]):
    def __init__(self, settings: DecisionTraining) -> None:
        s = settings
        torch.manual_seed(s.seed)
        super().__init__(s, DecisionNet(Shape(s.width, s.choice_width, s.redraws, s.rounds)))
        # so small a network is asked on the cores that play: nothing crosses to the GPU between two decisions
        self.player = copy.deepcopy(self.net).cpu()
        self.cores = cores() if self.on_gpu else max(1, cores() // 2)
        self._first_seed = (1 + s.seed % 99) * SEEDS
        self._turn = 0  # updates whose games were begun
        self.archive = Archive()

    def start_from(self, path: Path) -> list[str]:
        net, about = load_net(path)
        try:
            net = widened(net, self.net.shape).to(self.device)
        except ValueError as error:
            raise ValueError(f"{path} does not fit the network: {error}") from None
        self.net.load_state_dict(net.state_dict())
        if self.settings.teacher_kl > 0:
            self.teacher = net.requires_grad_(False)
        if "train_seeds" in about:
            return list(about["train_seeds"])
        return train_seeds_of(path)

    # -- games -----------------------------------------------------------------------------------------------

    def train_seeds(self) -> str:
        return f"train-{self.settings.updates * self.settings.num_envs}@{self._first_seed}"

    def begin(self) -> None:
        self._turn = self.update
        self.take_weights()

    def take_weights(self) -> None:
        self.player.load_state_dict(self.net.state_dict())

    def moment(self) -> Arrays:
        weights = {f"player:{name}": value for name, value in arrays_of(self.player).items()}
        archive = {f"archive:{name}": value for name, value in self.archive.arrays().items()}
        return weights | archive | {"turn": np.array(self._turn)}

    def go_back(self, moment: Arrays) -> None:
        self.player.load_state_dict(tensors_of(part(moment, "player")))
        self.archive.restore(part(moment, "archive"))
        self._turn = int(moment["turn"])

    def play(self) -> PlayedGames:
        s = self.settings
        random = np.random.default_rng([s.seed, self._turn])
        first = self._first_seed + self._turn * s.num_envs
        starts = s.starts(s.percent_at(self._turn))
        start = starts[self._turn % len(starts)]
        self._turn += 1
        worlds = max(1, s.num_envs // s.siblings)
        keep_from = FIRST_BLIND if s.archive_share else BLINDS
        with self.clock("games"):
            again = self.archive.draw(int(s.archive_share * worlds), random)
            played = play_games(
                self.player, first, worlds, start, self.cores, s.win_share, s.siblings, again, keep_from
            )
            self.archive.add(played.kept, random)
        return played

    def counted(self, rollout: PlayedGames) -> tuple[int, Sequence[Episode]]:
        whole = slice(rollout.whole)
        ends = zip(rollout.furthest[whole].tolist(), rollout.end[whole].tolist(), strict=True)
        episodes = [(float(furthest), ante_of(end), float(end == BLINDS)) for furthest, end in ends]
        return len(rollout.taken), episodes

    def _logged(self, rollout: PlayedGames, log: dict[str, float]) -> dict[str, float]:
        return super()._logged(rollout, log | gaps(rollout, self.settings.win_share))

    # -- learning --------------------------------------------------------------------------------------------

    @torch.no_grad()
    def prepared(self, rollout: PlayedGames) -> tuple[Decisions, int, float]:
        s = self.settings
        end, decisions = rollout.end.numpy(), rollout.decisions.numpy()
        results = rollout.results(s.win_share).numpy()
        values: Floats = rollout.values.numpy()
        if s.siblings > 1:
            values = values + corrections(values, decisions, rollout.blind.numpy(), results, s.siblings)
        found = advantages(values, decisions, results, s.gae_lambda)
        game = np.repeat(np.arange(len(end)), decisions)
        explained = 1 - np.var(results[game] - values) / (np.var(results[game]) + 1e-8)
        gains = torch.from_numpy((found - found.mean()) / (found.std() + 1e-8)).float()
        # Hieroglyph takes an ante back: what was seen before it may lie beyond the end
        last = torch.maximum(torch.from_numpy(end[game]), rollout.blind)
        columns = (rollout.taken, rollout.log_probabilities, gains, rollout.blind, last)
        every = Decisions(rollout.seen.to(self.device), *(column.to(self.device) for column in columns))
        return every, len(gains), float(explained)

    def judged(self, every: Decisions, index: Tensor, left: float) -> tuple[Tensor, list[Tensor]]:
        s = self.settings
        seen = every.seen.take(index)
        scores = self.net(seen)
        log_all = scores.log_probabilities()
        change = log_all[seen.first_choices() + every.taken[index]] - every.log_probabilities[index]
        policy_loss = self.policy_loss(change, every.gains[index])
        foreseen = value_loss(scores.clears, every.blind[index], every.end[index])
        entropy = -row_sum(log_all.exp() * log_all, scores.row, len(seen)).mean()
        loss = policy_loss + s.vf_coef * foreseen - s.ent_coef * left * entropy
        apart = torch.zeros_like(loss)
        if self.teacher is not None:
            with torch.no_grad():
                known = self.teacher(seen)
                wanted = known.log_probabilities()
            apart = row_sum(wanted.exp() * (wanted - log_all), scores.row, len(seen)).mean()
            prices = torch.nn.functional.smooth_l1_loss(scores.prices, known.prices, beta=0.1)
            loss = loss + s.teacher_kl * left * apart + s.vf_coef * prices
        kl = (change.exp() - 1 - change).mean()
        return loss, [policy_loss, foreseen, entropy, kl, apart]

    # -- policies --------------------------------------------------------------------------------------------

    def save_policy(self, folder: Path, train_seeds: list[str]) -> None:
        about = {
            "recipe": "native",
            "steps": self.steps,
            "values": self.teacher is not None,
            "train_seeds": train_seeds,
        }
        save_net(folder / MODEL, self.net, about)

    def load_policy(self, path: Path) -> None:
        self.net.load_state_dict(load_net(path, self.settings.device)[0].state_dict())

    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        start = self.settings.starts()[0]
        found = play_online(self.net, seeds, start.deck, str(start.stake), self.cores)
        antes = [ante_of(blinds) for blinds in found["furthest"]]
        return {
            "blinds": found["mean_blinds"],
            "ante": float(np.mean(antes)),
            "wins": found["win_rate"],
        }


def ante_of(end: int) -> float:
    return float(min(8, 1 + end // 3))


def gaps(rollout: PlayedGames, win_share: float) -> dict[str, float]:
    """By how much the value at the first decision of each ante lies above what came of it, in whole games."""
    results = rollout.results(win_share)
    count = int(rollout.decisions[: rollout.whole].sum())
    game = torch.repeat_interleave(torch.arange(rollout.whole), rollout.decisions[: rollout.whole])
    blind, above = rollout.blind[:count], rollout.values[:count] - results[game]
    found = {}
    for ante in range(1, 9):
        in_ante = torch.nonzero(blind // 3 == ante - 1).squeeze(1)
        first = in_ante[torch.diff(game[in_ante], prepend=game.new_tensor([-1])) != 0]
        if len(first):
            found[f"gap_ante_{ante}"] = float(above[first].mean())
    return found


def advantages(
    values: Floats,
    decisions: NDArray[np.int64],
    results: NDArray[np.float64],
    gae_lambda: float,
) -> NDArray[np.float64]:
    """GAE of decisions that lie game by game: each is followed by the next of its game, or by the result."""
    game, end = np.repeat(np.arange(len(results)), decisions), np.cumsum(decisions)
    following = np.append(values[1:], 0.0)
    following[end[decisions > 0] - 1] = results[decisions > 0]
    errors = np.zeros((decisions.max(initial=0), len(results)))
    place = np.arange(len(values)) - end[game], game  # counted from the ends of the games
    errors[place] = following - values
    found: NDArray[np.float64] = gae(errors, np.ones_like(errors), gae_lambda)[place]
    return found
