"""Bad input is refused by an error that names what was given; nothing changes and nothing crashes."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jimbot import Action, Game, IllegalAction, _core

PROPERTY = settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def middle_of_a_game(number: int, steps: int = 60) -> Game:
    game = Game(seed=f"MIDDLE{number}", one_chip=True, stake=1 + number % 8)
    for i in range(steps):
        if game.over:
            break
        game.apply(_core.random_decision(game.reveal(), number * 1000 + i))
    return game


GAMES = [middle_of_a_game(number, 10 + 12 * number) for number in range(12)]
NOTATIONS = [game.notation(rng=number % 2 == 0) for number, game in enumerate(GAMES)]


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, or None if it raises an error that says something."""
    try:
        return call()
    except ValueError as error:
        message = str(error)
    assert len(message) > 8
    return None


# -- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "named"),
    [
        ("", "0 characters"),
        ("A" * 17, "17"),
        ("TÄST", "Ä"),
        ("TEST\n", r"\n"),
        ("A\tB", r"\t"),
        ("\x00", r"\x00"),
        ("\x7f", r"\x7f"),
        ("♠", "♠"),
        ("A" * 100_000, "100000"),
        ("\ud800", r"\ud800"),
        ("é", "é"),
    ],
)
def test_bad_seeds(seed: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)) as error:
        Game(seed=seed)
    assert "seed" in str(error.value)


@pytest.mark.parametrize("seed", [5, 5.0, b"TEST", ["T"], object(), True, False, 0])
def test_a_seed_of_another_type(seed: Any) -> None:
    with pytest.raises(TypeError, match=type(seed).__name__):
        Game(seed=seed)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"deck": "reddish"}, "reddish"),
        ({"deck": ""}, "deck"),
        ({"deck": "b_challenge"}, "b_challenge"),
        ({"deck": "röd"}, "röd"),
        ({"deck": "red\x00"}, "red"),
        ({"deck": None}, "None"),
        ({"deck": 3}, "3"),
        ({"stake": 0}, "0"),
        ({"stake": 9}, "9"),
        ({"stake": -1}, "-1"),
        ({"stake": "silver"}, "silver"),
        ({"stake": 1.5}, "1.5"),
        ({"stake": None}, "None"),
        ({"stake": 10**30}, "1000"),
        ({"challenge": "omelet"}, "omelet"),
        ({"challenge": ""}, "challenge"),
        ({"challenge": "omelette", "deck": "blue"}, "blue"),
        ({"challenge": "omelette", "stake": "gold"}, "gold"),
        ({"variant": "modded"}, "modded"),
        ({"variant": ""}, "variant"),
        ({"variant": None}, "None"),
    ],
)
def test_unknown_options(options: dict[str, Any], named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(named)):
        Game(seed="TEST", **options)


@pytest.mark.parametrize(
    "options",
    [
        {"challenge": 3},
        {"challenge": b"omelette"},
        {"endless": "yes"},
        {"one_chip": object()},
        {"endless": 2},
    ],
)
def test_options_of_another_type(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=re.escape(next(iter(options)))):
        Game(seed="TEST", **options)


# -- actions ----------------------------------------------------------------------------------------------

BAD_ACTIONS = [
    "",
    " ",
    "plya 0,1",
    "PLAY 0",
    "play 0,",
    "play ,0",
    "play 0,,1",
    "play -1",
    "play 0,-1",
    "play 256",
    "play 99999999999999999999999",
    "play 0 1",
    "play a,b",
    "play 0x1",
    "play 1.0",
    "play ٣",
    "play 0;1",
    "play " + ",".join(["0"] * 49),
    "use",
    "use 0 on",
    "use 0 1,2",
    "use on 1",
    "use 0 in 1",
    "use 0 on 1 2",
    "use -1",
    "use 300",
    "sell_joker",
    "sell_joker 0,1",
    "sell_joker 0 on 1",
    "sell_joker one",
    "buy_card 0 now",
    "reroll 1",
    "select_blind please",
    "cash_out\x00",
    "sort_hand",
    "sort_hand colour",
    "sort_hand 0",
    "rearrange_hand 0,a",
    "spielen 0",
    "play\t0",
    "play\n0",
    "reroll\n",
    "♠",
    "play 0" * 10_000,
]


