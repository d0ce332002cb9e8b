"""Settings of the native trainer, and its presets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from jimbot.envs.batch import HANDS, Start, one_of, whole
from jimbot.game.planner import TIERS

DEVICES = ("cpu", "cuda")
SCORED = "scored"
SWITCH = {"true": True, "false": False}


@dataclass(frozen=True)
class Settings:
    """What a training is: the same settings lead to the same run on a CPU."""

    steps: int = 5_000_000  # moves in all games together
    seed: int = 1
    deck: str = "red"  # or several, as red,blue: each game begins with one of them
    stake: str = "white"  # or several
    target_percent: int = 100  # of what blinds ask for at first; all of it from half of the training on
    hands: str = "cards"  # picked by the learner; or planner; or scored: the learner chooses among hands
    planner: str = "lite"  # its strength
    device: str = "cpu"
    compile: bool = False  # by torch.compile, which takes a minute at first

    games: int = 512  # at once
    rollout: int = 64  # moves per game and update; of scored hands: about the decisions of a game
    siblings: int = 1  # of scored hands: games in each world; two and more correct each other's values
    archive_share: float = 0.0  # of scored hands: of the games, from positions of own games, from ante 3 on
    hidden: int = 128  # width of the network
    entity: int = 32  # numbers per card, joker, ...; of scored hands: per alternative
    redraws: int = 0  # of scored hands: of the cards to come, told with each of them
    rounds: int = 0  # of scored hands: played to tell what each purchase makes of the build; 0, or 2 and more

    epochs: int = 2
    minibatches: int = 8
    learning_rate: float = 1e-3  # falls to a tenth
    discount: float = 0.997  # per move
    win_share: float = 0.5  # of the result of scored hands; the rest is for blinds passed
    trace: float = 0.9  # lambda of the advantage estimate
    clip: float = 0.2
    most_kl: float = 0.03  # an update ends early where the policy has moved further than this
    entropy: float = 0.02  # at first; falls to a tenth
    value_weight: float = 0.5
    teacher_kl: float = 0.0  # weight of the distance to the policy that a training starts from; falls
    most_norm: float = 0.5  # of a gradient

    save_every: int = 20  # updates between two checkpoints, which are evaluated
    eval_games: int = 100  # of such an evaluation, on validation seeds

    def check(self) -> Settings:
        """Itself; ValueError or TypeError that names what is wrong."""
        for name in ("steps", "games", "rollout", "hidden", "entity", "epochs", "minibatches"):
            whole(name, getattr(self, name), 1)
        for name in ("save_every", "eval_games"):
            whole(name, getattr(self, name), 1)
        for name in ("learning_rate", "discount", "trace", "clip", "most_kl", "most_norm"):
            value = getattr(self, name)
            if not (isinstance(value, int | float) and 0 < value < float("inf")):
                raise ValueError(f"{name} must be a number above 0, not {value!r}")
        for name in ("discount", "trace"):
            if getattr(self, name) > 1:
                raise ValueError(f"{name} must be at most 1, not {getattr(self, name)!r}")
        whole("redraws", self.redraws, 0)
        whole("rounds", self.rounds, 0)
        if self.rounds == 1:
            raise ValueError("rounds must be 0, or 2 and more, not 1")
        if not 0 <= self.win_share <= 1:
            raise ValueError(f"win_share must be 0 to 1, not {self.win_share!r}")
        if not 0 <= self.archive_share < 1:
            raise ValueError(f"archive_share must be 0 to below 1, not {self.archive_share!r}")
        whole("siblings", self.siblings, 1)
        if self.games % self.siblings:
            raise ValueError(f"{self.games} games cannot be parted into worlds of {self.siblings} siblings")
        if self.hands != SCORED and (self.siblings > 1 or self.archive_share):
            raise ValueError(f"siblings and archive_share need hands={SCORED}, not {self.hands}")
        if not 0 <= self.teacher_kl < float("inf"):
            raise ValueError(f"teacher_kl must be 0 or more, not {self.teacher_kl!r}")
        whole("seed", self.seed, 0, 2**32 - 1)
        whole("target_percent", self.target_percent, 1, 100)
        one_of("hands", self.hands, (*HANDS, SCORED))
        one_of("planner", self.planner, tuple(TIERS))
        one_of("device", self.device, DEVICES)
        for start in self.starts():
            start.check()
        if self.games * self.rollout < self.minibatches:
            raise ValueError(
                f"{self.games} games times {self.rollout} moves do not fill {self.minibatches} minibatches"
            )
        return self

    def at_most(self, steps: int) -> Settings:
        """The same with so many steps or fewer, in smaller updates where that is less than one."""
        if steps >= self.steps:
            return self
        rollout = min(self.rollout, steps)
        games = max(1, min(self.games, steps // rollout))
        games = max(self.siblings, games - games % self.siblings)
        minibatches = min(self.minibatches, games * rollout)
        steps -= steps % (games * rollout)
        return replace(self, steps=steps, rollout=rollout, games=games, minibatches=minibatches)

    def starts(self, percent: int = 100) -> list[Start]:
        """Every deck at every stake; evaluations play the first."""
        return [
            Start(deck=d.strip(), stake=s.strip(), target_percent=percent)
            for s in self.stake.split(",")
            for d in self.deck.split(",")
        ]

    def percent_at(self, update: int) -> int:
        """What blinds ask for in games that begin then."""
        risen = min(1.0, 2 * update / self.updates)
        return round(self.target_percent + (100 - self.target_percent) * risen)

    def score_of(self, told: dict[str, float]) -> float:
        """What chooses the best policy: blinds on validation seeds; of decisions, what they learn for."""
        share = self.win_share if self.hands == SCORED else 0.0
        return share * told["valid_wins"] + (1 - share) * told["valid_blinds"] / 24

    def batch_options(self) -> dict[str, Any]:
        """The games that are played, as ``Batch`` takes them."""
        return {"starts": self.starts(), "hands": self.hands, "planner": self.planner}

    @property
    def steps_per_update(self) -> int:
        return self.games * self.rollout

    @property
    def updates(self) -> int:
        return max(1, -(-self.steps // self.steps_per_update))


WHOLE = Settings(hands=SCORED, rollout=100, trace=0.95, entropy=0.01)  # decisions
PRESETS = {
    # about 4 minutes on 2 free cores
    "quick": replace(WHOLE, steps=2_300_000, games=128, save_every=25),
    # about an hour on 2 cores
    "laptop": replace(WHOLE, steps=25_000_000, games=256, hidden=192, entity=64, eval_games=200),
    # legs of 10 minutes on one GPU with 16 cores
    "h200": replace(
        WHOLE,
        steps=100_000_000,
        device="cuda",
        games=4096,
        hidden=256,
        minibatches=32,
        learning_rate=7e-4,
        save_every=10,
        eval_games=400,
    ),
    # the same for cards that are picked one by one
    "h200-cards": Settings(
        steps=500_000_000,
        device="cuda",
        games=16384,
        hidden=384,  # a checkpoint stays below 16 MB
        entity=64,
        learning_rate=5e-4,
        save_every=50,
        eval_games=400,
    ),
}


def settings_of(preset: str, **changes: Any) -> Settings:
    """A preset with some settings changed (those that are not None)."""
    one_of("preset", preset, tuple(PRESETS))
    return replace(PRESETS[preset], **{k: v for k, v in changes.items() if v is not None}).check()


def read_settings(told: dict[str, Any]) -> Settings:
    """Settings as a manifest keeps them."""
    known = {field.name for field in fields(Settings)}
    if set(told) != known:
        odd = ", ".join(sorted(set(told) ^ known))
        raise ValueError(f"the settings of this run are of another version of JimBot: {odd}")
    return Settings(**told).check()


def parse_changes(given: Sequence[str]) -> dict[str, Any]:
    """``epochs=3`` and the like."""
    kinds: dict[str, Any] = {name: type(value) for name, value in asdict(Settings()).items()}
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if name not in kinds or not equals:
            raise ValueError(f"{text!r} changes no setting; NAME=VALUE with one of {', '.join(kinds)}")
        try:
            found[name] = SWITCH[value.lower()] if kinds[name] is bool else kinds[name](value)
        except (ValueError, KeyError):
            raise ValueError(f"{name} must be {kinds[name].__name__}, not {value!r}") from None
    return found
