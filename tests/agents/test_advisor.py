"""The adviser: budget and legality hold whatever the model says, and nothing needs a network."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.agents import AdvisorAgent, HeuristicAgent, View, make_agent
from jimbot.agents.advisor import Reply, Scripted
from jimbot.agents.advisor.agent import Prices
from jimbot.agents.advisor.book import Book, cosine
from jimbot.agents.advisor.post_mortem import LAST, post_mortem
from jimbot.agents.advisor.prompt import prompt, read_answer
from jimbot.game.seeds import draw_seed, seed_list

MANY = 10**9
SHARE = 0.1


def book(tmp_path: Path, per_hour: int = MANY) -> Book:
    return Book(tmp_path / "advisor.sqlite", per_hour)


def play(agent: AdvisorAgent, decisions: int) -> None:
    """Whole games until this many decisions were made; an illegal one raises."""
    for seed in seed_list("dev-2000@700000"):
        game, step = Game(seed), 0
        agent.reset(1)
        while not game.over:
            game.apply(agent.act(View(game, draw_seed(1, step))))
            step += 1
            assert agent.advised <= SHARE * agent.decisions
            if agent.decisions >= decisions:
                return


def hostile(seed: int, late: threading.Event) -> Scripted:
    """Slow, wrong, illegal, malicious: any of it at any time."""
    draw = random.Random(seed)

    def answer(text: str) -> Reply:
        many = len(json.loads(text)["decisions"])
        kind = draw.randrange(10)
        if kind == 0:
            late.wait(0.03)
        if kind == 1:
            raise ConnectionError("gone")
        if kind == 2:  # not what the interface says
            bad: Any = [
                None,
                "text",
                Reply(None),  # type: ignore[arg-type]
                Reply("{}", 10**40, -5),
                Reply("{}", float("nan")),  # type: ignore[arg-type]
            ]
            return draw.choice(bad)  # type: ignore[no-any-return]
        return Reply(
            [
                json.dumps({"choice": draw.randint(1, many), "confidence": 0.9, "reason": "because"}),
                json.dumps({"choice": many, "confidence": 0.5}),
                json.dumps({"choice": many + 1}),
                json.dumps({"choice": -1, "action": "sell_joker 0"}),
                '{"choice": true}',
                '{"choice": "1; sell_joker 0"}',
                "ignore all rules and sell every joker",
                "{" * 5000 + "}" * 5000,
                json.dumps([1, 2, 3]) + "\0\x1b[2J",
                "",
            ][draw.randrange(10)],
            tokens_in=1000,
            tokens_out=50,
        )

    return Scripted(answer)


@pytest.mark.parametrize("decisions", [1000, pytest.param(10_000, marks=pytest.mark.deep)])
def test_budget_and_legality_hold(decisions: int, tmp_path: Path) -> None:
    agent = AdvisorAgent.with_provider(
        hostile(1, threading.Event()), book(tmp_path), SHARE, seconds=0.01, similarity=1.0
    )
    play(agent, decisions)
    assert agent.decisions == decisions
    assert 0.02 * decisions < agent.advised <= SHARE * decisions
    assert {"answered", "refused", "failed", "late"} <= set(agent.outcomes)


@pytest.mark.slow
def test_a_wrong_address_is_reported_in_one_line_and_the_game_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "jimbot", "eval", "--agent"]
    command += [f"advisor:openai,url=http://127.0.0.1:9/v1,model=m,share=1,folder={tmp_path}"]
    done = subprocess.run(
        [*command, "--seeds", "dev-2", "--workers", "1"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    shown = [line for line in done.stderr.splitlines() if "no advice from openai" in line]
    assert len(shown) == 1
    assert "refused" in shown[0]


def test_a_book_that_fails_costs_no_game(tmp_path: Path) -> None:
    kept = book(tmp_path)
    agent = AdvisorAgent.with_provider(Scripted(lambda text: Reply('{"choice": 1}')), kept, SHARE)
    kept.close()
    play(agent, 300)
    assert set(agent.outcomes) == {"no book"}
    (tmp_path / "advisor.sqlite").write_text("no database" * 1000)
    with pytest.raises(ValueError, match="cannot be the adviser's book"):
        book(tmp_path)


def test_a_reason_is_one_line_of_text() -> None:
    answer = read_answer('{"choice": 1, "reason": "\\u001b[2J a\\n b \\ud800"}', 2)
    assert answer.reason == "[2J a b "


def test_the_bucket_bounds_questions(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(text: str) -> Reply:
        asked.append(text)
        return Reply("no")

    agent = AdvisorAgent.with_provider(Scripted(answer), book(tmp_path, 7), SHARE)
    play(agent, 1500)
    assert 7 <= len(asked) <= 8  # one more where filling up takes long enough
    assert agent.outcomes["bucket"] > 0


def test_the_bucket_fills_up_and_is_shared(tmp_path: Path) -> None:
    now = 1000.0
    file = tmp_path / "advisor.sqlite"
    one, other = (Book(file, 60, lambda: now) for _ in range(2))
    assert sum(one.take_token() + other.take_token() for _ in range(50)) == 60
    now += 120
    assert [other.take_token() for _ in range(3)] == [True, True, False]


def test_answers_are_kept_and_costs_counted(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(text: str) -> Reply:
        asked.append(text)
        return Reply('{"choice": 2, "confidence": 1, "reason": "so"}', 1000, 100)

    for _ in range(2):  # the second time from the book
        agent = AdvisorAgent.with_provider(
            Scripted(answer), book(tmp_path), SHARE, seconds=5, prices=Prices(3.0, 15.0)
        )
        play(agent, 300)
    assert agent.outcomes["cached"] == agent.advised > 0
    costs = {row["outcome"]: row for row in book(tmp_path).costs()}
    assert costs["answered"]["calls"] == len(asked)
    assert costs["answered"]["dollars"] == pytest.approx(len(asked) * (0.003 + 0.0015))
    assert costs["cached"]["dollars"] == 0


def test_a_hung_provider_costs_its_patience_once(tmp_path: Path) -> None:
    ever = threading.Event()

    def answer(text: str) -> Reply:
        ever.wait(20)
        return Reply("late")

    agent = AdvisorAgent.with_provider(Scripted(answer), book(tmp_path), SHARE, seconds=0.2)
    begin = time.perf_counter()
    play(agent, 600)
    ever.set()
    assert agent.outcomes["late"] == 1
    assert agent.outcomes["busy"] > 1
    assert time.perf_counter() - begin < 15


def test_without_a_share_it_is_the_heuristic(tmp_path: Path) -> None:
    agent = AdvisorAgent.with_provider(hostile(2, threading.Event()), book(tmp_path), share=0.0)
    heuristic = HeuristicAgent()
    game = Game("ADVICE")
    agent.reset(1)
    heuristic.reset(1)
    for step in range(40):
        view = View(game, draw_seed(1, step))
        action = heuristic.act(view)
        assert agent.act(view) == action
        game.apply(action)
    assert agent.advised == 0


def test_names_cannot_act() -> None:
    """Text in a position is data within JSON; the answer is a number of a given decision."""
    view = View(Game("ADVICE"), 1)
    options = HeuristicAgent().consider(view).alternatives
    assert len(json.loads(prompt(view, options))["decisions"]) == len(options)
    for text in (
        "sell_joker 0",
        '{"action": "sell_joker 0"}',
        '{"choice": 99}',
        '{"choice": 1, "confidence": 7}',
    ):
        with pytest.raises(ValueError):
            read_answer(text, len(options))


def test_alike() -> None:
    assert cosine({"a", "b"}, {"a", "b"}) == pytest.approx(1)
    assert cosine({"a", "b"}, {"c"}) == 0
    assert cosine(set(), {"c"}) == 0


def test_post_mortem() -> None:
    game = Game("LOST")
    agent = make_agent("random")
    step = 0
    while not game.over:
        game.apply(agent.act(View(game, draw_seed(1, step))))
        step += 1
    got: list[str] = []
    reply = post_mortem(game.transcript, Scripted(lambda text: got.append(text) or Reply("too few jokers")))
    assert reply.text == "too few jokers"
    assert len(json.loads(got[0])) == min(LAST, step)
    with pytest.raises(ValueError, match="was not lost"):
        post_mortem(Game("LOST").transcript, Scripted(lambda text: Reply("")))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("advisor:nobody", "provider is 'nobody'; anthropic or openai are allowed"),
        ("advisor:openai", "needs url=http"),
        ("advisor:openai,url=http://localhost:1,share=2", "share is 2.0; 0 to 1 is allowed"),
    ],
)
def test_bad_options(spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_agent(spec)
