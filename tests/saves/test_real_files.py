"""Files of the real game, read as positions: every field understood, and everything that follows from the seed
equal to what the file says."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from jimbot import Game
from jimbot.game.saved import read_run, read_save
from jimbot.game.saved.streams import Streams
from jimbot.saves import Table, unpack
from jimbot.saves.section import Section

pytestmark = pytest.mark.shared
# Rules of 1.0.0 that are not those of 1.0.1.
OLDER_RULES = {
    "1.0.0k_eval_r21_5XVUDICC": ["GAME.hands.Straight Flush.mult is 11; 12 follows"],
    "1.0.0k_shop_r18_1HUS8DLR": ["cardAreas.jokers.cards.3.ability.extra of j_smiley is 4; it is 5 in 1.0.1"],
}


@pytest.fixture(scope="module")
def runs(shared: Path) -> dict[str, Table]:
    files = sorted((shared / "saves" / "samples" / "runs").glob("*.jkr"))
    return {path.stem: unpack(path.read_bytes()) for path in files}


def test_every_unmodded_run_is_read_without_an_unexplained_field(runs: dict[str, Table]) -> None:
    assert len(runs) == 28
    phases = Counter()
    for name, table in runs.items():
        found = read_run(table)
        assert found.unknown == [], name
        assert found.differs == OLDER_RULES.get(name, []), name
        assert bool(found.warnings) == name.startswith("1.0.0"), name
        assert Game.from_notation(found.game.notation()).notation() == found.game.notation(), name
        phases[found.game.phase] += 1
    assert phases == {"ROUND_EVAL": 19, "SHOP": 6, "BLIND_SELECT": 2, "PACK": 1}


def test_every_stream_follows_from_the_seed(runs: dict[str, Table]) -> None:
    all_streams = [Streams(Section(table).section("GAME").section("pseudorandom")) for table in runs.values()]
    assert sum(len(streams.state) for streams in all_streams) == 6031
    assert sum(len(streams.steps) for streams in all_streams) == 6031
    assert max(max(streams.steps.values()) for streams in all_streams) == 102


def test_an_opened_pack_is_opened_again(runs: dict[str, Table]) -> None:
    game = read_run(runs["1.0.1f_shop_r01_JY5T32W4"]).game
    assert (game.phase, game.pack, game.money) == ("PACK", "p_buffoon_normal_2", 2)
    assert len(game.pack_cards) == 2


def test_each_run_can_be_played_on(runs: dict[str, Table]) -> None:
    for name, table in runs.items():
        game = Game._wrap(read_run(table).game)
        for _ in range(60):
            if game.over:
                break
            game.apply(game.legal_actions()[0])
        assert Game.from_notation(game.notation()) == game, name


def test_reading_a_file_takes_a_moment(runs: dict[str, Table], shared: Path) -> None:
    path = shared / "saves" / "samples" / "runs" / "1.0.1f_shop_r35_ZH9NHVEA.jkr"
    took = []
    for _ in range(3):
        begin = time.process_time()
        read_save(path)
        took.append(time.process_time() - begin)
    assert min(took) < 0.1
