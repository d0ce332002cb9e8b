"""What is recorded: every measure with its tags and values. Pages, dashboards and tests go by this table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    about: str
    tags: tuple[str, ...]
    values: dict[str, str]  # numbers, and what they are
    texts: tuple[str, ...] = ()


MEASURES = {
    "decision": Measurement(
        "an agent has decided; several decisions within a moment are one point",
        ("agent", "phase"),
        {
            "count": "decisions",
            "seconds": "time that they took together",
            "most": "time that the longest took",
            "slow": "decisions that took longer than 0.5 s",
        },
    ),
    "advice": Measurement(
        "an agent was asked for suggestions",
        ("agent", "phase"),
        {
            "seconds": "time that they took",
            "options": "decisions that were weighed",
            "confidence": "probability of the first one",
        },
        ("chosen", "weighed"),
    ),
    "round": Measurement(
        "a blind was beaten",
        ("agent", "blind"),
        {
            "ante": "ante",
            "score": "chips scored",
            "target": "chips required",
            "hands_left": "hands left",
            "money": "money",
        },
    ),
    "game": Measurement(
        "a run is over",
        ("agent", "deck", "stake", "death"),
        {
            "won": "1 if it was won",
            "failed": "1 if the agent failed",
            "ante": "furthest ante",
            "blinds": "blinds beaten",
            "money": "money at the end",
            "decisions": "decisions made",
            "seconds": "time that it took",
        },
        ("seed", "jokers"),
    ),
    "training": Measurement(
        "a learner was updated",
        ("trainer",),
        {
            "steps": "steps made so far",
            "steps_per_second": "steps a second",
            "blinds": "blinds beaten in training games",
            "wins": "share of training games won",
            "reward": "mean reward of a training game",
            "policy_loss": "loss of the policy",
            "value_loss": "loss of the value",
            "entropy": "entropy of the policy: how much is still explored",
            "kl": "distance that the policy has moved",
            "valid_blinds": "blinds beaten on validation seeds",
            "valid_wins": "share of validation seeds won",
        },
    ),
    "call": Measurement(
        "the server has answered a call of the protocol",
        ("method",),
        {"seconds": "time that it took", "failed": "1 if it was refused"},
    ),
    "advisor": Measurement(
        "the adviser was asked",
        ("provider", "outcome"),
        {
            "seconds": "time that it took",
            "tokens_in": "tokens of the prompt",
            "tokens_out": "tokens of the answer",
            "dollars": "cost",
            "lead": "lead of the best decision, in chance to win",
        },
        ("chosen",),
    ),
    "graph": Measurement(
        "the knowledge graph was asked",
        ("question", "engine"),
        {
            "seconds": "time that it took",
            "rows": "rows of the answer",
            "failed": "1 if it was refused",
        },
    ),
    "health": Measurement(
        "how a process is, every five seconds",
        (),
        {
            "cpu_seconds": "processor time used",
            "memory_bytes": "memory of the process",
            "machine_memory_share": "share of the machine's memory in use",
            "gpu_memory_bytes": "GPU memory held",
            "gpu_share": "share of the time that the GPU works",
            "dropped": "points dropped",
        },
    ),
}
