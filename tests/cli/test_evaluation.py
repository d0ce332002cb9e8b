"""eval, compare and watch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jimbot.evaluation.folder import read_folder
from jimbot.game.seeds import seed_list

KEYS = {
    "n",
    "wins",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "mean_ante",
    "mean_blinds",
    "seconds_per_game",
}
BROKEN = """
from jimbot.agents import Agent, register

@register("broken")
class Broken(Agent):
    def act(self, view):
        raise RuntimeError("no idea")
"""
# Fails in the games with the numbers 1, 3 and 5, each in its own way.
MIXED = """
import os
from jimbot.agents import RandomAgent, register
from jimbot.evaluation.runs import RunOptions, agent_seed
from jimbot.game import Action

@register("mixed")
class Mixed(RandomAgent):
    def reset(self, seed):
        self.number = [agent_seed(RunOptions("mixed"), i) for i in range(8)].index(seed)
        self.step = -1

    def act(self, view):
        self.step += 1
        if self.number == 1 and self.step == 3:
            1 / 0
        if self.number == 3 and self.step == 4:
            return Action("cash_out") if view.phase != "ROUND_EVAL" else Action("select_blind")
        if self.number == 5 and self.step == 5:
            os.abort()  # SIGKILL would come from outside
        return super().act(view)
