"""A folder of backups of save.jkr as one run: its positions in order, and the decisions between two of them
where a few explain what changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jimbot.game import Action, Game
from jimbot.game.records import counted
from jimbot.game.saved import read_save
from jimbot.runs.reading import read_file
from jimbot.saves import SaveError, is_save, unpack
from jimbot.saves.container import MAX_PACKED
from jimbot.saves.kinds import kind_of

MAX_FILES = 10_000
MAX_TRIED = 4_000  # positions between two files
DEEPEST = 3  # decisions between two files
PLACES = ("SELECTING_HAND", "ROUND_EVAL", "PACK", "SHOP", "BLIND_SELECT")  # in the order of a round
UNKNOWN = "what was done here is not known: no file between this one and the next"
# What two readings of one position have in common. Hands may be sorted, jokers moved, in between.
COMPARED = re.compile(
    r" (phase|ante|round|on_deck|boss|blind_states|money|score|hands_left|discards_left|vouchers|tags|hands"
    r"|shop|shop_vouchers|shop_packs|rerolls_paid|free_rerolls|pack_picks_left|pack_cards)=(\S+)"
)
SORTED = re.compile(r" (hand|jokers|consumables)=\[(\S*)\]")
PILES = re.compile(r" (?:hand|draw|discard)=\[(\S*)\]")
NUMBER = re.compile(r"#\d+")
OF_A_ROUND = re.compile(r"/[dfo](?=[,/]|$)")  # debuffed, face down, forced


@dataclass(frozen=True)
class Backup:
    """One file of a run."""

    path: Path
    game: Game
    run: tuple[str, str, str, str | None]
    order: tuple[float, ...]


def read_backups(folder: Path, seed: str | None = None) -> list[tuple[Game, Action | None, str]]:
    """Positions of a run with the decision made in each, or a note where it is not known. ValueError where
    the folder holds no run, or several and ``seed`` names none of them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    if len(files) > MAX_FILES:
        raise ValueError(f"{folder} holds more than {MAX_FILES:,} files")
    runs: dict[tuple[str, str, str, str | None], list[Backup]] = {}
    for kept in filter(None, map(_read, files)):
        runs.setdefault(kept.run, []).append(kept)
    chosen = {run: found for run, found in runs.items() if seed is None or run[0] == seed}
    if len(chosen) != 1:
        held = ", ".join(f"{run[0]} ({counted(len(found), 'file')})" for run, found in sorted(runs.items()))
        given = "" if seed is None else f" and not one of seed {seed!r}"
        if not runs:
            raise ValueError(f"{folder} holds no run of the game (a save.jkr or a copy of one)")
        raise ValueError(f"{folder} holds {counted(len(runs), 'run')}{given}: {held}; --seed chooses one")
    return list(_connected(_in_order(next(iter(chosen.values())))))


def _read(path: Path) -> Backup | None:
    """None for what is no run; a copy that cannot be read is left out as well, others may be whole."""
    try:
        data = read_file(path, MAX_PACKED)
        if not is_save(data) or kind_of(unpack(data)) != "run":
            return None
        found = read_save(path)
    except (SaveError, OSError, ValueError):
        return None
    game = Game._wrap(found.game)
    done = found.game.hands_played_run, found.game.discards_used
    order = (game.round, PLACES.index(game.phase), game.skips, *done, found.draws, path.stat().st_mtime_ns)
    return Backup(path, game, (game.seed, game.deck, game.stake, game.challenge), order)


def _in_order(files: Sequence[Backup]) -> Iterator[Game]:
    """Each position once."""
    last = ""
    for kept in sorted(files, key=lambda kept: kept.order):
        if (now := _same(kept.game)) != last:
            yield kept.game
        last = now


def _connected(games: Iterator[Game]) -> Iterator[tuple[Game, Action | None, str]]:
    game = next(games)
    for after in games:
        way = _way(game, after)
        if way is None:
            yield game, None, UNKNOWN
        for action in way or ():
            yield game.clone(), action, ""
            game.apply(action)
        game = after
    yield game, None, ""


def _same(game: Game) -> str:
    """The same text for two positions that look the same."""
    notation = NUMBER.sub("", game.notation(rng=False))
    rows = [f"{name}:{sorted(_split(cards))}" for name, cards in SORTED.findall(notation)]
    owned = ",".join(filter(None, PILES.findall(notation)))
    rows.append(str(sorted(_split(OF_A_ROUND.sub("", owned)))))
    return " ".join([f"{name}={value}" for name, value in COMPARED.findall(notation)] + rows)


def _split(cards: str) -> list[str]:
    return cards.split(",")


def _arranged(before: Game, after: Game) -> list[tuple[Game, list[Action]]]:
    """The same jokers in the order of the next file, in which they may have scored."""
    old, new = ([f"{joker.key} {joker.edition}" for joker in game.jokers] for game in (before, after))
    if old == new or sorted(old) != sorted(new):
        return []
    left = list(enumerate(old))
    places = [left.pop(next(i for i, (_, code) in enumerate(left) if code == wanted))[0] for wanted in new]
    action = Action(f"rearrange_jokers {','.join(map(str, places))}")
    then = before.clone()
    if not then.is_legal(action):
        return []
    then.apply(action)
    return [(then, [action])]


def _way(before: Game, after: Game) -> list[Action] | None:
    """The fewest decisions that lead from one position to another."""
    aim, tried = _same(after), {_same(before)}
    ends: list[tuple[Game, list[Action]]] = [(before, []), *_arranged(before, after)]
    for _ in range(DEEPEST):
        further: list[tuple[Game, list[Action]]] = []
        for game, way in ends:
            for action in game.legal_actions():
                if len(tried) > MAX_TRIED:
                    return None
                then = game.clone()
                then.apply(action)
                now = _same(then)
                if now == aim:
                    return [*way, action]
                if now not in tried and not then.over and then.round <= after.round:
                    tried.add(now)
                    further.append((then, [*way, action]))
        ends = further
    return None
