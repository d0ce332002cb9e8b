"""Lost games of an evaluation, looked at again: where they end, and the decisions that cost most in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.agents.advice import Adviser, Regret, review
from jimbot.evaluation.folder import read_folder, transcript_path
from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import deaths
from jimbot.game import Action, Game
from jimbot.live.drive.reel import read_reel

EACH = 2  # decisions of a game that may be shown: one bad run does not fill the list


@dataclass(frozen=True)
class LostDecision:
    """A decision in a lost game. ``game`` is the position before it."""

    seed: str
    game: Game
    action: Action
    regret: Regret

    def __str__(self) -> str:
        return f"{self.seed}: {self.regret}"


@dataclass(frozen=True)
class LostGames:
    """``deaths`` counts all lost games of the evaluation; ``decisions`` come from those that were looked at,
    dearest first."""

    played: int
    lost: int
    reviewed: int
    deaths: dict[str, dict[str, int]]
    decisions: tuple[LostDecision, ...]

    def to_json(self) -> dict[str, Any]:
        rows = [
            {"seed": one.seed, "position": one.game.notation(), **vars(one.regret)} for one in self.decisions
        ]
        counts = {name: getattr(self, name) for name in ("played", "lost", "reviewed", "deaths")}
        return {**counts, "decisions": rows}


def lost_games(folder: Path) -> tuple[list[Record], list[Record]]:
    """All games of an evaluation, and those of them that were lost. ValueError if none was."""
    _, records = read_folder(folder)
    lost = [record for record in records if record.death]
    if not lost:
        raise ValueError(f"{folder}: none of its {len(records)} games was lost")
    return records, lost


def review_lost(
    folder: Path,
    adviser: Adviser,
    games: int,
    top: int = 10,
    done: Callable[[], object] = lambda: None,
) -> LostGames:
    """Looks at this many of the lost games, evenly chosen. ``done`` is called after each."""
    records, lost = lost_games(folder)
    chosen = [lost[i * len(lost) // min(games, len(lost))] for i in range(min(games, len(lost)))]
    found: list[LostDecision] = []
    for record in chosen:
        found += _dearest(folder, record, adviser)
        done()
    found.sort(key=lambda one: -one.regret.cost)
    return LostGames(len(records), len(lost), len(chosen), deaths(records), tuple(found[:top]))


def _dearest(folder: Path, record: Record, adviser: Adviser) -> Iterator[LostDecision]:
    decisions = _decisions(folder / transcript_path(record.seed))
    for regret in review(decisions, adviser, EACH).regrets:
        yield LostDecision(record.seed, *decisions[regret.at], regret)


def _decisions(transcript: Path) -> Sequence[tuple[Game, Action]]:
    return [(frame.game, frame.action) for _, frame in read_reel(transcript) if frame.action is not None]
