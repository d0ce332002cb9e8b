"""Parity with the real game: recorded runs are replayed in the engine and compared field by field."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.parity.coverage import Coverage
    from jimbot.parity.record import Recorder
    from jimbot.parity.recordings import Recording, find_recordings, read_recording
    from jimbot.parity.replay import Replay
    from jimbot.parity.traces import TraceWriter
else:
    __getattr__ = lazy(
        __name__,
        {
            "recordings": ("Recording", "find_recordings", "read_recording"),
            "replay": ("Replay",),
            "record": ("Recorder",),
            "traces": ("TraceWriter",),
            "coverage": ("Coverage",),
        },
    )

__all__ = [
    "Coverage",
    "Recorder",
    "Recording",
    "Replay",
    "TraceWriter",
    "find_recordings",
    "read_recording",
]
