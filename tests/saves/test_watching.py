"""jimbot assist --save: beside a game that writes its file slowly, twice, partly, and takes it away."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.agents import make_agent
from jimbot.apps.truth import truth
from jimbot.documents.save_file import save_of
from jimbot.live.drive.companion import Companion
from jimbot.live.drive.save_backend import NoRun, SaveBackend
from jimbot.saves import SaveError, pack
from jimbot.saves.folders import LIBRARIES, PROTON, RUN, folders, last_file
from jimbot.view import card_words
from jimbot.view import position as position_shown

from .made import position

SHOP, HAND = (pack(save_of(position(phase))) for phase in ("SHOP", "SELECTING_HAND"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    (tmp_path / "1" / "save.jkr").write_bytes(SHOP)
    return tmp_path


def test_each_write_is_read_once(folder: Path) -> None:
    backend = SaveBackend([folder])
    assert backend.view().phase == "SHOP"
    assert not backend.refresh()
    (folder / "1" / "save.jkr").write_bytes(SHOP)  # the same again
    assert not backend.refresh()
    (folder / "1" / "save.jkr").write_bytes(HAND)
    assert backend.refresh()
    assert backend.view().phase == "SELECTING_HAND"


def test_a_file_that_is_written_slowly_is_waited_for(folder: Path) -> None:
    backend = SaveBackend([folder])
    for end in range(0, len(HAND), 500):
        (folder / "1" / "save.jkr").write_bytes(HAND[:end])
        assert not backend.refresh()
        assert backend.view().phase == "SHOP"
    (folder / "1" / "save.jkr").write_bytes(HAND)
    assert backend.refresh()


def test_a_file_that_stays_broken_is_refused_once(folder: Path) -> None:
    backend = SaveBackend([folder])
    (folder / "1" / "save.jkr").write_bytes(HAND[:-50])
    assert not backend.refresh()
    with pytest.raises(SaveError, match="end too early"):
        backend.refresh()
    assert not backend.refresh()
    (folder / "1" / "save.jkr").write_bytes(HAND)
    assert backend.refresh()


def test_a_file_that_is_half_written_at_first_is_waited_for(folder: Path) -> None:
    path = folder / "1" / "save.jkr"
    path.write_bytes(HAND[:900])
    backend = SaveBackend([folder], sleep=lambda _: path.write_bytes(HAND) and None)
    assert backend.view().phase == "SELECTING_HAND"


def test_the_run_of_the_profile_that_is_played_is_followed(folder: Path) -> None:
    backend = SaveBackend([folder])
    path = folder / "2" / "save.jkr"
    path.write_bytes(HAND)
    os.utime(path, ns=(2**62, 2**62))
    assert backend.refresh()
    assert backend.view().phase == "SELECTING_HAND"


def test_a_run_that_is_over_is_said_and_the_next_one_waited_for(folder: Path) -> None:
    path = folder / "1" / "save.jkr"
    companion = Companion(make_agent("greedy"), lambda: SaveBackend([folder]), (NoRun,))
    look = companion.look()
    assert look is not None
    assert look.notice.suggestions
    path.unlink()
    look = companion.look()
    assert look is not None
    assert "no run is being played" in look.notice.note
    assert companion.look() is None
    path.write_bytes(HAND)
    look = companion.look()
    assert look is not None
    assert (look.notice.phase, bool(look.notice.suggestions)) == ("SELECTING_HAND", True)


def test_a_writer_of_its_own(folder: Path) -> None:
    """It writes in small pieces, the same twice, half a file, takes it away and puts another one in its place,
    while it is looked at all the time: what is shown is always a run that was whole."""
    path = folder / "1" / "save.jkr"

    def write(data: bytes, end: int | None = None) -> None:
        with path.open("wb") as file:
            for at in range(0, len(data[:end]), 600):
                file.write(data[at : min(at + 600, end or len(data))])
                file.flush()
                time.sleep(0.001)

    def writer() -> None:
        for _ in range(5):
            write(HAND)
            write(SHOP)
            write(SHOP)
            write(HAND, end=2000)
            path.unlink()
            other = folder / "1" / "new"
            other.write_bytes(SHOP)
            os.replace(other, path)
        write(HAND)

    companion = Companion(make_agent("greedy"), lambda: SaveBackend([folder]), (NoRun,))
    thread, seen = threading.Thread(target=writer), []
    thread.start()
    while True:
        alive = thread.is_alive()
        look = companion.look()
        if look is not None and look.notice.suggestions:
            seen.append((look.notice.phase, look.notice.money))
        if not alive and look is None:
            break
    whole = {(game.phase, game.money) for game in map(Game.from_save, (HAND, SHOP))}
    assert set(seen) <= whole
    assert seen[-1] == ("SELECTING_HAND", Game.from_save(HAND).money)


def test_the_first_advice_comes_within_a_second(folder: Path) -> None:
    begin = time.process_time()
    companion = Companion(make_agent("heuristic"), lambda: SaveBackend([folder]), (NoRun,))
    look = companion.look()
    assert look is not None
    assert look.notice.suggestions[0].reason
    assert time.process_time() - begin < 1


def test_nothing_is_written(folder: Path) -> None:
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*.jkr")}
    backend = SaveBackend([folder])
    backend.view().legal_actions()
    backend.refresh()
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()} == before


def test_the_advice_is_that_of_the_position(folder: Path, jimbot: Callable[..., Any]) -> None:
    beside = jimbot(f"assist --save {folder} --once --json --agent greedy")
    alone = jimbot(f"assist {folder / '1' / 'save.jkr'} --json --agent greedy")
    assert beside.code == alone.code == 0
    assert beside.json["suggestions"] == alone.json["suggestions"]
    assert beside.json["executed"] is None


def test_the_position_is_drawn_above_the_advice(folder: Path, jimbot: Callable[..., Any]) -> None:
    beside = jimbot(f"assist --save {folder} --once --agent greedy")
    assert beside.out == jimbot(f"assist {folder / '1' / 'save.jkr'} --agent greedy").out
    assert "leave shop" in beside.out
    assert "The truth" not in beside.out


def test_what_is_hidden_is_shown_only_when_it_is_asked_for(folder: Path, jimbot: Callable[..., Any]) -> None:
    """Cards and offers are those that come in the game when it continues as described."""
    game = position("SHOP")
    shown = jimbot(f"assist --save {folder} --once --json --agent greedy --seen-all").json
    fair = jimbot(f"assist --save {folder} --once --json --agent greedy").json
    assert "truth" not in fair
    assert shown["suggestions"] == fair["suggestions"]
    after = game.edited("money=100")
    after.apply("reroll")
    assert shown["truth"]["reroll 1"].startswith(position_shown(after).shop[0].name)
    for action in ("leave_shop", "select_blind"):
        game.apply(action)
    cards = shown["truth"]["next cards"].split(", ")
    assert cards[: len(game.hand)] == [card_words(card) for card in game.hand]
    before = {card.number for card in game.hand}
    game.apply("discard 0,1")
    drawn = [card_words(card) for card in game.hand if card.number not in before]
    assert sorted(cards[len(before) : len(before) + 2]) == sorted(drawn)
    text = jimbot(f"assist {folder} --save --once --agent greedy --seen-all").out
    assert "The truth, which no player sees and the advice does not know:" in text
    live = jimbot("assist --seen-all --once")
    assert (live.code, "--seen-all goes with FILE or --save" in live.err) == (2, True)


def test_what_is_hidden_ends_where_the_run_does() -> None:
    """The last boss is followed by no shop; a run that is over has nothing to come."""
    last = position("SELECTING_HAND").edited("ante=8 on_deck=boss boss=bl_final_bell target=1")
    assert list(truth(last)) == ["next cards"]
    last.apply("play 0")
    assert last.over
    assert truth(last) == {}


def test_options_that_act_are_refused(folder: Path, jimbot: Callable[..., Any]) -> None:
    done = jimbot(f"assist --save {folder} --execute")
    assert done.code == 2
    assert "--execute has no effect with --save, which only reads" in done.err
    missing = jimbot(f"assist --save {folder / 'nowhere'}")
    assert missing.code == 2
    assert "does not exist" in missing.err


# -- where the game keeps its files -------------------------------------------------------------------------


def test_the_folder_on_each_system(tmp_path: Path) -> None:
    windows, mac = tmp_path / "Roaming" / "Balatro", tmp_path / "Library/Application Support/Balatro"
    library = tmp_path / "games"
    proton = library / PROTON
    assert [folders(system, tmp_path, {}) for system in ("win32", "darwin", "linux")] == [[], [], []]
    for place in (windows, mac, proton):
        place.mkdir(parents=True)
    steam = tmp_path / ".local/share/Steam" / LIBRARIES
    steam.parent.mkdir(parents=True)
    steam.write_text(f'"libraryfolders"\n{{\n\t"0"\n\t{{\n\t\t"path"\t\t"{library}"\n\t}}\n}}\n')
    assert folders("win32", tmp_path, {"APPDATA": str(tmp_path / "Roaming")}) == [windows]
    assert folders("darwin", tmp_path, {}) == [mac]
    assert folders("linux", tmp_path, {}) == [proton]
    assert last_file([proton], RUN) is None
    (proton / "save.jkr").write_bytes(SHOP)
    assert last_file([proton], RUN) == last_file([proton / RUN], RUN) == proton / "save.jkr"
