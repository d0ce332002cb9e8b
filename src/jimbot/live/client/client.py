"""Typed clients of one balatrobot server: the real game or `jimbot serve`.

Every method of the protocol is a method here; indices are positions in the lists of the latest game state.
What a client does when a call fails is in `conduct`; what it raises is in `exceptions`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from jimbot.live.client import versions
from jimbot.live.client.conduct import Conduct, Flow, Json, Patience
from jimbot.live.client.exceptions import ApiError
from jimbot.live.client.exchange import AsyncExchange, Request, SyncExchange
from jimbot.live.client.ports import port_of
from jimbot.live.protocol.shapes import GameState, HealthStatus, Written

DEFAULT_URL = "http://127.0.0.1:12346"


def indices(cards: Sequence[int] | None) -> list[int] | None:
    """Plain integers: a row of a numpy array is welcome too."""
    return None if cards is None else [int(card) for card in cards]


def given(params: Mapping[str, Any] | None) -> Json:
    """The parameters without those left out."""
    return {name: value for name, value in (params or {}).items() if value is not None}


def with_timeout(patience: Patience, timeout: float | None) -> Patience:
    return patience if timeout is None else replace(patience, timeout=timeout)


def told_version(discovery: Json) -> str:
    info = discovery.get("info")
    return str(info.get("version", "")) if isinstance(info, dict) else ""


class Client:
    """The synchronous client. Threads may share it: calls to one address take turns."""

    def __init__(
        self, base_url: str = DEFAULT_URL, timeout: float | None = None, *, patience: Patience | None = None
    ) -> None:
        """`timeout` replaces the time-outs of all methods; `patience` holds the other settings."""
        self.base_url = base_url.rstrip("/")
        self._port = port_of(self.base_url)
        self._conduct = Conduct(self._port, with_timeout(patience or Patience(), timeout))
        self._exchange = SyncExchange(self.base_url)

    def call(self, method: str, params: Mapping[str, Any] | None = None) -> Json:
        """Any method by name; parameters that are None are left out."""
        return self._run(self._conduct.call(method, given(params)))

    def check_version(self) -> str:
        """The server's version; raises `UnsupportedVersion`, or warns when it is merely untested."""
        try:
            return versions.judge(told_version(self.discover()), self.base_url)
        except ApiError:
            return versions.judge(self._probed_version(), self.base_url)

    def _probed_version(self) -> str:
        """The age of a server that does not describe itself. A `pack` call without arguments never acts."""
        try:
            self.call("pack")
        except ApiError as error:
            return versions.of_refusal(error.message)
        return ""

    @property
    def is_busy(self) -> bool:
        """Whether a call to this address is under way in this process."""
        return self._port.lock.locked()

    def close(self) -> None:
        self._exchange.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, flow: Flow) -> Json:
        with self._port.lock:
            reply = None
            while True:
                try:
                    step = flow.send(reply)
                except StopIteration as end:
                    return cast(Json, end.value)
                if isinstance(step, Request):
                    reply = self._exchange.send(step)
                else:
                    reply = None
                    time.sleep(step.seconds)

    def health(self) -> HealthStatus:
        """Whether the server answers."""
        return cast(HealthStatus, self.call("health"))

    def gamestate(self) -> GameState:
        """The state now; in the middle of an animation it may be a passing one."""
        return cast(GameState, self.call("gamestate"))

    def start(self, deck: str = "RED", stake: str = "WHITE", seed: str | None = None) -> GameState:
        """A new run, from the menu."""
        return cast(GameState, self.call("start", {"deck": deck, "stake": stake, "seed": seed}))

    def menu(self) -> GameState:
        """Leaves the run without saving it."""
        return cast(GameState, self.call("menu"))

    def save(self, path: str | Path) -> Written:
        """Writes the run to a file on the server's machine."""
        return cast(Written, self.call("save", {"path": str(path)}))

    def load(self, path: str | Path) -> Written:
        """Reads a run from a file on the server's machine; the run at hand is given up."""
        return cast(Written, self.call("load", {"path": str(path)}))

    def screenshot(self, path: str | Path) -> Written:
        """Writes a PNG; a headless game never answers this."""
        return cast(Written, self.call("screenshot", {"path": str(path)}))

    def select(self) -> GameState:
        """Takes the blind on deck."""
        return cast(GameState, self.call("select"))

    def skip(self) -> GameState:
        """Skips the blind on deck for its tag."""
        return cast(GameState, self.call("skip"))

    def play(self, cards: Sequence[int]) -> GameState:
        """Plays cards of the hand."""
        return cast(GameState, self.call("play", {"cards": indices(cards)}))

    def discard(self, cards: Sequence[int]) -> GameState:
        """Discards cards of the hand."""
        return cast(GameState, self.call("discard", {"cards": indices(cards)}))

    def cash_out(self) -> GameState:
        """Takes the money of the round and enters the shop."""
        return cast(GameState, self.call("cash_out"))

    def next_round(self) -> GameState:
        """Leaves the shop."""
        return cast(GameState, self.call("next_round"))

    def reroll(self) -> GameState:
        """New cards for the shop."""
        return cast(GameState, self.call("reroll"))

    def buy(
        self, *, card: int | None = None, voucher: int | None = None, pack: int | None = None
    ) -> GameState:
        """Buys exactly one of the three."""
        return cast(GameState, self.call("buy", {"card": card, "voucher": voucher, "pack": pack}))

    def pack(
        self, card: int | None = None, targets: Sequence[int] | None = None, *, skip: bool | None = None
    ) -> GameState:
        """Picks a card of the open pack, or leaves it."""
        return cast(GameState, self.call("pack", {"card": card, "targets": indices(targets), "skip": skip}))

    def sell(self, *, joker: int | None = None, consumable: int | None = None) -> GameState:
        """Sells exactly one of the two."""
        return cast(GameState, self.call("sell", {"joker": joker, "consumable": consumable}))

    def use(self, consumable: int, cards: Sequence[int] | None = None) -> GameState:
        """Uses a consumable, on cards of the hand where it needs them."""
        return cast(GameState, self.call("use", {"consumable": consumable, "cards": indices(cards)}))

    def rearrange(
        self,
        *,
        hand: Sequence[int] | None = None,
        jokers: Sequence[int] | None = None,
        consumables: Sequence[int] | None = None,
    ) -> GameState:
        """Reorders exactly one of the three: place k takes the card from order[k]."""
        return cast(
            GameState,
            self.call(
                "rearrange",
                {"hand": indices(hand), "jokers": indices(jokers), "consumables": indices(consumables)},
            ),
        )

    def add(self, key: str, **properties: str | int | bool | None) -> GameState:
        """Debug: adds a card; seal, edition, enhancement, eternal, perishable, rental."""
        return cast(GameState, self.call("add", {"key": key, **properties}))

    def set(self, **fields: int | bool | None) -> GameState:
        """Debug: money, chips, ante, round, hands, discards, shop."""
        return cast(GameState, self.call("set", fields))

    def discover(self) -> Json:
        """The server's description of itself (`rpc.discover`)."""
        return self.call("rpc.discover")


