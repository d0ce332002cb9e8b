"""One game behind the protocol: requests in, answers out, no sockets."""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from jimbot import _core
from jimbot.evaluation.events.narrator import Narrator
from jimbot.game import Game, check_seed, random_seed
from jimbot.live.protocol import codec, names
from jimbot.live.protocol.errors import (
    ProtocolError,
    bad_request,
    internal_error,
    invalid_state,
    not_allowed,
)
from jimbot.live.protocol.memory import Memory
from jimbot.live.protocol.names import ABOUT
from jimbot.live.protocol.wire import EncodedTable, decode, encode, quote
from jimbot.live.server import methods
from jimbot.live.server.files import Files
from jimbot.live.server.schema import Served, checked
from jimbot.runs import telemetry

DISCOVER = "rpc.discover"


class Session:
    """A game that is started, played, saved and loaded by calls; in the menu until `start`.

    `seed` is used by a `start` that names none. `fair` hides what a player cannot see: the order of the draw
    pile, the faces of face-down cards, and the seed, in whose place each run has a name that says nothing.
    `strict` refuses the sale of Eternal jokers, which the mod allows. A `narrator` gets the run, decision
    by decision. `files` are those that `save`, `load` and `screenshot` may reach.
    `last_id` is the id of the last answer, or None: errors below the protocol repeat it.
    """

    def __init__(
        self,
        seed: str | None = None,
        variant: str = "steamodded",
        fair: bool = False,
        debug_endpoints: bool = False,
        strict: bool = False,
        narrator: Narrator | None = None,
        files: Files | None = None,
    ) -> None:
        self.seed = seed
        self.variant = variant
        self.fair = fair
        self.strict = strict
        self.narrator = narrator
        self.files = files or Files()
        self.methods = methods.ALL | methods.DEBUG if debug_endpoints else methods.ALL
        self.game: Game | None = None
        self.memory = Memory(seed="")
        self.last_id: Any = None
        self._secret = secrets.token_bytes(16)

    # -- calls --------------------------------------------------------------------------------------------

    def handle(self, body: bytes) -> bytes:
        """Answers one JSON-RPC request. Never raises."""
        self.last_id = None
        try:
            text = f'"result":{self._answer(body)}'
        except ProtocolError as error:
            text = _error(error)
        except Exception as error:
            text = _error(internal_error(f"{type(error).__name__}: {error}"))
        end = "" if self.last_id is None else f',"id":{encode(self.last_id)}'
        return f'{{"jsonrpc":"2.0",{text}{end}}}'.encode("utf-8", "replace")

    def call(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Runs a method in process: the result as a client would read it, or ProtocolError."""
        result: dict[str, Any] = json.loads(self._text(method, params))
        return result

    def _answer(self, body: bytes) -> str:
        try:
            request = decode(body)
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict | list):
            raise bad_request("Invalid JSON in request body")
        given = request if isinstance(request, dict) else {}
        request_id = given.get("id")
        if given.get("jsonrpc") != "2.0":
            self.last_id = request_id if isinstance(request_id, int | float | str) else None
            raise bad_request("Invalid JSON-RPC version: expected '2.0'")
        _check_id(request_id)
        self.last_id = request_id
        method = given.get("method")
        if not isinstance(method, str):
            raise bad_request("Request missing 'method' field")
        return self._timed(method, given.get("params"))

    def _timed(self, name: str, params: Any) -> str:
        begin, failed = time.perf_counter(), True
        try:
            text = self._text(name, params)
            failed = False
            return text
        finally:
            tags = {"method": name if name in self.methods else "other"}
            telemetry.record("call", tags, seconds=time.perf_counter() - begin, failed=failed)

    def _text(self, name: str, params: Any) -> str:
        """The result as JSON. A call that fails within changes nothing."""
        before = self.game and self.game.clone(), self.memory.copy()
        try:
            return encode(self._run(name, params))
        except ProtocolError:
            raise
        except Exception:
            self.resume(*before)
            self._recover()
            raise

    def _run(self, name: str, params: Any) -> dict[str, Any]:
        if name == DISCOVER:
            return _openrpc()
        if name == ABOUT:
            return {"served_by": "jimbot"}
        method = self.methods.get(name)
        if method is None:
            raise bad_request(f"Unknown method: {name}")
        arguments = checked(method, params)
        self._check_state(name, method)
        return method.run(self, arguments)

    def _recover(self) -> None:
        """After a call that failed: a run that cannot be shown would fail for ever, so it is given up."""
        try:
            encode(self.gamestate())
        except Exception as error:
            sys.stderr.write(f"jimbot: a run that cannot be shown is given up ({error!r})\n")
            self.resume(None)

    def _check_state(self, name: str, method: Served) -> None:
        if method.states and self.state not in method.states:
            raise invalid_state(f"Method '{name}' requires one of these states: {', '.join(method.states)}")

    # -- for the methods ----------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        return "MENU" if self.game is None else names.state_name(self.game.phase)

    @property
    def core(self) -> _core.Game:
        """The engine's game; there is one in every state but MENU."""
        if self.game is None:
            raise RuntimeError("there is no run in the menu")
        return self.game.reveal()

    def gamestate(self) -> dict[str, Any]:
        if self.game is None:
            return codec.menu()
        state = codec.gamestate(self.game, self.memory, self.fair)
        return state | {"seed": self._name_of_run()} if self.fair else state

    def _name_of_run(self) -> str:
        digest = hashlib.blake2b(self.memory.seed.encode("utf-8", "replace"), digest_size=4, key=self._secret)
        return f"HIDDEN-{digest.hexdigest().upper()}"

    def begin(self, seed: str | None, deck: str, stake: str) -> None:
        shown = seed if seed is not None else self.seed or random_seed()
        fresh = Game(_engine_seed(shown), deck, stake, endless=True, variant=self.variant)
        self.game = Game.from_bytes(fresh.to_bytes())  # one that keeps no transcript: calls are not in it
        self.memory = Memory(seed=shown)
        if self.narrator is not None:
            self.narrator.start(self.game)

    def resume(self, game: Game | None, memory: Memory | None = None) -> None:
        self.game = game
        self.memory = memory or Memory(seed="")

    def act(self, action: str) -> None:
        """Makes a decision of the engine."""
        g, decision = self.core, _core.Action(action)
        reason = g.why_illegal(decision)
        if reason is not None:
            raise not_allowed(f"Not allowed: {reason}")
        before = self.game.clone() if self.narrator is not None and self.game is not None else None
        if decision.kind == "play":
            g.apply(decision)
            self.memory.update(g)
        else:
            self._step(lambda: g.apply(decision))
        if before is not None and self.narrator is not None and self.game is not None:
            self.narrator.step(before, decision, self.game)

    def sell_eternal(self, position: int) -> None:
        self._step(lambda: _core.sell_anyway(self.core, position))

    def _step(self, step: Callable[[], None]) -> None:
        """A score that was set above the goal counts when the next hand is played; until then the engine
        does not see it."""
        g = self.core
        score = g.score
        early = g.phase == "SELECTING_HAND" and score >= g.target
        if early:
            _core.set_number(g, "score", 0)
        step()
        if early:
            _core.set_number(g, "score", score)
        self.memory.update(g)


def _check_id(request_id: Any) -> None:
    if request_id is None:
        raise bad_request("Invalid Request: 'id' field is required")
    if isinstance(request_id, bool) or not isinstance(request_id, int | float | str):
        raise bad_request("Invalid Request: 'id' must be an integer or string")
    if isinstance(request_id, float) and not request_id.is_integer():
        raise bad_request("Invalid Request: 'id' must be an integer, not a float")


def _error(error: ProtocolError) -> str:
    data = f'"data":{{"name":"{error.name}"}}'
    return f'"error":{{"code":{error.code},"message":{quote(error.message)},{data}}}'


def _engine_seed(seed: str) -> str:
    """The game takes any text; for one that the engine has no room for, another seed is taken."""
    try:
        return check_seed(seed)
    except ValueError:
        digest = hashlib.blake2b(seed.encode("utf-8", "replace"), digest_size=8).digest()
        return _core.seed_from_number(int.from_bytes(digest, "big"))


@cache
def _openrpc() -> EncodedTable:
    """Upstream's machine-readable description, as it is."""
    return EncodedTable(json.loads(files("jimbot.live.protocol").joinpath("openrpc.json").read_text("utf-8")))
