"""Jokers and pairs of jokers measured: positions with neither, each and both of them, in the same worlds.

Games of the strategist on train seeds give positions in shops. In each, two slots are made free. All jokers
and some of the pairs, drawn each time, are put in; every such row is played for some rounds and judged.
What a pair does beyond the sum of what each does alone is its synergy. Positions of one game are alike, so
errors are those of means over games.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents.judge import weights
from jimbot.agents.judge.games import Play, actions, begin
from jimbot.agents.judge.jokers import joker_tokens
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import Weights
from jimbot.agents.judge.settings import JokerMeasuring
from jimbot.game.content import content
from jimbot.game.seeds import draw_seed, seed
from jimbot.knowledge.measured import ANTES, COUNTS, MEANS, Means, Measured, bosses, pair_places
from jimbot.runs import Manifest, RunFolder
from jimbot.runs.arrays import read_arrays, write_arrays

NONE = 255  # no joker
ROOM = 2  # free slots
SURE = 1e-4  # win probabilities closer to 0 or 1 are taken for this, so that log-odds are finite
SUMMED = ("count", "sum")
ENDS = 1_000_000  # numbers of such games begin so far behind the first
AT_ONCE = 50  # games of which the end alone counts
CURIOSITY, DARING = 0.04, 0.08  # as in the judge's own games: rows of many kinds come up
Sums = dict[str, NDArray[Any]]


class PairsFolder(RunFolder):
    """A part per game: sums that add up, whatever the order."""

    what = "measurement"
    kept = "parts"
    format = "jimbot graph measurement 1"

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        """More games may be asked for; everything else stays."""
        for name, value in here["settings"].items():
            if name != "games" and there["settings"].get(name) != value:
                return f"{name} is {there['settings'].get(name)} there and {value} here"
        return None

    def open(self) -> None:
        (self.path / "parts").mkdir(exist_ok=True)

    def part(self, name: str) -> Path:
        return self.path / "parts" / f"{name}.npz"

    def add(self, name: str, sums: Sums) -> None:
        write_arrays(self.part(name), sums, sync=False)

    def read(self, name: str) -> Sums:
        return read_arrays(self.part(name))


def jobs(settings: JokerMeasuring) -> list[str]:
    counts = {"deck": settings.decks, "game": settings.games, "ends": settings.ends // AT_ONCE}
    return [f"{kind}-{number}" for kind, count in counts.items() for number in range(count)]


def work(folder: PairsFolder, settings: JokerMeasuring, threads: int) -> Iterator[str]:
    """Does what is still to be done, and reports each part."""
    judge = weights()
    measures = {"deck": decks, "ends": ends, "game": game}
    for job in jobs(settings):
        if not folder.part(job).is_file():
            kind, number = job.split("-")
            folder.add(job, measures[kind](int(number), judge, settings, threads))
        yield job


def empty() -> Sums:
    jokers, pairs = len(content()["joker"]), len(pair_places()[0])
    shapes = {
        "pair_rounds": (pairs,),
        "pair_judge": (pairs,),
        "pair_gain": (pairs,),
        "joker_rounds": (ANTES, jokers),
        "joker_judge": (ANTES, jokers),
        "joker_gain": (ANTES, jokers),
        "boss_rounds": (len(bosses()), jokers),
        "deck_rounds": (len(content()["deck"]), jokers),
    }
    sums: Sums = {f"{name}_{part}": np.zeros(shape) for name, shape in shapes.items() for part in SUMMED}
    hands = len(content()["hand"])
    sums["held"] = np.zeros((jokers, 2), np.int64)
    sums["pair_held"] = np.zeros((pairs, 2), np.int64)
    sums["games"] = np.zeros(2, np.int64)
    sums["hands"] = np.zeros((hands, hands), np.int64)
    sums["positions"] = np.zeros(1, np.int64)
    return sums


def _note(sums: Sums, name: str, at: Any, values: NDArray[np.float64]) -> None:
    for part, power in zip(SUMMED, range(2), strict=True):
        np.add.at(sums[f"{name}_{part}"], at, values**power)


# -- one game ------------------------------------------------------------------------------------------------


def game(number: int, judge: Weights, settings: JokerMeasuring, threads: int) -> Sums:
    """The sums of one game: its shops, its end, its main poker hands."""
    sums = empty()
    random = np.random.Generator(np.random.PCG64(number))
    played, shops, hands = _play(settings.first + number, judge, settings.rounds)
    for shop in shops:
        position = _with_room(shop, random)
        if position is not None:
            _measure(position, judge, settings, threads, random, sums)
    _note_end(played, hands, sums)
    return sums


def ends(number: int, judge: Weights, settings: JokerMeasuring, threads: int) -> Sums:
    """How games ended, and with which jokers. They follow those whose shops are measured."""
    sums = empty()
    first = settings.first + ENDS + AT_ONCE * number
    for one in range(first, first + AT_ONCE):
        played, _, hands = _play(one, judge, settings.rounds)
        _note_end(played, hands, sums)
    return sums


def _note_end(played: _core.Game, hands: list[int], sums: Sums) -> None:
    for before, after in itertools.pairwise(hands):
        sums["hands"][before, after] += 1
    keys = list(content()["joker"])
    row = np.unique([keys.index(joker.key) for joker in played.jokers])
    result = (1, int(played.won))
    sums["games"] += result
    sums["held"][row.astype(int)] += result
    first, second = pair_places()
    sums["pair_held"][np.isin(first, row) & np.isin(second, row)] += result


def _play(number: int, judge: Weights, rounds: int) -> tuple[_core.Game, list[_core.Game], list[int]]:
    """A game to its end; a shop of each ante, before anything is bought there; the main hand of each ante."""
    play = Play(rounds=rounds, curiosity=CURIOSITY, daring=DARING, mixture=Mixture(plain=0.5, high=0.2))
    run = begin(number, play)
    draw_seeds = (draw_seed(number, step) for step in itertools.count())
    names = list(content()["hand"])
    shops: dict[int, _core.Game] = {}
    hands: dict[int, int] = {}
    for action, _ in actions(run, number, play.strategist(judge, number), draw_seeds):
        if run.phase == "SHOP" and 1 <= run.ante <= ANTES and run.ante not in shops:
            shops[run.ante] = run.clone()
            hands[run.ante] = names.index(_core.most_played_hand(run))
        run.apply(action)
    return run, list(shops.values()), list(hands.values())


def _with_room(shop: _core.Game, random: np.random.Generator) -> _core.Game | None:
    """With two free slots, without jokers drawn at random; None where there are fewer slots."""
    tokens = joker_tokens(shop)
    leave = [place for place, joker in enumerate(shop.jokers) if joker.edition != "negative"]
    random.shuffle(leave)
    slots = shop.joker_slots
    if slots < ROOM + 1:
        return None
    gone = leave[: max(0, len(tokens) + ROOM - slots)]
    if not gone:
        return shop
    room = shop.clone()
    room.edit(f"jokers=[{','.join(token for place, token in enumerate(tokens) if place not in gone)}]")
    return room if room.joker_slots - len(room.jokers) >= ROOM else None


def _measure(
    position: _core.Game,
    judge: Weights,
    settings: JokerMeasuring,
    threads: int,
    random: np.random.Generator,
    sums: Sums,
) -> None:
    keys = list(content()["joker"])
    owned = {joker.key for joker in position.jokers}
    new = np.array([place for place, key in enumerate(keys) if key not in owned])
    first, second = pair_places()
    may = np.flatnonzero(np.isin(first, new) & np.isin(second, new))
    pairs = random.choice(may, min(settings.pairs, len(may)), replace=False)
    rows = np.full((1 + len(new) + len(pairs), 2), NONE, np.uint8)
    rows[1 : 1 + len(new), 0] = new
    rows[1 + len(new) :, 0], rows[1 + len(new) :, 1] = first[pairs], second[pairs]
    worth = _core.worth_with(position, judge.core, rows, settings.rounds, threads)
    strength, chance = worth[:, 0], worth[:, 2]
    odds = _log_odds(chance)
    alone = np.zeros((3, len(keys)))
    both = slice(1 + len(new), None)
    for row, values in enumerate((strength, odds, chance)):
        alone[row, new] = values[1 : 1 + len(new)] - values[0]
    ante = np.full(len(new), position.ante - 1)
    for row, name in enumerate(("joker_rounds", "joker_judge", "joker_gain")):
        _note(sums, name, (ante, new), alone[row, new])
    for row, (name, values) in enumerate((("pair_rounds", strength), ("pair_judge", odds))):
        apart = alone[row, first[pairs]] + alone[row, second[pairs]]
        _note(sums, name, pairs, values[both] - values[0] - apart)
    _note(sums, "pair_gain", pairs, chance[both] - chance[0])
    _against_a_boss(position, judge, settings, threads, random, new, sums)
    sums["positions"] += 1


def _against_a_boss(
    position: _core.Game,
    judge: Weights,
    settings: JokerMeasuring,
    threads: int,
    random: np.random.Generator,
    new: NDArray[np.intp],
    sums: Sums,
) -> None:
    """How much a boss takes from the build with each joker, more than without."""
    boss = int(random.integers(len(bosses())))
    there = position.clone()
    there.edit(f"boss={bosses()[boss]}")
    rows = np.full((1 + len(new), 1), NONE, np.uint8)
    rows[1:, 0] = new
    worth = _core.worth_with(there, judge.core, rows, settings.rounds, threads)
    change = worth[:, 1] - worth[:, 0]
    _note(sums, "boss_rounds", (np.full(len(new), boss), new), change[1:] - change[0])


def _log_odds(chance: NDArray[np.float64]) -> NDArray[np.float64]:
    sure = np.clip(chance, SURE, 1 - SURE)
    return np.log(sure / (1 - sure))


# -- decks ---------------------------------------------------------------------------------------------------


def decks(number: int, judge: Weights, settings: JokerMeasuring, threads: int) -> Sums:
    """What each joker adds at the start of a run, deck by deck."""
    sums = empty()
    jokers = len(content()["joker"])
    rows = np.full((1 + jokers, 1), NONE, np.uint8)
    rows[1:, 0] = np.arange(jokers)
    gains = []
    for deck in range(len(content()["deck"])):
        run = _core.Game.start(seed("train", settings.first + number), deck, 1, NONE, 0, False, False)
        worth = _core.worth_with(run, judge.core, rows, settings.rounds, threads)
        gains.append(worth[1:, 0] - worth[0, 0])
    table = np.array(gains)
    table -= table.mean(0)
    _note(sums, "deck_rounds", tuple(np.indices(table.shape)), table)
    return sums


# -- the table -----------------------------------------------------------------------------------------------


def table(folder: PairsFolder, settings: JokerMeasuring) -> Measured:
    """All parts added up."""
    total = empty()
    spreads: dict[str, NDArray[np.float64]] = {name: np.zeros(1) for name in MEANS}
    done = 0
    for job in jobs(settings):
        if folder.part(job).is_file():
            done += job.startswith("game")
            part = folder.read(job)
            total = {name: values + part[name] for name, values in total.items()}
            for name in MEANS:
                count, values = (part[f"{name}_{summed}"] for summed in SUMMED)
                spreads[name] = spreads[name] + np.stack([count > 0, count**2, count * values, values**2])
    about = settings.as_json() | {"games": done, "positions": int(total["positions"][0])}
    found: dict[str, Any] = {
        name: _means(total[f"{name}_count"], total[f"{name}_sum"], spreads[name]) for name in MEANS
    }
    found |= {name: total[name] for name in COUNTS}
    return Measured(**found, about=about)


def _means(count: NDArray[Any], total: NDArray[Any], spread: NDArray[np.float64]) -> Means:
    """Means with errors that hold whatever the measurements of one game have in common: squares are those of
    the games' sums. With fewer than two games an error without end."""
    games, counts, products, squares = spread
    enough = np.maximum(count, 1)
    mean = total / enough
    apart = np.maximum(squares - 2 * mean * products + mean**2 * counts, 0)
    error = np.sqrt(apart * games / np.maximum(games - 1, 1)) / enough
    return Means(mean, np.where(games > 1, error, np.inf), count.astype(np.int64))
