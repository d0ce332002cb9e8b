"""Learning the judge: it plays, it is fitted to what came of it, it plays again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jimbot.judge.examples import HELD_OUT, Examples
from jimbot.judge.folder import LearningFolder, new_manifest, train_seeds_of
from jimbot.judge.games import Play, is_plain, play_games
from jimbot.judge.network import BLINDS, Weights, fresh_weights, read_weights
from jimbot.seeds import LISTS

if TYPE_CHECKING:
    from jimbot.judge.fit import Quality


@dataclass(frozen=True)
class Settings:
    """What a learning is made of. With other settings it is another one."""

    games: int = 9000  # per iteration
    first: int = 0  # number of the first train seed
    curiosity: float = 0.04  # of the play: spread of what is added to prices, as a share of the chance to win
    replay: int = 7  # iterations whose games are fitted to
    average: int = 5  # iterations whose weights are averaged
    epochs: int = 1
    batch: int = 1024
    rate: float = 3e-4
    decay: float = 1e-2
    fresh_epochs: int = 3  # of the first fit of a judge that has learned nothing
    fresh_rate: float = 2e-3
    rounds: int = 16  # played to measure a build
    discards: int = 12  # of the hand planner
    samples: int = 24

    def __post_init__(self) -> None:
        if self.games < HELD_OUT:
            raise ValueError(f"{self.games} games were given; {HELD_OUT} or more are needed")
        for name in ("replay", "average", "epochs", "batch", "fresh_epochs"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; 1 or more is allowed")
        for name in ("curiosity", "rate", "decay", "fresh_rate"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name} is {getattr(self, name)}; a number of 0 or more is allowed")

    def play(self) -> Play:
        return Play(self.rounds, discards=self.discards, samples=self.samples, curiosity=self.curiosity)

    def first_of(self, iteration: int) -> int:
        """The number of an iteration's first train seed; iterations count from 1."""
        return self.first + (iteration - 1) * self.games


class Learning:
    """A learning in its folder, to be closed. With the same settings it goes on where it stopped.

    An iteration that was cut short is repeated, and the result is the same (by the same torch, on the CPU).
    """

    def __init__(
        self, out: Path, settings: Settings, start: Path | None = None, workers: int = 1, device: str = "cpu"
    ) -> None:
        from jimbot.judge.fit import check_device  # needs torch: better said before games are played

        check_device(device)
        self.settings, self.workers, self.device = settings, workers, device
        weights = fresh_weights() if start is None else read_weights(start)
        self._start_seeds = [] if start is None else train_seeds_of(start)
        self.folder = LearningFolder(out, new_manifest(asdict(settings), start), weights)

    @property
    def done(self) -> int:
        """Iterations that are over."""
        return len(self.folder.log)

    def iterate(self, each: Callable[[Examples], None] = lambda game: None) -> dict[str, Any]:
        """One more iteration; its line of the log. ``each`` is told of every game."""
        settings, folder = self.settings, self.folder
        number = self.done + 1
        first = settings.first_of(number)
        if first + settings.games > len(LISTS["train"]):
            raise ValueError("the list of train seeds has come to its end")
        weights = folder.weights(number - 1)
        begin = time.perf_counter()
        path = folder.examples(number)
        if path.exists():
            newest = Examples.load(path)
        else:
            self._note_seeds(first + settings.games - settings.first)
            newest = play_games(first, settings.games, weights, settings.play(), self.workers, each)
            newest.save(path)
        line = {"iteration": number, "first": first, "games": settings.games, **results(newest)}
        del newest
        line["seconds_playing"] = round(time.perf_counter() - begin, 1)
        begin = time.perf_counter()
        weights, quality = self._fit(number)
        line["seconds_fitting"] = round(time.perf_counter() - begin, 1)
        line["held_out"] = {**asdict(quality), "calibration_error": quality.error}
        folder.finish(line, weights, settings.average, settings.replay)
        return line

    def close(self) -> None:
        self.folder.close()

    def __enter__(self) -> Learning:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _fit(self, number: int) -> tuple[Weights, Quality]:
        from jimbot.judge.fit import fit

        settings = self.settings
        begins = number == 1 and self.folder.manifest["start"] is None
        replay = range(max(1, number - settings.replay + 1), number + 1)
        return fit(
            Examples.load(*(self.folder.examples(i) for i in replay)),
            self.folder.weights(number - 1),
            epochs=settings.fresh_epochs if begins else settings.epochs,
            batch=settings.batch,
            rate=settings.fresh_rate if begins else settings.rate,
            decay=settings.decay,
            device=self.device,
            seed=number,
        )

    def _note_seeds(self, count: int) -> None:
        """Before they are played. Where the seeds of the start are not known, ``train_seeds`` is left out."""
        played = f"train-{count}@{self.settings.first}"
        facts = {} if self._start_seeds is None else {"train_seeds": [*self._start_seeds, played]}
        self.folder.note(played=played, **facts)


def results(examples: Examples) -> dict[str, Any]:
    """What the plain games among them came to: Red Deck, White Stake, without curiosity."""
    numbers, ends = examples.ends()
    plain = ends[[is_plain(number) for number in numbers.tolist()]]
    return {
        "examples": len(examples),
        "plain_games": len(plain),
        "wins": int((plain == BLINDS).sum()),
        "win_rate": float((plain == BLINDS).mean()),
        "blinds": float(np.mean(plain)),
    }
