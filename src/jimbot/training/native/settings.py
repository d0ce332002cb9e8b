"""Settings of the native trainer, and its presets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from jimbot.envs.batch import HANDS, Start, one_of
from jimbot.game.planner import TIERS
from jimbot.runs.reading import in_file
from jimbot.runs.settings import Count, Positive, Settings, Share, read_values, setting

SCORED = "scored"
DECISIONS_OF_A_GAME = 100  # about


class NativeTraining(Settings):
    """What a training is: the same settings lead to the same run on a CPU."""

    renamed: ClassVar[Mapping[str, str]] = {
        "games": "num_envs",
        "rollout": "num_steps",
        "hidden": "width",
        "entity": "choice_width with hands=scored, else entity_width",
        "discount": "gamma",
        "trace": "gae_lambda",
        "clip": "clip_coef",
        "most_kl": "target_kl",
        "entropy": "ent_coef",
        "value_weight": "vf_coef",
        "most_norm": "max_grad_norm",
    }

    steps: Positive = setting(5_000_000, "moves or decisions in all games together")
    seed: int = setting(1, "of everything drawn", ge=0, lt=2**32)
    deck: str = setting("red", "or several, as red,blue: each game begins with one of them")
    stake: str = setting("white", "or several")
    target_percent: int = setting(
        100, "of what blinds ask for at first; all of it from half of the training on", ge=1, le=100
    )
    hands: Literal["cards", "planner", "scored"] = setting(help="who decides what, as --hands")
    device: Literal["cpu", "cuda"] = setting("cpu", "where the network learns")

    num_envs: Positive = setting(512, "games at once; with hands=scored: games of an update")
    width: Positive = setting(128, "units of a position")

    epochs: Positive = setting(2, "passes over an update, at most")
    minibatches: Positive = setting(8, "gradient steps of a pass")
    learning_rate: float = setting(1e-3, "falls to a tenth", gt=0)
    gae_lambda: float = setting(0.9, "of the advantage estimate", gt=0, le=1)
    clip_coef: float = setting(0.2, "how far a probability may move, as a share", gt=0)
    target_kl: float = setting(
        0.03, "an update ends early where the policy has moved further than this", gt=0
    )
    ent_coef: float = setting(0.02, "at first; falls to a tenth")
    vf_coef: float = setting(0.5, "weight of the value's loss")
    teacher_kl: float = setting(
        0.0, "weight of the distance to the policy that a training starts from; falls", ge=0
    )
    max_grad_norm: float = setting(0.5, "of a gradient; a longer one is cut", gt=0)

    save_every: Positive = setting(20, "updates between two checkpoints, which are evaluated")
    eval_games: Positive = setting(100, "of such an evaluation, on validation seeds")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for start in self.starts():
            start.check()
        return self

    @abstractmethod
    def at_most(self, steps: int) -> Self:
        """The same with this many steps or fewer, in smaller updates where that is less than one."""

    def starts(self, percent: int = 100) -> list[Start]:
        """Every deck at every stake; evaluations play the first."""
        return [
            Start(deck=d.strip(), stake=s.strip(), target_percent=percent)
            for s in self.stake.split(",")
            for d in self.deck.split(",")
        ]

    def percent_at(self, share: float) -> int:
        """What blinds ask for in games that begin after this share of the training."""
        risen = min(1.0, 2 * share)
        return round(self.target_percent + (100 - self.target_percent) * risen)

    def score_of(self, valid: Mapping[str, float]) -> float:
        """What chooses the best policy: blinds on validation seeds."""
        return valid["valid_blinds"] / 24


class DecisionTraining(NativeTraining):
    """The learner chooses among whole decisions."""

    hands: Literal["scored"] = setting("scored", "who decides what, as --hands")
    gae_lambda: float = setting(0.95, "of the advantage estimate", gt=0, le=1)
    ent_coef: float = setting(0.01, "at first; falls to a tenth")

    choice_width: Positive = setting(32, "units behind each choice")
    redraws: Count = setting(0, "of the cards to come, shown with each play and discard")
    rounds: Count = setting(
        0, "simulated to measure what each purchase makes of the build; 0 (not measured), or 2 and more"
    )
    win_share: Share = setting(0.5, "of the result; the rest is for blinds passed")
    siblings: Positive = setting(1, "games of an update in each world; several correct each other's values")
    archive_share: float = setting(0.0, "of the worlds, begun at positions of own games", ge=0, lt=1)

    @model_validator(mode="after")
    def _measures(self) -> Self:
        if self.rounds == 1:
            raise ValueError("rounds is 1; 0, or 2 and more is allowed")
        return self

    def at_most(self, steps: int) -> Self:
        """In smaller updates where the games of one may well have more decisions; its last game is played
        to the end."""
        if steps >= self.steps:
            return self
        games = max(1, min(self.num_envs, steps // DECISIONS_OF_A_GAME))
        return self.changed(
            steps=steps,
            num_envs=games,
            siblings=min(self.siblings, games),
            minibatches=min(self.minibatches, games),
        )

    def score_of(self, valid: Mapping[str, float]) -> float:
        """What the training is for."""
        return self.win_share * valid["valid_wins"] + (1 - self.win_share) * super().score_of(valid)


class MoveTraining(NativeTraining):
    """The learner picks cards one by one, or the hand planner plays them."""

    hands: Literal["cards", "planner"] = setting("cards", "who decides what, as --hands")
    num_steps: Positive = setting(64, "moves per game and update")
    planner: str = setting("lite", "its strength, with hands=planner")
    compile: bool = setting(False, "by torch.compile, which takes a minute at first")
    entity_width: Positive = setting(32, "numbers for each card, joker, ...")
    gamma: float = setting(0.997, "per move", gt=0, le=1)

    @model_validator(mode="after")
    def _plans(self) -> Self:
        one_of("planner", self.planner, tuple(TIERS))
        if self.hands == "cards" and self.planner != type(self).model_fields["planner"].default:
            raise ValueError("planner has no effect with hands=cards")
        if self.num_envs * self.num_steps < self.minibatches:
            raise ValueError(
                f"{self.num_envs} num_envs times {self.num_steps} num_steps do not fill"
                f" {self.minibatches} minibatches"
            )
        return self

    def at_most(self, steps: int) -> Self:
        if steps >= self.steps:
            return self
        num_steps = min(self.num_steps, steps)
        num_envs = max(1, min(self.num_envs, steps // num_steps))
        size = num_envs * num_steps
        return self.changed(
            steps=steps - steps % size,
            num_steps=num_steps,
            num_envs=num_envs,
            minibatches=min(self.minibatches, size),
        )

    def batch_options(self) -> dict[str, Any]:
        """The games that are played, as ``Batch`` takes them."""
        return {"starts": self.starts(), "hands": self.hands, "planner": self.planner}


PRESETS: dict[str, dict[str, Any]] = {
    # about 2 minutes on 2 free cores
    "quick": {"steps": 1_900_000, "num_envs": 128, "save_every": 25},
    # about an hour on 2 cores
    "laptop": {"steps": 25_000_000, "num_envs": 256, "width": 192, "choice_width": 64, "eval_games": 200},
    # legs of 10 minutes on one GPU with 16 cores
    "h200": {
        "steps": 100_000_000,
        "device": "cuda",
        "num_envs": 4096,
        "width": 256,
        "minibatches": 32,
        "learning_rate": 7e-4,
        "save_every": 10,
        "eval_games": 400,
    },
    # the same for cards that are picked one by one
    "h200-cards": {
        "hands": "cards",
        "steps": 500_000_000,
        "device": "cuda",
        "num_envs": 16384,
        "width": 384,  # a checkpoint stays below 16 MB
        "entity_width": 64,
        "learning_rate": 5e-4,
        "save_every": 50,
        "eval_games": 400,
    },
}


def settings_of(
    preset: str = "quick", changes: Sequence[str] = (), config: Path | None = None, **given: Any
) -> NativeTraining:
    """A preset, or settings in a file, with those changed that are not None, and then by ``changes`` such as
    ``epochs=3``."""
    one_of("preset", preset, tuple(PRESETS))
    base = PRESETS[preset] if config is None else _in_file(config)
    texts = dict(_parted(text) for text in changes)
    given = {name: value for name, value in given.items() if value is not None}
    kind = kind_of(texts.get("hands", given.get("hands", base.get("hands", SCORED))))
    for name in (*given, *texts):
        _refuse_without_effect(name, kind)
    fitting = {name: value for name, value in base.items() if name in kind.model_fields}
    return kind(**fitting | given | {name: kind.read(name, text) for name, text in texts.items()})


def listed() -> list[tuple[str, str, str, str]]:
    """Of every setting: its name, default with hands=scored and with the others, and what it is."""
    kinds = DecisionTraining.model_fields, MoveTraining.model_fields
    names = [*NativeTraining.model_fields, *(name for kind in kinds for name in kind)]
    rows = []
    for name in dict.fromkeys(names):
        fields = [kind.get(name) for kind in kinds]
        scored, moves = ("" if field is None else str(field.default) for field in fields)
        rows.append((name, scored, moves, next(field.description or "" for field in fields if field)))
    return rows


def _in_file(path: Path) -> dict[str, Any]:
    values = read_values(path)
    with in_file(path):
        return kind_of(values.get("hands", SCORED))(**values).to_dict()


def read_settings(kept: Mapping[str, Any]) -> NativeTraining:
    """Settings as a manifest keeps them."""
    try:
        return kind_of(kept.get("hands", SCORED))(**kept)
    except ValueError as error:
        raise ValueError(f"the settings of this run are of another version of JimBot: {error}") from None


def kind_of(hands: str) -> type[DecisionTraining] | type[MoveTraining]:
    """The settings that there are with these hands."""
    one_of("hands", hands, (*HANDS, SCORED))
    return DecisionTraining if hands == SCORED else MoveTraining


def _parted(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} changes no setting; NAME=VALUE is needed, such as epochs=3")
    return name, value


def _refuse_without_effect(name: str, kind: type[NativeTraining]) -> None:
    if name in kind.model_fields:
        return
    if name in DecisionTraining.model_fields:
        raise ValueError(f"{name} has no effect with hands=cards or planner; it needs hands=scored")
    if name in MoveTraining.model_fields:
        raise ValueError(f"{name} has no effect with hands=scored; it needs hands=cards or planner")
