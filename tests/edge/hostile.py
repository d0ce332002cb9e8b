"""Calls everything in jimbot._core with arguments that nobody should give. A program of its own, since what it
looks for would end the process: it ends with 0, or it has found something.

Every function, method and property is found by looking into the module, so that a new one without a line in
``cases`` is a finding too. Each call must end in a result or in a Python error, and leave a sound game behind.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import itertools
import operator
import os
import pickle
import random
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import engine
import numpy as np
from cases import cases
from engine import batch, judge, judge_weights, make_games, moves_of, network, pack_consumable, strategist
from values import hostile

ALLOWED = (ValueError, TypeError, IndexError, OverflowError, RuntimeError, MemoryError, UnicodeError)
# What Python itself brings to every class.
INHERITED = {"__doc__", "__module__", "__qualname__", "__weakref__", "__dict__", "__new__"}

core: Any = None


def note(text: str) -> None:
    """The call being made, for the parent of a process that died."""
    if noted_in is not None:
        os.pwrite(noted_in, text.encode(errors="replace")[:400].ljust(400), 0)


noted_in: int | None = None


def members(module: Any) -> tuple[dict[str, Any], list[tuple[type, str]]]:
    """Functions and methods by qualified name; properties."""
    calls: dict[str, Any] = {}
    properties: list[tuple[type, str]] = []
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        if isinstance(value, type):
            if issubclass(value, Exception):
                continue
            for member, held in vars(value).items():
                if member in INHERITED or (member == "__init__" and not can_be_made(value)):
                    continue
                if isinstance(held, property):
                    properties.append((value, member))
                elif callable(held) or isinstance(held, staticmethod):
                    calls[f"{name}.{member}"] = getattr(value, member)
        elif callable(value):
            calls[name] = value
    return calls, properties


def can_be_made(cls: Any) -> bool:
    """Does Python have a way to make one? Without, any arguments are refused alike."""
    try:
        cls()
    except TypeError as error:
        return "no constructor defined" not in str(error)
    return True


# -- calling ---------------------------------------------------------------------------------------------


def own(value: Any) -> Any:
    """A value for one call: what a call may change is copied."""
    if isinstance(value, core.Game):
        try:
            return value.clone()
        except TypeError:  # made by __new__ alone
            return value
    if isinstance(value, np.ndarray) and value.flags.writeable and value.flags.c_contiguous:
        return value.copy()
    return value


def check_left_sound(name: str, given: tuple[Any, ...]) -> None:
    for value in given:
        if isinstance(value, core.Game):
            try:
                data = value.to_bytes()
            except TypeError:
                continue
            try:
                core.Game.from_bytes(data)
            except ValueError as error:
                raise AssertionError(f"{name}{shown(given)} left a game that is not sound: {error}") from None


def shown(given: tuple[Any, ...]) -> str:
    return "(" + ", ".join(object.__repr__(v) if is_core(v) else repr(v)[:60] for v in given) + ")"


def is_core(value: Any) -> bool:
    return type(value).__module__.endswith("_core")


def attempt(name: str, function: Any, given: tuple[Any, ...], must_work: bool = False) -> None:
    arguments = tuple(own(value) for value in given)
    note(f"{name}{shown(given)}")
    try:
        function(*arguments)
    except ALLOWED as error:
        if must_work:
            raise AssertionError(f"{name}{shown(given)} should work: {error}") from error
        if not str(error):
            raise AssertionError(f"{name}{shown(given)}: {type(error).__name__} says nothing") from error
    check_left_sound(name, arguments)


def call_everything(seed: int, rounds: int) -> int:
    games = make_games()
    weights = judge_weights()
    known, values = cases(games, weights), hostile(games, weights)
    calls, properties = members(core)
    missing = sorted(set(calls) - set(known))
    assert not missing, f"no case is written in {__file__} for: {', '.join(missing)}"
    gone = sorted(set(known) - set(calls))
    assert not gone, f"these cases of {__file__} call nothing that exists: {', '.join(gone)}"
    made = 0
    for name, function in calls.items():
        for n, base in enumerate(known[name]):
            attempt(name, function, base, must_work=True)
            for at, value in itertools.product(range(len(base)), values if n < 2 else values[:40]):
                attempt(name, function, (*base[:at], value, *base[at + 1 :]))
                made += 1
            for count in range(len(base)):
                attempt(name, function, base[:count])
            attempt(name, function, (*base, None))
    decision = core.Strategist(judge(), 2, 0, 0).decide(games[3], 5)
    rated = network().rate(games[3], 5)[0]
    foreseen = core.foresee(*known["foresee"][0])
    outcome = core.Search.measure(*known["Search.measure"][0])[0]
    shown_things = (
        *values, *games[1].jokers, *games[1].consumables, core.LuaRandom(0.5), decision, rated, batch(),
        foreseen, outcome, known["SeedFinder.keep"][0][0],
    )  # fmt: skip
    for cls, name in properties:
        held = [value for value in shown_things if isinstance(value, cls)]
        assert held, f"no {cls.__name__} is among the values whose properties are read"
        for value in held:
            attempt(f"{cls.__name__}.{name}", operator.attrgetter(name), (value,))
            attempt(f"{cls.__name__}.{name} = ", lambda v, n=name: assign(v, n, 2**31), (value,))
    return made + mix(seed, rounds, calls, known, values)


def assign(value: Any, name: str, to: Any) -> None:
    try:
        setattr(value, name, to)
    except AttributeError as error:
        raise TypeError(str(error)) from None


def mix(seed: int, rounds: int, calls: Any, known: Any, values: list[Any]) -> int:
    """Several arguments replaced at once."""
    draw_seed = random.Random(seed)
    names = sorted(calls)
    for _ in range(rounds):
        name = draw_seed.choice(names)
        base = list(draw_seed.choice(known[name]))
        for at in range(len(base)):
            if draw_seed.random() < 0.4:
                base[at] = draw_seed.choice(values)
        attempt(name, calls[name], tuple(base))
    return rounds


# -- copies, threads, forks -------------------------------------------------------------------------------


def copy_values() -> None:
    game = make_games()[1]
    for value in (core.Action("use 0 on 1,2"), game.cards[0], game.jokers[0], pack_consumable([game]), game):
        note(f"copies of {value!r}")
        for other in (copy.copy(value), copy.deepcopy([value])[0], pickle.loads(pickle.dumps(value))):
            assert type(other) is type(value)
            assert other.__getstate__() == value.__getstate__()


def two_threads_on_a_batch(seconds: float) -> None:
    """One steps, one reads and writes: results or errors, nothing else."""
    note("two threads on one batch")
    some, stop, failures = batch(512, threads=2), threading.Event(), []
    moves = np.zeros(512, np.int32)

    def step() -> None:
        try:
            while not stop.is_set():
                with contextlib.suppress(RuntimeError):
                    some.random_moves(random.getrandbits(60), moves)
                    some.step(moves)
        except BaseException as error:
            failures.append(error)

    readers: list[Callable[[], Any]] = [
        lambda: some.game(3),
        lambda: some.picked(3),
        lambda: some.seat(3),
        lambda: some.info(3),
        lambda: some.why_refused(3, 0),
        lambda: some.random_moves(5, np.zeros(512, np.int32)),
        lambda: some.observations.sum(),
        lambda: some.step(moves),
        lambda: some.reset(3, 7),
        lambda: some.next_episode(3),
        lambda: some.set_starts([(0, 1, 255, 0, False, False, 100, 1.0, None)]),
        lambda: moves.fill(random.randrange(-5, 200)),
    ]

    def read() -> None:
        try:
            while not stop.is_set():
                for reader in readers:
                    try:
                        reader()
                    except RuntimeError as error:
                        if "being stepped by another thread" not in str(error):
                            raise
        except BaseException as error:
            failures.append(error)

    together(stop, failures, seconds, step, read, read)


def together(stop: threading.Event, failures: list[Any], seconds: float, *work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def two_threads_on_a_decider(seconds: float) -> None:
    """Deciders and planners let other threads run while they think, also those that change the game."""
    games = make_games()
    shared = [games[1].clone(), games[3].clone()]
    for decider in (strategist(), core.Search(network(), strategist(), 2, 2, 1, 0.003, 0.0, 2)):
        note(f"three threads on one {type(decider).__name__}")
        stop, failures = threading.Event(), []

        def decide(decider: Any = decider, stop: Any = stop, failures: Any = failures) -> None:
            try:
                while not stop.is_set():
                    for game in shared:
                        with contextlib.suppress(ValueError, RuntimeError):
                            decider.decide(game, random.getrandbits(60))
            except BaseException as error:
                failures.append(error)

        def change(stop: Any = stop, failures: Any = failures) -> None:
            try:
                while not stop.is_set():
                    for at, game in enumerate(shared):
                        if game.phase == "GAME_OVER":
                            shared[at] = games[1 + 2 * at].clone()
                        else:
                            game.apply(core.random_decision(game, random.getrandbits(60)))
                    time.sleep(0.0005)
            except BaseException as error:
                failures.append(error)

        together(stop, failures, seconds, decide, decide, change)


def fork_with_live_workers() -> None:
    """Both processes go on stepping, and close."""
    note("fork with live workers")
    some = batch(64, threads=3)
    some.step(moves_of(some))
    child = os.fork()
    for _ in range(20):
        assert some.step(moves_of(some)) == -1
    if child == 0:
        del some
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, "the forked process failed"


def main() -> Iterator[str]:
    yield f"{call_everything(seed=1, rounds=20_000)} hostile calls"
    copy_values()
    yield "copies"
    two_threads_on_a_batch(1.5)
    yield "two threads on a batch"
    two_threads_on_a_decider(1.0)
    yield "threads on deciders"
    if hasattr(os, "fork"):
        fork_with_live_workers()
        yield "fork"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", help="a built _core to load in place of the installed one")
    parser.add_argument("--note", help="file that names the call being made")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message="nanobind", category=RuntimeWarning)
    core = engine.load(options.module)
    if options.note:
        noted_in = os.open(options.note, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for done in main():
        print(done, flush=True)