def refused(call: Callable[[], object], *allowed: type[Exception]) -> str:
    """Calls, and returns the message of the error it must raise."""
    with pytest.raises(allowed or (ValueError,)) as error:
        call()
    message = str(error.value)
    assert len(message) > 8
    assert len(message) < 500
    return message


@pytest.mark.parametrize("text", BAD_ACTIONS)
def test_text_that_is_no_action(text: str) -> None:
    for game in GAMES[:4]:
        before = game.to_bytes()
        for call in (game.apply, game.is_legal, game.why_illegal):
            message = refused(lambda call=call: call(text))
            words = text.split()
            if words and words[0].isascii() and words[0].isprintable():
                assert words[0][:10] in message
        assert game.to_bytes() == before


@pytest.mark.parametrize("value", [None, 3, b"reroll", ["play", 0], object(), Game])
def test_an_action_of_another_type(value: Any) -> None:
    game = GAMES[0]
    before = game.to_bytes()
    for call in (game.apply, game.is_legal, game.why_illegal, Action):
        with pytest.raises(TypeError):
            call(value)
    assert game.to_bytes() == before


@pytest.mark.parametrize("game", GAMES, ids=[game.phase for game in GAMES])
def test_indices_out_of_range(game: Game) -> None:
    before = game.to_bytes()
    kinds = "use sell_joker sell_consumable buy_card buy_voucher buy_pack buy_and_use pick"
    for kind in kinds.split():
        for index in (40, 100, 254):
            message = refused(lambda text=f"{kind} {index}": game.apply(text), IllegalAction)
            assert f"{kind} {index}" in message
            assert game.phase in message
    for cards in ("60", "0,0", "0,1,2,3,4,5", "254"):
        assert "play" in refused(lambda text=f"play {cards}": game.apply(text), IllegalAction)
    assert game.to_bytes() == before


@PROPERTY
@given(st.text(max_size=40), st.integers(0, len(GAMES) - 1))
def test_any_text_as_an_action(text: str, number: int) -> None:
    game = GAMES[number]
    before = game.to_bytes()
    outcome(lambda: game.clone().apply(text))
    outcome(lambda: game.why_illegal(text))
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    ("cards", "errors"),
    [
        ([], IllegalAction),
        ([0, 0], IllegalAction),
        ([50], IllegalAction),
        ([0, 1, 2, 3, 4, 5], IllegalAction),
        ([-1], ValueError),
        ([1000], ValueError),
        (["x"], TypeError),
        ([None], TypeError),
        (7, TypeError),
        (None, TypeError),
        ([0.5], (TypeError, ValueError)),
    ],
)
def test_scores_of_impossible_cards(cards: Any, errors: Any) -> None:
    game = Game(seed="SCORES")
    game.apply("select_blind")
    before = game.to_bytes()
    with pytest.raises(errors):
        game.score(cards)
    assert game.to_bytes() == before


def test_a_score_outside_a_round() -> None:
    with pytest.raises(IllegalAction, match="BLIND_SELECT"):
        Game(seed="SCORES").score([0])


@pytest.mark.parametrize("seed", ["1", None, 1.5, b"1"])
def test_determinize_by_something_else_than_a_number(seed: Any) -> None:
    with pytest.raises(TypeError):
        GAMES[0].determinize(seed)


# -- saves ------------------------------------------------------------------------------------------------

HEADER = 24  # magic, layout, checksum: 8 bytes each


def checksum(state: bytes) -> int:
    """FNV-1a, as core/save.cpp computes it."""
    h = 0xCBF29CE484222325
    for byte in state:
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h


def test_foreign_bytes() -> None:
    good = GAMES[3].to_bytes()
    foreign = [
        b"",
        b"x",
        b"JIMBOTS1",
        bytes(len(good)),
        b"\xff" * len(good),
        b"PK\x03\x04" + good[4:],
        good[1:],
        good[::-1],
    ]
    for data in foreign:
        assert "saved" in refused(lambda data=data: Game.from_bytes(data))


def test_a_save_of_another_layout() -> None:
    good = GAMES[3].to_bytes()
    assert "layout" in refused(lambda: Game.from_bytes(good[:8] + bytes(8) + good[16:]))