class AsyncClient:
    """The asynchronous client: the same methods, awaited."""

    def __init__(
        self, base_url: str = DEFAULT_URL, timeout: float | None = None, *, patience: Patience | None = None
    ) -> None:
        """`timeout` replaces the time-outs of all methods; `patience` holds the other settings."""
        self.base_url = base_url.rstrip("/")
        self._port = port_of(self.base_url)
        self._conduct = Conduct(self._port, with_timeout(patience or Patience(), timeout))
        self._exchange = AsyncExchange(self.base_url)

    async def call(self, method: str, params: Mapping[str, Any] | None = None) -> Json:
        """Any method by name; parameters that are None are left out."""
        return await self._run(self._conduct.call(method, given(params)))

    async def check_version(self) -> str:
        """The server's version; raises `UnsupportedVersion`, or warns when it is merely untested."""
        try:
            return versions.judge(told_version(await self.discover()), self.base_url)
        except ApiError:
            return versions.judge(await self._probed_version(), self.base_url)

    async def _probed_version(self) -> str:
        """The age of a server that does not describe itself. A `pack` call without arguments never acts."""
        try:
            await self.call("pack")
        except ApiError as error:
            return versions.of_refusal(error.message)
        return ""

    @property
    def is_busy(self) -> bool:
        """Whether a call to this address is under way in this process."""
        return self._port.lock.locked()

    async def close(self) -> None:
        await self._exchange.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(self, flow: Flow) -> Json:
        async with self._port.loop_lock():
            # Clients in other threads share the port too.
            while not self._port.lock.acquire(blocking=False):
                await asyncio.sleep(0.001)
            try:
                return await self._steps(flow)
            finally:
                self._port.lock.release()

    async def _steps(self, flow: Flow) -> Json:
        reply = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as end:
                return cast(Json, end.value)
            if isinstance(step, Request):
                reply = await self._exchange.send(step)
            else:
                reply = None
                await asyncio.sleep(step.seconds)

    async def health(self) -> HealthStatus:
        """Whether the server answers."""
        return cast(HealthStatus, await self.call("health"))

    async def gamestate(self) -> GameState:
        """The state now; in the middle of an animation it may be a passing one."""
        return cast(GameState, await self.call("gamestate"))

    async def start(self, deck: str = "RED", stake: str = "WHITE", seed: str | None = None) -> GameState:
        """A new run, from the menu."""
        return cast(GameState, await self.call("start", {"deck": deck, "stake": stake, "seed": seed}))

    async def menu(self) -> GameState:
        """Leaves the run without saving it."""
        return cast(GameState, await self.call("menu"))

    async def save(self, path: str | Path) -> Written:
        """Writes the run to a file on the server's machine."""
        return cast(Written, await self.call("save", {"path": str(path)}))

    async def load(self, path: str | Path) -> Written:
        """Reads a run from a file on the server's machine; the run at hand is given up."""
        return cast(Written, await self.call("load", {"path": str(path)}))

    async def screenshot(self, path: str | Path) -> Written:
        """Writes a PNG; a headless game never answers this."""
        return cast(Written, await self.call("screenshot", {"path": str(path)}))

    async def select(self) -> GameState:
        """Takes the blind on deck."""
        return cast(GameState, await self.call("select"))

    async def skip(self) -> GameState:
        """Skips the blind on deck for its tag."""
        return cast(GameState, await self.call("skip"))

    async def play(self, cards: Sequence[int]) -> GameState:
        """Plays cards of the hand."""
        return cast(GameState, await self.call("play", {"cards": indices(cards)}))

    async def discard(self, cards: Sequence[int]) -> GameState:
        """Discards cards of the hand."""
        return cast(GameState, await self.call("discard", {"cards": indices(cards)}))

    async def cash_out(self) -> GameState:
        """Takes the money of the round and enters the shop."""
        return cast(GameState, await self.call("cash_out"))

    async def next_round(self) -> GameState:
        """Leaves the shop."""
        return cast(GameState, await self.call("next_round"))

    async def reroll(self) -> GameState:
        """New cards for the shop."""
        return cast(GameState, await self.call("reroll"))

    async def buy(
        self, *, card: int | None = None, voucher: int | None = None, pack: int | None = None
    ) -> GameState:
        """Buys exactly one of the three."""
        return cast(GameState, await self.call("buy", {"card": card, "voucher": voucher, "pack": pack}))

    async def pack(
        self, card: int | None = None, targets: Sequence[int] | None = None, *, skip: bool | None = None
    ) -> GameState:
        """Picks a card of the open pack, or leaves it."""
        return cast(
            GameState, await self.call("pack", {"card": card, "targets": indices(targets), "skip": skip})
        )

    async def sell(self, *, joker: int | None = None, consumable: int | None = None) -> GameState:
        """Sells exactly one of the two."""
        return cast(GameState, await self.call("sell", {"joker": joker, "consumable": consumable}))

    async def use(self, consumable: int, cards: Sequence[int] | None = None) -> GameState:
        """Uses a consumable, on cards of the hand where it needs them."""
        return cast(GameState, await self.call("use", {"consumable": consumable, "cards": indices(cards)}))

    async def rearrange(
        self,
        *,
        hand: Sequence[int] | None = None,
        jokers: Sequence[int] | None = None,
        consumables: Sequence[int] | None = None,
    ) -> GameState:
        """Reorders exactly one of the three: place k takes the card from order[k]."""
        return cast(
            GameState,
            await self.call(
                "rearrange",
                {"hand": indices(hand), "jokers": indices(jokers), "consumables": indices(consumables)},
            ),
        )

    async def add(self, key: str, **properties: str | int | bool | None) -> GameState:
        """Debug: adds a card; seal, edition, enhancement, eternal, perishable, rental."""
        return cast(GameState, await self.call("add", {"key": key, **properties}))

    async def set(self, **fields: int | bool | None) -> GameState:
        """Debug: money, chips, ante, round, hands, discards, shop."""
        return cast(GameState, await self.call("set", fields))

    async def discover(self) -> Json:
        """The server's description of itself (`rpc.discover`)."""
        return await self.call("rpc.discover")
