"""DAgger and expert iteration: the network plays, an expert labels its positions, it learns from them.

In DAgger the expert makes a share of the decisions, each round's network is fitted from the beginning to the
games of all rounds, and it plays the next round. In expert iteration the network that did best plays alone, a
search with this network measures its choices, and the next one goes on from it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents.learned import learned_by
from jimbot.agents.models import SHIPPED, model_file
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net, save_net
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.runs.statistics import mean_interval
from jimbot.training.data.lessons import Expert
from jimbot.training.data.shards import read_shard, write_shard
from jimbot.training.imitation import advantages, pv
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.settings import DaggerSettings, ImproveSettings, PvSettings
from jimbot.training.online import online_text, play_online, play_tables, results_of

Settings = DaggerSettings | ImproveSettings


def train(settings: Settings) -> list[dict[str, Any]]:
    """One line of the report per round. A folder that holds some rounds goes on after the last one."""
    recipe = "dagger" if isinstance(settings, DaggerSettings) else "improve"
    outputs = Outputs(settings.out, recipe, settings, values=True, goes_on=True)
    rounds = Rounds(settings, [])
    taught_by = learned_by(settings.agent) if isinstance(settings, DaggerSettings) else []
    for learned in (rounds.start, *taught_by):
        outputs.inherit(learned)
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

    def shard(self, number: int) -> Path:
        return self.settings.out / "lessons" / f"shard-{number:05d}.safetensors"

    def round(self, number: int) -> dict[str, Any]:
        s, began = self.settings, time.perf_counter()
        line: dict[str, Any] = {"round": number}
        if isinstance(s, DaggerSettings):
            line["beta"] = 1.0 if number == 0 else s.beta * 0.5 ** (number - 1)
            teacher = number - 1
        else:
            teacher = line["player"] = self.report[-1]["best"] if number else 0
        if self.games_of(number):
            shard = self.shard(number)
            shard.parent.mkdir(exist_ok=True)
            if not shard.is_file():
                self._label(number, teacher, line.get("beta", 0.0), shard)
            line["games"] = results_of(read_shard(shard))
            line["seconds_labelling"] = time.perf_counter() - began
        if number == 0 and self.start is not None:
            net, about = load_net(self.start)
            self.network(0).parent.mkdir(exist_ok=True)
            save_net(self.network(0), net, about)
        elif isinstance(s, DaggerSettings):
            pv.train(self._fit(s, number))
        else:
            line["fit"] = self._improve(s, number, teacher)
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
        draw = s.seed + number
        if isinstance(s, ImproveSettings):
            expert = Expert(s.search(self.network(player)))
            visited = play_tables(load_net(self.network(player))[0], seeds, s.deck, s.stake, threads, draw)
            lessons = expert.relabel(visited, threads, draw, s.hands, s.others)
        elif player < 0:
            expert = Expert(s.agent)
            lessons = expert.play(seeds, s.deck, s.stake, threads, s.seed)
        else:
            expert, net = Expert(s.agent), load_net(self.network(player))[0]
            visited = play_tables(net, seeds, s.deck, s.stake, threads, draw, expert, beta)
            lessons = expert.relabel(visited, threads, draw)
        write_shard(shard, lessons, {"expert": expert.spec, "round": str(number), "beta": str(beta)})

    def _fit(self, s: DaggerSettings, number: int) -> PvSettings:
        """On the games of all rounds: a network that sees the last ones alone forgets the others."""
        return PvSettings(
            train_jsonl=s.out / "lessons",
            out=self.network(number).parent,
            epochs=s.epochs,
            batch_size=s.batch_size,
            learning_rate=s.learning_rate,
            weight_decay=s.weight_decay,
            soft=s.soft,
            seed=s.seed,
            workers=s.cores,
            device=s.device,
            width=s.width,
            choice_width=s.choice_width,
            redraws=s.redraws,
            rounds=s.measured,
        )

    def _improve(self, s: ImproveSettings, number: int, teacher: int) -> dict[str, float]:
        """On the games that the teacher played: advantages are those of its choices."""
        its = [line["round"] for line in self.report[1:] if line["player"] == teacher]
        lessons = [lesson for each in (*its, number) for lesson in read_shard(self.shard(each))]
        folder = self.network(number).parent
        return advantages.fit(s, self.network(teacher), lessons, folder, s.seed + number)


def gain_text(line: dict[str, Any]) -> str:
    if "gain" not in line:
        return ""
    gain = line["gain"]
    kept = "the best so far" if line["best"] == line["round"] else f"round {line['best']} stays the best"
    return f"; {gain['mean_blinds']:+.2f} blinds ({gain['low']:+.2f} to {gain['high']:+.2f}), {kept}"
