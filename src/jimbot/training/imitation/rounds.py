"""DAgger and expert iteration: the network plays, an expert labels where it came to, it learns from that.

In DAgger the expert makes a share of the decisions, each round's network is fitted from the beginning, and it
plays the next round. In expert iteration the network that did best plays alone, and the next one goes on from
it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents.models import SHIPPED, model_file
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net, save_net
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.runs.statistics import mean_interval
from jimbot.training.data.lessons import Expert
from jimbot.training.data.shards import read_shard, write_shard
from jimbot.training.imitation import pv
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.settings import DaggerSettings, ImproveSettings, PvSettings
from jimbot.training.online import online_text, play_online, play_tables, results_of

Settings = DaggerSettings | ImproveSettings


def train(settings: Settings) -> list[dict[str, Any]]:
    """One line of the report per round. A folder that holds some rounds goes on after the last one."""
    recipe = "dagger" if isinstance(settings, DaggerSettings) else "improve"
    outputs = Outputs(settings.out, recipe, settings, values=True, goes_on=True)
    rounds = Rounds(settings, Expert(settings.agent), [])
    outputs.inherit(rounds.start)
    path = settings.out / "report.json"
    if path.is_file():
        rounds.report.extend(read_json(path))
    outputs.train_on(f"train-{rounds.games_of(settings.rounds)}@{settings.first}")
    for number in range(len(rounds.report), settings.rounds + 1):
        line = rounds.round(number)
        rounds.report.append(line)
        write_whole(path, json.dumps(rounds.report, indent=2) + "\n")
        print(f"round {number}: {online_text(line['online'])}{gain_text(line)}", flush=True)
    best = rounds.report[-1]["best"]
    net, _ = load_net(rounds.network(best))
    outputs.epoch({"best_round": best}, net, rounds.report[-1]["best_blinds"])
    outputs.conclude()
    return rounds.report


@dataclass
class Rounds:
    """A network and a shard of labelled games per round, and the report of the rounds so far."""

    settings: Settings
    expert: Expert
    report: list[dict[str, Any]]

    @property
    def start(self) -> Path | None:
        """The network to begin with; None: one that is cloned from games of the expert."""
        if isinstance(self.settings, DaggerSettings):
            return self.settings.model
        return model_file(self.settings.model or SHIPPED)

    def network(self, number: int) -> Path:
        return self.settings.out / f"round_{number}" / "best.pt"

    def games_of(self, rounds: int) -> int:
        """Games that are played up to a round; DAgger begins with games of the expert."""
        return self.settings.games * (rounds + isinstance(self.settings, DaggerSettings))

    def round(self, number: int) -> dict[str, Any]:
        s, began = self.settings, time.perf_counter()
        line: dict[str, Any] = {"round": number}
        if isinstance(s, DaggerSettings):
            line["beta"] = 1.0 if number == 0 else s.beta * 0.5 ** (number - 1)
            teacher = number - 1
        else:
            teacher = self.report[-1]["best"] if number else -1
        if self.games_of(number):
            shard = s.out / "lessons" / f"shard-{number:05d}.safetensors"
            shard.parent.mkdir(exist_ok=True)
            if not shard.is_file():
                self._label(number, teacher, line.get("beta", 0.0), shard)
            line["games"] = results_of(read_shard(shard))
            line["seconds_labelling"] = time.perf_counter() - began
        if number == 0 and self.start is not None:
            net, about = load_net(self.start)
            self.network(0).parent.mkdir(exist_ok=True)
            save_net(self.network(0), net, about)
        else:
            pv.train(self._fit(number, teacher))
        net, _ = load_net(self.network(number), s.device)
        online = play_online(net, seed_list(f"valid-{s.valid}"), s.deck, s.stake, s.cores)
        line |= {"seconds": time.perf_counter() - began, "online": online}
        blinds, best = online["mean_blinds"], number
        if number:
            pairs = zip(self.report[teacher]["online"]["furthest"], online["furthest"], strict=True)
            gain = mean_interval([new - old for old, new in pairs])
            line["gain"] = {"mean_blinds": gain.value, "low": gain.low, "high": gain.high}
            before = self.report[-1]
            if blinds <= before["best_blinds"]:
                best, blinds = before["best"], before["best_blinds"]
        return line | {"best": best, "best_blinds": blinds}

    def _label(self, number: int, player: int, beta: float, shard: Path) -> None:
        """New games, each position with what the expert would have done there."""
        s, threads = self.settings, self.settings.cores
        first = s.first + self.games_of(number) - s.games
        seeds = seed_list(f"train-{s.games}@{first}")
        if player < 0:
            lessons = self.expert.play(seeds, s.deck, s.stake, threads, s.seed)
        else:
            net, draw = load_net(self.network(player))[0], s.seed + number
            visited = play_tables(net, seeds, s.deck, s.stake, threads, draw, self.expert, beta)
            lessons = self.expert.relabel(visited, threads, draw)
        write_shard(shard, lessons, {"expert": self.expert.spec, "round": str(number), "beta": str(beta)})

    def _fit(self, number: int, teacher: int) -> PvSettings:
        """On the games of all rounds: a network that sees the last ones alone forgets the others."""
        s = self.settings
        own: dict[str, Any]
        if isinstance(s, DaggerSettings):
            own = {
                "width": s.width,
                "choice_width": s.choice_width,
                "redraws": s.redraws,
                "rounds": s.measured,
            }
        else:
            own = {"model": self.network(teacher)}
        return PvSettings(
            train_jsonl=s.out / "lessons",
            out=self.network(number).parent,
            epochs=s.epochs,
            batch_size=s.batch_size,
            learning_rate=s.learning_rate,
            weight_decay=s.weight_decay,
            soft=s.soft,
            seed=s.seed if isinstance(s, DaggerSettings) else s.seed + number,
            workers=s.cores,
            device=s.device,
            **own,
        )


def gain_text(line: dict[str, Any]) -> str:
    if "gain" not in line:
        return ""
    gain = line["gain"]
    kept = "the best so far" if line["best"] == line["round"] else f"round {line['best']} stays the best"
    return f"; {gain['mean_blinds']:+.2f} blinds ({gain['low']:+.2f} to {gain['high']:+.2f}), {kept}"
