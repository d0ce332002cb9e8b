"""A client that plays runs on one server as fast as it answers, and keeps the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from pydantic import model_validator

from jimbot.live.client.raw_client import RawClient
from jimbot.live.protocol.effects import RESTING
from jimbot.runs.settings import Positive, Real, Settings, setting

POLL_SECONDS = 0.02

State = dict[str, Any]


Mode = Literal["action_only", "rl_step"]
REAL = ("balatrobot_cmd", "love_path", "lovely_path", "headless", "fast")


class ServerSettings(Settings):
    """How servers are driven."""

    steps: Positive = setting(2000, "actions per server; resets do not count", also=("--steps-per-instance",))
    json_backend: Literal["stdlib", "orjson"] = setting("stdlib", "JSON library of the client")
    cpu_affinity: bool = setting(False, "pin each client, and each server started here, to one core")
    fast_restart: bool = setting(True, "else a reset waits until the gamestate shows menu and first blind")
    stagger_start: Real = setting(0.0, "seconds between the starts of two servers or clients")
    launch_instances: Literal["none", "sim", "direct", "uvx"] = setting(
        "none", "servers to start: our own (sim), or the real game with its launcher (direct, uvx)"
    )


class ServerBench(ServerSettings):
    """One measurement."""

    mode: Mode = setting("action_only", "rl_step reads the gamestate before each action, as an agent does")
    balatrobot_cmd: str = setting("balatrobot", "real game, launched directly: the balatrobot command")
    love_path: str | None = setting(None, "real game: the LÖVE executable")
    lovely_path: str | None = setting(None, "real game: the Lovely library")
    headless: bool = setting(False, "real game: no window")
    fast: bool = setting(False, "real game: full speed")

    @model_validator(mode="after")
    def _of_the_real_game(self) -> Self:
        if self.launch_instances in ("none", "sim"):
            self.refuse_given(REAL, f"with launch_instances {self.launch_instances}")
        return self


class SweepSettings(ServerSettings):
    """Measurements with several numbers of servers."""

    launch_instances: Literal["none", "sim", "direct", "uvx"] = setting(
        "sim", "servers to start for each run, as in jimbot bench balatrobot"
    )


@dataclass
class Timings:
    """What one client measured."""

    url: str
    steps: int = 0
    began: float = 0.0
    ended: float = 0.0
    resets: list[float] = field(default_factory=list)
    sleeps: list[float] = field(default_factory=list)
    latencies: dict[str, list[float]] = field(default_factory=dict)


class TimedPlayer:
    """Plays runs on one server: the first five cards of each hand, no purchases."""

    def __init__(self, url: str, settings: ServerBench, name: str) -> None:
        self._client = RawClient(url, settings.json_backend)
        self._settings = settings
        self._name = name
        self._result = Timings(url)

    def play(self, advance: Callable[[int], None]) -> Timings:
        result = self._result
        result.began = time.monotonic()
        state = self._reset()
        while result.steps < self._settings.steps:
            if self._settings.mode == "rl_step":
                state = self._client.call("gamestate")
            decision = decide(state)
            if decision is None:
                state = self._reset()
                continue
            method, params = decision
            state = self._settle(self._client.call(method, **params))
            result.steps += 1
            advance(1)
        result.ended = time.monotonic()
        result.latencies = dict(self._client.latencies)
        return result

    def _reset(self) -> State:
        start = time.perf_counter()
        self._client.call("menu")
        if not self._settings.fast_restart:
            self._wait_for("MENU")
        seed = f"{self._name}X{len(self._result.resets)}"
        state: State = self._client.call("start", deck="RED", stake="WHITE", seed=seed)
        if not self._settings.fast_restart:
            state = self._wait_for("BLIND_SELECT")
        self._result.resets.append(time.perf_counter() - start)
        return state

    def _settle(self, state: State) -> State:
        """The real game may answer in the middle of an animation."""
        while state["state"] not in RESTING:
            state = self._look_again()
        return state

    def _wait_for(self, name: str) -> State:
        state: State = self._client.call("gamestate")
        while state["state"] != name:
            state = self._look_again()
        return state

    def _look_again(self) -> State:
        start = time.perf_counter()
        time.sleep(POLL_SECONDS)
        self._result.sleeps.append(time.perf_counter() - start)
        state: State = self._client.call("gamestate")
        return state


def decide(state: State) -> tuple[str, dict[str, Any]] | None:
    """The next call, or None when the run is over."""
    match state["state"]:
        case _ if state["won"]:
            return None
        case "BLIND_SELECT":
            return "select", {}
        case "SELECTING_HAND":
            return "play", {"cards": list(range(min(5, state["hand"]["count"])))}
        case "ROUND_EVAL":
            return "cash_out", {}
        case "SHOP":
            return "next_round", {}
        case "SMODS_BOOSTER_OPENED":
            return "pack", {"skip": True}
        case _:
            return None
