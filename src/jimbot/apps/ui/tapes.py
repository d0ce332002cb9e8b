"""Runs to step through: transcripts of evaluations, and uploaded files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from jimbot.agents import Agent
from jimbot.apps.ui import lab, places
from jimbot.evaluation.folder import transcript_path
from jimbot.evaluation.runs import Record
from jimbot.game.content import content
from jimbot.game.records import counted
from jimbot.live.drive.reel import Frame, Reel, reel_of
from jimbot.runs.reading import read_file
from jimbot.view import Suggestion

MAX_BYTES = 16 * 2**20


def kept(run: str) -> bool:
    """Whether an evaluation has its transcripts."""
    return places.inside(f"{run}/transcripts").is_dir()


def of_evaluation(run: str, seed: str) -> Reel:
    """The game of a seed in an evaluation that is in the index."""
    file = places.inside(str((lab.folder(run) / transcript_path(seed)).relative_to(places.root())))
    if not file.is_file():
        raise ValueError(f"the transcript of seed {seed!r} is not kept in {run}")
    return _read(file, file.stat().st_mtime)


@lru_cache(maxsize=8)
def _read(file: Path, changed: float) -> Reel:
    return of_bytes(read_file(file, MAX_BYTES))


def of_bytes(data: bytes) -> Reel:
    """A transcript or a trace; ValueError for anything else."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"the file has {len(data):,} bytes; at most {MAX_BYTES:,} are allowed")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ValueError("not text; a transcript or a trace is needed") from None
    return reel_of(text)


def thoughts(frame: Frame, agent: Agent, most: int = 6) -> tuple[Suggestion, ...]:
    """What an agent thinks of a position in any run."""
    return Reel([frame], agent).thoughts(0, most)


def game_words(record: Record) -> str:
    """A game in a line: BEXQ5QE6: lost to The Hook, ante 3, 8 blinds."""
    if record.won:
        return f"{record.seed}: won"
    if record.death is None:
        return f"{record.seed}: not finished, {counted(record.blinds, 'blind')}"
    boss = content()["blind"].get(record.death.boss)
    if record.death.blind == "boss" and boss:
        lost = str(boss["name"])
    else:
        lost = f"the {record.death.blind} blind"
    return f"{record.seed}: lost to {lost}, ante {record.death.ante}, {counted(record.blinds, 'blind')}"
