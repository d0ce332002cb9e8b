"""Events of this process: on where JIMBOT_EVENTS names a gateway, and then in its workers, too."""

from __future__ import annotations

from typing import Any

from jimbot.evaluation.events.client import Publisher
from jimbot.evaluation.events.narrator import Narrator
from jimbot.runs.publishing import Switch, say

WHERE = "JIMBOT_EVENTS"

_switch = Switch(WHERE, lambda url: Publisher(url, say=say))


def start(url: str) -> None:
    """Publishes from now on, here and in processes started from here. ImportError without websockets."""
    _switch.start(url)


def stop() -> None:
    """Sends the rest and ends."""
    _switch.stop()


def flush() -> None:
    """Waits a moment for what was published to be sent."""
    found = _switch.get()
    if found is not None:
        found.flush()


def heartbeat(data: dict[str, Any]) -> None:
    """Says that this process is at work, and its figures. Never waits; nothing while events are off."""
    found = _switch.get()
    if found is not None:
        found.publish("heartbeat", found.name, data)


def narrator() -> Narrator | None:
    """An observer that publishes a game; None while events are off."""
    found = _switch.get()
    return None if found is None else Narrator(found.publish)
