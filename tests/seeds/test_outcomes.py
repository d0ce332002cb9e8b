"""Seeds by how games on them end."""

from __future__ import annotations

from itertools import islice

import pytest

from jimbot.agents import make_agent
from jimbot.evaluation import RunOptions, play_seed
from jimbot.evaluation.seed_outcomes import outcome_check, seed_rates
from jimbot.game.seeds import Outcome, QueryError, find, parse


def test_outcomes_are_read() -> None:
    query = parse("ante<=1 shop baron and wins heuristic at gold and not wins planner:deep")
    assert query.outcomes == (
        Outcome("heuristic", "stake_gold"),
        Outcome("planner:deep", "stake_white", won=False),
    )
    assert query.condition == parse("ante<=1 shop baron").condition
    alone = parse("wins 'search:worlds=4'", stake="red")
    assert alone.outcomes == (Outcome("search:worlds=4", "stake_red"),)
    assert alone.facts() == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wins", "at the end: an agent is missing behind 'wins'"),
        ("wins at gold", r"at 'at' \(character 6\): an agent is missing"),
        ("wins heuristic at", "at the end: a stake is missing behind 'at'"),
        ("wins heuristic at golden", r"at 'golden' \(character 19\): unknown stake 'golden'"),
        ("has baron or wins heuristic", "'wins' is joined to the whole condition by 'and'"),
        ("has baron or has mime and wins heuristic", "put what 'or' joins in parentheses"),
        ("not (wins heuristic)", "'wins' is joined to the whole condition by 'and'"),
    ],
)
def test_outcomes_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        parse(text)


def test_only_seeds_with_that_outcome_are_found() -> None:
    text = "ante<=1 has any rare joker"
    held = list(find(text, count=6))
    agent, options = make_agent("greedy"), RunOptions("greedy")
    won = [seed for seed in held if play_seed(agent, options, 0, seed).won]
    for outcome, expected in (
        ("wins greedy", won),
        ("not wins greedy", [seed for seed in held if seed not in won]),
    ):
        query = parse(f"({text}) and {outcome}")
        search = find(query, count=6, check=outcome_check(query))
        assert list(search) == expected
        assert (search.found, search.seen) == (len(expected), 6)


def test_what_agents_make_of_a_seed() -> None:
    drawn, same = seed_rates("TUTORIAL", "red", ["stake_gold"], ["random", "greedy"], 6)
    assert (drawn.games, drawn.same, drawn.wins) == (6, False, 0)
    assert drawn.share.low == 0 < drawn.share.high < 0.5
    assert (same.games, same.same) == (3, True)


def test_an_agent_that_is_not_known() -> None:
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        outcome_check(parse("wins nobody"))
    assert outcome_check(parse("has baron")) is None
    with pytest.raises(ValueError, match="unknown agent 'nobody'"):
        list(islice(seed_rates("A", "red", ["stake_white"], ["nobody"], 1), 1))
