"""Examples: where they come from, and whether their labels are true."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.agents.judge import WEIGHTS, games, weights
from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.games import RECORDED, Play, play_game
from jimbot.agents.judge.mixture import NO_CHALLENGE, Mixture
from jimbot.agents.judge.network import BLINDS, fresh_weights
from jimbot.agents.judge.players import Players
from jimbot.game.seeds import LISTS, draw_seed, list_of, seed

PLAIN = Mixture(1, 0, 0)
QUICK = Play(rounds=2, discards=0, samples=0, mixture=PLAIN)
SMALL = fresh_weights(hidden=(32, 16))
BACK = {"v_hieroglyph", "v_petroglyph"}  # an ante is taken back


def same(a: Examples, b: Examples) -> bool:
    return all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(Examples))


def number_of(game: Game) -> int:
    """The next blind, or the one that is played."""
    return 3 * (game.ante - 1) + game.reveal().blind_on_deck


def followed(number: int, play: Play) -> tuple[Game, list[int]]:
    """The same game once more: how it ended, and the next blind after each action that gives an example."""
    game = Game(seed("train", number))
    strategist = play.strategist(weights(), number)
    step, blinds = 0, []
    then = None  # the second action of the last decision
    while not game.over:
        if then is not None and game.is_legal(then):
            action, then = then, None
        else:
            decision = strategist.decide(game.reveal(), draw_seed(number, step))
            action, then = decision.action, decision.then
        step += 1
        recorded = action.kind in RECORDED
        if recorded:
            strategist.features_after(game.reveal(), action, draw_seed(number, step))
            step += 1
        before = number_of(game)
        game.apply(action)
        if recorded:
            blinds.append(before if action.kind == "select_blind" else number_of(game))
    return game, blinds


def test_who_dares_takes_what_looks_worse() -> None:
    daring, steady = replace(QUICK, daring=1.0), replace(QUICK, daring=0.0)
    game = Game(seed("train", 3))
    judge = weights()
    while game.phase != "SHOP":
        game.apply(steady.strategist(judge, 3).decide(game.reveal(), 5).action)
    taken = [daring.strategist(judge, 3).decide(game.reveal(), drawing) for drawing in range(40)]
    best = steady.strategist(judge, 3).decide(game.reveal(), 0)
    assert not best.dared
    assert len({str(decision.action) for decision in taken}) > 2
    for decision in taken:
        worse = decision.alternatives[0][1] < max(price for _, price in decision.alternatives)
        assert decision.dared == worse


def test_dares_are_reported() -> None:
    """Game 3 of four dares most, game 0 never."""
    play = replace(QUICK, daring=0.3)
    assert not play_game(0, weights(), play).dared.any()
    example = play_game(3, weights(), play)
    assert len(example.dared) == len(example)
    assert 0 < example.dared.mean() < 0.7


def test_labels_are_what_happened() -> None:
    ends = []
    for number in range(0, 56, 4):
        example = play_game(number, weights(), QUICK)
        game, blinds = followed(number, QUICK)
        end = BLINDS if game.won else number_of(game)
        assert game.won or game.lost
        assert example.blind.tolist() == blinds
        assert example.end[-1] == end
        assert (example.game == number).all()
        assert (example.end >= example.blind).all()
        if not BACK & set(game.vouchers):
            assert (example.end == end).all()
            assert (np.diff(example.blind) >= 0).all()
        ends.append(end)
    assert 0 < sum(end == BLINDS for end in ends) < len(ends), "a won and a lost game are needed"


def test_positions_beyond_the_end_count_as_lost_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hieroglyph: what was seen before it may lie beyond the blind that was lost."""
    monkeypatch.setattr(games, "_core", _like_core(blind_number=lambda game: 0))
    example = play_game(0, SMALL, QUICK)  # lost, as if at the first blind
    assert example.blind.max() > 0
    assert (example.end == example.blind).all()


def _like_core(**other: object) -> SimpleNamespace:
    return SimpleNamespace(**{name: getattr(_core, name) for name in dir(_core)} | other)