@pytest.mark.parametrize("size", [0, 1, 7, 8, 23, 24, 25, 1000, -1, -100])
def test_a_cut_save(size: int) -> None:
    assert "saved" in refused(lambda: Game.from_bytes(GAMES[3].to_bytes()[:size]))


@pytest.mark.parametrize("more", [1, 100, 100_000])
def test_a_save_that_is_too_long(more: int) -> None:
    good = GAMES[3].to_bytes()
    assert str(len(good) + more) in refused(lambda: Game.from_bytes(good + bytes(more)))


@pytest.mark.parametrize("value", ["text", None, 5, [1, 2], object()])
def test_a_save_of_another_type(value: Any) -> None:
    with pytest.raises(TypeError, match=type(value).__name__):
        Game.from_bytes(value)


@PROPERTY
@given(st.integers(0, len(GAMES) - 1), st.integers(0, 2**32), st.integers(1, 255))
def test_a_damaged_save_is_refused(number: int, place: int, change: int) -> None:
    data = bytearray(GAMES[number].to_bytes())
    data[place % len(data)] ^= change
    refused(lambda: Game.from_bytes(data))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_changed_save_with_a_correct_checksum_is_refused_or_playable(number: int) -> None:
    """Only the contents differ: what is accepted can be looked at, written and played."""
    rolls = random.Random(number)
    good = GAMES[number].to_bytes()
    frame = len(good) // 3  # the random streams take the first third: changes there are rarely interesting
    for _ in range(12):
        data = bytearray(good)
        changes = {
            rolls.randrange(frame, len(good)): rolls.choice((0, 1, 127, 255, rolls.randrange(256)))
            for _ in range(2)
        }
        for place, value in changes.items():
            data[place] = value
        data[16:24] = struct.pack("<Q", checksum(bytes(data[HEADER:])))
        try:
            game = Game.from_bytes(data)
        except ValueError:
            continue
        look_and_play(game, number, f"bytes {changes} of GAMES[{number}]")


def changed_byte(one: Game, two: Game) -> int:
    """The place of the only byte in which two saves differ, checksum aside."""
    places = [
        i
        for i, (a, b) in enumerate(zip(one.to_bytes(), two.to_bytes(), strict=True))
        if a != b and i >= HEADER
    ]
    assert len(places) == 1
    return places[0]


@pytest.mark.parametrize("field", ["idol_rank", "mail_rank", "to_do_list", "seed"])
def test_a_save_with_an_impossible_value_is_refused(field: str) -> None:
    game = Game.from_notation("jimbot1 seed=SWEEP mail_rank=2 idol=S_2 jokers=[j_mail#52,j_todo_list~0#53]")
    data = bytearray(game.to_bytes())
    other = {
        "idol_rank": "idol=S_3",
        "mail_rank": "mail_rank=3",
        "to_do_list": "jokers=[j_mail#52,j_todo_list~1#53]",
    }
    place = data.index(b"SWEEP") if field == "seed" else changed_byte(game, game.edited(other[field]))
    data[place] = 200
    data[16:24] = struct.pack("<Q", checksum(bytes(data[HEADER:])))
    refused(lambda: Game.from_bytes(data))


@pytest.mark.parametrize("mark", [8, 16, 32, 64, 128])
def test_a_save_that_offers_what_only_an_owned_joker_can_be_is_refused(mark: int) -> None:
    """A pinned joker from a pack would be right of others."""
    game = Game.from_notation("jimbot1 seed=SWEEP phase=SHOP shop=[j_joker#52]")
    data = bytearray(game.to_bytes())
    data[changed_byte(game, game.edited("shop=[j_joker/rental#52]"))] = mark
    data[16:24] = struct.pack("<Q", checksum(bytes(data[HEADER:])))
    refused(lambda: Game.from_bytes(data))


@pytest.mark.parametrize("offer", ["j_joker/pinned", "j_joker/f", "S_A/o", "S_A/f"])
def test_a_notation_that_offers_what_only_owned_things_can_be_is_refused(offer: str) -> None:
    said = refused(lambda: Game.from_notation(f"jimbot1 seed=SWEEP phase=SHOP shop=[{offer}#52]"))
    assert f"shop: {offer}" in said


