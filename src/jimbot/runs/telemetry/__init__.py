"""Telemetry: what programs measure while they run, written beside the work and never in its way."""

from jimbot.runs.telemetry.recorder import Point, Recorder
from jimbot.runs.telemetry.switch import flush, on, record, start, stop

__all__ = ["Point", "Recorder", "flush", "on", "record", "start", "stop"]
