"""Fine-tuning by results: advantage-weighted regression from a cloned network, held near it."""

from __future__ import annotations

import time

import torch
from torch import Tensor

from jimbot.game.seeds import seed_list
from jimbot.models.decisions import BLINDS, load_net, row_sum, win_chance
from jimbot.training.imitation.fitting import Descent
from jimbot.training.imitation.losses import first_choices, value_loss
from jimbot.training.imitation.online import play_online, results_of, told_online
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import RlSettings
from jimbot.training.imitation.tables import play_tables


def expected_result(clears: Tensor, blind: Tensor, win_share: float = 0.5) -> Tensor:
    """So much for a win, the rest for the share of the 24 blinds that is passed."""
    ahead = torch.arange(BLINDS, device=clears.device) >= blind[:, None]
    chances = torch.where(ahead, clears.sigmoid(), 1.0).cumprod(1)
    passed = blind + torch.where(ahead, chances, 0.0).sum(1)
    return win_share * win_chance(clears, blind) + (1 - win_share) * passed / BLINDS


def train(settings: RlSettings) -> dict[str, object]:
    """A network that expects no results yet (as after cloning) first learns that, in one iteration: without
    it, advantages would say nothing."""
    torch.manual_seed(settings.seed)
    threads = settings.threads
    outputs = Outputs(settings.out_dir, "rl", settings)
    net, about = load_net(settings.model, settings.device)
    knows_results = about.get("values", False)
    outputs.values = True
    teacher, _ = load_net(settings.model, settings.device)
    descent = Descent(net, settings)
    draw = torch.Generator().manual_seed(settings.seed)
    valid = seed_list(f"valid-{settings.valid}")
    for iteration in range(1, settings.iterations + 1):
        began = time.perf_counter()
        seeds = seed_list(f"train-{settings.games}@{settings.first + (iteration - 1) * settings.games}")
        lessons = play_tables(
            net.eval(), seeds, settings.deck, settings.stake, threads, settings.seed + iteration,
            temperature=settings.temperature, device=settings.device,
        )  # fmt: skip
        rows = Rows(lessons, net.shape, threads, settings.device)
        outputs.manifest["train_seeds"] = [f"train-{settings.games * iteration}@{settings.first}"]
        every = torch.arange(len(rows), device=settings.device)
        done = (rows.taken >= 0).nonzero().squeeze(1)
        baseline = torch.cat(
            [
                expected_result(net(batch.seen).clears, batch.blind).detach()
                for batch in rows.batches(every, 4096)
            ]
        )
        result = 0.5 * (rows.end == BLINDS).float() + 0.5 * rows.end / BLINDS
        advantage = result - baseline
        weight = ((advantage - advantage.mean()) / settings.sharpness).exp().clamp(max=settings.most_weight)
        net.train()
        total = distance = 0.0
        for _ in range(settings.epochs):
            order = done[torch.randperm(len(done), generator=draw).to(done.device)]
            for part in torch.split(order, settings.batch_size):
                batch = rows.take(part)
                scores = net(batch.seen)
                log_p = scores.log_probabilities()
                taken = log_p[first_choices(batch) + batch.taken]
                with torch.no_grad():
                    wanted = teacher(batch.seen).log_probabilities()
                apart = row_sum(wanted.exp() * (wanted - log_p), scores.row, len(batch)).mean()
                policy = (
                    -(weight[part] * taken).mean()
                    if knows_results
                    else torch.zeros((), device=settings.device)
                )
                value = value_loss(scores.clears, batch.blind, batch.end)
                loss = policy + settings.kl * apart + settings.value_weight * value
                descent.step(loss)
                total += float(loss.detach()) * len(part)
                distance += float(apart.detach()) * len(part)
        net.eval()
        knows_results = True
        online = play_online(net, valid, settings.deck, settings.stake, threads, settings.device)
        count = settings.epochs * len(done)
        line = {
            "epoch": iteration,
            "loss": total / count,
            "kl": distance / count,
            "games": results_of(lessons),
            "online": online,
            "seconds": time.perf_counter() - began,
        }
        outputs.epoch(line, net, score=online["mean_blinds"])
        print(f"iteration {iteration}, kl {line['kl']:.3f}: {told_online(online)}", flush=True)
    outputs.write_manifest()
    return outputs.close()
