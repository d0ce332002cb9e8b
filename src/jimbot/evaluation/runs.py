"""One seed played to its end by an agent, and what is recorded about it."""

from __future__ import annotations

import hashlib
import json
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from pydantic import TypeAdapter, ValidationError, model_validator

from jimbot.agents import Agent
from jimbot.agents.play import GameTable, Move, Observer, Table, play
from jimbot.evaluation.events import switch
from jimbot.evaluation.watch import Meter
from jimbot.game import MAX_DECISIONS, Game, IllegalAction
from jimbot.game.seeds import mix
from jimbot.game.seen import Seen
from jimbot.runs.faults import in_words
from jimbot.runs.settings import Settings
from jimbot.runs.workers import Died

EXACT = {"extra": "forbid"}  # what is read holds the fields of its class and no others


class RunOptions(Settings):
    """What the games of an evaluation have in common. With ``isolate`` the agent is in a process of its own;
    what it draws from and the order of the games come from a ``secret``, which is drawn if none is given (see
    docs/agents.md). ``endless`` games go on after the win, until they are lost.
    """

    agent: str
    deck: str = "red"
    stake: str | int = "white"
    agent_seed: int = 0
    challenge: str | None = None
    isolate: bool = False
    secret: str | None = None
    endless: bool = False

    def __init__(self, agent: str, **values: Any) -> None:
        super().__init__(agent=agent, **values)

    @model_validator(mode="after")
    def _kept(self) -> Self:
        if self.secret is not None and not self.isolate:
            raise ValueError("a secret needs isolated agents")
        return self

    def game(self, seed: str) -> Game:
        return Game(seed, self.deck, self.stake, self.challenge, self.endless)


@dataclass(frozen=True)
class Death:
    """Where a run was lost."""

    __pydantic_config__ = EXACT

    ante: int
    blind: str  # small, big or boss
    boss: str  # key of the boss of that ante


@dataclass(frozen=True)
class Failure:
    """What an agent did wrong, and at which decision, counted from 0."""

    __pydantic_config__ = EXACT

    step: int
    reason: str
    trace: str = ""


@dataclass(frozen=True)
class Record:
    """One game. ``blinds`` is the furthest blind beaten: 3 (ante - 1) + 1, 2 or 3; 24 is a win, and more is
    endless play.

    Blinds that come again after the ante was reduced do not count twice. A save by Mr. Bones beats the blind.
    """

    __pydantic_config__ = EXACT

    index: int
    seed: str
    won: bool
    ante: int  # the furthest one, 1 to 8, or more in endless play
    blinds: int
    death: Death | None
    money: int
    jokers: tuple[str, ...]
    decisions: int
    seconds: float
    transcript: str = field(repr=False)  # empty if the game did not begin here
    truncated: bool = False  # a limit of the engine's state ended the run
    failure: Failure | None = None

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """From what ``asdict`` gives, with or without the transcript. ValueError names what does not fit."""
        try:
            return _RECORD.validate_json(json.dumps({"transcript": ""} | data), strict=True)
        except ValidationError as error:
            raise ValueError(in_words(error)) from None


_RECORD = TypeAdapter(Record)


class Progress(Observer):
    """How far a run gets, position by position; to the win, or beyond if it is ``endless``."""

    def __init__(self, position: Seen, endless: bool = False) -> None:
        self._last_ante = MAX_DECISIONS if endless else 8
        self.position = position
        self.ante = max(1, position.ante)
        self.blinds = 0
        self.actions: list[str] = []
        self._blind = blind_played(position)

    def moved(self, move: Move, position: Seen) -> None:
        self.actions.append(str(move.action))
        self.watch(position)

    def watch(self, position: Seen) -> None:
        """Counts the blind that was beaten. A beaten boss raises the ante at once, so the place of the blind
        is read before."""
        won = position.over and position.won and not position.lost
        if self._blind and (position.phase == "ROUND_EVAL" or won):
            self.blinds = max(self.blinds, min(3 * self._last_ante, self._blind))
        self.ante = min(self._last_ante, max(self.ante, position.ante))
        self.position, self._blind = position, blind_played(position)


