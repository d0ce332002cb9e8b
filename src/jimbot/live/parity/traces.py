"""Our own recordings, `jimbot-trace 1`: a header, a line per call with the gamestate after it, an end."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from jimbot.game import Game
from jimbot.live.parity.gamestate import Converter
from jimbot.runs.machine import write_all, write_whole

FORMAT = "jimbot-trace 1"
PART = ".part.jsonl"  # how the name of a trace ends that is not whole
RECORDED_BY = ("balatro", "jimbot", "unknown")
RESULTS = ("ok", "refused", "no_answer")


def part_of(path: Path) -> Path:
    """Where a trace is while it is recorded."""
    return path.with_name(path.name.removesuffix(".gz").removesuffix(".jsonl") + PART)


class TraceWriter:
    """Writes a trace line by line into a file beside it, ``NAME.part.jsonl``. The trace takes its name when
    it is whole; what was recorded before a kill stays in the part, which replays up to its last whole step.
    """

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = {"format": FORMAT, **header}
        self.steps = 0
        self.part = part_of(path)
        try:
            self._file = open(self.part, "xb", buffering=0)  # noqa: SIM115
        except FileExistsError:
            raise ValueError(
                f"{self.part} holds what was left of a recording; replay it, then move or remove it"
            ) from None
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        self._write(self.header)

    def _write(self, row: dict[str, Any]) -> None:
        line = json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        write_all(self._file.fileno(), line)

    def step(self, method: str, params: dict[str, Any], result: str, **more: Any) -> None:
        self._write({"i": self.steps, "method": method, "params": params, "result": result, **more})
        self.steps += 1

    def finish(self, end: str) -> None:
        self._write({"end": end, "steps": self.steps})
        self._file.close()
        data = self.part.read_bytes()
        # no name and no time in the packed file: the same steps give the same bytes
        write_whole(self.path, gzip.compress(data, mtime=0) if self.path.name.endswith(".gz") else data)
        self.part.unlink()

    def __enter__(self) -> TraceWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        if not isinstance(error, OSError):  # a full disk takes nothing away
            self.part.unlink(missing_ok=True)


def new_game(params: dict[str, Any], variant: str) -> Game:
    """The run that a `start` call begins."""
    return Game(
        params["seed"], params["deck"].lower(), params["stake"].lower(), variant=variant, endless=True
    )


def _first_id(game: Game, state: dict[str, Any]) -> int | None:
    """Ids can be compared where they count the cards in the order of their making."""
    cards = sorted(state["cards"]["cards"], key=lambda c: int(c["id"]))
    made = sorted(game.reveal().cards, key=lambda c: c.number)
    if [c["key"] for c in cards] != [c.code for c in made]:
        return None
    first = int(cards[0]["id"])
    return first if [c["id"] - first for c in cards] == [c.number for c in made] else None


def _check_header(header: dict[str, Any], where: str) -> None:
    for name, allowed in (("recorded_by", RECORDED_BY), ("variant", ("vanilla", "steamodded"))):
        if header.get(name) not in allowed:
            raise ValueError(f"{where}: {name!r} is {header.get(name)!r}; one of {', '.join(allowed)}")


class StepReader:
    """Turns the rows of a trace, in order, into steps in the shape of the shared recordings."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self._converter = Converter()
        self._chips = 0.0

    def read(self, row: dict[str, Any]) -> dict[str, Any]:
        step = {"prefix": True, "known": "logged", **row, "state": None}
        state = row.get("state")
        if state is None or "jokers" not in state:  # the menu has no card areas
            return step
        if row["method"] == "start":
            self._converter = Converter(_first_id(new_game(row["params"], self.variant), state))
        step["state"] = self._converter.convert(state)
        chips = state["round"]["chips"]
        if row["method"] == "play" and row["result"] == "ok":
            step["score"] = chips - self._chips
        self._chips = chips
        return step


def read_steps(path: Path, header: dict[str, Any], lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The steps of a trace; one that is not whole has no end. Errors name the file and the line."""
    _check_header(header, f"{path} line 1")
    reader = StepReader(header["variant"])
    steps: list[dict[str, Any]] = []
    ended = False
    for number, row in enumerate(lines, 2):
        where = f"{path} line {number}"
        if ended:
            raise ValueError(f"{where}: nothing may follow the end of a trace")
        if "end" in row:
            if row.get("steps") != len(steps):
                raise ValueError(
                    f"{where}: the trace says it has {row.get('steps')} steps, but it has {len(steps)}"
                )
            ended = True
            continue
        _check_row(row, len(steps), where)
        try:
            steps.append(reader.read(row))
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"{where}: not a gamestate ({type(error).__name__}: {error})") from None
    if not ended and not path.name.endswith(PART):
        raise ValueError(f"{path} line {len(steps) + 2}: the end of the trace is missing")
    return steps


def _check_row(row: dict[str, Any], number: int, where: str) -> None:
    if row.get("i") != number:
        raise ValueError(f"{where}: expected step {number}, found {row.get('i')!r}")
    if not isinstance(row.get("method"), str) or not isinstance(row.get("params"), dict):
        raise ValueError(f"{where}: a step needs a method and its params")
    if row.get("result") not in RESULTS:
        raise ValueError(f"{where}: result is {row.get('result')!r}; one of {', '.join(RESULTS)}")
    if row["method"] == "start":
        missing = [name for name in ("deck", "stake", "seed") if not isinstance(row["params"].get(name), str)]
        if missing:
            raise ValueError(f"{where}: the start names no {missing[0]}")
    elif number == 0:
        raise ValueError(f"{where}: a trace must begin with a start")
