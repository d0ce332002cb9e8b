"""Whole games that PPO over decisions learns from: choices are drawn by their chances.

One process makes little of several cores, since Python holds up so small a network; so each core has a
process of its own. How many there are changes no result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import Tensor

from jimbot import _core
from jimbot.data.lessons import NO_CHALLENGE, lucks, played
from jimbot.data.settings import MOST_STEPS
from jimbot.models.decisions import DecisionNet, Inputs, save_net
from jimbot.runs import Team
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes
from jimbot.seeds import seed_list
from jimbot.training.imitation.rl import expected_result
from jimbot.training.native.clock import Clock

SEEN = tuple(field.name for field in fields(Inputs))


@dataclass(frozen=True)
class Order:
    """Games to play: so many train seeds from this number on."""

    first: int
    games: int
    deck: int
    stake: int
    target_percent: int


@dataclass(frozen=True)
class Games:
    """Decisions look by look, a look being the next one of every game that goes on; and how games ended."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    chances: Tensor  # logarithms
    blind: Tensor
    values: Tensor
    game: Tensor  # that the decision is of
    looks: Tensor  # decisions of each look
    furthest: Tensor  # blind beaten, of each game
    end: Tensor  # number of the blind at the end, of each game; 24 for a win

    @staticmethod
    def joined(parts: Sequence[Games]) -> Games:
        """The games of all parts, one after the other."""
        shifts = np.cumsum([0, *(len(part.end) for part in parts)]).tolist()
        found = {name: torch.cat([getattr(part, name) for part in parts]) for name in COLUMNS}
        found["game"] = torch.cat([part.game + shift for part, shift in zip(parts, shifts, strict=False)])
        return Games(Inputs.joined([part.seen for part in parts]), **found)

    def to_bytes(self) -> bytes:
        arrays = {name: getattr(self, name).numpy() for name in COLUMNS}
        return safetensors_bytes(arrays | {name: getattr(self.seen, name).numpy() for name in SEEN}, {})

    @staticmethod
    def read(path: Path) -> Games:
        arrays = {name: torch.from_numpy(array.copy()) for name, array in read_safetensors(path)[0].items()}
        seen = Inputs(**{name: arrays[name] for name in SEEN})
        return Games(seen, **{name: arrays[name] for name in COLUMNS})


COLUMNS = tuple(field.name for field in fields(Games) if field.name != "seen")


@torch.no_grad()
def play_games(net: DecisionNet, order: Order, clock: Clock) -> Games:
    seeds = seed_list(f"train-{order.games}@{order.first}")
    tables = _core.Tables(
        seeds, lucks(seeds, order.first), order.deck, order.stake, NO_CHALLENGE,
        net.shape.redraws, net.shape.rounds, 1, MOST_STEPS, order.target_percent,
    )  # fmt: skip
    draw = torch.Generator().manual_seed(order.first)
    parts: list[Inputs] = []
    found: list[tuple[Tensor, ...]] = []
    while True:
        with clock("games"):
            arrays = tables.look()
        if not len(arrays["game"]):
            break
        with clock("inference"):
            seen = Inputs.of(arrays)
            scores = net(seen)
            chances = scores.log_probabilities()
            noise = torch.empty_like(chances).exponential_(generator=draw)
            scores.logits = chances - noise.log()
            chosen = scores.best()
            blind = seen.blinds()
            values = expected_result(scores.clears, blind)
            game = torch.from_numpy(arrays["game"].astype(np.int64))
            found.append((chosen, chances[seen.first_choices() + chosen], blind, values, game))
            parts.append(seen)
            here = chosen.numpy().astype(np.int32)
        with clock("games"):
            tables.act(here, None)
    taken, chances, blind, values, game = (torch.cat(column) for column in zip(*found, strict=True))
    ends = [played(lesson) for lesson in tables.lessons()]
    return Games(
        Inputs.joined(parts), taken, chances, blind, values, game,
        looks=torch.tensor([len(part) for part in parts]),
        furthest=torch.tensor([each.furthest for each in ends]),
        end=torch.tensor([each.end for each in ends]),
    )  # fmt: skip


class Players:
    """Plays orders, one process for each core; a single one plays here. Files pass between them."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._team: Team | None = None

    def play(self, net: DecisionNet, orders: Sequence[Order], clock: Clock) -> Games:
        """``clock`` is told of the first order."""
        if self._cores == 1:
            clocks = [clock, *(Clock() for _ in orders[1:])]
            return Games.joined([play_games(net, *each) for each in zip(orders, clocks, strict=True)])
        if self._team is None:
            self._team = Team("jimbot.training.native.game_worker", {}, self._cores)
        with TemporaryDirectory(prefix="jimbot-") as folder:
            weights = Path(folder, "weights.safetensors")
            save_net(weights, net, {})
            answers = [
                self._team.put({"order": asdict(order), "weights": str(weights), "out": f"{folder}/{i}"})
                for i, order in enumerate(orders)
            ]
            told = [answer.result() for answer in answers]
            for name, seconds in told[0].items():
                clock.seconds[name] += seconds
            return Games.joined([Games.read(Path(folder, str(i))) for i in range(len(orders))])

    def close(self) -> None:
        if self._team is not None:
            self._team.close()
            self._team = None
