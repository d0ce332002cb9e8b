"""The server: our game in the place of the real one."""

from jimbot.balatrobot.server.server import Server
from jimbot.balatrobot.server.session import Session

__all__ = ["Server", "Session"]
