"""The files that an agent has learned."""

from __future__ import annotations

from pathlib import Path

from jimbot.agents import judge
from jimbot.agents.models import model_file
from jimbot.agents.registry import Spec, parse
from jimbot.agents.registry import options as options_of


def learned_by(agent: str | Spec) -> list[Path]:
    """Those of its options ``checkpoint``, ``judge`` and ``tuning`` (default: those of the package)."""
    kind, given = agent if isinstance(agent, Spec) else parse(agent)
    known = {"judge": judge.WEIGHTS} if "judge" in options_of(kind) else {}
    named = given | kind.files(given)
    known |= {
        name: Path(named[name]) for name in ("checkpoint", "judge", "tuning") if named.get(name) is not None
    }
    return [model_file(path) if name == "checkpoint" else path for name, path in known.items()]
