"""jimbot export: a position of ours as save.jkr, never without being asked, and never over anything that is lost then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.documents import state_of
from jimbot.documents.save_file import STATES, save_of
from jimbot.saves import pack

from .made import position


@pytest.mark.parametrize("phase", STATES)
def test_a_position_is_written_as_the_game_saves_it(
    phase: str, tmp_path: Path, jimbot: Callable[..., Any]
) -> None:
    game, out = position(phase), tmp_path / "save.jkr"
    game.save(tmp_path / "ours.run")
    done = jimbot(f"export {tmp_path / 'ours.run'} --out {out} --experimental")
    assert (done.code, done.out) == (0, f"Wrote {out}.\n")
    found = Game.from_save(out, strict=True)
    assert state_of(found)["blinds"] == state_of(game)["blinds"]
    assert (found.phase, found.seed, found.money) == (phase, game.seed, game.money)


def test_nothing_is_written_without_being_asked(tmp_path: Path, jimbot: Callable[..., Any]) -> None:
    position("SHOP").save(tmp_path / "ours.run")
    done = jimbot(f"export {tmp_path / 'ours.run'} --out {tmp_path / 'save.jkr'}")
    assert (done.code, "--experimental" in done.err) == (2, True)
    assert not (tmp_path / "save.jkr").exists()


def test_runs_that_lie_there_are_kept(tmp_path: Path, jimbot: Callable[..., Any]) -> None:
    out = tmp_path / "save.jkr"
    first = pack(save_of(position("SHOP")))
    out.write_bytes(first)
    position("SELECTING_HAND").save(tmp_path / "ours.run")
    done = jimbot(f"export {tmp_path / 'ours.run'} --out {out} --experimental")
    assert done.out == f"Wrote {out}; what was there is now {out}.1.bak.\n"
    second = out.read_bytes()
    jimbot(f"export {tmp_path / 'ours.run'} --out {out} --experimental")
    assert Path(f"{out}.1.bak").read_bytes() == first
    assert Path(f"{out}.2.bak").read_bytes() == second


@pytest.mark.parametrize(
    ("there", "why"),
    [(b"a letter", "not a save of the game"), (pack({"career_stats": {}}), "this is a profile file")],
)
def test_what_is_no_run_is_left_alone(
    there: bytes, why: str, tmp_path: Path, jimbot: Callable[..., Any]
) -> None:
    out = tmp_path / "save.jkr"
    out.write_bytes(there)
    position("SHOP").save(tmp_path / "ours.run")
    done = jimbot(f"export {tmp_path / 'ours.run'} --out {out} --experimental")
    assert done.code == 2
    assert why in done.err
    assert {path.name: path.read_bytes() for path in tmp_path.glob("save*")} == {"save.jkr": there}


def test_where_the_game_saves_nothing_no_file_is_made(tmp_path: Path, jimbot: Callable[..., Any]) -> None:
    game = position("SHOP").edited("money=100")
    game.apply("buy_pack 0")
    game.save(tmp_path / "ours.run")
    done = jimbot(f"export {tmp_path / 'ours.run'} --out {tmp_path / 'save.jkr'} --experimental")
    assert (done.code, "the game saves no run in PACK" in done.err) == (2, True)
    assert not (tmp_path / "save.jkr").exists()
