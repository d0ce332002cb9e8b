"""Fine-tuning by results: advantage-weighted regression from a cloned network, held near it."""

from __future__ import annotations

import time

import torch
from torch import Tensor

from jimbot.game.seeds import seed_list
from jimbot.models.decisions import BLINDS, Scores, load_net, row_sum
from jimbot.training.imitation.fitting import Descent, Losses
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.rows import RowBatch, Rows
from jimbot.training.imitation.settings import RlSettings
from jimbot.training.online import online_text, play_online, play_tables, results_of
from jimbot.training.results import expected_result, value_loss


def train(settings: RlSettings) -> dict[str, object]:
    """A network that expects no results yet (as after cloning) first learns that, in one iteration: without
    it, advantages would say nothing."""
    s, threads = settings, settings.cores
    torch.manual_seed(s.seed)
    outputs = Outputs(s.out, "rl", s, values=True)
    outputs.inherit(s.model)
    net, about = load_net(s.model, s.device)
    knows_results = about.get("values", False)
    teacher, _ = load_net(s.model, s.device)
    descent = Descent(net, s)
    draw = torch.Generator().manual_seed(s.seed)
    valid = seed_list(f"valid-{s.valid}")
    for iteration in range(1, s.iterations + 1):
        began = time.perf_counter()
        seeds = seed_list(f"train-{s.games}@{s.first + (iteration - 1) * s.games}")
        outputs.train_on(f"train-{s.games * iteration}@{s.first}")
        lessons = play_tables(
            net, seeds, s.deck, s.stake, threads, s.seed + iteration, temperature=s.temperature
        )
        rows = Rows(lessons, net.shape, threads, s.device)
        every = torch.arange(len(rows), device=s.device)
        done = (rows.taken >= 0).nonzero().squeeze(1)
        with torch.no_grad():
            expected = [
                expected_result(net(batch.seen).clears, batch.blind) for batch in rows.batches(every, 4096)
            ]
        result = 0.5 * (rows.end == BLINDS).float() + 0.5 * rows.end / BLINDS
        advantage = result - torch.cat(expected)
        weight = ((advantage - advantage.mean()) / s.sharpness).exp().clamp(max=s.max_weight)

        def loss_of(
            scores: Scores, batch: RowBatch, weight: Tensor = weight, knows: bool = knows_results
        ) -> tuple[Tensor, Losses]:
            log_p = scores.log_probabilities()
            with torch.no_grad():
                wanted = teacher(batch.seen).log_probabilities()
            apart = row_sum(wanted.exp() * (wanted - log_p), scores.row, len(batch)).mean()
            loss = s.kl * apart + s.vf_coef * value_loss(scores.clears, batch.blind, batch.end)
            if knows:
                taken = log_p[batch.seen.first_choices() + batch.taken]
                loss = loss - (weight[batch.rows] * taken).mean()
            return loss, {"loss": loss, "kl": apart}

        passes = [descent.epoch(rows.batches(done, s.batch_size, draw), loss_of) for _ in range(s.epochs)]
        knows_results = True
        online = play_online(net, valid, s.deck, s.stake, threads)
        line = {
            "epoch": iteration,
            **{name: sum(means[name] for means in passes) / s.epochs for name in passes[0]},
            "games": results_of(lessons),
            "online": online,
            "seconds": time.perf_counter() - began,
        }
        outputs.epoch(line, net, score=online["mean_blinds"])
        print(f"iteration {iteration}, kl {line['kl']:.3f}: {online_text(online)}", flush=True)
    return outputs.conclude()
