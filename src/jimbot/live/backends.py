"""Where an agent plays: our simulator in process, or a game behind the protocol. Both look alike.

An agent gets what a player sees. ``state()`` is that as a state_v1 document; ``view()`` is a View in which
everything hidden is drawn from what is seen alone, so that nothing about the true deck or seed is in it.
A backend only looks and suggests; it acts when it was created with ``execute=True``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Protocol

from jimbot.agents.play import GameTable, Table
from jimbot.agents.view import View
from jimbot.documents.codes import Json
from jimbot.documents.schema import validate
from jimbot.documents.write import state_of
from jimbot.game import Action, Game, IllegalAction, random_seed
from jimbot.game.seen import Seen, as_action
from jimbot.live.protocol.calls import Caller, to_call
from jimbot.live.protocol.decode import Decoded, position_of
from jimbot.live.protocol.effects import RESTING, same
from jimbot.live.protocol.known import Known
from jimbot.live.protocol.names import deck_name, stake_name

SETTLE_SECONDS, POLL_SECONDS = 5.0, 0.05


class NotArmed(RuntimeError):
    """An action was to be executed by a backend that only suggests."""


class Backend(Table, Protocol):
    """One game as a player meets it."""

    def reset(self, seed: str | None = None, deck: str = "red", stake: str | int = "white") -> None:
        """Leaves the current run and starts another."""

    def state(self) -> Json:
        """What a player sees, as state_v1 without its hidden part."""

    def view(self, draw_seed: int = 0) -> View:
        """The same for an agent; its hidden part depends on ``draw_seed`` and on what is seen only."""

    def legal_actions(self) -> list[Action]:
        """Every decision that can be made now, but rearrangements."""

    def act(self, action: Action | str) -> None:
        """Makes a decision. NotArmed, IllegalAction."""

    @property
    def unknown(self) -> list[str]:
        """Paths of ``state()`` that a player knows and the source does not provide."""

    @property
    def notes(self) -> list[str]:
        """What makes the position less certain, in words."""

    execute: bool

    @property
    def can_begin(self) -> bool:
        """Whether a run can be begun without leaving one."""

    @property
    def seed(self) -> str | None:
        """Of the run; None where none is played. For recorders: no view has it."""

    def refresh(self) -> bool:
        """Reads the position again, for when somebody else plays. Whether it is another one."""

    @property
    def gamestate(self) -> Mapping[str, Any]:
        """The position as it was read last, for ``is_at``."""

    def is_at(self, gamestate: Mapping[str, Any]) -> bool:
        """Whether the game is as in this gamestate."""

    def close(self) -> None: ...


class SimBackend(GameTable):
    """Our own game. With ``calls_only`` it offers only decisions that the protocol can make as well."""

    def __init__(
        self,
        seed: str | None = None,
        deck: str = "red",
        stake: str | int = "white",
        *,
        execute: bool = False,
        calls_only: bool = False,
        variant: str = "vanilla",
    ) -> None:
        self.execute = execute
        self._calls_only = calls_only
        self._variant = variant
        self.reset(seed, deck, stake)

    @classmethod
    def of(cls, game: Game, *, execute: bool = False, calls_only: bool = False) -> SimBackend:
        """A backend that continues a copy of a game."""
        backend = cls(execute=execute, calls_only=calls_only, variant=game.variant)
        backend.game = game.clone()
        return backend

    def reset(self, seed: str | None = None, deck: str = "red", stake: str | int = "white") -> None:
        super().__init__(Game(seed or random_seed(), deck, stake, variant=self._variant))

    def state(self) -> Json:
        return state_of(self.game)

    def view(self, draw_seed: int = 0) -> View:
        return View(self.game, draw_seed, self._calls_only)

    def legal_actions(self) -> list[Action]:
        return self.view().legal_actions()

    def act(self, action: Action | str) -> None:
        if not self.execute:
            raise NotArmed(f"'{action}' is only a suggestion: create the backend with execute=True to act")
        decision = as_action(action)
        if self._calls_only:
            _check(self.view(), decision)
        super().act(decision)

    @property
    def can_begin(self) -> bool:
        return self.over

    @property
    def unknown(self) -> list[str]:
        return []

    @property
    def notes(self) -> list[str]:
        return []

    @property
    def seed(self) -> str | None:
        return self.game.seed

    def refresh(self) -> bool:
        return False  # nobody else plays here

    @property
    def gamestate(self) -> Mapping[str, Any]:
        return {}

    def is_at(self, gamestate: Mapping[str, Any]) -> bool:
        return False  # every decision is answered

    def close(self) -> None:
        """Nothing is held open."""


class RealBackend:
    """A game behind the protocol: the real one, or our server.

    The run counts as over once it is won: what follows is the endless mode.
    """

    def __init__(self, client: Caller, *, execute: bool = False) -> None:
        self.execute = execute
        self._client = client
        self._known = Known()
        self._given: Mapping[str, Any] = {}
        self._position: Decoded | None = None
        self.refresh()

    def refresh(self) -> bool:
        gamestate = self._rested(self._client.call("gamestate"))
        changed = not same(self._given, gamestate)
        if changed:
            self._known.missed()
            self._take(gamestate)
        return changed

    def is_at(self, gamestate: Mapping[str, Any]) -> bool:
        return same(self._given, gamestate)

    @property
    def gamestate(self) -> Mapping[str, Any]:
        return self._given

    def _take(self, gamestate: Mapping[str, Any]) -> None:
        if gamestate.get("seed") != self._given.get("seed") or gamestate["state"] == "MENU":
            self._known = Known()
        self._given = gamestate
        self._position = None
        if gamestate["state"] != "MENU":
            self._known.watch(gamestate)

    def _seen(self) -> Decoded:
        if self._position is None:
            self._position = position_of(self._given, self._known)
        return self._position

    def reset(self, seed: str | None = None, deck: str = "red", stake: str | int = "white") -> None:
        if not self.execute:
            raise NotArmed("a new run is an action too: create the backend with execute=True to start one")
        fresh = Game("X", deck, stake).reveal()
        self._client.call("menu", {})
        params = {"deck": deck_name(fresh.deck), "stake": stake_name(fresh.stake)}
        self._take(self._client.call("start", params | ({"seed": seed} if seed else {})))

    def state(self) -> Json:
        state = self._seen().document()
        validate("state_v1", state)
        return state

    @property
    def position(self) -> Seen:
        return self._seen().game

    def view(self, draw_seed: int = 0) -> View:
        return View(self._seen().game, draw_seed, calls_only=True)

    def legal_actions(self) -> list[Action]:
        return [] if self.over else self.view().legal_actions()

    def act(self, action: Action | str) -> None:
        if not self.execute:
            raise NotArmed(f"'{action}' is only a suggestion: create the backend with execute=True to act")
        decision = as_action(action)
        _check(self.view(), decision)
        method, params = to_call(decision)
        seen = self._seen()
        answer = self._rested(self._client.call(method, params))
        self._known.acted(seen.said, seen.game, decision, answer)
        if self._known.expects_pack and answer["state"] == "BLIND_SELECT":
            answer = self._rested(answer, "SMODS_BOOSTER_OPENED")
        self._take(answer)

    def _rested(self, answer: Mapping[str, Any], wanted: str | None = None) -> Mapping[str, Any]:
        """The state once nothing moves any more: the real game may answer in the middle of an animation, and
        before the pack of a tag is open. Whatever it is when time is up."""
        until = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < until:
            if answer["state"] in RESTING and wanted in (None, answer["state"]):
                break
            time.sleep(POLL_SECONDS)
            answer = self._client.call("gamestate")
        return answer

    @property
    def unknown(self) -> list[str]:
        return self._seen().unknown

    @property
    def notes(self) -> list[str]:
        return []

    @property
    def seed(self) -> str | None:
        return self._given.get("seed")

    @property
    def over(self) -> bool:
        return self.can_begin or self.won

    @property
    def can_begin(self) -> bool:
        return self._given["state"] in ("GAME_OVER", "MENU")

    @property
    def won(self) -> bool:
        return bool(self._given.get("won"))

    def close(self) -> None:
        """Closes the client, if it can be closed."""
        close = getattr(self._client, "close", None)
        if close is not None:
            close()


def _check(view: View, decision: Action) -> None:
    reason = view.why_illegal(decision)
    if reason is not None:
        raise IllegalAction(f"'{decision}' is not legal in {view.phase}: {reason}")
