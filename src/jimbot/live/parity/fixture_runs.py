"""Recording the directed fixtures from a game or server, and replaying the recorded ones."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from jimbot.live.parity.fixtures import Case, Choose, Fixture
from jimbot.live.parity.record import CallAnswer, TraceRecorder, allowed
from jimbot.live.parity.recordings import read_recording
from jimbot.live.parity.replay import Replay, ReplayStopped, replay
from jimbot.live.parity.traces import TraceWriter, part_of
from jimbot.live.protocol.calls import Caller

ENDING = ".jsonl.gz"


def record_fixture(fixture: Fixture, caller: Caller, folder: Path, recorded_by: str) -> list[str]:
    """Records one family; says which calls were refused and where the engine differs."""
    header = {"recorded_by": recorded_by, "variant": "steamodded", "fixture": fixture.name}
    path = folder / f"{fixture.name}{ENDING}"
    part_of(path).unlink(missing_ok=True)  # every family is recorded again
    with TraceWriter(path, header) as writer:
        recorder = TraceRecorder(caller, writer)
        troubles = [trouble for case in fixture.cases for trouble in _record_case(recorder, case)]
        writer.finish("complete")
    return troubles + [str(d) for d in recorder.replayer.out.unexplained]


def _record_case(recorder: TraceRecorder, case: Case) -> list[str]:
    troubles = []
    try:
        recorder.start(case.seed, case.deck, case.stake)
        for call in case.calls:
            answer = _choose(recorder, call.kind) if isinstance(call, Choose) else recorder.call(*call)
            if answer is not None and answer.error:
                troubles.append(f"{case.seed} step {recorder.writer.steps - 1} {call}: {answer.error}")
                if answer.result == "no_answer":
                    break  # where the game is, is not known
    except ReplayStopped as stop:
        troubles.append(f"{case.seed} step {recorder.writer.steps - 1}: {stop}")
    return troubles


def _choose(recorder: TraceRecorder, kind: str) -> CallAnswer | None:
    choices = [(action.index, call) for action, call in allowed(recorder.game) if action.kind == kind]
    if not choices:
        return None
    last = max(index for index, _ in choices)
    return recorder.call(*next(call for index, call in choices if index == last))


def check_fixtures(wanted: Iterable[Fixture], folder: Path) -> tuple[list[Replay], list[str]]:
    """Replays the recorded fixtures; says which are missing."""
    replays, missing = [], []
    for fixture in wanted:
        path = folder / f"{fixture.name}{ENDING}"
        if path.exists():
            replays.append(replay(read_recording(path)))
        else:
            missing.append(fixture.name)
    return replays, missing
