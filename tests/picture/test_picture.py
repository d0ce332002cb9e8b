"""Every position has its picture, made from what is seen alone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from jimbot import Game, _core
from jimbot.game.content import content
from jimbot.view.picture import HEIGHT, WIDTH, ansi, draw, font, png
from jimbot.view.picture.layout import Area, fan, grid

RUNS: list[dict[str, Any]] = [
    {"deck": deck, "stake": 1 + i % 8, "endless": i % 3 == 0} for i, deck in enumerate(content()["deck"])
] + [{"challenge": challenge} for challenge in content()["challenge"]]


def positions(options: dict[str, Any], most: int = 90) -> Iterator[Game]:
    game = Game(seed="PICTURE", one_chip=True, **options)
    for i in range(most):
        yield game
        if game.over:
            return
        game.apply(_core.random_decision(game.reveal(), 977 * i + 5))


def selecting(tokens: str = "") -> Game:
    return Game.from_notation(f"jimbot1 seed=T phase=SELECTING_HAND {tokens}")


def decoded(data: bytes) -> np.ndarray:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + body)
        chunks[kind] = body
        at += 12 + size
    width, height, *rest = struct.unpack(">II5B", chunks[b"IHDR"])
    assert rest == [8, 2, 0, 0, 0]
    assert list(chunks) == [b"IHDR", b"tEXt", b"IDAT", b"IEND"]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * 3)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


@pytest.mark.parametrize("options", RUNS, ids=lambda o: o.get("challenge") or o["deck"])
def test_every_position_is_drawn_by_what_is_seen_alone(options: dict[str, Any]) -> None:
    for i, game in enumerate(positions(options)):
        before = game.to_bytes()
        selected = range(0, min(5, len(game.hand)), 2)
        image = draw(game, selected)
        assert image.shape == (HEIGHT, WIDTH, 3)
        assert image.dtype == np.uint8
        assert image.flags.c_contiguous
        assert game.to_bytes() == before
        if i % 4 == 0:
            other = game.determinize(i)
            assert np.array_equal(draw(other, selected), image)
            assert ansi(other, selected).replace(other.seed, game.seed) == ansi(game, selected)


def test_all_phases_are_drawn_differently() -> None:
    images = {game.phase: draw(game).tobytes() for run in RUNS[:8] for game in positions(run)}
    assert len(images) == len(set(images.values())) == 6


@pytest.mark.parametrize(
    "boss", ["bl_house", "bl_mark", "bl_wheel", "bl_final_acorn", "bl_final_bell", "bl_final_heart"]
)
def test_what_is_hidden_stays_hidden(boss: str) -> None:
    game = selecting(f"on_deck=boss boss={boss} ante=8 jokers=[j_baron,j_idol,j_duo/x:FOIL]")
    for number in range(5):
        assert np.array_equal(draw(game.determinize(number), [0, 1]), draw(game, [0, 1]))


def test_a_picture_is_new() -> None:
    game = selecting()
    first = draw(game)
    kept = first.copy()
    first[...] = 0
    assert np.array_equal(draw(game), kept)


def test_selected_cards_are_seen() -> None:
    game = selecting()
    pictures = {draw(game, cards).tobytes() for cards in ([], [0], [1], [0, 1], [0, 2])}
    assert len(pictures) == 5
    assert np.array_equal(draw(game, [2, 0]), draw(game, {0, 2}))
    assert np.array_equal(draw(game, [2, 0]), draw(game, np.array([0, 2])))


@pytest.mark.parametrize("cards", [[8], [-1], [0, 99]])
def test_cards_that_are_not_held_are_refused(cards: list[int]) -> None:
    with pytest.raises(ValueError, match=f"selected card {cards[-1]}.*0 to 7"):
        draw(selecting(), cards)
    with pytest.raises(ValueError, match=f"selected card {cards[-1]}.*0 to 7"):
        ansi(selecting(), cards)


def test_nothing_can_be_selected_without_a_hand() -> None:
    with pytest.raises(ValueError, match="selected card 0; no cards are held"):
        draw(Game(seed="T"), [0])


@pytest.mark.parametrize("scale", [1, 3])
def test_the_scale_enlarges_each_pixel(scale: int) -> None:
    game = selecting()
    small = draw(game, scale=1)
    assert np.array_equal(draw(game, scale=scale), small.repeat(scale, 0).repeat(scale, 1))


@pytest.mark.parametrize("scale", [0, -1, 9])
def test_other_scales_are_refused(scale: int) -> None:
    with pytest.raises(ValueError, match=f"scale must be 1 to 8, not {scale}"):
        draw(selecting(), scale=scale)


EVERY_MARK = (
    "S_K/e:GLASS/x:FOIL/s:RED,H_T/e:STONE/b:5,D_2/d,C_A/x:POLYCHROME/s:BLUE,H_Q/e:MULT/x:HOLO,S_T/e:WILD/s:PURPLE,"
    "D_J/e:GOLD/s:GOLD/b:1200,C_9/e:LUCKY,H_5/e:STEEL/x:NEGATIVE/d,D_3/f,C_4/e:BONUS/b:7"
)


@pytest.mark.parametrize("card", EVERY_MARK.split(","))
def test_every_mark_is_seen(card: str) -> None:
    plain = selecting(f"hand=[{card[:3]}]")
    assert not np.array_equal(draw(selecting(f"hand=[{card}]")), draw(plain))


@pytest.mark.parametrize(
    "mark", ["/x:FOIL", "/x:NEGATIVE", "/eternal", "/perishable:3", "/rental", "/pinned", ":7"]
)
def test_every_mark_of_a_joker_is_seen(mark: str) -> None:
    slots = "base_joker_slots=4" if mark == "/x:NEGATIVE" else ""
    assert not np.array_equal(
        draw(selecting(f"jokers=[j_ride_the_bus{mark}] {slots}")), draw(selecting("jokers=[j_ride_the_bus]"))
    )


@pytest.mark.parametrize(
    "tokens",
    [
        f"hand=[{','.join(suit + '_' + rank for suit in 'SHCD' for rank in '23456789TJQK')}]",
        f"hand=[{EVERY_MARK}]",
        f"hand=[{EVERY_MARK},{EVERY_MARK}]",
        f"jokers=[{','.join(['j_delayed_grat/x:FOIL/eternal/rental', 'j_riff_raff/perishable:5', 'j_idol', 'j_yorick:22~7'] * 8)}]",
        f"consumables=[{','.join(['c_fool', 'c_wheel_of_fortune', 'c_pluto/x:NEGATIVE'] * 8)}]",
        f"tags=[{','.join(['tag_double'] * 20 + ['tag_orbital:three_of_a_kind'] * 2 + ['tag_rare', 'tag_holo'])}]",
        "tags=[" + ",".join(k + (":pair" if k == "tag_orbital" else "") for k in content()["tag"]) + "]",
        f"vouchers=[{','.join(content()['voucher'])}]",
        "money=-2000000000 score=1.7e308 target=1e300 hands_left=200 discards_left=200",
        "money=2000000000 ante=38 round=30000",
        "hands=[pair:250:9999:12,flush_five:99:99:99,flush_house:2:1:1,five_of_a_kind:3:1:1]",
        "jokers=[j_ride_the_bus:1e6]",
    ],
    ids=lambda tokens: tokens.split("[")[0].split("=")[0] + str(len(tokens)),
)
def test_extreme_positions(tokens: str) -> None:
    game = selecting(tokens)
    held = len(game.hand)
    for selected in ((), (0,), range(held)):
        assert draw(game, selected).shape == (HEIGHT, WIDTH, 3)
        assert ansi(game, selected)


def test_a_crowded_shop_and_pack() -> None:
    vouchers = ",".join(list(content()["voucher"])[:24:2])
    shop = Game.from_notation(
        "jimbot1 seed=T phase=SHOP shop=[j_delayed_grat/x:NEGATIVE/eternal,c_fool,S_K/e:GLASS,j_baron!free] "
        f"shop_vouchers=[{vouchers}] shop_packs=[p_arcana_mega_1,p_spectral_jumbo_1]"
    )
    pack = Game.from_notation(
        "jimbot1 seed=T phase=PACK pack=p_arcana_mega_1 "
        "pack_cards=[c_fool,c_death,c_sun,c_wheel_of_fortune,c_soul] hand=[S_K,D_5]"
    )
    assert draw(shop).shape == draw(pack, [1]).shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize(
    "tokens",
    [
        "phase=SHOP shop=[j_baron,S_K] jokers=[j_baron/f]",
        "phase=SELECTING_HAND score=inf target=inf",
        "phase=SELECTING_HAND target=0",
        "phase=SELECTING_HAND score=nan",
        "phase=GAME_OVER",
        "phase=GAME_OVER truncated=1",
        "phase=GAME_OVER won=1",
    ],
)
def test_odd_positions(tokens: str) -> None:
    game = Game.from_notation(f"jimbot1 seed=T {tokens}")
    assert draw(game).shape == (HEIGHT, WIDTH, 3)
    assert ansi(game)


def test_places_fit_their_area() -> None:
    area = Area(10, 20, 330, 93)
    for count in range(60):
        xs = fan(count, area, 50)
        assert all(area.x <= x <= area.x + area.width - 50 for x in xs)
        assert xs == sorted(xs)
    for count in range(33):
        places = grid(count, area, 64, 93, 40)
        assert len(set(places)) == count
        for x, y, width, height in places:
            assert x >= area.x
            assert y >= area.y
            assert x + width <= area.x + area.width
            assert y + height <= area.y + area.height


def test_text_keeps_to_its_room() -> None:
    assert font.cut("Joker", 100) == "Joker"
    assert font.cut("Delayed Gratification", 60).endswith("…")
    for room in range(8, 120, 7):
        assert font.width(font.cut("Delayed Gratification", room)) <= room
        lines = font.wrap("Gains X1 Mult for every 23 cards discarded", room, 4)
        assert len(lines) <= 4
        assert all(font.width(line) <= room for line in lines)
    assert font.wrap("", 50, 3) == font.wrap("Joker", 50, 0) == ()
    assert font.line("").shape == (font.HEIGHT, 0)
    assert font.line("日本").any()


def test_the_font_knows_every_word_of_the_game() -> None:
    words = (
        value
        for rows in content().values()
        for row in rows.values()
        for value in row.values()
        if isinstance(value, str)
    )
    assert {c for word in words for c in word} <= set(font.GLYPHS)
    assert {chr(c) for c in range(32, 127)} <= set(font.GLYPHS)


def test_a_png_holds_the_same_pixels() -> None:
    for image in (
        draw(selecting(), [0]),
        draw(Game(seed="T"), scale=1)[::2, ::-1],
        np.zeros((1, 1, 3), np.uint8),
    ):
        assert np.array_equal(decoded(png(image)), image)


@pytest.mark.parametrize(
    ("image", "named"),
    [
        (np.zeros((4, 4), np.uint8), r"\(4, 4\)"),
        (np.zeros((4, 4, 4), np.uint8), r"\(4, 4, 4\)"),
        (np.zeros((0, 4, 3), np.uint8), r"\(0, 4, 3\)"),
        (np.zeros((4, 4, 3)), "float64"),
        ([[1, 2, 3]], "list"),
        (None, "NoneType"),
    ],
)
def test_what_is_no_image_is_refused(image: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        png(image)


def test_the_text_lists_the_facts() -> None:
    game = selecting(
        "hand=[S_K/e:GLASS/s:RED,H_T,D_2/d] jokers=[j_runner:45/x:FOIL] consumables=[c_pluto] money=-7 score=120"
    )
    text = ansi(game, [1])
    for fact in (
        "Small Blind: 120 of 300 chips",
        "$-7",
        "Ante 1",
        "K♠",
        "10♥",
        "glass",
        "Runner (foil)",
        "Pluto",
    ):
        assert fact in text
    assert text.count("selected") == 1
    assert "\x1b" not in text
    assert "selected" not in ansi(game)


def test_the_text_of_a_shop_lists_the_prices() -> None:
    shop = Game.from_notation("jimbot1 seed=T phase=SHOP shop=[j_baron] shop_vouchers=[v_hone] shop_packs=[]")
    text = ansi(shop)
    for words in (["1", "Baron", "$8"], ["v1", "Hone", "$10"], ["r", "Reroll", "$5"]):
        assert any(line.split()[:3] == words for line in text.splitlines())