def look_and_play(game: Game, number: int, what: str) -> None:
    try:
        for i in range(8):
            game.observe()
            repr(game)
            game.notation()
            actions = game.legal_actions()
            if game.over or not any(a.kind != "sort_hand" for a in actions):
                break
            game.apply(actions[(number * 31 + i * 7) % len(actions)])
    except Exception as error:
        raise AssertionError(f"{what}: {error!r}") from error


def test_a_file_that_is_no_save(tmp_path: Any) -> None:
    path = tmp_path / "game.jimbot"
    path.write_text("hello")
    refused(lambda: Game.load(path))
    with pytest.raises(FileNotFoundError):
        Game.load(tmp_path / "none")
    GAMES[3].save(path)
    assert Game.load(path) == GAMES[3]
    assert [p.name for p in tmp_path.iterdir()] == ["game.jimbot"]


# -- notation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        ("jimbot2 seed=A", "jimbot2"),
        ("seed=A", "seed=A"),
        ("jimbot1 seed=", "seed"),
        ("jimbot1 seed=" + "A" * 17, "AAAA"),
        ("jimbot1 seed=%4", "%4"),
        ("jimbot1 seed=%ZZ", "%ZZ"),
        ("jimbot1 seed=%00", "seed"),
        ("jimbot1 seed=%0A", "seed"),
        ("jimbot1 seed=%FF", "seed"),
        ("jimbot1 seed=TÄST", "seed"),
        ("jimbot1 monney=4", "monney"),
        ("jimbot1 money", "money"),
        ("jimbot1 money=", "money"),
        ("jimbot1 money=four", "four"),
        ("jimbot1 money=4.5", "4.5"),
        ("jimbot1 money=4 money=5", "money"),
        ("jimbot1 money=99999999999999999999", "money"),
        ("jimbot1 phase=SHOPPING", "SHOPPING"),
        ("jimbot1 phase=shop", "shop"),
        ("jimbot1 phase=PACK", "pack"),
        ("jimbot1 jokers=[j_jokr]", "j_jokr"),
        ("jimbot1 jokers=[j_joker", "j_joker"),
        ("jimbot1 jokers=j_joker", "j_joker"),
        ("jimbot1 jokers=[j_joker/x:SHINY]", "SHINY"),
        ("jimbot1 jokers=[j_joker/x:]", "edition"),
        ("jimbot1 jokers=[j_joker,]", "joker"),
        ("jimbot1 jokers=[" + ",".join(["j_joker"] * 40) + "]", "40"),
        ("jimbot1 jokers=[j_joker:abc]", "abc"),
        ("jimbot1 jokers=[j_joker:nan]", "nan"),
        ("jimbot1 jokers=[j_todo_list~99]", "99"),
        ("jimbot1 jokers=[j_todo_list~-1]", "-1"),
        ("jimbot1 consumables=[c_fol]", "c_fol"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_1]", "S_1"),
        ("jimbot1 phase=SELECTING_HAND hand=[X_K]", "X_K"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_K/e:GLAS]", "GLAS"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_K/q]", "q"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_K#1,S_K#1]", "1"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_K#-1]", "-1"),
        ("jimbot1 phase=SELECTING_HAND hand=[S_K/b:99999999999]", "99999999999"),
        ("jimbot1 phase=SHOP hand=[S_K]", "hand"),
        ("jimbot1 phase=BLIND_SELECT shop=[j_joker]", "shop"),
        ("jimbot1 boss=bl_small", "bl_small"),
        ("jimbot1 boss=bl_nobody", "bl_nobody"),
        ("jimbot1 deck=reddish", "reddish"),
        ("jimbot1 stake=9", "9"),
        ("jimbot1 challenge=omelet", "omelet"),
        ("jimbot1 variant=other", "other"),
        ("jimbot1 endless=2", "2"),
        ("jimbot1 vouchers=[v_nothing]", "v_nothing"),
        ("jimbot1 tags=[tag_orbital]", "tag_orbital"),
        ("jimbot1 hands=[pair:0]", "0"),
        ("jimbot1 rng=[boss:2]", "2"),
        ("jimbot1 rng=[bos:0.5]", "bos"),
        ("jimbot1 blind_states=[current]", "1"),
        ("jimbot1 idol=S_1", "idol"),
        ("jimbot1 challenge=omelette deck=blue", "blue"),
        ("jimbot1 challenge=omelette stake=gold", "gold"),
        ("jimbot1 phase=SELECTING_HAND hand=[]", "hand"),
        ("jimbot1 phase=SELECTING_HAND hands_left=0", "hands_left"),
    ],
)
def test_notation_typos(text: str, named: str) -> None:
    assert named in refused(lambda: Game.from_notation(text))


