"""Agents at the table: whole runs on any backend, and advice beside a game that somebody plays."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.live.drive.games import BackendGone, Driver
    from jimbot.live.drive.run import drive_run
else:
    __getattr__ = lazy(__name__, {"games": ("BackendGone", "Driver"), "run": ("drive_run",)})

__all__ = ["BackendGone", "Driver", "drive_run"]
