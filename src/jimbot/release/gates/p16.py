"""P16: a recorded session becomes a fixture, is checked for drift, labelled by a teacher, learned and played.

Exit codes: 10 drift, 11 labels, 12 the service, 13 training or evaluation.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jimbot.game.records import percent
from jimbot.release.gates import models
from jimbot.release.gates.ablation import ablation
from jimbot.release.gates.report import finish, gate
from jimbot.release.gates.run import GateRun
from jimbot.release.gates.seeds import seed_file
from jimbot.release.gates.strategies import playable

if TYPE_CHECKING:
    from jimbot.game import Action, Game
    from jimbot.live.parity.record import Chooser
    from jimbot.live.protocol.calls import Call

DRIFT, LABELS, SERVICE, LEARNING = 10, 11, 12, 13
HAND_ROWS, SHOP_ROWS = 200, 50  # that the teacher must have labelled, at least
MAX_ILLEGAL = 0.001
MAX_RUNS = 12
VARIANT = "steamodded"
TEACHER = "heuristic"


class GateEnded(Exception):
    """A stage that the gate ends with, under its exit code."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


def p16(run: GateRun, fail_on_perf_gate: bool) -> int:
    """Recorded session, fixture, drift, labels, training, evaluation."""
    checks: dict[str, bool] = {}
    code, why = 0, None
    try:
        _stages(run, checks)
    except GateEnded as ended:
        code, why = ended.code, str(ended)
        checks[why] = False
    finished = finish(run, {"functional": gate(run, "functional", checks)}, fail_on_perf_gate, p16_code=code)
    return code or finished


def _stages(run: GateRun, checks: dict[str, bool]) -> None:
    recorded = run.stage("record", lambda: _record(run))
    checks["a session was recorded"] = True
    with _as_code(DRIFT):
        drift = run.stage("drift", lambda: _drift(run, recorded["files"]))
    if drift["unexplained"] or drift["stopped"]:
        raise GateEnded(
            DRIFT, f"the engine differs from the recording: {(drift['first'] or drift['stopped'])[0]}"
        )
    checks["the engine follows the recording"] = True
    with _as_code(LABELS):
        labels = run.stage("labels", lambda: _labels(run, recorded["transcripts"]))
    for name, least in (("hand", HAND_ROWS), ("shop", SHOP_ROWS)):
        if labels[name] < least:
            raise GateEnded(LABELS, f"{labels[name]} labelled {name} rows; {least} are needed")
    if labels["illegal"] > MAX_ILLEGAL:
        raise GateEnded(
            LABELS,
            f"{percent(labels['illegal'], 2)} of the labels are illegal; {percent(MAX_ILLEGAL)} are allowed",
        )
    checks["labels are enough and legal"] = True
    with _as_code(LEARNING):
        trained = run.stage(
            "train",
            lambda: models.train_pv(
                run.path / "models" / "pv", Path(labels["data"]), run.settings.sizes, run.settings.processes
            ),
        )
        seeds = seed_file(run.settings.sizes.seeds)
        everyone = playable(("heuristic", "pv"), {"pv": Path(trained["model"])}, None)
        place = run.path / "eval"
        found = run.stage(
            "eval", lambda: ablation(place, everyone, seeds, "heuristic", run.settings.processes)
        )
    failures = [failure for row in found["strategies"].values() for failure in row["failures"]]
    if failures:
        raise GateEnded(LEARNING, f"the network failed in {len(failures)} games, first {failures[0]}")
    checks["the network was trained and plays"] = True


@contextmanager
def _as_code(code: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, RuntimeError) as error:
        raise GateEnded(code, str(error)) from error


def _record(run: GateRun) -> dict[str, Any]:
    """Sessions on the given game, or on a `jimbot serve` of our own, until there are rows enough."""
    if importlib.util.find_spec("httpx") is None:
        raise GateEnded(SERVICE, "recording needs httpx: pip install 'jimbot[live]'")
    url = run.settings.base_url
    if url is not None:
        return _sessions(run, url, "balatro" if _is_real(url) else "jimbot")
    from jimbot.live.games.own_servers import own_servers

    with _as_code(SERVICE), own_servers([0]) as ((_, own),):
        return _sessions(run, own, "jimbot")


def _is_real(url: str) -> bool:
    from jimbot.live.drive.reach import is_real_game

    with _as_code(SERVICE):
        return is_real_game(url)


