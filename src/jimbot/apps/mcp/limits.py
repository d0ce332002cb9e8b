"""What a client may use: games, time, agents, files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from jimbot.agents import Agent, make_agent, names, parse

AGENT_OPTIONS = ("tier", "planner", "ms", "checkpoint")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


@dataclass(frozen=True)
class Limits:
    """``folder`` is the only place where files are read and written; None: nowhere."""

    games: int = 8  # of one client
    all_games: int = 256
    idle_seconds: float = 3600.0  # an idle game is forgotten after this time
    seconds: float = 60.0  # of one call
    seeds: int = 100  # of one evaluation
    folder: Path | None = None

    def inside(self, name: str) -> Path:
        """A file or folder of ours by its plain name. A link that leads out is refused."""
        if self.folder is None:
            raise ValueError("this server keeps no files; it was started without --folder")
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name: 1 to 64 letters, digits, - and _ are allowed")
        home = self.folder.resolve()
        path = (home / name).resolve()
        if path.parent != home:
            raise ValueError(f"{name!r} is not in the folder of this server")
        return path

    def agent_spec(self, spec: str) -> str:
        """The spec of an agent that may play here, with its checkpoint in our folder. Files of code and
        options that lead to other files or to endless work are refused before anything is opened."""
        name = spec.partition(":")[0]
        if name not in names():
            raise ValueError(f"unknown agent {name!r}; one of {', '.join(names())}")
        _, given = parse(spec)
        refused = [option for option in given if option not in AGENT_OPTIONS]
        if refused:
            raise ValueError(f"option {refused[0]!r} is not allowed here; one of {', '.join(AGENT_OPTIONS)}")
        longest = 1000 * self.seconds / 2
        if not 0 <= given.get("ms", 0) <= longest:
            raise ValueError(f"ms is {given['ms']:g}; 0 to {longest:g} are allowed")
        if "checkpoint" in given:
            given["checkpoint"] = self.inside(str(given["checkpoint"]))
        chosen = ",".join(f"{option}={value}" for option, value in given.items())
        return f"{name}:{chosen}" if chosen else name

    def agent(self, spec: str) -> Agent:
        return make_agent(self.agent_spec(spec))
