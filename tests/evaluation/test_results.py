"""tools/results.py: what it plays, and the page it writes."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from jimbot.agents import make_agent
from jimbot.evaluation import evaluate
from jimbot.evaluation.runs import RunOptions
from jimbot.game.seeds import read_seeds

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("results")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TOOLS / "results.py", *arguments], capture_output=True, text=True, timeout=120
    )


@pytest.mark.slow
def test_a_quick_run_writes_every_table_and_plays_nothing_twice(tmp_path: Path) -> None:
    out = tmp_path / "out"
    players = {"heuristic": "random", "search": "planner", "policy": "greedy"}
    for name, agent_name in players.items():  # not test seeds here
        for stake in ("white", "black", "gold") if name == "heuristic" else ("white", "gold"):
            evaluate(agent_name, seeds="dev-3", stake=stake, out=out / f"{name}-test-{stake}")
    quick = ("--quick", "--out", str(out), "--workers", "2")
    done = run(*quick)
    assert done.returncode == 0, done.stderr
    page = (out / "results.md").read_text()
    for part in (
        "## On test seeds",
        "| `random` | White Stake | dev-3 | 3 | 0.0 % [",
        "| `random` | Black Stake | dev-3 | 3 | 0.0 % [",
        "At White Stake, on the 3 seeds that both have played, the difference `search` minus `heuristic` is ",
        "## Decks",
        "jimbot eval --agent heuristic --seeds dev-4@50000 --deck DECK --out runs/results/DECK-white",
        "| Blue Deck | 4 | ",
        "## Stakes",
        "| Gold Stake | 4 | ",
        "## Decks by stakes",
        "| deck | White | Gold |",
        "## Challenges",
        "| The Omelette | 4 | ",
        "## Endless",
        "jimbot eval --agent heuristic --seeds dev-4@50000 --endless --out runs/results/endless-white",
        "## What each part is worth",
        "jimbot compare runs/results/without-packs runs/results/heuristic",
        "| `heuristic:without=skips` | without skipping blinds for tags | ",
        "## Where runs end",
        "| boss | met | runs it ended | share |",
        "## Where runs end at Gold Stake",
        " cores.",
    ):
        assert part in page, part
    assert "Not played yet" not in page
    assert "## Failures" not in page
    games = {path: path.stat().st_mtime_ns for path in out.glob("*/games.jsonl")}
    assert len(games) == 18
    assert run(*quick, "--no-play").returncode == run(*quick).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in games} == games
    assert (out / "results.md").read_text() == page


def test_an_empty_page(tool: ModuleType, tmp_path: Path) -> None:
    page = tool.page(tool.whole_plan(200, 1000), tool.Results(tmp_path))
    assert "Not played yet: heuristic-test-white, heuristic-test-black, " in page
    assert "Test seeds are played only with `--test`." in page


def test_the_whole_plan(tool: ModuleType) -> None:
    plan = tool.whole_plan(200, 1000)
    runs = plan.runs(test=False)
    assert len({run.folder for run in runs}) == len(runs) == 19 + 15 * 8 + 20 + 3
    assert {run.seeds for run in runs} == {"dev-200@50000", "dev-1000@60000"}
    assert not set(read_seeds("dev-200@50000")) & set(read_seeds("dev-1000@60000"))
    for run in runs:
        make_agent(run.agent)
        RunOptions(run.agent, deck=run.deck, stake=run.stake, challenge=run.challenge).game("PLAN")
    more = [run for run in plan.runs(test=True) if run not in runs]
    assert [(run.agent, run.seeds, run.stake) for run in more] == [
        ("heuristic", "test-1000", "white"),
        ("heuristic", "test-1000", "black"),
        ("heuristic", "test-1000", "gold"),
        ("search", "test-100", "white"),
        ("search", "test-100", "gold"),
        ("policy", "test-1000", "white"),
        ("policy", "test-1000", "gold"),
    ]


@pytest.mark.parametrize(
    "arguments", [["--games", "99"], ["--pairs", "299"], ["--workers", "0"], ["--test", "--quick"]]
)
def test_what_cannot_be_asked_for(tool: ModuleType, arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        tool.arguments(arguments)


def test_a_folder_of_other_code_is_named(tmp_path: Path) -> None:
    evaluate("random", seeds="dev-2", out=tmp_path / "heuristic")
    done = run("--quick", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "heuristic holds another evaluation: agent is 'random' there" in done.stderr


def test_failures_are_reported(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "from jimbot.agents import RandomAgent, register\n"
        "@register('broken for results')\n"
        "class Broken(RandomAgent):\n"
        "    def act(self, view):\n"
        "        raise KeyError('x')\n"
    )
    evaluate(str(tmp_path / "broken.py"), seeds="dev-2", out=tmp_path / "heuristic")
    page = tool.page(tool.QUICK, tool.Results(tmp_path))
    seeds = read_seeds("dev-2")
    assert f"| heuristic | {seeds[0]} | 0 | KeyError: 'x' |" in page