"""


def test_eval(jimbot, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = f"eval --agent planner:lite --seeds dev-6 --workers 2 --deck blue --stake red --out {out}"
    done = jimbot(f"{command} --json")
    assert done.code == 0
    assert set(done.json) >= KEYS
    assert (done.json["n"], done.json["deck"], done.json["stake"]) == (6, "b_blue", "stake_red")
    text = jimbot(command)
    assert text.code == 0
    assert "6" in text.out
    assert "furthest blind" in text.out
    transcript = next((out / "transcripts").iterdir())
    replayed = jimbot("replay", str(transcript), "--json")
    assert replayed.code == 0
    assert replayed.json["over"]
    assert (replayed.json["deck"], replayed.json["seed"]) == ("b_blue", transcript.stem)


def test_eval_of_a_challenge(jimbot, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = f"eval --agent planner:lite --seeds dev-2 --workers 0 --out {out}"
    done = jimbot(*command.split(), "--challenge", "The Omelette", "--json")
    assert done.code == 0
    assert done.json["challenge"] == "c_omelette_1"
    assert "The Omelette" in (out / "report.md").read_text()
    replayed = jimbot("replay", str(next((out / "transcripts").iterdir())), "--json")
    assert replayed.json["challenge"] == "c_omelette_1"
    other = jimbot(command)
    assert other.code == 2
    assert "challenge is 'c_omelette_1' there and None here" in other.err
    wrong = jimbot(*command.split(), "--challenge", "The Omelette", "--stake", "gold")
    assert wrong.code == 2
    assert "a challenge needs deck 'red' and stake 'white'" in wrong.err


def test_eval_of_a_file_of_seeds(jimbot, tmp_path: Path) -> None:
    (tmp_path / "seeds").write_text("ABC\nTESTSEED\n")
    assert jimbot(f"eval --agent random --seeds {tmp_path / 'seeds'} --workers 0 --json").json["n"] == 2


@pytest.mark.slow
def test_eval_reports_every_kind_of_failure_and_goes_on(jimbot, tmp_path: Path) -> None:
    (tmp_path / "mixed.py").write_text(MIXED)
    command = f"eval --agent {tmp_path / 'mixed.py'} --seeds dev-8 --workers 2 --out {tmp_path / 'out'}"
    seeds = seed_list("dev-8")
    expected = [
        f"seed {seeds[1]}, decision 3: ZeroDivisionError: division by zero",
        f"seed {seeds[3]}, decision 4: 'cash_out' is not legal in ",
        f"seed {seeds[5]}, decision 5: the worker process died (exit code -6)",
    ]
    for _ in range(2):  # the second time nothing is left to play
        done = jimbot(f"{command} --json")
        assert done.code == 1
        assert done.json["n"] == 8
        lines = done.err.splitlines()
        assert len(lines) == 4
        assert all(line.startswith(start) for line, start in zip(lines, expected, strict=False)), lines
        assert lines[-1] == "jimbot: the agent failed in 3 games"
    shown = jimbot(f"{command} --debug").err
    assert shown.count("Traceback (most recent call last):") == 2  # the third died without a word
    assert re.search(
        rf'seed {seeds[1]}:\nTraceback .*mixed.py", line \d+, in act\n.*division by zero', shown, re.S
    )
    assert shown.splitlines()[-4:] == lines
    _, records = read_folder(tmp_path / "out")
    assert [record.seed for record in records] == seeds
    assert [record.index for record in records if record.failure] == [1, 3, 5]
    assert all(record.death for record in records if not record.failure)
    report = (tmp_path / "out" / "report.md").read_text()
    assert all(f"- {start}" in report for start in expected)


@pytest.mark.slow
def test_eval_with_a_budget(jimbot) -> None:
    done = jimbot("eval --agent search:worlds=9,candidates=2 --budget 1 --seeds dev-1 --json")
    assert done.code == 0
    assert done.json["agent"] == "search:worlds=9,candidates=2,ms=1"


def test_eval_of_a_broken_agent(jimbot, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    done = jimbot(f"eval --agent {tmp_path / 'broken.py'} --seeds dev-2 --workers 0 --json")
    assert done.code == 1
    assert len(done.json["failures"]) == 2
    assert "seed YMZNIT3V, decision 0: RuntimeError: no idea" in done.err
    watched = jimbot(f"watch --agent {tmp_path / 'broken.py'} --seed A --delay 0")
    assert watched.code == 1
    assert "failed at decision 0: no idea" in watched.err


def test_compare(jimbot, tmp_path: Path) -> None:
    for agent in ("random", "planner:lite"):
        jimbot(f"eval --agent {agent} --seeds dev-10 --out {tmp_path / agent[:4]} --workers 0")
    folders = f"compare {tmp_path / 'plan'} {tmp_path / 'rand'}"
    done = jimbot(f"{folders} --json")
    assert done.code == 0
    assert done.json["n"] == 10
    assert done.json["blinds"]["verdict"] == "the first is better"
    assert done.json["notes"] == []
    assert "the first is better" in jimbot(folders).out
    played = jimbot("compare planner:lite random --seeds dev-10 --workers 0 --json")
    mixed = jimbot(f"compare {tmp_path / 'plan'} random --workers 0 --json")
    assert played.json["blinds"] == mixed.json["blinds"] == done.json["blinds"]


def test_compare_of_an_unfinished_evaluation(jimbot, tmp_path: Path) -> None:
    for name in ("one", "two"):
        jimbot(f"eval --agent random --seeds dev-4 --out {tmp_path / name} --workers 0")
    games = tmp_path / "one" / "games.jsonl"
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:3]))
    done = jimbot(f"compare {tmp_path / 'one'} {tmp_path / 'two'}")
    assert done.code == 0
    assert "3 seeds in common" in done.out
    assert "has played 3 of its 4 seeds" in " ".join(done.out.split())


def test_watch(jimbot) -> None:
    done = jimbot("watch --agent greedy --seed TUTORIAL --delay 0 --top 3")
    assert done.code == 0
    assert "> 1.  play" in done.out
    assert "chips" in done.out
    assert "Seed TUTORIAL." in done.out


@pytest.mark.slow
def test_watch_shows_what_search_has_weighed(jimbot) -> None:
    done = jimbot("watch --agent search:worlds=4,candidates=3 --seed WATCHME --delay 0")
    assert done.code == 0
    lines = [line.strip() for line in done.out.splitlines()]
    assert any(re.fullmatch(r"> (buy|open) .+  \d+\.\d % to win", line) for line in lines)
    assert any(re.fullmatch(r"leave shop  +\d+\.\d % to win \(-\d+\.\d\)", line) for line in lines)
    assert any(re.fullmatch(r"> play .+  .+, [\d,]+ points, \d+\.\d % to win", line) for line in lines)
    assert any(re.fullmatch(r"> discard .+  \d+\.\d % to win", line) for line in lines)
    chosen = [line for line in lines if re.match(r"> (play|discard|buy|sell|select|leave|take|jokers)", line)]
    assert all("  " in line for line in chosen), "every decision has its reason"


def test_watch_shows_the_evaluated_game(jimbot, tmp_path: Path) -> None:
    jimbot(f"eval --agent random --seeds dev-3 --out {tmp_path / 'out'} --workers 0")
    seed = "A7J3E78T"
    decisions = len((tmp_path / "out" / "transcripts" / f"{seed}.txt").read_text().splitlines()) - 1
    assert f"{decisions} decisions." in jimbot(f"watch --agent random --seed {seed} --index 2 --delay 0").out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("eval --agent nobody", ["unknown agent 'nobody'", "greedy"]),
        (
            "eval --agent random --budget 5",
            ["'random' takes no time budget", "no option 'ms'", "agents that do"],
        ),
        ("eval --agent nobody --budget 5", ["unknown agent 'nobody'"]),
        ("eval --agent search --budget 0", ["--budget", "1 or more"]),
        ("watch --agent heuristic --budget 5", ["'heuristic' takes no time budget"]),
        ("eval --agent random --seeds exam-5", ["unknown seed list 'exam-5'", "test-N", "file"]),
        ("eval --agent random --seeds dev-2 --deck pink", ["unknown deck 'pink'"]),
        ("eval --agent random --seeds dev-2 --workers -1", ["--workers", "0 to 1024", "-1"]),
        ("eval --seeds dev-2", ["--agent"]),
        ("compare random planner", ["--seeds"]),
        ("compare random nobody --seeds dev-2", ["unknown agent 'nobody'"]),
        ("watch --agent nobody", ["unknown agent 'nobody'"]),
        ("watch --agent random --delay soon", ["--delay", "'soon'", "0 to 3600"]),
    ],
)
def test_bad_input(jimbot, arguments: str, parts: list[str]) -> None:
    done = jimbot(arguments)
    assert done.code == 2
    assert done.out == ""
    assert len(done.err.splitlines()) == 1
    assert all(part in done.err for part in parts), done.err


def test_folders_of_different_games_are_not_compared(jimbot, tmp_path: Path) -> None:
    for deck in ("red", "blue"):
        jimbot(f"eval --agent random --seeds dev-2 --deck {deck} --out {tmp_path / deck} --workers 0")
    done = jimbot(f"compare {tmp_path / 'red'} {tmp_path / 'blue'}")
    assert done.code == 2
    assert "different decks or stakes" in done.err
    done = jimbot(f"compare {tmp_path / 'red'} random --seeds dev-2 --workers 0")
    assert done.code == 2
    assert "leave out --seeds" in done.err


def test_a_folder_whose_manifest_says_too_little_is_refused(jimbot, tmp_path):
    (tmp_path / "manifest.json").write_text('{"format": "jimbot-eval-1", "seeds": []}')
    done = jimbot("compare", str(tmp_path), str(tmp_path))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "is no manifest of an evaluation: its agent is missing or damaged" in done.err