@pytest.mark.parametrize("value", [None, 5, b"jimbot1", ["jimbot1"]])
def test_a_notation_of_another_type(value: Any) -> None:
    with pytest.raises(TypeError):
        Game.from_notation(value)


@pytest.mark.parametrize(
    "tokens", ["seed=B", "deck=blue", "monney=4", "money", "jokers=[j_jokr]", "phase=PACK", "♠=1"]
)
def test_a_bad_edit_changes_nothing(tokens: str) -> None:
    game = GAMES[3]
    before = game.to_bytes()
    assert tokens.split("=")[0][:5] in refused(lambda: game.edited(tokens)) or not tokens.isascii()
    with pytest.raises(ValueError):
        game.reveal().edit(tokens)
    assert game.to_bytes() == before


@PROPERTY
@given(st.text(max_size=60), st.booleans())
def test_any_text_as_a_notation(text: str, header: bool) -> None:
    game = outcome(lambda: Game.from_notation(("jimbot1 " if header else "") + text))
    assert game is None or Game.from_notation(game.notation()) == game


ODD = [
    "",
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "1e308",
    "nan",
    "inf",
    "99999999999999999999",
    "[]",
    "[,]",
    "none",
    "/",
    "#0",
    "%",
    "♠",
    "\x00",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid notation with up to three changes."""
    text = draw(st.sampled_from(NOTATIONS))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(["insert", "delete", "value", "cut", "word", "twice"])):
            case "insert":
                text = text[:place] + draw(st.sampled_from(list("[],=/:#+-!%_ 09azAZ♠\n\x00"))) + text[place:]
            case "delete":
                text = text[:place] + text[place + draw(st.integers(1, 6)) :]
            case "value":
                parts = re.split(r"([=:,\[\]/# ])", text)
                parts[place % len(parts)] = draw(st.sampled_from(ODD))
                text = "".join(parts)
            case "cut":
                text = text[:place]
            case "word":
                words = text.split(" ")
                del words[place % len(words)]
                text = " ".join(words)
            case _:
                words = text.split(" ")
                text += " " + words[place % len(words)]
    return text


@PROPERTY
@given(mutated(), st.integers(0, 1000))
def test_a_mutated_notation_is_refused_or_playable(text: str, number: int) -> None:
    game = outcome(lambda: Game.from_notation(text))
    if game is None:
        return
    assert Game.from_notation(game.notation()) == game
    assert game.over or any(a.kind != "sort_hand" for a in game.legal_actions())
    look_and_play(game, number, text)


# -- transcripts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "jimbot-run"),
        ("hello", "jimbot-run"),
        ("jimbot-run sed=A", "sed"),
        ("jimbot-run seed=A\tdeck=reddish", "reddish"),
        ("jimbot-run seed=A\tstake=9", "9"),
        ("jimbot-run seed=", "seed"),
        ("jimbot-run seed=A\tseed=B", "seed"),
        ("jimbot-run deck=b_red", "seed"),
        ("jimbot-run seed=A\tendless=maybe", "maybe"),
        ("jimbot-run seed=A\nselect_blnd", "line 2"),
        ("jimbot-run seed=A\nselect_blind\nplay 0\nreroll", "line 4"),
        ("jimbot-run seed=A\nselect_blind extra", "line 2"),
        ("jimbot-run seed=A\nplay 0", "line 2"),
    ],
)
def test_transcript_typos(text: str, named: str) -> None:
    assert named in refused(lambda: Game.replay(text))


@PROPERTY
@given(st.text(max_size=60), st.booleans())
def test_any_text_as_a_transcript(text: str, header: bool) -> None:
    game = outcome(lambda: Game.replay(("jimbot-run seed=A\n" if header else "") + text))
    assert game is None or game.seed
