"""What every trainer tells of its progress, in one place: to telemetry, and to the event gateway."""

from __future__ import annotations

import math

from jimbot.evaluation.events import switch
from jimbot.runs import telemetry


def tell(trainer: str, **figures: float) -> None:
    """A learner was updated. Nothing happens where telemetry and events are off."""
    telemetry.record("training", {"trainer": trainer}, **figures)
    known = {name: value for name, value in figures.items() if math.isfinite(value)}
    switch.heartbeat({"trainer": trainer, **known})
