"""Agents by name, options and file."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.agents import make_agent, names
from jimbot.agents.planner_agent import PlannerAgent
from jimbot.agents.registry import parse, with_budget
from jimbot.game.planner import TIERS

FILE = """
from jimbot.agents import Agent, register

@register("{name}")
class Mine(Agent):
    def __init__(self, speed: int = 1, ratio: float | None = None, loud: bool = False) -> None:
        self.given = (speed, ratio, loud)

    def act(self, view):
        return view.legal_actions()[0]
"""


def test_the_built_in_ones() -> None:
    assert {"greedy", "planner", "random", "scripted"} <= set(names())


@pytest.mark.parametrize("spec", ["planner:deep", "planner:tier=deep"])
def test_options(spec: str) -> None:
    player = make_agent(spec)
    assert isinstance(player, PlannerAgent)
    assert player.options == TIERS["deep"]


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("heurristic", ["unknown agent 'heurristic'", "greedy", "planner", "random", ".py"]),
        ("", ["unknown agent ''"]),
        ("planner:tear=deep", ["'planner' has no option 'tear'", "one of tier"]),
        ("planner:sleepy", ["unknown planner tier 'sleepy'", "lite, default, deep"]),
        ("planner:lite,tier=deep", ["'tier' is given twice"]),
        ("random:5", ["'random' has no option '5'", "it has none"]),
        ("scripted", ["'scripted' needs its option 'file'"]),
        ("no/such/agent.py", ["there is no agent file", "no/such/agent.py"]),
    ],
)
def test_what_is_wrong_is_named(spec: str, parts: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        make_agent(spec)
    assert all(part in str(error.value) for part in parts), error.value


def test_an_agent_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FILE.format(name="mine from a file"))
    assert make_agent(f"{path}").given == (1, None, False)  # type: ignore[attr-defined]
    assert make_agent(f"{path}:3").given == (3, None, False)  # type: ignore[attr-defined]
    assert parse(f"{path}:ratio=0.5,loud=yes")[1] == {"ratio": 0.5, "loud": True}
    for option, wanted in (
        ("speed=fast", "a whole number"),
        ("ratio=half", "a number"),
        ("loud=very", "true or"),
    ):
        with pytest.raises(ValueError, match=wanted):
            make_agent(f"{path}:{option}")


def test_a_file_registers_one_agent(tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    path.write_text("x = 1\n")
    with pytest.raises(ValueError, match=r"registers no agent; one is needed: @register"):
        make_agent(str(path))


def test_a_budget_is_the_option_ms() -> None:
    assert with_budget("search", 5) == "search:ms=5"
    assert with_budget("search:worlds=3", 5) == "search:worlds=3,ms=5"
    assert with_budget("planner", None) == "planner"
    with pytest.raises(
        ValueError,
        match=r"'planner' takes no time budget \(it has no option 'ms'\); agents that do: .*search",
    ):
        with_budget("planner", 5)
    with pytest.raises(ValueError, match=r"'search:ms=3' already sets 'ms'"):
        with_budget("search:ms=3", 5)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n1 +\n", r"line 2: SyntaxError"),
        ("x = 1\ny = x / 0\n", "line 2: ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_reported_by_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=f"{path}, {reason}"):
        make_agent(str(path))
