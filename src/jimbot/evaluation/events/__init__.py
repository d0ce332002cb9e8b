"""Events of games: what they are, the gateway that gathers and hands them on, its client and its log."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.evaluation.events.client import Publisher, listen
    from jimbot.evaluation.events.event import TYPES, BadEvent, Event, check, read
    from jimbot.evaluation.events.gateway import Gateway
    from jimbot.evaluation.events.log import EventLog, read_log
    from jimbot.evaluation.events.narrator import Narrator
else:
    __getattr__ = lazy(
        __name__,
        {
            "client": ("Publisher", "listen"),
            "event": ("TYPES", "BadEvent", "Event", "check", "read"),
            "gateway": ("Gateway",),
            "log": ("EventLog", "read_log"),
            "narrator": ("Narrator",),
        },
    )

__all__ = [
    "TYPES",
    "BadEvent",
    "Event",
    "EventLog",
    "Gateway",
    "Narrator",
    "Publisher",
    "check",
    "listen",
    "read",
    "read_log",
]
