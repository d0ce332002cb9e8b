"""jimbot replay FOLDER: backups of save.jkr as one run."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.documents.save_file import STATES, save_of
from jimbot.game import Action
from jimbot.live.drive.backups import read_backups
from jimbot.saves import pack

from .made import PROFILE, position


@pytest.fixture(scope="module")
def played() -> tuple[list[Game], list[str]]:
    """The positions of a run and its decisions."""
    game, agent, chance = Game("BACKUPS", "b_ghost"), make_agent("heuristic"), random.Random(5)
    positions, made = [game.clone()], []
    while len(made) < 90 or game.phase not in STATES:
        action = agent.act(View(game, len(made)))
        if game.phase == "SHOP" and game.shop_packs and game.money >= 6 and chance.random() < 0.5:
            action = Action("buy_pack 0")
        if action.kind != "rearrange_jokers":  # which no file shows by itself
            made.append(str(action))
        game.apply(action)
        positions.append(game.clone())
    return positions, made


@pytest.fixture
def folder(tmp_path: Path, played: tuple[list[Game], list[str]]) -> Path:
    """Names that say nothing of the order; two of three times are copied wrongly."""
    names = random.Random(1).sample(range(1000), len(played[0]))
    for at, (name, game) in enumerate(zip(names, played[0], strict=True)):
        if game.phase in STATES:
            path = tmp_path / f"{name:03}.jkr"
            path.write_bytes(pack(save_of(game)))
            wrong = at % 3 and game.phase != "SHOP"  # where only the time says what was bought first
            os.utime(path, (name, name) if wrong else (at + 10, at + 10))
    (tmp_path / "profile.jkr").write_bytes(pack(PROFILE))
    (tmp_path / "half.jkr").write_bytes(pack(save_of(position("SHOP")))[:-90])
    (tmp_path / "notes.txt").write_text("return to this one")
    return tmp_path


def test_the_decisions_between_the_files_are_found(
    folder: Path, played: tuple[list[Game], list[str]]
) -> None:
    made = played[1]
    frames = read_backups(folder)
    assert [note for _, _, note in frames if note] == []
    assert {"buy_pack", "pick", "cash_out", "play", "discard"} <= {word.split()[0] for word in made}
    found = [str(action) for _, action, _ in frames if action is not None]
    assert len(found) == len(made)
    assert sum(a == b for a, b in zip(found, made, strict=True)) >= 0.9 * len(made)  # equal cards are equal
    for (game, action, _), (after, _, _) in pairwise(frames):
        then = game.clone()
        assert action is not None
        then.apply(action)
        assert (then.phase, then.money, then.round_score) == (after.phase, after.money, after.round_score)


def test_where_files_are_missing_it_is_said(folder: Path, played: tuple[list[Game], list[str]]) -> None:
    rounds = [game.round for game in played[0]]
    for path in folder.glob("[0-9]*.jkr"):
        if Game.from_save(path).round == 2:
            path.unlink()
    frames = read_backups(folder)
    assert max(rounds) > 3
    assert [note for _, _, note in frames if note] == [
        "what was done here is not known: no file between this one and the next"
    ]


def test_gaps_are_counted(folder: Path, jimbot: Callable[..., Any], tmp_path: Path) -> None:
    for path in folder.glob("[0-9]*.jkr"):
        if Game.from_save(path).round == 2:
            path.unlink()
    assert "decisions, and 1 gap between files" in jimbot(f"replay {folder}").out


def test_replay_shows_it(
    folder: Path, jimbot: Callable[..., Any], played: tuple[list[Game], list[str]]
) -> None:
    done = jimbot(f"replay {folder} --json")
    assert (done.code, done.json["seed"], done.json["decisions"]) == (0, "BACKUPS", len(played[1]))
    page = folder / "run.html"
    assert jimbot(f"replay {folder} --html {page}").code == 0
    assert "Ghost Deck" in page.read_text()


def test_runs_are_kept_apart(folder: Path, jimbot: Callable[..., Any], tmp_path: Path) -> None:
    (folder / "other.jkr").write_bytes(pack(save_of(position("SHOP"))))
    done = jimbot(f"replay {folder}")
    assert done.code == 2
    assert "holds 2 runs: BACKUPS (" in done.err
    assert "--seed chooses one" in done.err
    other = position("SHOP").seed
    assert jimbot(f"replay {folder} --seed {other} --json").json["decisions"] == 0
    assert "not one of seed 'NOPE'" in jimbot(f"replay {folder} --seed NOPE").err
    (tmp_path / "empty").mkdir()
    assert "holds no run of the game" in jimbot(f"replay {tmp_path / 'empty'}").err
    assert "--seed has no effect on a file" in jimbot(f"replay {folder / 'other.jkr'} --seed X").err
