"""The scripted agent: the decisions of a transcript, one after the other."""

from __future__ import annotations

from pathlib import Path

from jimbot.agents.protocol import Agent
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action, Game
from jimbot.runs.reading import read_file


@register("scripted")
class ScriptedAgent(Agent):
    """Plays the game of the transcript if it is given its seed, deck and stake."""

    def __init__(self, file: Path) -> None:
        if not file.is_file():
            raise ValueError(f"there is no transcript {file}")
        lines = read_file(file).decode(errors="replace").splitlines()
        if not lines or not lines[0].startswith("jimbot-run "):
            raise ValueError(f"{file}: a transcript starts with a line 'jimbot-run seed=...'")
        self.file = file
        self.head = lines[0]
        self.decisions = [
            _decision(file, number, line)
            for number, line in enumerate(lines[1:], 2)
            if line and not line.startswith("#")
        ]
        self.step = 0

    def start(self) -> Game:
        """The run of the transcript at its beginning."""
        try:
            return Game.replay(self.head)
        except ValueError as error:
            raise ValueError(f"{self.file}: {error}") from None

    def reset(self, seed: int) -> None:
        self.step = 0

    def act(self, view: View) -> Action:
        if self.step == len(self.decisions):
            raise ValueError(f"{self.file} ends after {self.step} decisions, but the game is not over")
        self.step += 1
        return self.decisions[self.step - 1]


def _decision(file: Path, number: int, line: str) -> Action:
    try:
        return Action(line)
    except ValueError as error:
        raise ValueError(f"{file}, line {number}: {error}") from None
