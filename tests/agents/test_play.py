"""The game loop: what observers receive and when, and playing on after a failure."""

from __future__ import annotations

import pytest

from jimbot import Action, Agent, Game, View, make_agent
from jimbot.agents.play import GameTable, Move, Moves, Observer, play
from jimbot.game.seeds import draw_seed
from jimbot.game.seen import Seen
from jimbot.live.backends import RealBackend, SimBackend
from jimbot.live.server import Session


class Log(Observer):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def begins(self, position: Seen) -> None:
        self.lines.append(f"begins {position.phase}")

    def asks(self, step: int) -> None:
        self.lines.append(f"asks {step}")

    def decided(self, move: Move) -> None:
        self.lines.append(f"decided {move.step} {move.action} in {move.view.phase}")

    def moved(self, move: Move, position: Seen) -> None:
        self.lines.append(f"moved {move.step} {position.phase}")


class First(Agent):
    """Selects, then fails once, then plays on."""

    fails = True

    def reset(self, seed: int) -> None:
        self.drawn: list[int] = []

    def act(self, view: View) -> Action:
        self.drawn.append(view.draw_seed)
        if view.phase == "SELECTING_HAND" and self.fails:
            self.fails = False
            raise KeyError("x")
        return view.legal_actions()[0]


def test_observers_are_called_in_order_and_a_failed_decision_can_be_asked_for_again() -> None:
    log, agent = Log(), First()
    moves = Moves(agent, GameTable(Game("LOOP")), 7, [log])
    next(moves)
    with pytest.raises(KeyError):
        next(moves)
    assert next(moves).step == 1
    first = [
        "begins BLIND_SELECT",
        "asks 0",
        "decided 0 select_blind in BLIND_SELECT",
        "moved 0 SELECTING_HAND",
        "asks 1",
        "asks 1",
    ]
    assert log.lines[:6] == first
    assert agent.drawn == [draw_seed(7, 0), draw_seed(7, 1), draw_seed(7, 1)]


@pytest.mark.parametrize("agent", ["greedy", "heuristic"])
def test_a_game_is_the_same_at_every_table(agent: str) -> None:
    logs = []
    for table in (
        SimBackend(execute=True, calls_only=True),
        RealBackend(Session(variant="vanilla"), execute=True),
    ):
        table.reset("TABLES")
        logs.append(log := Log())
        play(make_agent(agent), table, 3, [log])
        assert table.over
    one, two = ([line for line in log.lines if line.startswith("decided")] for log in logs)
    assert one == two
