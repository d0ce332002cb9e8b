"""docs/judge.md agrees with the core."""

from __future__ import annotations

import re
from pathlib import Path

from jimbot import _core
from jimbot.judge.learn import Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")


def test_the_groups_are_all_inputs() -> None:
    table = PAGE.partition("## What goes in")[2].partition("## What comes out")[0]
    numbers = [int(n) for n in re.findall(r"^\| [a-z -]+ \| (\d+) \|", table, re.M)]
    features, first, second, blinds = _core.judge_shape()
    assert len(numbers) == 12
    assert sum(numbers) == features
    assert f"{features} numbers" in table
    assert f"({first} and {second} units) lead to {blinds} numbers" in PAGE


def test_the_settings_are_those_that_hold() -> None:
    settings = Settings()
    for words in (
        f"{settings.games:,} games on seeds of the `train` list",
        f"of up to {100 * settings.curiosity:.0f} % of the chance to win",
        f"the games of the last {settings.replay} iterations",
        f"batch {settings.batch}",
        f"the weights of the last {settings.average} iterations",
        f"has {settings.fresh_epochs} passes",
    ):
        assert words in " ".join(PAGE.split()), words
    assert (settings.rate, settings.decay, settings.fresh_rate, settings.epochs) == (3e-4, 1e-2, 2e-3, 1)
