"""The server: our game in the place of the real one."""

from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

__all__ = ["Server", "Session"]
