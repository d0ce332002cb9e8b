"""DAgger: the network plays, the expert labels the positions it came to, and all of them are learned from.

Each round plays new train seeds: the expert makes a share of the decisions that falls from round to round
(``beta``), the network the others. The expert then says what it would have done everywhere. The network is
fitted to the games of all rounds so far (choices, prices and results, as ``train_pv``) and plays validation
seeds; ``report.json`` tells every round.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

AT_ONCE = 256


EXAMPLE = "--games 500 --rounds 3 --out-dir runs/dagger"


@dataclass(frozen=True)
class Settings:
    out_dir: Path = option(help="folder of all rounds; goes on there after an interruption")
    model: Path | None = option(None, "network to begin with; none: cloned from the games of round 0")
    expert: str = option("heuristic", "who labels: heuristic or search, with options", also=("--agent",))
    rounds: int = option(3, "rounds of playing and labelling")
    games: int = option(500, "games per round")
    first: int = option(0, "number of the first train seed")
    beta: float = option(0.5, "share of decisions that the expert makes in round 1; it halves each round")
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    valid: int = option(300, "validation seeds played after each round")
    epochs: int = option(8, "of each fit")
    batch_size: int = option(512, "decisions per step")
    learning_rate: float = option(2e-3, "highest learning rate", also=("--lr",))
    soft: float = option(0.5, "weight of the expert's prices")
    width: int = option(192, "units of a position")
    hidden: int = option(64, "units behind each choice")
    redraws: int = option(4, "redraws told with each play and discard")
    measured: int = option(0, "rounds played to tell what a purchase makes of the build")
    seed: int = option(0, "of everything drawn here")
    workers: int = option(0, "threads; 0: all cores")
    device: str = option("cpu", "cpu or cuda")


def train(settings: Settings) -> dict[str, Any]:
    threads = settings.workers or cores()
    folder = settings.out_dir
    outputs = Outputs(folder, "dagger", settings)
    shards = folder / "lessons"
    shards.mkdir(exist_ok=True)
    expert = Expert(settings.expert)
    report = _report(folder)
    last = settings.model
    for number in range(settings.rounds + 1):
        round_folder = folder / f"round_{number}"
        best = round_folder / "best.pt"
        if number < len(report) and best.is_file():
            last = best
            continue
        began = time.perf_counter()
        shard = shards / f"shard-{number:05d}.safetensors"
        beta = 1.0 if number == 0 else settings.beta * 0.5 ** (number - 1)
        if not shard.is_file():
            _collect(settings, number, expert, last, beta, threads, shard)
        played = results_of(read_shard(shard))
        collected = time.perf_counter() - began
        if number == 0 and last is not None:
            round_folder.mkdir(exist_ok=True)
            net, about = load_net(last, settings.device)
            save_net(best, net, about)
        else:
            _fit(settings, shards, round_folder, threads)
            net, _ = load_net(best, settings.device)
        online = _validate(settings, net, threads)
        line = {
            "round": number,
            "beta": beta,
            "games": played,
            "seconds_collecting": collected,
            "seconds": time.perf_counter() - began,
            "online": online,
        }
        if number > 0:
            line["gain"] = _gain(report[number - 1]["online"], online)
        report = [*report[:number], line]
        write_whole(folder / "report.json", json.dumps(report, indent=2) + "\n")
        print(f"round {number}, beta {beta:g}: {told_online(online)}", flush=True)
        last = best
    wins = [line["online"]["mean_blinds"] for line in report]
    best_round = max(range(len(report)), key=wins.__getitem__)
    net, about = load_net(folder / f"round_{best_round}" / "best.pt")
    outputs.manifest["train_seeds"] = [f"train-{(settings.rounds + 1) * settings.games}@{settings.first}"]
    outputs.write_manifest()
    outputs.epoch({"best_round": best_round}, net, wins[best_round])
    outputs.close()
    return {"rounds": report, "best_round": best_round}


def _collect(
    settings: Settings, number: int, expert: Expert, last: Path | None, beta: float, threads: int, shard: Path
) -> None:
    seeds = seed_list(f"train-{settings.games}@{settings.first + number * settings.games}")
    lessons = []
    for first in range(0, len(seeds), AT_ONCE):
        part = seeds[first : first + AT_ONCE]
        if number == 0:
            lessons += expert.play(part, settings.deck, settings.stake, threads, settings.seed)
            continue
        assert last is not None
        net, _ = load_net(last, settings.device)
        visited = play_tables(
            net, part, settings.deck, settings.stake, threads, settings.seed + number, expert, beta,
            device=settings.device,
        )  # fmt: skip
        lessons += expert.relabel(visited, threads, settings.seed + number)
    about = {"expert": expert.spec, "round": str(number), "beta": str(beta)}
    write_shard(shard, lessons, about)


def _fit(settings: Settings, shards: Path, folder: Path, threads: int) -> None:
    """From the beginning, on the games of all rounds: a network that goes on forgets what it saw first."""
    pv.train(
        pv.Settings(
            train_jsonl=shards,
            out_dir=folder,
            epochs=settings.epochs,
            batch_size=settings.batch_size,
            learning_rate=settings.learning_rate,
            soft=settings.soft,
            width=settings.width,
            hidden=settings.hidden,
            redraws=settings.redraws,
            rounds=settings.measured,
            seed=settings.seed,
            workers=threads,
            device=settings.device,
        )
    )


def _validate(settings: Settings, net: DecisionNet, threads: int) -> dict[str, Any]:
    seeds = seed_list(f"valid-{settings.valid}")
    return play_online(net, seeds, settings.deck, settings.stake, threads, settings.device)


def _gain(before: dict[str, Any], now: dict[str, Any]) -> dict[str, float]:
    """Blinds more than in the round before, on the same seeds."""
    pairs = zip(before["furthest"], now["furthest"], strict=True)
    more = mean_interval([new - old for old, new in pairs])
    return {"mean_blinds": more.value, "low": more.low, "high": more.high}


def _report(folder: Path) -> list[dict[str, Any]]:
    path = folder / "report.json"
    return json.loads(path.read_text()) if path.is_file() else []


def main(arguments: Sequence[str] | None = None, program: str = "dagger.py") -> None:
    with runs_as_program(program):
        train(read_arguments(Settings, arguments, program, __doc__ or "", EXAMPLE))


if __name__ == "__main__":
    main(program="python -m jimbot.training.imitation.dagger")
