"""docs/judge.md agrees with the core."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jimbot.agents.judge.examples import HELD_OUT
from jimbot.agents.judge.files import FORMAT, PARTS
from jimbot.agents.judge.network import BLINDS, HIDDEN, LAYOUT, USED
from jimbot.agents.judge.settings import JudgeLearning

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")


def test_the_groups_are_all_inputs() -> None:
    table = PAGE.partition("## What goes in")[2].partition("## What comes out")[0]
    rows = re.findall(r"^\| [a-z -]+ \| ((?:`[a-z_]+` ?)+) \| (\d+) \|", table, re.M)
    used = {block.name: block.used for block in LAYOUT}
    groups = [re.findall(r"[a-z_]+", blocks) for blocks, _ in rows]
    assert sorted(name for group in groups for name in group) == sorted(used)
    assert [sum(used[name] for name in group) for group in groups] == [int(number) for _, number in rows]
    assert f"{len(USED):,} numbers" in table
    first, second = HIDDEN
    assert f"({first} and {second} units, or what the file has) lead to {BLINDS} numbers" in PAGE
    assert FORMAT in table
    assert all(f"`{part}`" in table for part in PARTS)


TIMES = {1: "once", 2: "twice"}


def test_the_settings_are_those_that_hold() -> None:
    settings = JudgeLearning()
    for words in (
        f"{settings.games:,} games on seeds of the `train` list",
        f"of up to {100 * settings.curiosity:.0f} % win probability",
        f"λ = {settings.td_lambda} per example",
        f"the games of the last {settings.replay} iterations",
        f"batch {settings.batch_size}",
        f"weight decay {settings.weight_decay}, dropout {settings.dropout}",
        f"Each example is used about {TIMES[int(settings.uses)]} in all",
        f"the weights of the last {settings.average} iterations",
        f"the first {settings.ahead} games of an iteration",
        f"its first fit uses each example {settings.fresh_uses:.0f} times",
    ):
        assert words in " ".join(PAGE.split()), words
    assert (settings.learning_rate, settings.fresh_learning_rate, settings.plain, settings.high) == (
        5e-4,
        2e-3,
        0.25,
        0.375,
    )
    assert HELD_OUT == 19
    assert pytest.importorskip("jimbot.agents.judge.fit").LOOKS == 4
