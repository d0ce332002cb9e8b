"""Expert iteration: the network plays, fair search says what would have been better, the network learns it.

Each round plays new train seeds with the network of the round before. The search labels every position (its
choice and its prices of the alternatives), the network goes on learning from the games of all rounds, and
plays validation seeds; it is kept where it beats more blinds there than the one before. ``report.json`` tells
every round, with wins and intervals.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents.policy import SHIPPED, model_file
from jimbot.data.lessons import Expert
from jimbot.data.shards import read_shard, write_shard
from jimbot.evaluation.statistics import mean_interval
from jimbot.machine import cores, write_whole
from jimbot.models.decisions import DecisionNet, load_net, save_net
from jimbot.runs.arguments import option, read_arguments
from jimbot.runs.programs import runs_as_program
from jimbot.seeds import seed_list
from jimbot.training.imitation import pv
from jimbot.training.imitation.online import play_online, results_of, told_online
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.tables import play_tables

AT_ONCE = 64  # games that are played and labelled before the next ones
EXAMPLE = "--out-dir runs/improve --rounds 2 --games 100"


@dataclass(frozen=True)
class Settings:
    out_dir: Path = option(help="folder of all rounds; goes on there after an interruption", also=("--out",))
    model: Path | None = option(
        None, "network to begin with; none: the one of the package", also=("--start",)
    )
    expert: str = option("search", "who says what would have been better: search or heuristic, with options")
    rounds: int = option(2, "rounds of playing, labelling and learning")
    games: int = option(200, "games per round")
    first: int = option(5_000_000, "number of the first train seed")
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    valid: int = option(300, "validation seeds played after each round")
    epochs: int = option(2, "over the games of all rounds")
    batch_size: int = option(512, "decisions per step")
    learning_rate: float = option(3e-4, "highest learning rate", also=("--lr",))
    soft: float = option(0.5, "weight of the expert's prices")
    seed: int = option(0, "of everything drawn here")
    workers: int = option(0, "threads; 0: all cores")
    device: str = option("cpu", "cpu or cuda")


def train(settings: Settings) -> list[dict[str, Any]]:
    """What every round came to; round 0 is the network to begin with."""
    outputs = Outputs(settings.out_dir, "pv", settings)
    outputs.manifest["train_seeds"] = [f"train-{settings.rounds * settings.games}@{settings.first}"]
    outputs.write_manifest()
    rounds = Rounds(settings)
    for number in range(len(rounds.report), settings.rounds + 1):
        line = rounds.begin() if number == 0 else rounds.improve(number)
        rounds.add(line)
        print(f"round {number}: {told_online(line['online'])}{told_gain(line)}", flush=True)
    net, _ = load_net(rounds.best())
    outputs.epoch({"rounds": len(rounds.report) - 1}, net, rounds.report[-1]["best_blinds"])
    outputs.close()
    return rounds.report


class Rounds:
    """The folder of an expert iteration: a network per round, the labelled games, the report."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.threads = settings.workers or cores()
        self.expert = Expert(settings.expert)
        self.shards = settings.out_dir / "lessons"
        self.shards.mkdir(exist_ok=True)
        path = settings.out_dir / "report.json"
        self.report: list[dict[str, Any]] = json.loads(path.read_text()) if path.is_file() else []

    def best(self) -> Path:
        """The network that is kept."""
        return self._folder(self.report[-1]["best"]) / "best.pt"

    def add(self, line: dict[str, Any]) -> None:
        self.report.append(line)
        write_whole(self.settings.out_dir / "report.json", json.dumps(self.report, indent=2) + "\n")

    def begin(self) -> dict[str, Any]:
        model = model_file(self.settings.model or SHIPPED)
        net, about = load_net(model, self.settings.device)
        folder = self._folder(0)
        folder.mkdir(exist_ok=True)
        save_net(folder / "best.pt", net, about)
        online = self._validate(net)
        return {"round": 0, "best": 0, "best_blinds": online["mean_blinds"], "online": online}

    def improve(self, number: int) -> dict[str, Any]:
        s, began = self.settings, time.perf_counter()
        shard = self.shards / f"shard-{number:05d}.safetensors"
        if not shard.is_file():
            self._label(number, shard)
        labelled = time.perf_counter() - began
        pv.train(
            pv.Settings(
                train_jsonl=self.shards,
                out_dir=self._folder(number),
                epochs=s.epochs,
                batch_size=s.batch_size,
                learning_rate=s.learning_rate,
                soft=s.soft,
                start=self.best(),
                seed=s.seed + number,
                workers=self.threads,
                device=s.device,
            )
        )
        online = self._validate(load_net(self._folder(number) / "best.pt", s.device)[0])
        before = self.report[-1]
        is_better = online["mean_blinds"] > before["best_blinds"]
        pairs = zip(self.report[before["best"]]["online"]["furthest"], online["furthest"], strict=True)
        gain = mean_interval([new - old for old, new in pairs])
        return {
            "round": number,
            "best": number if is_better else before["best"],
            "best_blinds": max(online["mean_blinds"], before["best_blinds"]),
            "games": results_of(read_shard(shard)),
            "seconds_labelling": labelled,
            "seconds": time.perf_counter() - began,
            "online": online,
            "gain": {"mean_blinds": gain.value, "low": gain.low, "high": gain.high},
        }

    def _label(self, number: int, shard: Path) -> None:
        s = self.settings
        net, _ = load_net(self.best(), s.device)
        seeds = seed_list(f"train-{s.games}@{s.first + (number - 1) * s.games}")
        lessons = []
        for first in range(0, len(seeds), AT_ONCE):
            part = seeds[first : first + AT_ONCE]
            visited = play_tables(net, part, s.deck, s.stake, self.threads, s.seed + number, device=s.device)
            lessons += self.expert.relabel(visited, self.threads, s.seed + number)
        write_shard(shard, lessons, {"expert": self.expert.spec, "round": str(number)})

    def _folder(self, number: int) -> Path:
        return self.settings.out_dir / f"round_{number}"

    def _validate(self, net: DecisionNet) -> dict[str, Any]:
        s = self.settings
        return play_online(net, seed_list(f"valid-{s.valid}"), s.deck, s.stake, self.threads, s.device)


def told_gain(line: dict[str, Any]) -> str:
    if "gain" not in line:
        return ""
    gain = line["gain"]
    kept = "kept" if line["best"] == line["round"] else "not kept"
    return f"; {gain['mean_blinds']:+.2f} blinds ({gain['low']:+.2f} to {gain['high']:+.2f}), {kept}"


def main(arguments: Sequence[str] | None = None, program: str = "jimbot improve") -> None:
    with runs_as_program(program):
        train(read_arguments(Settings, arguments, program, __doc__ or "", EXAMPLE))


if __name__ == "__main__":
    main(program="python -m jimbot.training.native.improve")
