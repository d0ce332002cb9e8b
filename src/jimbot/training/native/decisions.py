"""PPO over whole decisions: the learner chooses among scored hands, purchases, packs and blinds.

Every rollout is a number of whole games, so that the result of each is known. The value of a position is the
chance to clear each blind to come; a decision is as good as what it made of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.models.decisions import (
    DecisionNet,
    Inputs,
    Shape,
    load_net,
    row_sum,
    save_net,
    widened,
)
from jimbot.models.trained_on import train_seeds_of
from jimbot.training.advantages import gae
from jimbot.training.native.games import GamePlayer, PlayedGames, ante_of
from jimbot.training.native.ppo import PPO, Judged, Steps
from jimbot.training.native.settings import DecisionTraining
from jimbot.training.native.siblings import corrections
from jimbot.training.online import play_online
from jimbot.training.results import value_loss

MODEL = "model.safetensors"
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Decisions(Steps):
    """Decisions of a rollout."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    blind: Tensor
    end: Tensor  # number of the blind at the end of the game; 24 for a win


class DecisionPPO(PPO[DecisionTraining, PlayedGames, Decisions]):
    player: GamePlayer

    def __init__(self, settings: DecisionTraining) -> None:
        s = settings
        torch.manual_seed(s.seed)
        net = DecisionNet(Shape(s.width, s.choice_width, s.redraws, s.rounds)).to(s.device)
        super().__init__(s, net, GamePlayer(s, net))

    @torch.no_grad()
    def prepared(self, rollout: PlayedGames) -> tuple[Decisions, dict[str, float]]:
        s = self.settings
        end, decisions = rollout.end.numpy(), rollout.decisions.numpy()
        results = rollout.results(s.win_share).numpy()
        values: Floats = rollout.values.numpy()
        if s.siblings > 1:
            values = values + corrections(values, decisions, rollout.blind.numpy(), results, s.siblings)
        found = advantages(values, decisions, results, s.gae_lambda)
        game = np.repeat(np.arange(len(end)), decisions)
        explained = 1 - np.var(results[game] - values) / (np.var(results[game]) + 1e-8)
        normalised = torch.from_numpy((found - found.mean()) / (found.std() + 1e-8)).float()
        # Hieroglyph takes an ante back: what was seen before it may lie beyond the end
        last = torch.maximum(torch.from_numpy(end[game]), rollout.blind)
        every = Decisions(
            log_probabilities=rollout.log_probabilities.to(self.device),
            advantages=normalised.to(self.device),
            seen=rollout.seen.to(self.device),
            taken=rollout.taken.to(self.device),
            blind=rollout.blind.to(self.device),
            end=last.to(self.device),
        )
        return every, {"explained": float(explained), **gaps(rollout, s.win_share)}

    def judged(self, every: Decisions, index: Tensor) -> Judged:
        seen = every.seen.take(index)
        scores = self.net(seen)
        log_all = scores.log_probabilities()
        found = Judged(
            log_probabilities=log_all[seen.first_choices() + every.taken[index]],
            value_loss=value_loss(scores.clears, every.blind[index], every.end[index]),
            entropy=-row_sum(log_all.exp() * log_all, scores.row, len(seen)).mean(),
        )
        if self.teacher is None:
            return found
        with torch.no_grad():
            known = self.teacher(seen)
            wanted = known.log_probabilities()
        return replace(
            found,
            teacher_kl=row_sum(wanted.exp() * (wanted - log_all), scores.row, len(seen)).mean(),
            teacher_loss=torch.nn.functional.smooth_l1_loss(scores.prices, known.prices, beta=0.1),
        )

    def save_policy(self, folder: Path, train_seeds: list[str]) -> None:
        about = {
            "recipe": "native",
            "steps": self.steps,
            "values": self.teacher is not None,
            "train_seeds": train_seeds,
        }
        save_net(folder / MODEL, self.net, about)

    def load_policy(self, path: Path) -> list[str]:
        net, _ = load_net(path)
        try:
            self.net.load_state_dict(widened(net, self.net.shape).state_dict())
        except ValueError as error:
            raise ValueError(f"{path} does not fit the network: {error}") from None
        return train_seeds_of(path)

    def evaluate(self, seeds: Sequence[str]) -> dict[str, float]:
        start = self.settings.starts()[0]
        found = play_online(self.net, seeds, start.deck, str(start.stake), self.player.threads)
        antes = [ante_of(blinds) for blinds in found["furthest"]]
        return {"blinds": found["mean_blinds"], "ante": float(np.mean(antes)), "wins": found["win_rate"]}


def gaps(rollout: PlayedGames, win_share: float) -> dict[str, float]:
    """How far the value at the first decision of each ante lies above the result, in whole games."""
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
