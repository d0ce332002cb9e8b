"""A game behind the protocol, on a real socket and in process, asked by one that knows only the protocol."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.balatrobot.wire import ask, post

from jimbot.live.server.session import Session

SEED = "STEER01"
CODES = {"INTERNAL_ERROR": -32000, "BAD_REQUEST": -32001, "INVALID_STATE": -32002, "NOT_ALLOWED": -32003}
IE, BR, IS, NA = CODES

STATES = ("MENU", "BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "SMODS_BOOSTER_OPENED", "GAME_OVER")
RUN_STATES = STATES[1:]
PACKS = ("ARCANA", "CELESTIAL", "SPECTRAL", "STANDARD", "BUFFOON")


def request(method: Any, params: Any = None, id: Any = 1) -> dict[str, Any]:
    call = {"jsonrpc": "2.0", "method": method, "id": id}
    return call if params is None else call | {"params": params}


@dataclass
class Caller:
    """One that knows only the protocol; how a body gets its answer is `text`."""

    folder: Path
    saved: dict[str, str] = field(default_factory=dict, init=False)

    def text(self, body: bytes | str) -> str:
        """The body of the answer to a body."""
        raise NotImplementedError

    def answer(self, call: Any) -> dict[str, Any]:
        out: dict[str, Any] = json.loads(self.text(json.dumps(call)))
        assert out["jsonrpc"] == "2.0"
        assert ("result" in out) != ("error" in out)
        assert set(out) <= {"jsonrpc", "result", "error", "id"}
        return out

    def ok(self, method: str, params: Any = None) -> dict[str, Any]:
        """The result of a call that must succeed."""
        out = self.answer(request(method, params))
        assert "error" not in out, (method, params, out["error"])
        assert out["id"] == 1
        result: dict[str, Any] = out["result"]
        return result

    def error(self, method: str, params: Any = None) -> tuple[str, str]:
        """Name and message of the error of a call that must fail."""
        out = self.answer(request(method, params))
        assert "error" in out, (method, params, str(out)[:200])
        assert out["id"] == 1
        error = out["error"]
        assert set(error) == {"code", "message", "data"}
        assert set(error["data"]) == {"name"}
        assert error["code"] == CODES[error["data"]["name"]]
        return error["data"]["name"], error["message"]

    def refuses(self, method: str, params: Any, name: str, message: str) -> None:
        """This very error, and the game is as it was."""
        before = self.ok("gamestate")
        assert self.error(method, params) == (name, message)
        assert self.ok("gamestate") == before

    def state(self) -> dict[str, Any]:
        return self.ok("gamestate")

    def path(self, name: str) -> str:
        return str(self.folder / name)

    # -- places ---------------------------------------------------------------------------------------------

    def go(self, place: str) -> dict[str, Any]:
        """To a resting state, or to a shop pack by its kind; always the same game."""
        if place in self.saved:
            self.ok("load", {"path": self.saved[place]})
            return self.state()
        PLACES[place](self)
        if place not in ("MENU", "GAME_OVER"):
            self.saved[place] = self.path(f"{place}.jkr")
            self.ok("save", {"path": self.saved[place]})
        return self.state()

    def start(self, seed: str = SEED, deck: str = "RED", stake: str = "WHITE") -> dict[str, Any]:
        self.ok("menu")
        return self.ok("start", {"deck": deck, "stake": stake, "seed": seed})

    def set(self, **values: Any) -> dict[str, Any]:
        return self.ok("set", values)

    def add(self, *keys: str, **options: Any) -> dict[str, Any]:
        for key in keys:
            state = self.ok("add", {"key": key, **options})
        return state

    def win_round(self) -> dict[str, Any]:
        """Ends the round under way by a score that was set."""
        self.set(chips=10**9)
        return self.ok("play", {"cards": [0]})

    def to_shop(self) -> dict[str, Any]:
        """Plays the blind on deck and opens the shop."""
        self.ok("select")
        self.win_round()
        return self.ok("cash_out")

    def open_pack(self, key: str) -> dict[str, Any]:
        """In the shop: makes room, puts this pack there, opens it."""
        state = self.state()
        if state["packs"]["count"] == state["packs"]["limit"]:
            self.set(money=1000)
            self.ok("buy", {"pack": 0})
            state = self.ok("pack", {"skip": True})
        state = self.add(key)
        self.set(money=1000)
        at = [card["key"] for card in state["packs"]["cards"]].index(key)
        return self.ok("buy", {"pack": at})

    def open_until(self, pack: str, card: str) -> tuple[dict[str, Any], int]:
        """Opens packs of a kind until one holds this card; the state and where the card is."""
        for _ in range(200):
            state = self.open_pack(pack)
            if card in (keys := keys_of(state["pack"])):
                return state, keys.index(card)
            self.ok("pack", {"skip": True})
        raise AssertionError(f"no {card} in 200 packs {pack}")

    def reroll_until(self, wanted: Callable[[dict[str, Any]], bool]) -> int:
        """Rerolls until the shop has such a card; where it is."""
        for _ in range(200):
            self.set(money=10_000)
            for at, card in enumerate(self.ok("reroll")["shop"]["cards"]):
                if wanted(card):
                    return at
        raise AssertionError("200 rerolls without such a card")


@dataclass
class InProcess(Caller):
    session: Session

    def text(self, body: bytes | str) -> str:
        return self.session.handle(body.encode() if isinstance(body, str) else body).decode()


@dataclass
class Remote(Caller):
    port: int

    def text(self, body: bytes | str) -> str:
        answer = ask(self.port, post(body.encode() if isinstance(body, str) else body))
        assert answer.status == 200
        return answer.body.decode()


def _blind_select(game: Caller) -> None:
    game.start()


def _selecting_hand(game: Caller) -> None:
    game.go("BLIND_SELECT")
    game.ok("select")


def _round_eval(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.win_round()


def _shop(game: Caller) -> None:
    game.go("ROUND_EVAL")
    game.ok("cash_out")
    game.set(money=100)


def _game_over(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.set(hands=1)
    assert game.ok("play", {"cards": [7]})["state"] == "GAME_OVER"


def _pack(key: str) -> Callable[[Caller], None]:
    def place(game: Caller) -> None:
        game.go("SHOP")
        game.open_pack(key)

    return place


PLACES: dict[str, Callable[[Caller], object]] = {
    "MENU": lambda game: game.ok("menu"),
    "BLIND_SELECT": _blind_select,
    "SELECTING_HAND": _selecting_hand,
    "ROUND_EVAL": _round_eval,
    "SHOP": _shop,
    "GAME_OVER": _game_over,
    "SMODS_BOOSTER_OPENED": _pack("p_arcana_normal_1"),
    **{kind: _pack(f"p_{kind.lower()}_normal_1") for kind in PACKS},
}


def keys_of(area: dict[str, Any]) -> list[str]:
    return [card["key"] for card in area["cards"]]


def ids_of(area: dict[str, Any]) -> list[int]:
    return [card["id"] for card in area["cards"]]


def without_ids(value: Any) -> Any:
    """A gamestate without the card ids, which no client may rely on between games."""
    if isinstance(value, dict):
        return {
            name: without_ids(part) for name, part in value.items() if name != "id" or "label" not in value
        }
    return [without_ids(part) for part in value] if isinstance(value, list) else value


def statuses(state: dict[str, Any]) -> list[str]:
    return [state["blinds"][name]["status"] for name in ("small", "big", "boss")]
