"""Constants of the agents: read from files, tuned, and a tuning that goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jimbot import Game, _core
from jimbot.agents import View, make_agent
from jimbot.agents.tuning import constants, read_tuning
from jimbot.runs import sha256
from jimbot.training import tune_agent
from jimbot.training.tune_agent import ConstantTuning, Tuning

QUICK = ConstantTuning(games=2, only=("hand_bonus", "swaps"), agent="heuristic:tier=lite,rounds=2", average=2)


def write(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def test_constants_lie_within_their_ranges() -> None:
    for name, constant in constants().items():
        assert constant.low <= constant.value <= constant.high, name
        assert constant.nearest(constant.value) == constant.value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"luckiness": 1}', "unknown constant 'luckiness'; one of close, "),
        ('{"close": 7}', r"close is 7; a number from 0 to 1 is allowed"),
        ('{"swaps": 1.5}', r"swaps is 1.5; a whole number from 0 to 32 is allowed"),
        ('{"swaps": "3"}', r"swaps is '3'; a number is needed"),
        ('{"swaps": true}', r"swaps is True; a number is needed"),
        ("[1]", "holds no object of names and numbers"),
        ("{", "is no JSON"),
    ],
)
def test_what_is_no_constant_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = write(tmp_path / "bad.json", text)
    with pytest.raises(ValueError, match=reason):
        make_agent(f"heuristic:tuning={path}")


@pytest.mark.parametrize(
    ("values", "reason"), [({"x": 1.0}, "unknown constant 'x'"), ({"swaps": -1.0}, "swaps = ")]
)
def test_the_core_refuses_them_too(values: dict[str, float], reason: str) -> None:
    from jimbot.agents.judge import weights

    with pytest.raises(ValueError, match=reason):
        _core.Strategist(weights(None).core, 2, 0, 0, tuning=values)


def test_a_tuning_changes_decisions(tmp_path: Path) -> None:
    shop = (
        "phase=SHOP money=9 shop=[j_cavendish,j_duo] jokers=[j_egg,j_golden,j_chaos,j_credit_card,j_juggler]"
    )
    view = View(Game.from_notation(f"jimbot1 seed=TUNED {shop}"), 5)
    path = write(tmp_path / "tuning.json", '{"swaps": 0}')
    kinds = [
        {str(choice.action) for choice in make_agent(spec).consider(view).alternatives}
        for spec in ("heuristic", f"heuristic:tuning={path}")
    ]
    assert any(action.startswith("sell_joker") for action in kinds[0])
    assert not any(action.startswith("sell_joker") for action in kinds[1])


@pytest.mark.slow
def test_a_tuning_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Tuning(tmp_path / "whole", QUICK) as whole:
        for _ in range(2):
            whole.iterate()
    with Tuning(tmp_path / "parts", QUICK) as first:
        first.iterate()

    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, Tuning(tmp_path / "parts", QUICK) as cut:
        patch.setattr(tune_agent, "play_seeds", stopped)
        with pytest.raises(KeyboardInterrupt):
            cut.iterate()
    with Tuning(tmp_path / "parts", QUICK, workers=2) as second:
        assert second.done == 1
        second.iterate()
        assert second.log == whole.log
    text = (tmp_path / "parts" / "tuning.json").read_text()
    assert json.loads(text) == whole.result() == read_tuning(tmp_path / "whole" / "tuning.json")
    manifest = json.loads((tmp_path / "parts" / "manifest.json").read_text())
    assert manifest["train_seeds"] == ["train-4@0"]


def test_other_settings_are_another_tuning(tmp_path: Path) -> None:
    with Tuning(tmp_path, QUICK), pytest.raises(ValueError, match="another tuning is writing to"):
        Tuning(tmp_path, QUICK)
    with pytest.raises(ValueError, match="holds another tuning: games is 2 there and 3 here"):
        Tuning(tmp_path, ConstantTuning(games=3))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"only": ("luckiness",)}, "unknown constant 'luckiness'"),
        ({"games": 0}, "games is 0; 1 or more is allowed"),
        ({"spread": 0.0}, "spread is 0.0; more than 0 is allowed"),
        ({"agent": "heuristic:tuning=a.json"}, "has its tuning"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ConstantTuning(**wrong)


def test_the_seeds_behind_the_constants_that_it_begins_with_are_behind_the_new_ones(tmp_path: Path) -> None:
    start = Path(write(tmp_path / "start.json", '{"swaps": 3}'))
    for about, seeds in (
        ({}, [f"unknown:{start}"]),
        ({"sha256": sha256(start), "train_seeds": ["test-9"]}, ["test-9"]),
    ):
        (tmp_path / "manifest.json").write_text(json.dumps(about))
        out = tmp_path / seeds[0][:4]
        with Tuning(out, QUICK, start=start) as tuning:
            tuning.iterate()
        assert json.loads((out / "manifest.json").read_text())["train_seeds"][:-1] == seeds
