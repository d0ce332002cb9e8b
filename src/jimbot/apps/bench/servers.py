"""The servers that a benchmark drives: running ones, simulators or real games started for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from jimbot.apps.bench.balatrobot import pin
from jimbot.apps.bench.timed_player import REAL, ServerBench
from jimbot.live.games.own_servers import own_servers


@contextmanager
def servers(settings: ServerBench, urls: Sequence[str], ports: Sequence[int]) -> Iterator[list[str]]:
    """Within: the servers run; yields their URLs.

    To start the real game needs httpx."""
    launch = settings.launch_instances
    if launch == "none":
        yield list(urls) or [f"http://127.0.0.1:{port}" for port in ports]
    elif launch == "sim":
        with own_servers(ports, settings.stagger_start) as started:
            if settings.cpu_affinity:
                for number, (pid, _) in enumerate(started):
                    pin(pid, number)
            yield [url for _, url in started]
    else:
        from jimbot.live.games import Launcher, ServeCommand, Supervision

        real: dict[str, Any] = {name: getattr(settings, name) for name in REAL}
        command = ServeCommand(launcher="uvx" if launch == "uvx" else "direct", **real)
        # Clients run in other processes: older mods would cut off their calls for the watcher's `health`.
        unwatched = Supervision(watch=None)
        with Launcher(command, ports, stagger_start=settings.stagger_start, supervision=unwatched) as games:
            yield games.base_urls
