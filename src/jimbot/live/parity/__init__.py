"""Parity with the real game: recorded runs are replayed in the engine and compared field by field."""

from jimbot.live.parity.coverage import Coverage
from jimbot.live.parity.record import TraceRecorder
from jimbot.live.parity.recordings import Recording, find_recordings, read_recording
from jimbot.live.parity.replay import Replay
from jimbot.live.parity.traces import TraceWriter

__all__ = [
    "Coverage",
    "Recording",
    "Replay",
    "TraceRecorder",
    "TraceWriter",
    "find_recordings",
    "read_recording",
]
