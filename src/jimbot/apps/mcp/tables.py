"""The games of all clients. A game's name cannot be guessed: only who holds it reaches the game."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import anyio
import anyio.to_thread

from jimbot.agents import View
from jimbot.agents.advice import Adviser
from jimbot.apps.mcp.limits import Limits
from jimbot.apps.mcp.position import position
from jimbot.apps.sitting import Sitting
from jimbot.game import Action, Game
from jimbot.live.backends import RealBackend
from jimbot.live.drive.arming import Gate

MAX_ADVISERS = 4  # of one game


class ClientGame(Protocol):
    """A game that a client plays or watches."""

    async def refresh(self) -> None:
        """Reads the game again if others may play it."""

    def shown(self) -> dict[str, Any]: ...

    def drawn(self) -> Game:
        """A game that looks like this one, to be drawn."""

    def view(self) -> View:
        """What a player sees; ValueError where nothing is played."""

    async def act(self, action: Action) -> None: ...

    def undo(self, count: int) -> None: ...

    def transcript(self) -> str: ...

    def close(self) -> None: ...


@dataclass
class OwnTable:
    """A game of our engine. Its seed decides what is hidden: one that was drawn here is shown at the end."""

    sitting: Sitting
    seed_is_known: bool
    decisions: int = 0
    undone: int = 0

    @property
    def game(self) -> Game:
        return self.sitting.game

    async def refresh(self) -> None:
        """No one else plays it."""

    def shown(self) -> dict[str, Any]:
        seed = {"seed": self.game.seed} if self.seed_is_known or self.game.over else {}
        counts = {"decisions": self.decisions, "undone": self.undone, "can_undo": len(self.sitting.past)}
        return seed | position(self.game) | counts

    def drawn(self) -> Game:
        return self.game

    def view(self) -> View:
        if self.game.over:
            raise ValueError("the run is over")
        return self.sitting.view()

    async def act(self, action: Action) -> None:
        self.sitting.act(action)
        self.decisions += 1

    def undo(self, count: int) -> None:
        self.sitting.undo(count)
        self.decisions -= count
        self.undone += count

    def transcript(self) -> str:
        text = self.game.transcript
        if self.seed_is_known or self.game.over:
            return text
        return "\n".join(["# the seed is shown when the run is over", *text.splitlines()[1:]]) + "\n"

    def close(self) -> None:
        """Nothing is held open."""


@dataclass
class OutsideTable:
    """The real game or `jimbot serve`: looked at, and played through an open gate."""

    backend: RealBackend
    gate: Gate | None
    looks: int = 0
    one_call: anyio.Lock = field(default_factory=anyio.Lock)  # at a time

    async def refresh(self) -> None:
        async with self.one_call:
            await anyio.to_thread.run_sync(self.backend.refresh)
        self.looks += 1

    def shown(self) -> dict[str, Any]:
        about = {"outside": True, "armed": self._closed() is None}
        if self.backend.over:
            return about | {"over": True, "won": self.backend.won}
        return about | position(self.backend.view())

    def drawn(self) -> Game:
        return self.view().determinized(0)

    def view(self) -> View:
        if self.backend.over:
            raise ValueError("no run is being played there")
        return self.backend.view()

    async def act(self, action: Action) -> None:
        refused = self._closed()
        if refused is not None:
            raise ValueError(refused)
        assert self.gate is not None
        async with self.one_call:
            await anyio.sleep(self.gate.wait())
            self.gate.passed()
            await anyio.to_thread.run_sync(self.backend.act, action)

    def _closed(self) -> str | None:
        if self.gate is None:
            return "this game is only looked at: it can be played if the server is started with --execute"
        return self.gate.closed_for(self.backend.seed)

    def undo(self, count: int) -> None:
        raise ValueError("decisions in a external game cannot be taken back")

    def transcript(self) -> str:
        raise ValueError("a external game keeps no transcript here")

    def close(self) -> None:
        self.backend.close()


@dataclass
class _Place:
    client: str
    table: ClientGame
    touched: float
    advisers: dict[str, Adviser] = field(default_factory=dict)  # by agent; they remember what they said


class Tables:
    """Games by name, a limited number per client."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._places: dict[str, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    def check_room(self, client: str) -> None:
        """ValueError if the client may not have another game."""
        self._forget_idle()
        own = sum(place.client == client for place in self._places.values())
        if own >= self._limits.games:
            raise ValueError(f"{own} games are open, {self._limits.games} are allowed: end one by end_game")
        if len(self._places) >= self._limits.all_games:
            raise ValueError("this server has no room for another game; try again later")

    def add(self, client: str, table: ClientGame) -> str:
        self.check_room(client)
        name = secrets.token_urlsafe(12)
        self._places[name] = _Place(client, table, self._clock())
        return name

    def get(self, name: str) -> ClientGame:
        self._forget_idle()
        place = self._places.get(name)
        if place is None:
            raise ValueError(f"there is no game {name!r}; start_game begins one and returns its name")
        place.touched = self._clock()
        return place.table

    def adviser(self, name: str, agent: str) -> Adviser:
        """Who advises in a game: the same one whenever this agent is asked."""
        self.get(name)
        advisers = self._places[name].advisers
        if agent not in advisers:
            made = Adviser(self._limits.agent(agent))
            if len(advisers) >= MAX_ADVISERS:
                advisers.pop(next(iter(advisers)))
            advisers[agent] = made
        return advisers[agent]

    def end(self, name: str) -> None:
        self.get(name).close()
        del self._places[name]

    def _forget_idle(self) -> None:
        oldest = self._clock() - self._limits.idle_seconds
        for name in [name for name, place in self._places.items() if place.touched < oldest]:
            self._places.pop(name).table.close()