def blind_played(position: Seen) -> int:
    """The number of the blind that is played, from 1; 0 between rounds."""
    if position.phase != "SELECTING_HAND":
        return 0
    return 3 * (position.ante - 1) + position.blind_on_deck + 1


def agent_seed(options: RunOptions, index: int) -> int:
    """The agent's own seed for a game: from its place in the list, never from the game's seed. With a secret,
    not even the place can be found from it."""
    if options.secret is None:
        return mix(mix(options.agent_seed) + index)
    return _secret_number(options, "agent", index)


def in_secret_order(options: RunOptions, jobs: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Games in an order that shows an isolated agent nothing; else as they are."""
    if options.secret is None:
        return list(jobs)
    return sorted(jobs, key=lambda job: _secret_number(options, "order", job[0]))


def _secret_number(options: RunOptions, what: str, index: int) -> int:
    text = f"{what} {options.agent_seed} {index}".encode()
    key = hashlib.blake2b((options.secret or "").encode()).digest()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8, key=key).digest(), "big")


LAST_CALLS = 20  # of the traceback of a failure that are kept
MAX_TEXT = 2_000  # characters of what an agent says that are kept


def play_seed(
    agent: Agent, options: RunOptions, index: int, seed: str, observers: Sequence[Observer] = ()
) -> Record:
    """Plays one game to its end. An agent that fails loses the game, and the record says how."""
    return play_game(agent, options.game(seed), index, agent_seed(options, index), observers)


def play_game(
    agent: Agent, game: Game, index: int = 0, agent_seed: int = 0, observers: Sequence[Observer] = ()
) -> Record:
    """Plays a game on to its end."""
    progress = Progress(game, game.endless)
    record = play_table(agent, GameTable(game), progress, index, game.seed, agent_seed, observers, (Died,))
    return replace(record, transcript=_transcript(game))


def play_table(
    agent: Agent,
    table: Table,
    progress: Progress,
    index: int,
    seed: str,
    agent_seed: int,
    observers: Sequence[Observer] = (),
    lost: tuple[type[Exception], ...] = (),
) -> Record:
    """Plays on to the end, wherever the game is. What the agent does wrong is its failure; exceptions of the
    kinds ``lost`` are raised: the game is gone."""
    meter = Meter(agent)
    begin, failure = time.perf_counter(), None
    try:
        play(agent, table, agent_seed, [progress, meter, *_narrators(), *observers])
    except lost:
        raise
    except Exception as error:
        failure = failure_of(len(progress.actions), error)
    last = progress.position
    record = Record(
        index=index,
        seed=seed,
        won=table.won,
        ante=progress.ante,
        blinds=progress.blinds,
        death=death_of(last),
        money=last.money,
        jokers=tuple(joker.key for joker in last.jokers),
        decisions=len(progress.actions),
        seconds=time.perf_counter() - begin,
        transcript="",
        truncated=last.truncated,
        failure=failure,
    )
    meter.ended(record, last)
    return record


def _narrators() -> list[Observer]:
    narrator = switch.narrator()
    return [] if narrator is None else [narrator]


class AgentFailed(Exception):
    """What an agent in another process did wrong."""

    def __init__(self, reason: str, trace: str = "") -> None:
        super().__init__(reason)
        self.reason = reason[:MAX_TEXT]
        self.trace = trace[: LAST_CALLS * MAX_TEXT]


def failure_of(step: int, error: Exception) -> Failure:
    if isinstance(error, AgentFailed):
        return Failure(step, error.reason, error.trace)
    name = type(error).__name__
    reason = str(error) if isinstance(error, IllegalAction) else f"{name}: {error}"
    trace = "".join(text[:MAX_TEXT] for text in traceback.format_exception(error)[-LAST_CALLS:])
    return Failure(step, reason[:MAX_TEXT], trace)


def death_of(position: Seen) -> Death | None:
    """Where a run was lost, if it was."""
    if not position.lost:
        return None
    return Death(position.ante, ("small", "big", "boss")[position.blind_on_deck], position.blinds[2].key)


def _transcript(game: Game) -> str:
    try:
        return game.transcript
    except ValueError:  # the game began from a position
        return ""
