"""Expert iteration: the network plays, fair search says what would have been better, it learns that."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from jimbot.agents.models import SHIPPED, model_file
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, load_net, save_net
from jimbot.runs.machine import write_whole
from jimbot.runs.statistics import mean_interval
from jimbot.training.data.lessons import Expert
from jimbot.training.data.shards import read_shard, write_shard
from jimbot.training.imitation import pv
from jimbot.training.imitation.online import play_online, results_of, told_online
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.settings import ImproveSettings, PvSettings
from jimbot.training.imitation.tables import play_tables

AT_ONCE = 64  # games that are played and labelled before the next ones


def train(settings: ImproveSettings) -> list[dict[str, Any]]:
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

    def __init__(self, settings: ImproveSettings) -> None:
        self.settings = settings
        self.threads = settings.threads
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
            PvSettings(
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
