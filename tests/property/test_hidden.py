"""Two games that differ only in hidden facts look alike, allow alike and explain alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jimbot import Game, _core
from jimbot.game.content import content

PROPERTY = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NUMBERS = st.integers(0, 2**64 - 1)
DECKS, CHALLENGES = list(content()["deck"]), list(content()["challenge"])
PLAYS = ([0], [1], [0, 1], [2, 3], [1, 2, 3], [0, 1, 2, 3, 4], [3, 4, 5, 6, 7])

# Every way to hide something, each once with jokers whose score depends on what is hidden.
POSITIONS = {
    "The Wheel": "on_deck=boss boss=bl_wheel jokers=[j_raised_fist,j_baron]",
    "The House": "on_deck=boss boss=bl_house jokers=[j_shoot_the_moon,j_blackboard]",
    "The Mark": "on_deck=boss boss=bl_mark jokers=[j_reserved_parking,j_mime]",
    "The Mark with Pareidolia": "on_deck=boss boss=bl_mark jokers=[j_pareidolia]",
    "The Fish": "on_deck=boss boss=bl_fish jokers=[j_raised_fist]",
    "The Pillar": "on_deck=boss boss=bl_pillar",
    "Cerulean Bell": "on_deck=boss boss=bl_final_bell ante=8",
    "Crimson Heart": "on_deck=boss boss=bl_final_heart ante=8 jokers=[j_joker,j_duo,j_half]",
    "Amber Acorn": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_half,j_duo,j_cavendish,j_blueprint]",
    "Amber Acorn, Brainstorm": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_brainstorm,j_duo,j_runner,j_abstract]",
    "Amber Acorn, an Eternal joker": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_duo/eternal,j_egg]",
    "Amber Acorn, targets": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_idol,j_mail,j_castle,j_ancient]",
    "X-ray Vision": "challenge=xray jokers=[j_raised_fist,j_baron]",
    "X-ray Vision, Cerulean Bell": "challenge=xray on_deck=boss boss=bl_final_bell ante=8",
    "X-ray Vision, The Plant": "challenge=xray on_deck=boss boss=bl_plant",
    "X-ray Vision, The Pillar": "challenge=xray on_deck=boss boss=bl_pillar",
    "X-ray Vision, Amber Acorn": "challenge=xray on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_duo,j_half]",
    "X-ray Vision, Aura": "challenge=xray consumables=[c_aura] base_consumable_slots=3",
    "targets not owned": "",
    "targets owned": "jokers=[j_idol,j_mail,j_castle,j_ancient]",
    "counting the deck": "jokers=[j_steel_joker,j_stone,j_cloud_9,j_erosion,j_blue_joker,j_drivers_license]",
}


def alike(game: Game, one: Game, two: Game) -> None:
    """What a player sees, may do and can work out is the same in all three."""
    seen = game.observe()
    for other in (one, two):
        now = other.observe()
        assert {k: (seen[k], now[k]) for k in seen if seen[k] != now[k]} == {}
        assert [str(a) for a in other.legal_actions()] == [str(a) for a in game.legal_actions()]
        # all of the repr but the seed
        assert repr(other).split(";")[1:] == repr(game).split(";")[1:]
    for cards in PLAYS if game.phase == "SELECTING_HAND" else ():
        if game.is_legal("play " + ",".join(map(str, cards))):
            assert game.score(cards) == one.score(cards) == two.score(cards)


def play(game: Game, policy: int, steps: int) -> Game:
    for i in range(steps):
        if game.over:
            break
        game.apply(_core.random_decision(game.reveal(), (policy + i * 0x9E3779B97F4A7C15) % 2**64))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    run: dict[str, Any] = {
        "seed": _core.seed_from_number(draw(NUMBERS)),
        "one_chip": draw(st.integers(0, 3)) > 0,
    }
    if draw(st.integers(0, 3)):
        run |= {"deck": draw(st.sampled_from(DECKS)), "stake": draw(st.integers(1, 8))}
    else:
        run["challenge"] = draw(st.sampled_from([*CHALLENGES, "xray", "xray"]))
    number = draw(NUMBERS)
    return play(Game(**run), number, (number * 0x9E3779B97F4A7C15 >> 40) % 120)  # short and long ones alike


@PROPERTY
@given(games(), NUMBERS, NUMBERS)
def test_redrawn_games_look_alike(game: Game, one: int, two: int) -> None:
    before = game.to_bytes()
    alike(game, game.determinize(one), game.determinize(two))
    assert game.to_bytes() == before


@PROPERTY
@given(games(), NUMBERS)
def test_a_redrawn_game_is_a_game(game: Game, number: int) -> None:
    redrawn = game.determinize(number)
    assert redrawn == game.determinize(number)
    assert redrawn.over == game.over
    assert Game.from_bytes(redrawn.to_bytes()).to_bytes() == redrawn.to_bytes()
    assert Game.from_notation(redrawn.notation()) == redrawn
    play(redrawn, number, 30)


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_hidden_stays_hidden(name: str) -> None:
    for number in range(12):
        game = Game.from_notation(f"jimbot1 seed=HIDE{number} phase=SELECTING_HAND {POSITIONS[name]}")
        for text in ("", "discard 0,1", "play 2,3,4", "play 0,1"):
            if text and not game.is_legal(text):
                continue
            if text:
                game.apply(text)
            alike(game, game.determinize(number), game.determinize(number + 100))


@pytest.mark.parametrize("boss", ["bl_house", "bl_fish", "bl_mark", "bl_wheel"])
def test_face_down_cards_are_redrawn(boss: str) -> None:
    hands = set()
    for number in range(40):
        game = Game.from_notation(
            f"jimbot1 seed=DOWN phase=SELECTING_HAND on_deck=boss boss={boss} jokers=[j_pareidolia]"
        )
        if boss == "bl_fish":
            game.apply("play 0,1,2,3,4")
        redrawn = game.determinize(number)
        codes = tuple(card.code for card in redrawn.reveal().hand if card.face_down)
        assert len(codes) == sum(card.face_down for card in game.hand) > 0
        hands.add(codes)
    assert len(hands) > 5


def test_the_voucher_of_the_ante_is_hidden_until_the_first_shop() -> None:
    game = Game(seed="VOUCHERS", one_chip=True)
    unseen = {game.determinize(n).reveal().ante_voucher for n in range(60)}
    assert len(unseen) > 5
    alike(game, game.determinize(1), game.determinize(2))
    for text in ("select_blind", "play 0", "cash_out"):
        game.apply(text)
    assert game.phase == "SHOP"
    seen = {game.determinize(n).reveal().ante_voucher for n in range(20)}
    assert seen == {game.reveal().ante_voucher}


@pytest.mark.parametrize("joker", ["j_idol", "j_mail", "j_castle", "j_ancient"])
def test_round_targets_are_hidden_until_their_joker_shows_them(joker: str) -> None:
    which = ["j_idol", "j_mail", "j_castle", "j_ancient"].index(joker)
    fresh = Game(seed="TARGETS")
    assert len({fresh.determinize(n).reveal().targets[which] for n in range(60)}) > 2
    for tokens in (f"jokers=[{joker}]", f"phase=SHOP shop=[{joker}]"):
        shown = Game.from_notation(f"jimbot1 seed=TARGETS {tokens}")
        assert {shown.determinize(n).reveal().targets[which] for n in range(20)} == {
            shown.reveal().targets[which]
        }


def test_the_future_is_redrawn() -> None:
    game = Game(seed="FUTURE")
    game.apply("select_blind")
    orders = {tuple(card.code for card in game.determinize(n).reveal().deck_order) for n in range(20)}
    assert len(orders) == 20
    assert len({game.determinize(n).seed for n in range(20)}) == 20
