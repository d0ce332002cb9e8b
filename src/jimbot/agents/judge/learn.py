"""Learning the judge: it plays, it is fitted to the results, it plays again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.files import read_weights
from jimbot.agents.judge.folder import LearningFolder, new_manifest
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import BLINDS, fresh_weights, widened
from jimbot.agents.judge.players import Players
from jimbot.agents.judge.settings import JudgeLearning
from jimbot.game.records import percent
from jimbot.game.seeds import LISTS
from jimbot.models.trained_on import train_seeds_of

if TYPE_CHECKING:
    from jimbot.agents.judge.fit import Data, Fit, Quality


class Learning:
    """A learning in its folder, to be closed. With the same settings it goes on where it stopped.

    An iteration that was cut short is repeated, and the result is the same (by the same torch, on the CPU).
    """

    def __init__(
        self,
        out: Path,
        settings: JudgeLearning,
        start: Path | None = None,
        workers: int = 1,
        device: str = "cpu",
        change: bool = False,
    ) -> None:
        from jimbot.agents.judge.fit import check_device  # needs torch: better said before games are played

        check_device(device)
        self.settings, self.device = settings, device
        hidden = settings.hidden
        if start is not None:
            settings.refuse_given(("fresh_uses", "fresh_learning_rate"), "with weights to start with")
        weights = (
            fresh_weights(settings.first, hidden) if start is None else widened(read_weights(start), hidden)
        )
        self._start_seeds = [] if start is None else train_seeds_of(start)
        manifest = new_manifest(settings.as_json(), start)
        self.folder = LearningFolder(out, manifest, weights, change)
        self._players = Players(workers)
        self._ahead: Iterator[Examples] | None = None  # games that play on while a judge is fitted
        self._replay: list[Data] = []
        self._keeper = ThreadPoolExecutor(1)

    @property
    def done(self) -> int:
        """Iterations that are over."""
        return len(self.folder.log)

    def iterate(self, each: Callable[[Examples], None] = lambda game: None) -> dict[str, Any]:
        """One more iteration; its line of the log. ``each`` is called for every game."""
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
            raise ValueError("the list of train seeds is used up")
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
        """By the weights before the fit of the previous iteration."""
        numbers = self.settings.numbers(number)[: self.settings.ahead]
        return self._players.order(numbers, self.folder.mean(max(0, number - 2)), self.settings.play())

    def _fit(self, number: int, newest: Examples) -> tuple[Fit, Quality]:
        import torch

        from jimbot.agents.judge.fit import Data, Network, fit, quality

        if not self._replay:  # resumed; examples that were not copied are left out
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
            data.look_ahead(
                read_weights(self.folder.mean(number - 1)), examples.game, self.settings.td_lambda
            )
        return data

    def _is_fresh(self, number: int) -> bool:
        return number == 1 and self.folder.manifest["start"] is None

    def _note_seeds(self, count: int) -> None:
        """Before they are played."""
        played = f"train-{count}@{self.settings.first}"
        self.folder.note(played=played, train_seeds=[*self._start_seeds, played])


def within(learning: Learning, iterations: int, minutes: float | None) -> Iterator[int]:
    """The iterations that are left to do, none that would end after this many minutes."""
    begin = last = time.monotonic()
    longest = 0.0
    while learning.done < iterations and (minutes is None or last + longest - begin < 60 * minutes):
        yield learning.done + 1
        longest = max(longest, time.monotonic() - last)
        last = time.monotonic()


def in_words(line: dict[str, Any]) -> str:
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
    """Results of the plain games among them (Red Deck, White Stake, no exploration), and of all by stake."""
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
