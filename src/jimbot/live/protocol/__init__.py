"""The protocol itself: names, calls, gamestates written and read."""

from jimbot.live.protocol.calls import Call, NoCall, from_call, has_call, to_call
from jimbot.live.protocol.decode import from_gamestate, to_gamestate
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.protocol.known import Known
from jimbot.live.protocol.shapes import GameState, HealthStatus

__all__ = [
    "Call",
    "GameState",
    "HealthStatus",
    "Known",
    "NoCall",
    "ProtocolError",
    "from_call",
    "from_gamestate",
    "has_call",
    "to_call",
    "to_gamestate",
]
