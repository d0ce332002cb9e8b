"""Fitting the judge to played games."""

from __future__ import annotations

import itertools

import numpy as np
import torch
from torch import nn

from jimbot import _core
from jimbot.judge.games import BLINDS, Examples


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        features, first, second, blinds = _core.judge_shape()
        self.layers = nn.Sequential(
            nn.Linear(features, first),
            nn.ReLU(),
            nn.Linear(first, second),
            nn.ReLU(),
            nn.Linear(second, blinds),
        )
        nn.init.constant_(self.layers[-1].bias, 2.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)

    def weights(self) -> np.ndarray:
        """As the core reads them."""
        parts = []
        for layer in self.layers:
            if isinstance(layer, nn.Linear):
                parts += [layer.weight.detach().cpu().T.contiguous().flatten(), layer.bias.detach().cpu()]
        return torch.cat(parts).numpy().astype(np.float32)

    def load_weights(self, weights: np.ndarray) -> None:
        at = 0
        with torch.no_grad():
            for layer in self.layers:
                if isinstance(layer, nn.Linear):
                    n = layer.weight.numel()
                    shape = layer.weight.T.shape
                    layer.weight.copy_(torch.from_numpy(weights[at : at + n].reshape(shape)).T)
                    at += n
                    layer.bias.copy_(torch.from_numpy(weights[at : at + layer.bias.numel()]))
                    at += layer.bias.numel()


def loss_of(logits: torch.Tensor, blind: torch.Tensor, end: torch.Tensor) -> torch.Tensor:
    """Each blind from the next one to the one that was lost is one trial."""
    number = torch.arange(BLINDS, device=logits.device)
    faced = (number >= blind[:, None]) & (number <= end[:, None])
    cleared = (number < end[:, None]).to(logits.dtype)
    losses = nn.functional.binary_cross_entropy_with_logits(logits, cleared, reduction="none")
    return (losses * faced).sum(1)


def win_chance(logits: torch.Tensor, blind: torch.Tensor) -> torch.Tensor:
    number = torch.arange(BLINDS, device=logits.device)
    return (nn.functional.logsigmoid(logits) * (number >= blind[:, None])).sum(1).exp()


def fit(
    examples: Examples,
    start: np.ndarray | None = None,
    epochs: int = 8,
    batch: int = 2048,
    rate: float = 2e-3,
    decay: float = 1e-4,
    device: str = "cpu",
    say=print,
) -> np.ndarray:
    network = Network().to(device)
    if start is not None:
        network.load_weights(start)
    held = torch.from_numpy(examples.game % 20 == 0).to(device)
    x = torch.from_numpy(examples.features).to(device)
    blind = torch.from_numpy(examples.blind.astype(np.int64)).to(device)
    end = torch.from_numpy(examples.end.astype(np.int64)).to(device)
    train, test = torch.where(~held)[0], torch.where(held)[0]
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    steps = epochs * (len(train) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, max(steps, 2), pct_start=0.1)
    mean = {n: p.detach().clone() for n, p in network.named_parameters()}
    done = 0
    for epoch in range(epochs):
        network.train()
        order = train[torch.randperm(len(train), device=device)]
        total = 0.0
        for i in range(len(train) // batch):
            at = order[i * batch : (i + 1) * batch]
            loss = loss_of(network(x[at].float()), blind[at], end[at]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            done += 1
            keep = min(0.999, done / (done + 50))
            with torch.no_grad():
                for n, p in network.named_parameters():
                    mean[n].lerp_(p, 1 - keep)
            total += loss.item() if i % 20 == 0 else 0
        if epoch % 2 == 1 or epoch == epochs - 1:
            say(f"epoch {epoch + 1}: {evaluate(network, x, blind, end, test)}")
    network.load_state_dict(mean)
    say(f"averaged: {evaluate(network, x, blind, end, test)}")
    return network.weights()


@torch.no_grad()
def evaluate(network, x, blind, end, test) -> str:
    network.eval()
    losses, predicted = [], []
    for at in test.split(16384):
        logits = network(x[at].float())
        losses.append(loss_of(logits, blind[at], end[at]))
        predicted.append(win_chance(logits, blind[at]))
    p = torch.cat(predicted).cpu().numpy()
    won = (end[test] == BLINDS).cpu().numpy()
    bins = []
    for low, high in itertools.pairwise((0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)):
        inside = (p >= low) & (p < high)
        if inside.sum() > 30:
            bins.append(f"{p[inside].mean():.3f}:{won[inside].mean():.3f}")
    return f"loss {torch.cat(losses).mean():.4f} calibration {' '.join(bins)}"
