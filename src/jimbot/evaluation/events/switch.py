"""Events of this process: on where JIMBOT_EVENTS names a gateway, and then in its workers, too."""

from __future__ import annotations

import atexit
import os
import sys
import threading
from typing import Any

from jimbot.evaluation.events.client import Publisher
from jimbot.evaluation.events.narrator import Narrator

WHERE = "JIMBOT_EVENTS"

_publisher: Publisher | None = None
_asked = False  # whether the environment was looked at
_lock = threading.Lock()


def start(url: str) -> None:
    """Tells events from now on, here and in processes started from here. ImportError without websockets."""
    stop()
    os.environ[WHERE] = url
    if _look() is None:
        raise ImportError("events are sent by websockets: pip install 'jimbot[events]'")


def stop() -> None:
    """Sends the rest and ends."""
    global _publisher, _asked
    with _lock:
        found, _publisher, _asked = _publisher, None, True
        os.environ.pop(WHERE, None)
    if found is not None:
        found.close()
        lost = found.dropped + found.refused
        if lost:
            _say(f"{lost} events did not reach {found.url}")


def flush() -> None:
    """Waits a moment for what was told to be sent."""
    if _publisher is not None:
        _publisher.flush()


def heartbeat(data: dict[str, Any]) -> None:
    """Tells that this process is at work, and how it stands. Never waits; nothing while events are off."""
    found = _publisher if _asked else _look()
    if found is not None:
        found.publish("heartbeat", found.name, data)


def narrator() -> Narrator | None:
    """Somebody to tell a game to; None while events are off."""
    found = _publisher if _asked else _look()
    return None if found is None else Narrator(found.publish)


def _look() -> Publisher | None:
    global _publisher, _asked
    with _lock:
        url = os.environ.get(WHERE)
        if url and _publisher is None:
            try:
                _publisher = Publisher(url, say=_say)
                atexit.register(stop)
            except ImportError as error:
                _say(f"{WHERE}: {error}")
        _asked = True
        return _publisher


def _say(text: str) -> None:
    sys.stderr.write(f"jimbot: {text}\n")


def _forget() -> None:
    """In a forked process the thread is gone: it begins anew."""
    global _publisher, _asked, _lock
    _publisher, _asked, _lock = None, False, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
