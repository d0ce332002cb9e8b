"""The game loop: an agent at a table, decision by decision, and who looks on."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from jimbot.agents.protocol import Agent
from jimbot.agents.view import View
from jimbot.game import MAX_DECISIONS, Action, Game
from jimbot.game.seeds import draw_seed
from jimbot.game.seen import Seen


class Table(Protocol):
    """Where a game is: in this process (``GameTable``), or behind a client (``jimbot.live.backends``)."""

    @property
    def position(self) -> Seen:
        """For observers. Agents get views."""

    @property
    def over(self) -> bool: ...

    @property
    def won(self) -> bool: ...

    def view(self, draw_seed: int = 0) -> View: ...

    def act(self, action: Action) -> None: ...


class GameTable:
    """A game in this process."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def position(self) -> Seen:
        return self.game

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def won(self) -> bool:
        return self.game.won

    def view(self, draw_seed: int = 0) -> View:
        return View(self.game, draw_seed)

    def act(self, action: Action | str) -> None:
        self.game.apply(action)


class Move(NamedTuple):
    """A decision: its number from 0, what the agent saw, what it does, and how long it thought."""

    step: int
    view: View
    action: Action
    seconds: float


class Observer:
    """Looks on at a game. Each method is called in this order; a subclass has those that it needs."""

    def begins(self, position: Seen) -> None:
        """The game is played from this position on."""

    def asks(self, step: int) -> None:
        """The agent is asked for a decision."""

    def decided(self, move: Move) -> None:
        """The agent has answered; its decision is made next."""

    def moved(self, move: Move, position: Seen) -> None:
        """The decision led to this position."""


class Moves(Iterator[Move]):
    """Plays on, one decision whenever the next move is asked for. ``seed`` is the agent's own."""

    def __init__(self, agent: Agent, table: Table, seed: int, observers: Sequence[Observer] = ()) -> None:
        self._agent, self._table, self._seed, self._observers = agent, table, seed, observers
        self._step = 0
        for observer in observers:
            observer.begins(table.position)
        agent.reset(seed)

    def __next__(self) -> Move:
        table, step = self._table, self._step
        if table.over:
            raise StopIteration
        for observer in self._observers:
            observer.asks(step)
        view = table.view(draw_seed(self._seed, step))
        begin = time.perf_counter()
        action = self._decision(view)
        move = Move(step, view, action, time.perf_counter() - begin)
        for observer in self._observers:
            observer.decided(move)
        table.act(action)
        self._step += 1
        for observer in self._observers:
            observer.moved(move, table.position)
        return move

    def _decision(self, view: View) -> Action:
        """A StopIteration of the agent would end the game as if it were over."""
        try:
            return self._agent.act(view)
        except StopIteration as error:
            raise RuntimeError("the agent raised StopIteration: its next(...) found nothing") from error


def play(agent: Agent, table: Table, seed: int, observers: Sequence[Observer] = ()) -> None:
    """Plays to the end of the game. ValueError if it does not end."""
    for move in Moves(agent, table, seed, observers):
        if move.step + 1 == MAX_DECISIONS and not table.over:
            raise ValueError(f"the game has not ended after {MAX_DECISIONS} decisions")
