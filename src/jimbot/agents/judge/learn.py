"""Learning the judge: it plays, it is fitted to what came of it, it plays again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jimbot.agents.judge.examples import HELD_OUT, Examples
from jimbot.agents.judge.files import read_weights
from jimbot.agents.judge.folder import LearningFolder, new_manifest, train_seeds_of
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import BLINDS, HIDDEN, Weights, fresh_weights, weight_count, widened
from jimbot.agents.judge.players import Players
from jimbot.game.records import percent
from jimbot.game.seeds import LISTS

if TYPE_CHECKING:
    from jimbot.agents.judge.fit import Data, Fit, Quality, Recipe


@dataclass(frozen=True)
class Settings:
    """What a learning is made of. With other settings it is another one."""

    games: int = 8000  # per iteration
    first: int = 0  # number of the first train seed; a judge from nothing begins with random weights by it
    hidden: tuple[int, int] = HIDDEN  # units of the hidden layers
    curiosity: float = 0.04  # of the play: spread of what is added to prices, as a share of the chance to win
    daring: float = 0.08  # chance of any alternative at all, where play is most curious
    plain: float = 0.25  # share of games that are Red Deck, White Stake
    high: float = 0.375  # share with any deck and one of the three highest stakes
    challenge: float = 0.0  # share of challenges; the rest has any deck and any stake
    replay: int = 10  # iterations whose games are fitted to
    average: int = 4  # iterations whose weights are averaged
    uses: float = 2.0  # how often a fit sees an example, over all iterations it is kept for
    batch: int = 1024  # examples per step
    rate: float = 5e-4  # highest rate of a fit
    decay: float = 0.3  # of weights
    dropout: float = 0.2  # of hidden units
    trace: float = 0.98  # what happened later counts so much per example, what the judge said there the rest
    ahead: int = 400  # games of an iteration that are played while the one before is fitted, by older weights
    fresh_uses: float = 6.0  # in the first fit of a judge that has learned nothing
    fresh_rate: float = 2e-3
    rounds: int = 16  # played to measure a build
    discards: int = 12  # of the hand planner
    samples: int = 24

    def __post_init__(self) -> None:
        if self.games < HELD_OUT:
            raise ValueError(f"{self.games} games were given; {HELD_OUT} or more are needed")
        for name in ("replay", "average", "batch"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; 1 or more is allowed")
        for name in ("curiosity", "rate", "decay", "uses", "fresh_rate", "fresh_uses", "ahead"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name} is {getattr(self, name)}; a number of 0 or more is allowed")
        for name in ("daring", "dropout", "trace"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)}; 0 to 1 is allowed")
        self.mixture()
        Weights(np.zeros(weight_count(self.hidden), np.float32), self.hidden)

    def mixture(self) -> Mixture:
        return Mixture(self.plain, self.high, self.challenge)

    def play(self) -> Play:
        return Play(self.rounds, self.discards, self.samples, self.curiosity, self.daring, self.mixture())

    def recipe(self, fresh: bool) -> Recipe:
        from jimbot.agents.judge.fit import Recipe

        uses, rate = (self.fresh_uses, self.fresh_rate) if fresh else (self.uses, self.rate)
        return Recipe(uses, self.batch, rate, self.decay, self.dropout)

    def numbers(self, iteration: int) -> range:
        """The train seeds of an iteration; iterations count from 1."""
        first = self.first + (iteration - 1) * self.games
        return range(first, first + self.games)


class Learning:
    """A learning in its folder, to be closed. With the same settings it goes on where it stopped.

    An iteration that was cut short is repeated, and the result is the same (by the same torch, on the CPU).
    """

    def __init__(
        self,
        out: Path,
        settings: Settings,
        start: Path | None = None,
        workers: int = 1,
        device: str = "cpu",
        change: bool = False,
    ) -> None:
        from jimbot.agents.judge.fit import check_device  # needs torch: better said before games are played

        check_device(device)
        self.settings, self.device = settings, device
        hidden = settings.hidden
        weights = (
            fresh_weights(settings.first, hidden) if start is None else widened(read_weights(start), hidden)
        )
        self._start_seeds = [] if start is None else train_seeds_of(start)
        facts = {**asdict(settings), "hidden": list(hidden)}
        self.folder = LearningFolder(out, new_manifest(facts, start), weights, change)
        self._players = Players(workers)
        self._ahead: Iterator[Examples] | None = None  # games that play on while a judge is fitted
        self._replay: list[Data] = []
        self._keeper = ThreadPoolExecutor(1)

    @property
    def done(self) -> int:
        """Iterations that are over."""
        return len(self.folder.log)

    def iterate(self, each: Callable[[Examples], None] = lambda game: None) -> dict[str, Any]:
        """One more iteration; its line of the log. ``each`` is told of every game."""
        settings, folder = self.settings, self.folder
        number = self.done + 1
        begin = time.perf_counter()
        path = folder.examples(number)
        kept = path.exists()
        newest = Examples.load(path) if kept else self._play(number, each)
        keeping = None if kept else self._keeper.submit(newest.save, path)
        numbers = settings.numbers(number)
        line: dict[str, Any] = {"iteration": number, "first": numbers.start, "games": len(numbers)}
        line |= results(newest, settings.mixture())
        line["seconds_playing"] = round(time.perf_counter() - begin, 1)
        begin = time.perf_counter()
        fitted, unseen = self._fit(number, newest)
        if keeping is not None:
            keeping.result()
        line["seconds_fitting"] = round(time.perf_counter() - begin, 1)
        line["unseen"] = unseen.facts()
        line["held_out"] = {
            "before": fitted.before.loss,
            "fits": fitted.count,
            "kept": fitted.share,
            **fitted.after.facts(),
        }
        folder.finish(line, fitted.weights, settings.average, settings.replay)
        return line

    def close(self) -> None:
        self._players.close()
        self._keeper.shutdown()
        self.folder.close()

    def __enter__(self) -> Learning:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _play(self, number: int, each: Callable[[Examples], None]) -> Examples:
        """Those ordered ahead come first. The next are ordered before these are done: no worker waits."""
        settings = self.settings
        numbers = settings.numbers(number)
        if numbers.stop > len(LISTS["train"]):
            raise ValueError("the list of train seeds has come to its end")
        self._note_seeds(numbers.stop - settings.first)
        ahead, self._ahead = self._ahead or self._order_ahead(number), None
        rest = self._players.order(numbers[settings.ahead :], self.folder.mean(number - 1), settings.play())
        last = numbers.stop + settings.games > len(LISTS["train"])
        next_ahead = None if last else self._order_ahead(number + 1)
        games = []
        for game in chain(ahead, rest):
            each(game)
            games.append(game)
        self._ahead = next_ahead
        return Examples.join(games)

    def _order_ahead(self, number: int) -> Iterator[Examples]:
        """By the weights that stand before the fit of the iteration before."""
        numbers = self.settings.numbers(number)[: self.settings.ahead]
        return self._players.order(numbers, self.folder.mean(max(0, number - 2)), self.settings.play())

    def _fit(self, number: int, newest: Examples) -> tuple[Fit, Quality]:
        import torch

        from jimbot.agents.judge.fit import Data, Network, fit, quality

        if not self._replay:  # taken up; examples that did not come along are done without
            earlier = range(max(1, number - self.settings.replay + 1), number)
            paths = {i: self.folder.examples(i) for i in earlier}
            self._replay = [self._data(i, Examples.load(path)) for i, path in paths.items() if path.exists()]
        data = self._data(number, newest)
        self._replay = [*self._replay, data][-self.settings.replay :]
        before = Network(read_weights(self.folder.mean(number - 1))).to(self.device)
        unseen = quality(before, data, torch.where(data.settled)[0])
        weights = read_weights(self.folder.weights(number - 1))
        recipe = self.settings.recipe(self._is_fresh(number))
        # A judge that was good already forgets by looking often at few games.
        full = 1.0 if self.folder.manifest["start"] is None else len(self._replay) / self.settings.replay
        return fit(Data.join(self._replay), round(full * len(newest)), weights, recipe, number), unseen

    def _data(self, number: int, examples: Examples) -> Data:
        """Where the fitting happens. What games should have said comes from weights that had not seen them; a
        judge that has learned nothing has nothing to say."""
        from jimbot.agents.judge.fit import Data

        data = Data(examples, self.device)
        if not self._is_fresh(number):
            data.look_ahead(read_weights(self.folder.mean(number - 1)), examples.game, self.settings.trace)
        return data

    def _is_fresh(self, number: int) -> bool:
        return number == 1 and self.folder.manifest["start"] is None

    def _note_seeds(self, count: int) -> None:
        """Before they are played. Where the seeds of the start are not known, ``train_seeds`` is left out."""
        played = f"train-{count}@{self.settings.first}"
        facts = {} if self._start_seeds is None else {"train_seeds": [*self._start_seeds, played]}
        self.folder.note(played=played, **facts)


def within(learning: Learning, iterations: int, minutes: float | None) -> Iterator[int]:
    """The iterations that are left to do, none that would end later than in so many minutes."""
    begin = last = time.monotonic()
    longest = 0.0
    while learning.done < iterations and (minutes is None or last + longest - begin < 60 * minutes):
        yield learning.done + 1
        longest = max(longest, time.monotonic() - last)
        last = time.monotonic()


def units(text: str) -> tuple[int, int]:
    """Of the hidden layers, as a user writes them."""
    parts = text.split(",")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise ValueError(f"hidden layers {text!r} were given; two numbers such as 512,64 are allowed")
    return int(parts[0]), int(parts[1])


def told(line: dict[str, Any]) -> str:
    """An iteration in words."""
    won = line["win_rate"]
    plain = "" if won is None else f"{percent(won)} won, {line['blinds']:.2f} blinds; "
    stakes = " ".join(f"{won}/{games}" for won, games in line["stakes"].values())
    unseen, held = line["unseen"], line["held_out"]
    text = f"iteration {line['iteration']}: {plain}by stake {stakes}; "
    text += f"loss of unseen games {unseen['loss']:.4f}, calibrated to {percent(unseen['calibration_error'])}"
    if held["loss"] is not None:
        text += f"; held out {held['before']:.4f} to {held['loss']:.4f} by {held['fits']}"
        text += " fit" if held["fits"] == 1 else " fits"
        text += "" if held["kept"] == 1 else f", {percent(held['kept'], 0)} of the last one"
    return f"{text}; {line['seconds_playing']:.0f} s playing, {line['seconds_fitting']:.0f} s fitting"


def results(examples: Examples, mixture: Mixture) -> dict[str, Any]:
    """What the plain games among them came to (Red Deck, White Stake, no curiosity), and all by stake."""
    last = examples.last()
    numbers, ends, stakes = examples.game[last], examples.end[last], examples.stake[last]
    plain = ends[[mixture.is_plain(number) for number in numbers.tolist()]]
    won = ends == BLINDS
    return {
        "examples": len(examples),
        "plain_games": len(plain),
        "wins": int((plain == BLINDS).sum()),
        "win_rate": float((plain == BLINDS).mean()) if len(plain) else None,
        "blinds": float(np.mean(plain)) if len(plain) else None,
        "stakes": {
            int(s): (int(won[stakes == s].sum()), int((stakes == s).sum())) for s in np.unique(stakes)
        },
    }
