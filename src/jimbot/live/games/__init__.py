"""Games in processes of their own: started, watched, ended."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.live.games.instance import Supervision
    from jimbot.live.games.launcher import Launcher
    from jimbot.live.games.serve_command import ServeCommand
else:
    __getattr__ = lazy(
        __name__,
        {
            "launcher": ("Launcher",),
            "instance": ("Supervision",),
            "serve_command": ("ServeCommand",),
        },
    )

__all__ = [
    "Launcher",
    "ServeCommand",
    "Supervision",
]
