"""PPO with masks in one file: a small network learns to play Balatro on one core in about a minute.

    python examples/tiny_ppo.py --seconds 60

At the end it prints the blinds beaten on seeds it was not trained on, compared with random legal play.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from jimbot.envs.batch import Batch
from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT


@dataclass(frozen=True)
class Settings:
    seconds: float = 60.0  # training time
    max_steps: int = 10**9  # ... or steps, whichever ends first
    num_envs: int = 128
    rollout: int = 32  # steps per environment and update
    epochs: int = 3
    minibatches: int = 4
    learning_rate: float = 1e-3
    discount: float = 0.997
    trace: float = 0.9  # lambda of the advantage estimate
    clip: float = 0.2
    entropy: float = 0.01
    reward_scale: float = 24.0  # one blind counts 1
    hidden: int = 128
    seed: int = 1


class Policy(nn.Module):
    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(FLAT_SIZE, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.move = nn.Linear(hidden, MOVE_COUNT)
        self.value = nn.Linear(hidden, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        x = self.body(seen)
        return Categorical(logits=self.move(x).masked_fill(~mask, -1e9)), self.value(x).squeeze(-1)


def tensors(batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(batch.flat.copy()), torch.from_numpy(batch.mask.astype(bool))


def train(s: Settings) -> Policy:
    torch.manual_seed(s.seed)
    torch.set_num_threads(1)
    policy = Policy(s.hidden)
    optimizer = torch.optim.Adam(policy.parameters(), lr=s.learning_rate, eps=1e-5)
    batch = Batch(s.num_envs, threads=1, flat=True, reward="furthest")
    batch.reset([s.seed * 1_000_000 + i for i in range(s.num_envs)])
    steps, began, beaten = 0, time.perf_counter(), []
    while time.perf_counter() - began < s.seconds and steps < s.max_steps:
        seen, masks, moves, probabilities, values, rewards, ends = ([] for _ in range(7))
        for _ in range(s.rollout):
            x, mask = tensors(batch)
            with torch.no_grad():
                choice, value = policy(x, mask)
            move = choice.sample()
            batch.step(move.numpy())
            ended = batch.terminated | batch.truncated
            beaten += batch.facts["furthest_blind"][ended].tolist()
            for kept, item in zip(
                (seen, masks, moves, probabilities, values, rewards, ends),
                (x, mask, move, choice.log_prob(move), value, batch.rewards * s.reward_scale, ended),
                strict=True,
            ):
                kept.append(torch.as_tensor(np.array(item)) if isinstance(item, np.ndarray) else item)
            steps += s.num_envs
        with torch.no_grad():
            next_value = policy(*tensors(batch))[1]
        advantages, trace = [], torch.zeros(s.num_envs)
        for t in reversed(range(s.rollout)):
            going_on = 1.0 - ends[t].float()
            error = rewards[t] + s.discount * next_value * going_on - values[t]
            trace = error + s.discount * s.trace * going_on * trace
            next_value = values[t]
            advantages.append(trace)
        advantage = torch.stack(advantages[::-1]).flatten()
        x, mask, move, chance, value = (
            torch.cat(parts) for parts in (seen, masks, moves, probabilities, values)
        )
        target = advantage + value
        for _ in range(s.epochs):
            for index in torch.randperm(len(x)).chunk(s.minibatches):
                choice, guess = policy(x[index], mask[index])
                ratio = (choice.log_prob(move[index]) - chance[index]).exp()
                gain = advantage[index]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - s.clip, 1 + s.clip)
                loss = -torch.minimum(ratio * gain, clipped * gain).mean()
                loss = loss + 0.5 * (guess - target[index]).square().mean()
                loss = loss - s.entropy * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimizer.step()
        recent = np.mean(beaten[-1000:])
        print(f"{steps:>9,} steps  {time.perf_counter() - began:5.0f} s  blinds {recent:.3f}", flush=True)
    return policy


def evaluate(policy: Policy | None, episodes: int = 512, first_seed: int = 10**12) -> np.ndarray:
    """Furthest blind beaten in the first episode of each seed; without a policy by random legal play."""
    batch = Batch(episodes, threads=1, flat=True)
    batch.reset(range(first_seed, first_seed + episodes))
    result = np.full(episodes, -1.0)
    generator = torch.Generator().manual_seed(0)
    step = 0
    while (result < 0).any():
        if policy is None:
            moves = batch.random_moves(step)
        else:
            with torch.no_grad():
                probabilities = policy(*tensors(batch))[0].probs
            moves = torch.multinomial(probabilities, 1, generator=generator).squeeze(1).numpy()
        batch.step(moves)
        ended = (batch.terminated | batch.truncated) & (result < 0)
        result[ended] = batch.facts["furthest_blind"][ended]
        step += 1
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=Settings.seconds, help="training time; default: 60")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="random seed; default: 1")
    options = parser.parse_args()
    policy = train(Settings(seconds=options.seconds, seed=options.seed))
    trained, random = evaluate(policy), evaluate(None)
    gain = trained - random
    error = 1.96 * gain.std(ddof=1) / len(gain) ** 0.5
    print(f"blinds beaten: trained {trained.mean():.3f}, random {random.mean():.3f}")
    print(f"difference {gain.mean():.3f} +- {error:.3f} (95 %, {len(gain)} seeds)")


if __name__ == "__main__":
    main()