def test_seeds_come_from_the_train_list_only(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def start(seed: str, *rest: int) -> _core.Game:
        started.append((seed, rest[:3]))
        return _core.Game.start(seed, *rest)

    monkeypatch.setattr(games, "_core", _like_core(Game=SimpleNamespace(start=start)))
    mixture = Mixture(0.2, 0.3, 0.3)
    for number in range(995, 1005):
        play_game(number, SMALL, replace(QUICK, mixture=mixture))
    assert [list_of(seed) for seed, _ in started] == [("train", number) for number in range(995, 1005)]
    expected = [mixture.start(number) for number in range(995, 1005)]
    assert [chosen for _, chosen in started] == [(s.deck, s.stake, s.challenge) for s in expected]
    assert len({s.challenge for s in expected} - {NO_CHALLENGE}) > 1
    with pytest.raises(ValueError, match="seed list 'train' has no number"):
        play_game(len(LISTS["train"]), SMALL, QUICK)


def test_three_games_of_four_are_curious() -> None:
    plain, curious = (
        [play_game(number, weights(), replace(QUICK, curiosity=curiosity)) for number in range(12)]
        for curiosity in (0.0, 2.0)
    )
    alike = [same(a, b) for a, b in zip(plain, curious, strict=True)]
    assert [number for number in range(12) if alike[number]] == [0, 4, 8]


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing() -> None:
    """Two orders: what was ordered first comes first, and each goes by its own weights."""
    brought = []
    for workers in (1, 2):
        players = Players(workers)
        first, then = (players.order(r, WEIGHTS, QUICK) for r in (range(10), range(20, 23)))
        brought.append([*first, *then])
        players.close()
    assert [int(game.game[0]) for game in brought[0]] == [*range(10), *range(20, 23)]
    assert all(same(a, b) for a, b in zip(*brought, strict=True))


ORPHANS = """
import sys
from jimbot.agents.judge import WEIGHTS
from jimbot.agents.judge.games import Play
from jimbot.agents.judge.players import Players

if __name__ == "__main__":
    for game in Players(2).order(range(1000), WEIGHTS, Play()):
        print(game.game[0], flush=True)
"""


@pytest.mark.slow
def test_workers_do_not_outlive_who_started_them(tmp_path: Path) -> None:
    (tmp_path / "play.py").write_text(ORPHANS)
    process = subprocess.Popen([sys.executable, tmp_path / "play.py"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    threads = Path(f"/proc/{process.pid}/task").iterdir()
    children = [child for thread in threads for child in (thread / "children").read_text().split()]
    assert len(children) == 2
    process.kill()
    process.wait()
    process.stdout.close()
    limit = time.monotonic() + 10
    while any(map(is_alive, children)):
        assert time.monotonic() < limit, "they go on"
        time.sleep(0.02)


def is_alive(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_rows_are_kept_without_what_is_0() -> None:
    parts = [play_game(number, SMALL, QUICK) for number in (5, 6, 19)]
    all_of_them = Examples.join(parts)
    rows = all_of_them.rows()
    assert np.array_equal(rows, np.concatenate([part.rows() for part in parts]))
    assert (np.count_nonzero(rows, axis=1) == all_of_them.inputs).all()
    assert (rows[:, :BLINDS].argmax(1) == all_of_them.blind).all()
    last = all_of_them.last()
    assert all_of_them.game[last].tolist() == [5, 6, 19]
    assert all_of_them.end[last].tolist() == [part.end[-1] for part in parts]
    assert all_of_them.held_out.tolist() == (all_of_them.game == 19).tolist()
    assert set(all_of_them.stake.tolist()) == {1}


def test_files(tmp_path: Path) -> None:
    part = play_game(3, SMALL, QUICK)
    part.save(tmp_path / "3.npz")
    assert same(Examples.load(tmp_path / "3.npz"), part)
    assert [p.name for p in tmp_path.iterdir()] == ["3.npz"]


def test_gifts_come_in_the_most_curious_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    def give_joker(game: _core.Game, key: str, *rest: object) -> bool:
        given.append(key)
        return _core.give_joker(game, key, *rest)

    monkeypatch.setattr(games, "_core", _like_core(give_joker=give_joker))
    curious = replace(QUICK, curiosity=0.04)
    for number in (0, 1, 2):
        play_game(number, weights(), curious)
    play_game(3, weights(), QUICK)
    assert not given
    for number in range(3, 43, 4):
        play_game(number, weights(), curious)
    assert len(set(given)) > 5
