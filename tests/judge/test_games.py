"""Examples: where they come from, and whether their labels are true."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.agents.view import luck
from jimbot.evaluation.seeds import LISTS, list_of, seed
from jimbot.judge import games, weights
from jimbot.judge.examples import Examples
from jimbot.judge.games import TOLD, Play, deck_and_stake, is_plain, play_game, play_games
from jimbot.judge.network import BLINDS, fresh_weights

QUICK = Play(rounds=2, discards=0, samples=0)
BACK = {"v_hieroglyph", "v_petroglyph"}  # an ante is taken back


def same(a: Examples, b: Examples) -> bool:
    return all(np.array_equal(getattr(a, f), getattr(b, f)) for f in ("features", "blind", "end", "game"))


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
            decision = strategist.decide(game.reveal(), luck(number, step))
            action, then = decision.action, decision.then
        step += 1
        told = action.kind in TOLD
        if told:
            strategist.features_after(game.reveal(), action, luck(number, step))
            step += 1
        before = number_of(game)
        game.apply(action)
        if told:
            blinds.append(before if action.kind == "select_blind" else number_of(game))
    return game, blinds


def test_labels_are_what_happened() -> None:
    ends = []
    for number in range(0, 56, 4):
        if not is_plain(number):
            continue
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
    example = play_game(0, fresh_weights(), QUICK)  # lost, as if at the first blind
    assert example.blind.max() > 0
    assert (example.end == example.blind).all()


def _like_core(**other: object) -> SimpleNamespace:
    return SimpleNamespace(**{name: getattr(_core, name) for name in dir(_core)} | other)


def test_seeds_come_from_the_train_list_only(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def start(seed: str, deck: int, stake: int, *rest: object) -> _core.Game:
        started.append((seed, deck, stake))
        return _core.Game.start(seed, deck, stake, *rest)

    monkeypatch.setattr(games, "_core", _like_core(Game=SimpleNamespace(start=start)))
    play_games(995, 10, fresh_weights(), QUICK)
    assert [list_of(seed) for seed, _, _ in started] == [("train", number) for number in range(995, 1005)]
    assert [chosen for _, *chosen in started] == [list(deck_and_stake(n)) for n in range(995, 1005)]
    with pytest.raises(ValueError, match="seed list 'train' has no number"):
        play_games(len(LISTS["train"]) - 1, 2, fresh_weights(), QUICK)


def test_decks_and_stakes() -> None:
    numbers = range(12_000)
    chosen = [deck_and_stake(number) for number in numbers]
    plain = [pair == (0, 1) for pair in chosen]
    assert 0.7 < np.mean(plain) < 0.73
    assert set(chosen) == {(deck, stake) for deck in range(15) for stake in range(1, 9)}
    held_out = range(0, 12_000, 20)
    assert all(is_plain(number) for number in held_out)
    assert all(chosen[number] == (0, 1) for number in numbers if is_plain(number))
    assert np.mean([is_plain(number) for number in numbers]) == pytest.approx(0.2)


def test_three_games_of_four_are_curious() -> None:
    plain, curious = (
        [
            play_game(number, weights(), Play(rounds=2, discards=0, samples=0, curiosity=curiosity))
            for number in range(12)
        ]
        for curiosity in (0.0, 2.0)
    )
    alike = [same(a, b) for a, b in zip(plain, curious, strict=True)]
    assert [number for number in range(12) if alike[number]] == [0, 4, 8]


def test_the_number_of_workers_changes_nothing() -> None:
    told: list[int] = []
    one = play_games(0, 10, fresh_weights(), QUICK)
    two = play_games(0, 10, fresh_weights(), QUICK, 2, lambda game: told.append(int(game.game[0])))
    assert same(one, two)
    assert told == list(range(10))


ORPHANS = """
import sys
from jimbot.judge.games import Play, play_games
from jimbot.judge.network import fresh_weights

if __name__ == "__main__":
    play_games(0, 100_000, fresh_weights(), Play(), 2, lambda game: print(game.game[0], flush=True))
"""


def test_workers_do_not_outlive_who_started_them(tmp_path: Path) -> None:
    (tmp_path / "play.py").write_text(ORPHANS)
    process = subprocess.Popen([sys.executable, tmp_path / "play.py"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "0\n"
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) >= 2
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


def test_ends_of_games() -> None:
    parts = [play_game(number, fresh_weights(), QUICK) for number in (5, 6, 20)]
    numbers, ends = Examples.join(parts).ends()
    assert numbers.tolist() == [5, 6, 20]
    assert ends.tolist() == [part.end[-1] for part in parts]
    assert Examples.join(parts).held_out.tolist() == [False] * (len(parts[0]) + len(parts[1])) + [True] * len(
        parts[2]
    )


def test_files(tmp_path: Path) -> None:
    parts = [play_games(first, 3, fresh_weights(), QUICK) for first in (0, 3)]
    for number, part in enumerate(parts):
        part.save(tmp_path / f"{number}.npz")
    assert same(Examples.load(tmp_path / "0.npz"), parts[0])
    assert same(Examples.load(tmp_path / "0.npz", tmp_path / "1.npz"), Examples.join(parts))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["0.npz", "1.npz"]


def test_gifts_come_in_the_most_curious_games_only(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []

    def give_joker(game: _core.Game, key: str, *rest: object) -> bool:
        given.append(key)
        return _core.give_joker(game, key, *rest)

    monkeypatch.setattr(games, "_core", _like_core(give_joker=give_joker))
    curious = Play(rounds=2, discards=0, samples=0, curiosity=0.04)
    for number in (0, 1, 2):
        play_game(number, weights(), curious)
    play_game(3, weights(), QUICK)
    assert not given
    for number in range(3, 43, 4):
        play_game(number, weights(), curious)
    assert len(set(given)) > 5
