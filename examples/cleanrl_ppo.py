"""PPO with masks in one file, with the names of CleanRL's ppo.py.

    python examples/cleanrl_ppo.py --total-timesteps 1000000

Every observation comes with the mask of its legal actions, and the policy never gives others any probability.
The native vector environment resets in the same step (``AutoresetMode.SAME_STEP``): each step is a move of a
game, and none is the ignored action of a reset. At the end games on other seeds are played, by the policy and
at random.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields

import gymnasium as gym
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.categorical import Categorical

import jimbot  # noqa: F401  # Gymnasium knows jimbot/BalatroFlat-v1 by this import


@dataclass
class Args:
    seed: int = 1
    env_id: str = "jimbot/BalatroFlat-v1"
    hands: str = "cards"  # "planner": the hand planner plays the cards
    total_timesteps: int = 1_000_000
    learning_rate: float = 1e-3
    num_envs: int = 128
    num_steps: int = 32
    anneal_lr: bool = True
    gamma: float = 0.997
    gae_lambda: float = 0.9
    num_minibatches: int = 4
    update_epochs: int = 3
    norm_adv: bool = True
    clip_coef: float = 0.2
    clip_vloss: bool = True
    ent_coef: float = 0.01
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5
    target_kl: float = 0.03
    reward_scale: float = 24.0  # a blind counts 1
    eval_episodes: int = 256
    tensorboard: str = ""  # folder of the log; none by default

    @property
    def batch_size(self) -> int:
        return self.num_envs * self.num_steps


def make_env(args: Args, num_envs: int) -> gym.vector.VectorEnv:
    return gym.make_vec(args.env_id, num_envs=num_envs, hands=args.hands)


def layer_init(layer: nn.Linear, std: float = 2**0.5, bias_const: float = 0.0) -> nn.Linear:
    nn.init.orthogonal_(layer.weight, std)
    nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self, envs: gym.vector.VectorEnv) -> None:
        super().__init__()
        inputs = int(np.prod(envs.single_observation_space.shape))
        self.network = nn.Sequential(
            layer_init(nn.Linear(inputs, 128)), nn.ReLU(), layer_init(nn.Linear(128, 128)), nn.ReLU()
        )
        self.actor = layer_init(nn.Linear(128, int(envs.single_action_space.n)), std=0.01)
        self.critic = layer_init(nn.Linear(128, 1), std=1.0)

    def get_value(self, x: torch.Tensor) -> torch.Tensor:
        return self.critic(self.network(x))

    def get_action_and_value(
        self, x: torch.Tensor, action_mask: torch.Tensor, action: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        hidden = self.network(x)
        probs = Categorical(logits=self.actor(hidden).masked_fill(~action_mask, -1e9))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(hidden)


def train(args: Args) -> Agent:
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    envs = make_env(args, args.num_envs)
    agent = Agent(envs).to(device)
    optimizer = optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)
    writer = None
    if args.tensorboard:
        from torch.utils.tensorboard import SummaryWriter

        writer = SummaryWriter(args.tensorboard)

    shape = (args.num_steps, args.num_envs)
    obs = torch.zeros(shape + envs.single_observation_space.shape, device=device)
    action_masks = torch.zeros((*shape, int(envs.single_action_space.n)), dtype=torch.bool, device=device)
    actions = torch.zeros(shape, dtype=torch.long, device=device)
    logprobs, rewards, dones, values = (torch.zeros(shape, device=device) for _ in range(4))

    def seen(observation: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        mask = envs.unwrapped.action_masks()
        return torch.as_tensor(observation, device=device), torch.as_tensor(mask, device=device)

    start_time, global_step, returns_seen = time.time(), 0, []
    next_obs, next_mask = seen(envs.reset(seed=args.seed * 1_000_000)[0])
    next_done = torch.zeros(args.num_envs, device=device)
    num_iterations = max(1, args.total_timesteps // args.batch_size)
    for iteration in range(1, num_iterations + 1):
        if args.anneal_lr:
            optimizer.param_groups[0]["lr"] = (1 - (iteration - 1) / num_iterations) * args.learning_rate
        for step in range(args.num_steps):
            global_step += args.num_envs
            obs[step], action_masks[step], dones[step] = next_obs, next_mask, next_done
            with torch.no_grad():
                action, logprob, _, value = agent.get_action_and_value(next_obs, next_mask)
            values[step], actions[step], logprobs[step] = value.flatten(), action, logprob
            observation, reward, terminations, truncations, infos = envs.step(action.cpu().numpy())
            ended = terminations | truncations
            rewards[step] = torch.as_tensor(reward * args.reward_scale, device=device)
            next_obs, next_mask = seen(observation)
            next_done = torch.as_tensor(ended, dtype=torch.float32, device=device)
            returns_seen += infos["furthest_blind"][ended].tolist()

        with torch.no_grad():
            next_value = agent.get_value(next_obs).reshape(1, -1)
            advantages = torch.zeros_like(rewards)
            lastgaelam = torch.zeros(args.num_envs, device=device)
            for t in reversed(range(args.num_steps)):
                last = t == args.num_steps - 1
                nextnonterminal = 1.0 - (next_done if last else dones[t + 1])
                nextvalues = next_value if last else values[t + 1]
                delta = rewards[t] + args.gamma * nextvalues * nextnonterminal - values[t]
                lastgaelam = delta + args.gamma * args.gae_lambda * nextnonterminal * lastgaelam
                advantages[t] = lastgaelam
            returns = advantages + values

        b_obs, b_masks = obs.flatten(0, 1), action_masks.flatten(0, 1)
        b_actions, b_logprobs = actions.flatten(), logprobs.flatten()
        b_advantages, b_returns, b_values = advantages.flatten(), returns.flatten(), values.flatten()
        for _ in range(args.update_epochs):
            approx_kl = 0.0
            for mb_inds in torch.randperm(args.batch_size, device=device).chunk(args.num_minibatches):
                _, newlogprob, entropy, newvalue = agent.get_action_and_value(
                    b_obs[mb_inds], b_masks[mb_inds], b_actions[mb_inds]
                )
                logratio = newlogprob - b_logprobs[mb_inds]
                ratio = logratio.exp()
                approx_kl = ((ratio - 1) - logratio).mean().item()
                mb_advantages = b_advantages[mb_inds]
                if args.norm_adv:
                    mb_advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + 1e-8)
                clipped = torch.clamp(ratio, 1 - args.clip_coef, 1 + args.clip_coef)
                pg_loss = torch.max(-mb_advantages * ratio, -mb_advantages * clipped).mean()
                newvalue = newvalue.flatten()
                v_loss = (newvalue - b_returns[mb_inds]) ** 2
                if args.clip_vloss:
                    change = torch.clamp(newvalue - b_values[mb_inds], -args.clip_coef, args.clip_coef)
                    v_loss = torch.max(v_loss, (b_values[mb_inds] + change - b_returns[mb_inds]) ** 2)
                loss = pg_loss - args.ent_coef * entropy.mean() + args.vf_coef * 0.5 * v_loss.mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()
            if approx_kl > args.target_kl:
                break

        blinds = float(np.mean(returns_seen[-1000:])) if returns_seen else 0.0
        sps = int(global_step / (time.time() - start_time))
        print(f"global_step={global_step} blinds={blinds:.3f} SPS={sps}", flush=True)
        if writer is not None:
            writer.add_scalar("charts/blinds", blinds, global_step)
            writer.add_scalar("losses/approx_kl", approx_kl, global_step)
            writer.add_scalar("losses/value_loss", v_loss.mean().item(), global_step)
    envs.close()
    return agent


def evaluate(args: Args, agent: Agent | None, first_seed: int = 10**12) -> np.ndarray:
    """Furthest blind beaten in the first episode of each seed: by the agent, or at random."""
    envs = make_env(args, args.eval_episodes)
    observation, _ = envs.reset(seed=first_seed)
    envs.action_space.seed(args.seed)
    blinds = np.full(args.eval_episodes, -1.0)
    while (blinds < 0).any():
        if agent is None:
            action = envs.action_space.sample()
        else:
            with torch.no_grad():
                mask = torch.as_tensor(envs.unwrapped.action_masks())
                action = agent.get_action_and_value(torch.as_tensor(observation), mask)[0].numpy()
        observation, _, terminations, truncations, infos = envs.step(action)
        first = (terminations | truncations) & (blinds < 0)
        blinds[first] = infos["furthest_blind"][first]
    envs.close()
    return blinds


def parse_args() -> Args:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for field in fields(Args):
        kind = argparse.BooleanOptionalAction if isinstance(field.default, bool) else None
        how = {"action": kind} if kind else {"type": type(field.default)}
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            default=field.default,
            help=f"default: {field.default}",
            **how,
        )
    return Args(**vars(parser.parse_args()))


if __name__ == "__main__":
    args = parse_args()
    agent = train(args).cpu()
    trained, at_random = evaluate(args, agent), evaluate(args, None)
    print(
        f"blinds beaten on {len(trained)} other seeds: {trained.mean():.3f}, at random {at_random.mean():.3f}"
    )
