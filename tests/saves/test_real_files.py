"""Files of the real game, read as positions: every field understood, and everything that follows from the seed
equal to what the file says."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from jimbot import Game, _core
from jimbot.documents.save_file import save_of
from jimbot.game import Action
from jimbot.game.saved import read_run, read_save
from jimbot.game.saved.streams import Streams
from jimbot.saves import Table, unpack
from jimbot.saves.section import Section

from .shops import Shop

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


def next_ante(game: _core.Game, ante: int) -> _core.Game:
    """The shop after the boss before this ante."""
    after = game.clone()
    after.edit(f"phase=ROUND_EVAL on_deck=boss ante={ante} cash_out=[]")
    after.apply(Action("cash_out"))
    return after


def test_a_later_file_of_the_same_run_has_the_boss_and_the_tags_that_an_earlier_one_predicts(
    runs: dict[str, Table],
) -> None:
    """Rounds 24, 29 and 35 of one run. Hieroglyph led to ante 11 twice: its boss and tags were drawn again,
    the hands of Orbital Tags were not."""
    first, second, third = (read_run(runs[f"1.0.1f_shop_r{n}_ZH9NHVEA"]).game for n in (24, 29, 35))

    def shown(game: _core.Game) -> tuple[str, list[tuple[str, str | None]]]:
        return game.blinds[2][0], list(game.ante_tags)

    orbital = [("tag_orbital", "Flush"), ("tag_ethereal", None)]
    assert shown(next_ante(first, 10)) == shown(second) == ("bl_arm", orbital)
    again = next_ante(next_ante(second, 11), 11)
    assert shown(again) == shown(third) == ("bl_fish", [("tag_economy", None), ("tag_holo", None)])
    assert again.streams.partition("orbital:")[2][:12] == third.streams.partition("orbital:")[2][:12]
    assert "v_hieroglyph" in set(third.vouchers) - set(second.vouchers)


# File -> cards of the row that are dealt again, cards there; packs that are, packs there. Builds before 1.0.1
# have other pools of jokers.
SHOPS = {
    "1.0.0k_shop_r18_1HUS8DLR": ((1, 3), (2, 2)),
    "1.0.0n_shop_r01_RBWLQD96": ((1, 2), (2, 2)),
    "1.0.1f_shop_r24_ZH9NHVEA": ((2, 2), (2, 2)),
    "1.0.1f_shop_r27_C6A98FF8": ((2, 2), (2, 2)),
    "1.0.1f_shop_r29_ZH9NHVEA": ((2, 2), (0, 0)),
    "1.0.1f_shop_r35_ZH9NHVEA": ((2, 2), (0, 0)),
}


def test_shops_follow_from_the_seed(runs: dict[str, Table]) -> None:
    """With the streams where they were before the row was dealt, the engine deals the same row, and ends with the
    streams of the file. Those of rounds 29 and 35 are later shops of the run of round 24."""
    for name, (row, packs) in SHOPS.items():
        shop = Shop(runs[name])
        assert shop.row() == row, name
        assert shop.packs([key for key, _ in shop.game.shop_packs]) == packs, name


# What the game keeps for its screens alone, and what only some runs have.
ONLY_SOME = {"gros_michel_extinct", "shop_free", "starting_voucher_count", "only_hand", "hands"}
NOT_WRITTEN = {
    "params",
    "bypass_discovery_center",
    "bypass_discovery_ui",
    "bypass_lock",
    "added_to_deck",
    "order",
}


def test_a_written_file_has_every_part_of_a_real_one(runs: dict[str, Table]) -> None:
    """Read and written again: at each place the same names."""
    for name, table in runs.items():
        if "ACTION" in table:
            continue
        made = save_of(Game._wrap(read_run(table).game))
        for place in (
            "GAME",
            "GAME.current_round",
            "GAME.round_resets",
            "GAME.starting_params",
            "BLIND",
            "BACK",
        ):
            real, ours = table, made
            for part in place.split("."):
                real, ours = real[part], ours[part]
            extra = {"colour", "ACTION", "pos", "last_tarot_planet", "used_packs", "voucher"}
            assert set(real) - set(ours) <= extra | ONLY_SOME, (name, place)
        hands = table["GAME"]["hands"]
        assert {k: h["order"] for k, h in hands.items()} == {
            k: h["order"] for k, h in made["GAME"]["hands"].items()
        }
        for area in ("deck", "jokers", "shop_booster"):
            real, ours = (
                list(t["cardAreas"].get(area, {"cards": {}})["cards"].values()) for t in (table, made)
            )
            assert len(real) == len(ours)
            assert names_of(real) - names_of(ours) <= NOT_WRITTEN, (name, area)
            bases = (names_of([card["base"] for card in cards]) for cards in (real, ours))
            assert next(bases) - next(bases) <= {"colour", "original_value"}, (name, area)
        assert made["GAME"]["modifiers"] == table["GAME"]["modifiers"], name


def names_of(tables: list[Table]) -> set[str | int]:
    return set().union(*tables)
