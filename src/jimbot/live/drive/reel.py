"""A run to look at, step by step: positions, the decision made in each, and what an agent thinks there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jimbot.agents import Agent, View
from jimbot.agents.advice import Adviser
from jimbot.agents.advice.suggest import suggestions
from jimbot.agents.play import GameTable, Moves
from jimbot.agents.protocol import Advice
from jimbot.documents.actions import NO_DECISION, action_of
from jimbot.documents.read import game_of
from jimbot.documents.schema import validate
from jimbot.game import Action, Game
from jimbot.game.records import counted
from jimbot.live.drive.backups import read_backups
from jimbot.runs.reading import in_file, parse_json, read_file
from jimbot.view import Suggestion, decision_words


@dataclass(frozen=True)
class Frame:
    """A position and the decision made in it; None at the end of what is known, or where a ``note`` says that
    it is not."""

    game: Game
    action: Action | None
    note: str = ""

    @property
    def text(self) -> str:
        return self.note if self.action is None else decision_words(self.game, self.action)


class Reel:
    """Frames of a run. Those of a file are all there; an agent plays its own when they are asked for."""

    def __init__(self, frames: Sequence[Frame], agent: Agent | None = None) -> None:
        self.adviser = None if agent is None else Adviser(agent)
        self._frames = list(frames)
        self._playing: _Playing | None = None
        self._thoughts: dict[tuple[int, int], tuple[Suggestion, ...]] = {}

    @classmethod
    def played(cls, game: Game, agent: Agent, agent_seed: int = 0) -> Reel:
        """The agent's own game from this position on."""
        reel = cls([Frame(game.clone(), None)])
        reel._playing = _Playing(agent, game, agent_seed)
        return reel

    def __len__(self) -> int:
        """Frames so far; the last one has no decision yet, or none any more."""
        return len(self._frames)

    @property
    def about(self) -> str:
        """How many decisions are in it so far, and where some are missing."""
        gaps = sum(bool(frame.note) for frame in self._frames)
        missing = f", and {counted(gaps, 'gap')} between files" if gaps else ""
        return counted(self.decisions, "decision") + missing

    @property
    def decisions(self) -> int:
        return sum(frame.action is not None for frame in self._frames)

    @property
    def is_complete(self) -> bool:
        return self._playing is None or self._frames[-1].game.over

    def __iter__(self) -> Iterator[tuple[int, Frame]]:
        """All frames with their numbers; an agent plays to the end of its run."""
        at = 0
        while at < len(self._frames):
            self.frame(at + 1)
            yield at, self._frames[at]
            at += 1

    def frame(self, at: int) -> Frame:
        """The frame with this number from 0, or the last one there is."""
        while at >= len(self._frames) and not self.is_complete:
            self._advance()
        return self._frames[min(at, len(self._frames) - 1)]

    def scored(self, at: int) -> float | None:
        """What the play of a frame scored; None if it was no play."""
        frame = self.frame(at)
        if frame.action is None or frame.action.kind != "play":
            return None
        return self.frame(at + 1).game.round_score - frame.game.round_score

    def thoughts(self, at: int, most: int = 5) -> tuple[Suggestion, ...]:
        """What the agent suggests in a frame: first what it does there, if the run is its own. None without
        an agent, and at the end of the run."""
        if self._playing is not None and at >= len(self._frames) - 1 and not self.is_complete:
            self.frame(at + 1)
        if at >= len(self._frames) or self._frames[at].game.over:
            return ()
        if (at, most) not in self._thoughts:
            self._thoughts[at, most] = tuple(self._suggested(at, most))
        return self._thoughts[at, most]

    def _suggested(self, at: int, most: int) -> list[Suggestion]:
        if self._playing is not None and at in self._playing.thought:
            return suggestions(self._playing.agent, *self._playing.thought[at], most)
        return [] if self.adviser is None else self.adviser.suggest(View(self._frames[at].game, 0), most)

    def _advance(self) -> None:
        assert self._playing is not None
        at = len(self._frames) - 1
        move = next(self._playing.moves)
        self._frames[at] = Frame(self._frames[at].game, move.action)
        self._frames.append(Frame(self._playing.game.clone(), None))


class _Playing(Agent):
    """An agent in a game of its own, with what it saw and thought at each decision."""

    def __init__(self, agent: Agent, game: Game, seed: int) -> None:
        self.agent, self.game = agent, game.clone()
        self.thought: dict[int, tuple[View, Advice]] = {}
        self.moves = Moves(self, GameTable(self.game), seed)

    def reset(self, seed: int) -> None:
        self.agent.reset(seed)

    def act(self, view: View) -> Action:
        advice = self.agent.consider(view)
        self.thought[len(self.thought)] = view, advice
        return advice.action


# -- from files ---------------------------------------------------------------------------------------------


def read_reel(path: Path, agent: Agent | None = None, seed: str | None = None) -> Reel:
    """The run of a transcript, of a trace_v1 file, or of a folder with backups of the game's own saves; of
    several ``seed`` names one. Errors name the file and the line."""
    if path.is_dir():
        return Reel([Frame(*frame) for frame in read_backups(path, seed)], agent)
    with in_file(path):
        try:
            text = read_file(path).decode()
        except UnicodeDecodeError:
            raise ValueError("not text; a transcript or a trace is needed") from None
        return reel_of(text, agent)


def reel_of(text: str, agent: Agent | None = None) -> Reel:
    """The run of the text of a transcript or of a trace_v1 file. Errors name the line."""
    read = _of_trace if text.lstrip().startswith("{") else _of_transcript
    return Reel(list(read(text)), agent)


def _of_transcript(text: str) -> Iterator[Frame]:
    head, *lines = text.splitlines() or [""]
    game = Game.replay(head)
    for at, line in enumerate(lines, 2):
        if not line or line.startswith("#"):
            continue
        try:
            action = Action(line)
            before = game.clone()
            game.apply(action)
        except ValueError as error:
            raise ValueError(f"line {at} of the transcript: {error}") from None
        yield Frame(before, action)
    yield Frame(game, None)


def _of_trace(text: str) -> Iterator[Frame]:
    """Each step applies its action; a snapshot, where there is one, shows the position after it."""
    game: Game | None = None
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            step = parse_json(line, "it")
            validate("trace_v1", step)
            snapshot = step.get("canonical_state_snapshot")
            kind = step["action"]["action_type"]
            if kind == "START":
                game = _started(step["action"])
            elif game is not None and kind not in NO_DECISION:
                action = action_of(step["action"], game)
                yield Frame(game.clone(), action)
                if snapshot is None:
                    game.apply(action)
            if snapshot is not None:
                game = game_of(snapshot)
        except (ValueError, KeyError) as error:
            raise ValueError(f"line {at} of the trace: {error}") from None
        if game is None:
            raise ValueError(f"line {at} of the trace: it begins with START, or with a snapshot of the state")
    if game is None:
        raise ValueError("the trace is empty")
    yield Frame(game, None)


def _started(action: dict[str, object]) -> Game:
    seed = action.get("seed")
    if not isinstance(seed, str):
        raise ValueError("START names no seed: the run cannot be played again")
    return Game(seed, str(action.get("deck") or "red"), str(action.get("stake") or "white"))
