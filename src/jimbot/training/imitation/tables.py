"""Games of a network of decisions, many at once: one look, one forward pass, one choice in each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from jimbot import _core
from jimbot.game import deck_index, stake_index
from jimbot.models.decisions import DecisionNet, Inputs
from jimbot.training.data.lessons import NO_CHALLENGE, Expert, Lesson, lucks
from jimbot.training.data.settings import MOST_STEPS


@torch.inference_mode()
def play_tables(
    net: DecisionNet,
    seeds: Sequence[str],
    deck: str = "red",
    stake: str = "white",
    threads: int = 1,
    agent_seed: int = 0,
    expert: Expert | None = None,
    beta: float = 0.0,
    temperature: float = 0.0,
    device: str = "cpu",
) -> list[Lesson]:
    """The games of these seeds. The expert makes a share ``beta`` of the decisions; ``temperature`` draws
    among the choices in place of taking the most likely one."""
    tables = _core.Tables(
        list(seeds), lucks(seeds, agent_seed), deck_index(deck), stake_index(stake), NO_CHALLENGE,
        net.shape.redraws, net.shape.rounds, threads, MOST_STEPS,
    )  # fmt: skip
    luck = np.random.default_rng(agent_seed)
    draw = torch.Generator(device).manual_seed(agent_seed)
    while len((seen := tables.look())["game"]):
        scores = net(Inputs.of(seen, device))
        if temperature > 0:
            noise = torch.rand(len(scores.logits), generator=draw, device=device).clamp(1e-9, 1 - 1e-7)
            scores.logits = scores.logits / temperature - torch.log(-torch.log(noise))
        chosen = scores.best().cpu().numpy().astype(np.int32)
        if beta > 0:
            chosen[luck.random(len(chosen)) < beta] = -1
        tables.act(chosen, expert.core if expert is not None else None)
    return tables.lessons()