def _sessions(run: GateRun, url: str, recorded_by: str) -> dict[str, Any]:
    from jimbot.game.seeds import seed
    from jimbot.live.client.client import Client
    from jimbot.live.client.exceptions import BalatrobotError
    from jimbot.live.parity.record import TraceRecorder
    from jimbot.live.parity.traces import TraceWriter, part_of

    place = run.path / "fixtures"
    place.mkdir(exist_ok=True)
    files, transcripts, rows = [], [], {"hand": 0, "shop": 0}
    for number in range(MAX_RUNS):
        if rows["hand"] >= HAND_ROWS and rows["shop"] >= SHOP_ROWS:
            break
        name = seed("train", models.FIRST_GAME + 90_000 + number)
        path = place / f"{name}.jsonl.gz"
        for before in (path, part_of(path)):
            before.unlink(missing_ok=True)
        header = {
            "recorded_by": recorded_by,
            "variant": VARIANT,
            "seed": name,
            "deck": "RED",
            "stake": "WHITE",
            "agent": TEACHER,
        }
        try:
            with Client(url) as client, TraceWriter(path, header) as writer:
                recorder = TraceRecorder(client, writer)
                recorder.start(name, "RED", "WHITE")
                writer.finish(recorder.play(_teacher(rows), 1000))
        except BalatrobotError as error:
            raise GateEnded(SERVICE, f"{url}: {error}") from error
        files.append(str(path))
        transcripts.append(recorder.game.transcript)
    return {"files": files, "transcripts": transcripts, "recorded_by": recorded_by, "url": url, **rows}


def _teacher(rows: dict[str, int]) -> Chooser:
    """The teacher plays to the win, and counts its decisions."""
    from jimbot.agents import make_agent
    from jimbot.live.parity.record import chosen_by

    own = chosen_by(make_agent(TEACHER))

    def choose(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
        if game.won:
            return None
        rows["hand"] += game.phase == "SELECTING_HAND"
        rows["shop"] += game.phase == "SHOP"
        return own(game, choices)

    return choose


def _drift(run: GateRun, files: list[str]) -> dict[str, Any]:
    from jimbot.live.parity.recordings import read_recording
    from jimbot.live.parity.replay import replay

    replays = [replay(read_recording(Path(file))) for file in files]
    found = {
        "calls": sum(one.calls for one in replays),
        "fields": sum(one.fields for one in replays),
        "unexplained": sum(len(one.unexplained) for one in replays),
        "first": [str(d) for one in replays for d in one.unexplained][:10],
        "stopped": [f"{one.run}: {one.stopped}" for one in replays if one.stopped],
    }
    return run.json("drift.json", found)


def _labels(run: GateRun, transcripts: list[str]) -> dict[str, Any]:
    from jimbot import _core
    from jimbot.game import Action, Game, deck_index, stake_index
    from jimbot.models.decisions import Shape
    from jimbot.training.data.lessons import NO_CHALLENGE, Expert
    from jimbot.training.data.records import VARIANTS
    from jimbot.training.data.shards import write_shard
    from jimbot.training.imitation.rows import PHASES, Rows

    lessons = []
    for text in transcripts:
        game = Game.replay(text)
        lines = [line for line in text.splitlines()[1:] if line and not line.startswith("#")]
        steps: list[Any] = [(Action(line), False, Action(line), None, []) for line in lines]
        start = (deck_index(game.deck), stake_index(game.stake), NO_CHALLENGE, VARIANTS.index(game.variant))
        lessons.append(_core.make_lesson(game.seed, *start, steps))
    labelled = Expert(TEACHER).relabel(lessons, run.settings.processes)
    place = run.path / "data"
    place.mkdir(exist_ok=True)
    write_shard(place / "shard-00000.safetensors", labelled, {"expert": TEACHER})
    import torch

    rows = Rows(labelled, Shape(redraws=0), run.settings.processes)
    batch = rows.take(torch.arange(len(rows)))
    known = batch.label >= 0
    chosen = (batch.seen.first_choices() + batch.label)[known]
    counts = {name: int(((batch.phase == number) & known).sum()) for number, name in PHASES.items()}
    illegal = float((batch.legal[chosen] == 0).float().mean())
    return run.json("labels.json", {"data": str(place), "teacher": TEACHER, "illegal": illegal, **counts})
