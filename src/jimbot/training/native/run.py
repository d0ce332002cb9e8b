"""A training by the native trainer: its folder, checkpoints, evaluations and what it shows."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from jimbot.agents.models import model_file
from jimbot.evaluation import evaluate
from jimbot.evaluation.pages import charts_installed
from jimbot.game.records import percent
from jimbot.game.seeds import seed_list
from jimbot.runs import Manifest, made_with, sha256
from jimbot.runs.arrays import read_arrays
from jimbot.runs.console import progress
from jimbot.runs.interruption import interruptible
from jimbot.runs.machine import cores, write_whole
from jimbot.training.boards import report, summary_writer
from jimbot.training.folder import TrainingFolder, metrics_of
from jimbot.training.native.moves import MovePPO
from jimbot.training.native.own import NOTHING_OWN, Own
from jimbot.training.native.ppo import PPO
from jimbot.training.native.settings import DecisionTraining, MoveTraining, NativeTraining, read_settings
from jimbot.training.timesteps import timesteps_allowed

FINAL = "native_final"  # the best policy of a finished run
FINAL_SEEDS = 100_000  # validation seeds from here on choose nothing: they judge at the end
Say = Callable[[str], object]
Callback = Callable[
    [dict[str, Any]], object
]  # called with each line of metrics.jsonl; True ends the training


@dataclass(frozen=True)
class NativeResult:
    """The result of a training. Blinds and wins are those of the best policy on validation seeds that did not
    choose it, and of random and greedy play on the same; None where the training is not over."""

    steps_per_second: float  # since it was started or resumed, evaluations included
    steps: int
    mean_blinds: float | None
    win_rate: float | None
    random_mean_blinds: float | None
    greedy_mean_blinds: float | None
    run_dir: str


class NativeFolder(TrainingFolder):
    format = "jimbot-train-1"
    distinct_by = ("start", "own")
    counts = "update"


def train(
    settings: NativeTraining,
    out: Path,
    start: Path | None = None,
    minutes: float | None = None,
    say: Say = lambda text: None,
    profile: bool = False,
    own: Own = NOTHING_OWN,
    callbacks: Sequence[Callback] = (),
) -> NativeResult:
    """Trains in the folder ``out``, from where a training with the same settings there has stopped.

    ``start`` is a policy to begin with. After this many minutes, or at Ctrl-C, it saves and ends.
    JIMBOT_MAX_TIMESTEPS bounds the steps. ``profile`` also says where the time went.
    """
    bounded = settings.at_most(timesteps_allowed(settings.steps))
    return _train(bounded, out, start, minutes, say, profile, own, callbacks)


def _train(
    settings: NativeTraining,
    out: Path,
    start: Path | None,
    minutes: float | None,
    say: Say,
    profile: bool,
    own: Own = NOTHING_OWN,
    callbacks: Sequence[Callback] = (),
) -> NativeResult:
    learner = learner_of(settings, own)
    start = None if start is None else model_file(start)
    if start is None and settings.teacher_kl > 0:
        raise ValueError("teacher_kl has no effect here; it needs a policy to start from")
    seeds = [learner.player.seeds]
    if start is not None:
        seeds += learner.start_from(start)
    with NativeFolder(out, _manifest(settings, start, seeds, own)) as folder:
        result = _Run(learner, folder, seeds, say, callbacks).go(minutes)
    if profile:
        say(learner.clock.shares())
    return result


def learner_of(settings: NativeTraining, own: Own = NOTHING_OWN) -> PPO[Any, Any, Any]:
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device is 'cuda', but torch finds no GPU here; use 'cpu'")
    if settings.device == "cpu":
        torch.set_num_threads(max(1, cores() // 2))  # the other half plays
    if isinstance(settings, DecisionTraining):
        if own != NOTHING_OWN:
            raise ValueError(
                "with hands=scored the core plays and asks the network itself; a reward or a network of your"
                " own needs hands=cards or hands=planner"
            )
        from jimbot.training.native.decisions import DecisionPPO

        return DecisionPPO(settings)
    assert isinstance(settings, MoveTraining)
    return MovePPO(settings, own)


def resume(
    out: Path, minutes: float | None = None, say: Say = lambda text: None, profile: bool = False
) -> NativeResult:
    """Goes on with the training in a folder, as it was set."""
    manifest = NativeFolder.read_manifest(out)
    if manifest.get("own") is not None:
        raise ValueError(
            f"{out} is a training with a reward or a network of its own: it goes on when the program that"
            " began it is run again"
        )
    start = None if manifest["start"] is None else Path(manifest["start"]["file"])
    return _train(read_settings(manifest["settings"]), out, start, minutes, say, profile)


def _manifest(settings: NativeTraining, start: Path | None, seeds: list[str], own: Own) -> Manifest:
    return {
        "format": NativeFolder.format,
        "command": sys.argv,
        "settings": settings.to_dict(),
        "start": None if start is None else {"file": str(start), "sha256": sha256(start)},
        "own": None if own == NOTHING_OWN else own.names(),
        "train_seeds": seeds,
        **made_with(("numpy", "torch")),
    }


class _Run:
    def __init__(
        self,
        learner: PPO[Any, Any, Any],
        folder: NativeFolder,
        seeds: list[str],
        say: Say,
        callbacks: Sequence[Callback],
    ) -> None:
        self.callbacks = callbacks
        self.settings, self.learner, self.folder, self.say = learner.settings, learner, folder, say
        self.train_seeds = seeds

    def go(self, minutes: float | None) -> NativeResult:
        learner, folder, s = self.learner, self.folder, self.settings
        self._take_up()
        board = summary_writer(folder.path / "tb_logs", learner.steps)
        first = shown = learner.steps
        began = time.monotonic()
        with interruptible(self.say) as end, progress("train", s.steps) as advance:
            advance(first)
            for log in learner.updates():
                speed = (learner.steps - first) / (time.monotonic() - began)
                due = learner.update % s.save_every == 0 or learner.share == 1.0
                if minutes is not None and time.monotonic() - began > 60 * minutes:
                    end.asked = True
                with learner.clock("judging"):
                    line: dict[str, Any] = log | (self._evaluation() if due else {})
                    folder.add(line)
                    for callback in self.callbacks:
                        end.asked = callback(line) is True or end.asked
                    if due or end.asked:
                        self._save(s.score_of(line) if due else None)
                        self._show(line, speed)
                if board is not None:
                    _to_board(board, line, speed)
                report("native", **line, steps_per_second=speed)
                advance(
                    learner.steps - shown,
                    f"{speed:,.0f}/s, {log['blinds']:.2f} blinds, {percent(log['wins'])} won",
                )
                shown = learner.steps
                if end.asked:
                    break
        if board is not None:
            board.close()
        speed = (learner.steps - first) / (time.monotonic() - began)
        return self._conclude(speed)

    def _take_up(self) -> None:
        newest = self.folder.checkpoints.latest()
        if newest is None:
            self.folder.take_back(0)
            return
        newest.check()
        self.learner.restore(read_arrays(newest.path / "state.npz"))
        self.folder.take_back(self.learner.update)
        self.say(f"goes on at {self.learner.steps:,} steps")

    def _evaluation(self) -> dict[str, float]:
        found = self.learner.evaluate(seed_list(f"valid-{self.settings.eval_games}"))
        return {f"valid_{name}": value for name, value in found.items()}

    def _save(self, score: float | None) -> None:
        def write(place: Path) -> None:
            self.learner.save_policy(place, self.train_seeds)
            np.savez_compressed(place / "state.npz", **self.learner.state())  # type: ignore[arg-type]

        self.folder.checkpoints.save(self.learner.steps, write, score)

    def _show(self, log: dict[str, Any], speed: float) -> None:
        left = max(0, self.settings.steps - self.learner.steps) / max(speed, 1.0)
        line = f"{log['steps']:>13,} steps {speed:>8,.0f}/s  "
        line += f"blinds {log['blinds']:5.2f}  ante {log['ante']:4.2f}  wins {log['wins']:6.1%}"
        if "valid_blinds" in log:
            line += f"  | validation: blinds {log['valid_blinds']:5.2f}  wins {log['valid_wins']:6.1%}"
        self.say(f"{line}  | {left / 60:.0f} min left")

    def _conclude(self, speed: float) -> NativeResult:
        learner, folder, s = self.learner, self.folder, self.settings
        run_dir = str(folder.path)
        best = folder.checkpoints.best()
        if learner.share < 1.0 or best is None:
            return NativeResult(speed, learner.steps, None, None, None, None, run_dir)
        model = model_file(best.path)
        final = folder.path / f"{FINAL}{model.suffix}"
        write_whole(final, model.read_bytes())
        learner.load_policy(final)
        seeds = f"valid-{s.eval_games}@{FINAL_SEEDS}"
        found = learner.evaluate(seed_list(seeds))
        random, greedy = (self._baseline(name, seeds) for name in ("random", "greedy"))
        result = NativeResult(speed, learner.steps, found["blinds"], found["wins"], random, greedy, run_dir)
        _draw(folder.path, {"random": random, "greedy": greedy})
        folder.note(result={**asdict(result), "seeds": seeds, "best_steps": best.timesteps})
        return result

    def _baseline(self, name: str, seeds: str) -> float:
        start = self.settings.starts()[0]
        return evaluate(name, seeds=seeds, deck=start.deck, stake=str(start.stake)).blinds.value


def _draw(folder: Path, others: dict[str, float]) -> None:
    """curve.png, where matplotlib is installed."""
    if not charts_installed():
        return
    from jimbot.evaluation.pages.charts import figure_bytes
    from jimbot.evaluation.pages.plots import Curves, Line

    lines = metrics_of(folder)
    valid = [line for line in lines if "valid_blinds" in line]
    drawn = {
        "training games": Line([x["steps"] for x in lines], [x["blinds"] for x in lines]),
        "validation seeds": Line([x["steps"] for x in valid], [x["valid_blinds"] for x in valid]),
    }
    figure = Curves(drawn, "steps", "blinds beaten (24: won)", others, height=4)
    write_whole(folder / "curve.png", figure_bytes(figure))


def _to_board(board: Any, log: dict[str, Any], speed: float) -> None:
    for name, value in log.items():
        if name not in ("update", "steps"):
            board.add_scalar(f"native/{name}", value, log["steps"])
    board.add_scalar("native/steps_per_second", speed, log["steps"])
