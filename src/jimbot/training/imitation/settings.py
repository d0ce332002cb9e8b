"""Settings of the recipes of imitation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal, Self

from pydantic import model_validator

from jimbot.runs.machine import cores
from jimbot.runs.settings import Count, Positive, Real, Settings, Share, setting

MEASURING = "rounds simulated to measure each purchase's effect on the build (0: omit this feature)"
REDRAWING = "random redraws used to value each play and discard"

# -- what recipes share --------------------------------------------------------------------------------------


class RecipeSettings(Settings):
    renamed: ClassVar[Mapping[str, str]] = {
        "hidden": "choice_width",
        "value_weight": "vf_coef",
        "price_weight": "price_coef",
        "most_weight": "max_weight",
        "out_dir": "out",
        "threads": "workers",
    }
    out: Path = setting(
        help="folder for best.pt, last.pt, train_metrics.json, config.json, tb_logs", also=("--out-dir",)
    )
    seed: Count = setting(0, "of everything drawn here")
    workers: Count = setting(0, "games played at once; 0: one per core", also=("--threads",))
    device: Literal["cpu", "cuda"] = "cpu"

    @property
    def cores(self) -> int:
        return self.workers or cores()


class FittingSettings(Settings):
    epochs: Positive = setting(8, "times that every decision is seen, of each fit")
    batch_size: Positive = setting(512, "decisions per step")
    learning_rate: float = setting(2e-3, "highest learning rate; it falls to 0", also=("--lr",), gt=0)
    weight_decay: Real = setting(1e-4, "of AdamW")


class NetworkSettings(Settings):
    width: Positive = setting(192, "units of a position")
    choice_width: Positive = setting(64, "units behind each choice")
    redraws: Count = setting(4, REDRAWING)


class PlayingSettings(Settings):
    deck: str = setting("red", "deck")
    stake: str = setting("white", "stake")
    valid: Positive = setting(200, "validation seeds played to see how well it does")


# -- recipes -------------------------------------------------------------------------------------------------


class BcSettings(NetworkSettings, FittingSettings, RecipeSettings):
    """Behaviour cloning: a network learns to decide as an expert did."""

    example: ClassVar[str] = "--train-jsonl runs/games --out runs/bc"
    renamed: ClassVar[Mapping[str, str]] = {**RecipeSettings.renamed, "start": "model"}
    train_jsonl: Path = setting(
        help="expert games: records (.jsonl, .jsonl.zst), a shard or a folder of shards", also=("--data",)
    )
    soft: Share = setting(0.5, "0: only the expert's choice counts; 1: only its prices do")
    rounds: Count = setting(0, MEASURING)
    model: Path | None = setting(None, "network to begin with, which has a shape", also=("--start",))

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        if self.model is not None:
            self.refuse_given(
                ("width", "choice_width", "redraws", "rounds"), "with model, whose shape counts"
            )
        return self


class PvSettings(BcSettings):
    """Policy and value: one network learns what an expert does, what it thinks of alternatives, how runs end.

    The policy is fitted to the expert's choices, the prices to what it weighed, the value (the chance to
    clear each blind that is still to come) to the results of runs.
    """

    example: ClassVar[str] = "--train-jsonl runs/games --out runs/pv"
    vf_coef: Real = setting(0.5, "of the results of runs")
    price_coef: Real = setting(0.5, "of the expert's prices")


class RlSettings(PlayingSettings, FittingSettings, RecipeSettings):
    """Fine-tuning by results: advantage-weighted regression from a cloned network, held near it.

    Each iteration plays train seeds, drawing among the choices. What was done counts the more, the
    better the run ended than the network expected; a penalty keeps the policy near the one it began
    with. A network that expects no results yet, as after cloning, learns that first.
    """

    example: ClassVar[str] = "--model runs/pv/best.pt --out runs/rl"
    model: Path = setting(help="network to begin with, such as best.pt of train_pv.py", also=("--start",))
    iterations: Positive = setting(10, "times of playing and fitting")
    games: Positive = setting(256, "games per iteration")
    first: Count = setting(500_000, "number of the first train seed")
    temperature: float = setting(0.5, "how freely choices are drawn while playing", gt=0)
    sharpness: float = setting(
        0.15, "advantage that makes a decision count e times as much", also=("--beta",), gt=0
    )
    max_weight: float = setting(20.0, "that a decision may count", gt=0)
    kl: Real = setting(0.2, "weight of the distance to the first network")
    vf_coef: Real = setting(0.5, "of the results of runs")
    epochs: Positive = setting(2, "over the games of an iteration")
    learning_rate: float = setting(1e-4, "of AdamW; it stays", also=("--lr",), gt=0)


class DistillSettings(PlayingSettings, NetworkSettings, FittingSettings, RecipeSettings):
    """Distillation: a small, fast student learns what a teacher thinks of the alternatives.

    The teacher is one network or several (their mean), of which the ``top_k`` most likely choices count;
    without one, it is the expert's own prices in the data (from ``search``, for example). Between fits
    the student plays seeds of its own, and a teacher of networks says there what it would have done.
    """

    example: ClassVar[str] = "--train-jsonl runs/games --teacher runs/bc/best.pt --out runs/student"
    train_jsonl: Path = setting(help="games whose positions are learned from", also=("--data",))
    teacher: str = setting("", "networks, separated by commas; none: the prices in the data")
    top_k: Positive = setting(5, "choices of the teacher that count")
    fits: Positive = setting(2, "with games of the student between them, if the teacher is a network")
    games: Positive = setting(256, "that the student plays between two fits")
    first: Count = setting(700_000, "number of the first train seed of those")
    epochs: Positive = setting(4, "of each fit")
    learning_rate: float = setting(3e-3, "highest learning rate; it falls to 0", also=("--lr",), gt=0)
    width: Positive = setting(64, "units of a position")
    choice_width: Positive = setting(32, "units behind each choice")
    redraws: Count = setting(0, REDRAWING)
    rounds: Count = setting(0, MEASURING)

    @model_validator(mode="after")
    def _taught(self) -> Self:
        if not self.teacher:
            self.refuse_given(("top_k", "fits", "games", "first"), "without teacher")
        return self


class DaggerSettings(PlayingSettings, NetworkSettings, FittingSettings, RecipeSettings):
    """DAgger: the network plays, the expert labels the positions it reached, and it learns from all of them.

    Each round plays new train seeds: the expert makes a share of the decisions that falls from round to
    round (``beta``), the network the others. The expert then says what it would have done everywhere.
    The network is fitted to the games of all rounds so far (choices, prices and results, as
    ``train_pv``) and plays validation seeds; ``report.json`` has every round. The same command goes on
    after an interruption.
    """

    example: ClassVar[str] = "--games 500 --rounds 3 --out runs/dagger"
    renamed: ClassVar[Mapping[str, str]] = {**RecipeSettings.renamed, "expert": "agent"}
    model: Path | None = setting(None, "network to begin with; none: cloned from the games of round 0")
    agent: str = setting("heuristic", "who labels: heuristic or search, with options", also=("--expert",))
    rounds: Count = setting(3, "rounds of playing and labelling")
    games: Positive = setting(500, "games per round")
    first: Count = setting(0, "number of the first train seed")
    beta: Share = setting(0.5, "share of decisions that the expert makes in round 1; it halves each round")
    valid: Positive = setting(300, "validation seeds played after each round")
    soft: Share = setting(0.5, "weight of the expert's prices")
    measured: Count = setting(0, MEASURING)


class ImproveSettings(PlayingSettings, FittingSettings, RecipeSettings):
    """Expert iteration: the network plays, a search measures its choices, the network learns what wins more.

    Each round plays new train seeds with the network that was kept. In a share of the decisions the likely
    choices are played on by that network in the same redrawn games; the policy is tilted towards what won
    more there, the more the surer it is. ``gain`` is what that brings by measurements which were kept from
    it. The new network plays validation seeds and is kept where it beats more blinds there;
    ``report.json`` has every round, with wins and intervals. The same command goes on after an interruption.
    """

    example: ClassVar[str] = "--out runs/improve --rounds 2 --games 100"
    model: Path | None = setting(None, "network to begin with; none: that of the package", also=("--start",))
    rounds: Count = setting(2, "rounds of playing, measuring and learning")
    games: Positive = setting(200, "games per round")
    first: Count = setting(5_000_000, "number of the first train seed")
    valid: Positive = setting(300, "validation seeds played after each round")
    hands: Share = setting(0.1, "share of the plays and discards that are measured")
    others: Share = setting(0.5, "share of the other decisions that are measured")
    worlds: Positive = setting(64, "redrawn games of a decision, at most")
    candidates: Positive = setting(4, "choices compared in them, at most")
    blinds: Positive = setting(2, "blinds played in each")
    temperature: float = setting(0.02, "win probability that makes a choice count e times as much", gt=0)
    anchor: Real = setting(0.1, "weight of decisions that were not measured, which stay as they were")
    vf_coef: Real = setting(0.5, "of the results of runs")
    price_coef: Real = setting(0.5, "of what was measured, as prices")
    epochs: Positive = setting(2, "over the games that this network played")
    learning_rate: float = setting(3e-4, "highest learning rate; it falls to 0", also=("--lr",), gt=0)

    def search(self, network: Path) -> str:
        """The search that measures the choices of a network."""
        return (
            f"search:alone=true,trust=0,worlds={self.worlds},candidates={self.candidates},"
            f"blinds={self.blinds},checkpoint={network}"
        )


PLAYED = (
    *("backend", "base_url", "games", "seeds", "seed_prefix"),
    *("deck", "stake", "max_steps_per_episode"),
)

# -- evaluation ----------------------------------------------------------------------------------------------


class EvalSettings(Settings):
    """Evaluate a network of decisions: offline against an expert's games, or online by playing.

    Offline, games that the network was fitted to do not count: of its own training file only the seeds
    that were kept from fitting do (``--allow-training-rows`` counts all). Online, ``--backend sim``
    plays validation seeds with the evaluator of ``jimbot eval``; ``--backend real`` plays behind the
    balatrobot protocol.
    """

    example: ClassVar[str] = "--online --model runs/bc/best.pt --games 100"
    renamed: ClassVar[Mapping[str, str]] = {"episodes": "games"}
    model: Path = setting(help="best.pt of a recipe, or its folder")
    offline: bool = setting(False, "compare with the decisions of a dataset")
    online: bool = setting(False, "play")
    dataset: Path | None = setting(None, "offline: records, a shard or a folder of shards")
    allow_training_rows: bool = setting(False, "offline: also count what the network was fitted to")
    backend: Literal["sim", "real"] = setting("sim", "online: who answers")
    base_url: str = setting("http://127.0.0.1:12346", "online, real: address of the game")
    games: Positive | None = setting(
        None, "online: games; default: all of --seeds, else 100", also=("--episodes",)
    )
    seeds: str = setting("", "online: a seed list or file; default: valid-GAMES")
    seed_prefix: str = setting("", "online: make seeds of this and a number")
    deck: str = setting("red", "deck")
    stake: str = setting("white", "stake")
    max_steps_per_episode: Positive = setting(3000, "online: decisions after which a game is given up")
    workers: Count = setting(0, "games played at once; 0: one per core")
    device: Literal["cpu", "cuda"] = setting("cpu", "offline: where the network is asked")
    out: Path | None = setting(None, "also write the result here, as JSON")

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.offline == self.online:
            raise ValueError("either --offline or --online is needed")
        if self.offline and self.dataset is None:
            raise ValueError("--offline needs --dataset")
        if self.offline:
            self.refuse_given(PLAYED, "offline")
        else:
            self.refuse_given(("dataset", "allow_training_rows", "device"), "online")
            others = ("base_url", "max_steps_per_episode") if self.backend == "sim" else ("workers",)
            self.refuse_given(others, f"with backend {self.backend}")
            if self.seeds:
                self.refuse_given(("seed_prefix",), "with seeds")
        return self

    @property
    def cores(self) -> int:
        return self.workers or cores()
