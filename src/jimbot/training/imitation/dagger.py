"""DAgger: the network plays, the expert labels where it came to, and all of it is learned from."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, load_net, save_net
from jimbot.runs.machine import write_whole
from jimbot.runs.statistics import mean_interval
from jimbot.training.data.lessons import Expert
from jimbot.training.data.shards import read_shard, write_shard
from jimbot.training.imitation import pv
from jimbot.training.imitation.online import play_online, results_of, told_online
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.settings import DaggerSettings, PvSettings
from jimbot.training.imitation.tables import play_tables

AT_ONCE = 256


def train(settings: DaggerSettings) -> dict[str, Any]:
    threads = settings.threads
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
    settings: DaggerSettings,
    number: int,
    expert: Expert,
    last: Path | None,
    beta: float,
    threads: int,
    shard: Path,
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


def _fit(settings: DaggerSettings, shards: Path, folder: Path, threads: int) -> None:
    """From the beginning, on the games of all rounds: a network that goes on forgets what it saw first."""
    pv.train(
        PvSettings(
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


def _validate(settings: DaggerSettings, net: DecisionNet, threads: int) -> dict[str, Any]:
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
