"""What the recipes of imitation are told: options, their defaults and their help.

Nothing here loads a library: help is told before anything is learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from jimbot.runs.arguments import option
from jimbot.runs.machine import cores

# -- what recipes share --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Training:
    out_dir: Path = option(help="folder for best.pt, last.pt, train_metrics.json, config.json, tb_logs")
    seed: int = option(0, "of everything drawn here")
    workers: int = option(0, "threads; 0: all cores")
    device: str = option("cpu", "cpu or cuda")

    @property
    def threads(self) -> int:
        return self.workers or cores()


@dataclass(frozen=True, kw_only=True)
class Fitting:
    epochs: int = option(8, "times that every decision is seen, of each fit")
    batch_size: int = option(512, "decisions per step")
    learning_rate: float = option(2e-3, "highest learning rate; it falls to 0", also=("--lr",))
    weight_decay: float = option(1e-4, "of AdamW")


@dataclass(frozen=True, kw_only=True)
class Network:
    width: int = option(192, "units of a position")
    hidden: int = option(64, "units behind each choice")
    redraws: int = option(4, "of the cards to come, told with each play and discard")


@dataclass(frozen=True, kw_only=True)
class Playing:
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    valid: int = option(200, "validation seeds played to see how well it does")


# -- recipes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BcSettings(Network, Fitting, Training):
    """Behaviour cloning: a network learns to decide as an expert did."""

    example: ClassVar[str] = "--train-jsonl runs/games --out-dir runs/bc"
    train_jsonl: Path = option(
        help="expert games: records (.jsonl, .jsonl.zst), a shard or a folder of shards", also=("--data",)
    )
    soft: float = option(0.5, "0: only the expert's choice counts; 1: only its prices do")
    rounds: int = option(0, "played to tell what each purchase makes of the build; 0: not told")
    start: Path | None = option(None, "network to begin with; its shape counts then")


@dataclass(frozen=True, kw_only=True)
class PvSettings(BcSettings):
    """Policy and value: one network learns what an expert does, what it thinks of alternatives, how runs end.

    The policy is fitted to the expert's choices, the prices to what it weighed, the value (the chance to
    clear each blind that is still to come) to what became of the run.
    """

    example: ClassVar[str] = "--train-jsonl runs/games --out-dir runs/pv"
    value_weight: float = option(0.5, "of the results of runs")
    price_weight: float = option(0.5, "of the expert's prices")


@dataclass(frozen=True, kw_only=True)
class RlSettings(Playing, Fitting, Training):
    """Fine-tuning by results: advantage-weighted regression from a cloned network, held near it.

    Each iteration plays train seeds, drawing among the choices. What was done counts the more, the
    better the run ended than the network expected; a penalty keeps the policy near the one it began
    with. A network that expects no results yet, as after cloning, learns that first.
    """

    example: ClassVar[str] = "--model runs/pv/best.pt --out-dir runs/rl"
    model: Path = option(help="network to begin with, such as best.pt of train_pv.py", also=("--start",))
    iterations: int = option(10, "times of playing and fitting")
    games: int = option(256, "games per iteration")
    first: int = option(500_000, "number of the first train seed")
    temperature: float = option(0.5, "how freely choices are drawn while playing")
    sharpness: float = option(0.15, "advantage that makes a decision count e times as much", also=("--beta",))
    most_weight: float = option(20.0, "that a decision may count")
    kl: float = option(0.2, "weight of the distance to the first network")
    value_weight: float = option(0.5, "of the results of runs")
    epochs: int = option(2, "over the games of an iteration")
    learning_rate: float = option(1e-4, "of AdamW; it stays", also=("--lr",))


@dataclass(frozen=True, kw_only=True)
class DistillSettings(Playing, Network, Fitting, Training):
    """Distillation: a small, fast student learns what a teacher thinks of the alternatives.

    The teacher is one network or several (their mean), of which the ``top_k`` most likely choices count;
    without one, it is the expert's own prices in the data (from ``search``, for example). Between fits
    the student plays seeds of its own, and a teacher of networks says there what it would have done.
    """

    example: ClassVar[str] = "--train-jsonl runs/games --teacher runs/bc/best.pt --out-dir runs/student"
    train_jsonl: Path = option(help="games whose positions are learned from", also=("--data",))
    teacher: str = option("", "networks, separated by commas; none: the prices in the data")
    top_k: int = option(5, "choices of the teacher that count")
    fits: int = option(2, "with games of the student between them, if the teacher is a network")
    games: int = option(256, "that the student plays between two fits")
    first: int = option(700_000, "number of the first train seed of those")
    epochs: int = option(4, "of each fit")
    learning_rate: float = option(3e-3, "highest learning rate; it falls to 0", also=("--lr",))
    width: int = option(64, "units of a position")
    hidden: int = option(32, "units behind each choice")
    redraws: int = option(0, "of the cards to come, told with each play and discard")
    rounds: int = option(0, "played to tell what each purchase makes of the build; 0: not told")


@dataclass(frozen=True, kw_only=True)
class DaggerSettings(Playing, Network, Fitting, Training):
    """DAgger: the network plays, the expert labels where it came to, and all of it is learned from.

    Each round plays new train seeds: the expert makes a share of the decisions that falls from round to
    round (``beta``), the network the others. The expert then says what it would have done everywhere.
    The network is fitted to the games of all rounds so far (choices, prices and results, as
    ``train_pv``) and plays validation seeds; ``report.json`` tells every round. The same command goes on
    after an interruption.
    """

    example: ClassVar[str] = "--games 500 --rounds 3 --out-dir runs/dagger"
    model: Path | None = option(None, "network to begin with; none: cloned from the games of round 0")
    expert: str = option("heuristic", "who labels: heuristic or search, with options", also=("--agent",))
    rounds: int = option(3, "rounds of playing and labelling")
    games: int = option(500, "games per round")
    first: int = option(0, "number of the first train seed")
    beta: float = option(0.5, "share of decisions that the expert makes in round 1; it halves each round")
    valid: int = option(300, "validation seeds played after each round")
    soft: float = option(0.5, "weight of the expert's prices")
    measured: int = option(0, "rounds played to tell what a purchase makes of the build; 0: not told")


@dataclass(frozen=True, kw_only=True)
class ImproveSettings(Playing, Fitting, Training):
    """Expert iteration: the network plays, search says what would have been better, the network learns it.

    Each round plays new train seeds with the network that was kept. The search labels every position (its
    choice and its prices of the alternatives), the network goes on learning from the games of all rounds,
    and plays validation seeds; it is kept where it beats more blinds there. ``report.json`` tells every
    round, with wins and intervals. The same command goes on after an interruption.
    """

    example: ClassVar[str] = "--out-dir runs/improve --rounds 2 --games 100"
    model: Path | None = option(None, "network to begin with; none: that of the package", also=("--start",))
    expert: str = option("search", "who says what would have been better: search or heuristic, with options")
    rounds: int = option(2, "rounds of playing, labelling and learning")
    games: int = option(200, "games per round")
    first: int = option(5_000_000, "number of the first train seed")
    valid: int = option(300, "validation seeds played after each round")
    epochs: int = option(2, "over the games of all rounds")
    learning_rate: float = option(3e-4, "highest learning rate; it falls to 0", also=("--lr",))
    soft: float = option(0.5, "weight of the expert's prices")


# -- evaluation ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class EvalSettings:
    """Evaluate a network of decisions: offline against an expert's games, or online by playing.

    Offline, games that the network was fitted to do not count: of its own training file only the seeds
    that were kept from fitting do (``--allow-training-rows`` counts all). Online, ``--backend sim``
    plays validation seeds with the evaluator of ``jimbot eval``; ``--backend real`` plays behind the
    balatrobot protocol.
    """

    example: ClassVar[str] = "--online --model runs/bc/best.pt --episodes 100"
    model: Path = option(help="best.pt of a recipe, or its folder")
    offline: bool = option(False, "compare with the decisions of a dataset")
    online: bool = option(False, "play")
    dataset: Path | None = option(None, "offline: records, a shard or a folder of shards")
    allow_training_rows: bool = option(False, "offline: also count what the network was fitted to")
    backend: str = option("sim", "online: sim or real")
    base_url: str = option("http://127.0.0.1:12346", "online, real: address of the game")
    episodes: int | None = option(None, "online: games; default: all of --seeds, else 100")
    seeds: str = option("", "online: a seed list or file; default: valid-EPISODES")
    seed_prefix: str = option("", "online: make seeds of this and a number")
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    max_steps_per_episode: int = option(3000, "online: decisions after which a game is given up")
    workers: int = option(0, "threads or processes; 0: all cores")
    device: str = option("cpu", "offline: cpu or cuda")
    out: Path | None = option(None, "also write the result here, as JSON")

    def __post_init__(self) -> None:
        if self.offline == self.online:
            raise ValueError("either --offline or --online is needed")
        if self.offline and self.dataset is None:
            raise ValueError("--offline needs --dataset")
        if self.backend not in ("sim", "real"):
            raise ValueError(f"--backend is {self.backend!r}; sim or real is allowed")

    @property
    def threads(self) -> int:
        return self.workers or cores()
