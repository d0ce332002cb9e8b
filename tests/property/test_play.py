"""Properties of random play: options, seeds and decisions are drawn by hypothesis, over everything there is."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jimbot import Game, IllegalAction, _core
from jimbot.game import random_seed
from jimbot.game.content import content

PROPERTY = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PHASES = ["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK", "GAME_OVER"]
KINDS = [
    "play",
    "discard",
    "use",
    "sell_joker",
    "sell_consumable",
    "buy_card",
    "buy_voucher",
    "buy_pack",
    "buy_and_use",
    "reroll",
    "leave_shop",
    "pick",
    "skip_pack",
    "select_blind",
    "skip_blind",
    "reroll_boss",
    "cash_out",
    "sort_hand",
    "rearrange_hand",
    "rearrange_jokers",
    "rearrange_consumables",
]
NUMBERS = st.integers(0, 2**64 - 1)
SEEDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=16)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "seed": draw(SEEDS),
        "endless": draw(st.booleans()),
        "variant": draw(st.sampled_from(["vanilla", "steamodded"])),
        "one_chip": draw(st.sampled_from([True, True, True, False])),
    }
    if draw(st.integers(0, 3)):
        chosen |= {"deck": draw(st.sampled_from(list(content()["deck"]))), "stake": draw(st.integers(1, 8))}
    else:
        chosen["challenge"] = draw(st.sampled_from(list(content()["challenge"])))
    return chosen


def play(game: Game, policy: int, steps: int) -> Game:
    """Random decisions that follow from one number."""
    for i in range(steps):
        if game.over:
            break
        game.apply(_core.random_decision(game.reveal(), (policy + i * 0x9E3779B97F4A7C15) % 2**64))
    return game


@st.composite
def games(draw: st.DrawFn, most: int = 150) -> Game:
    """A game somewhere on its way, with its transcript."""
    game, number = Game(**draw(options())), draw(NUMBERS)
    return play(game, number, (number * 0x9E3779B97F4A7C15 >> 40) % most)  # short and long ones alike


def sample(actions: list[Any], number: int, most: int) -> list[Any]:
    if len(actions) <= most:
        return actions
    return [actions[(number + i * (len(actions) // most)) % len(actions)] for i in range(most)]


@st.composite
def action_texts(draw: st.DrawFn) -> str:
    """Well-formed actions, most of them out of place."""
    kind = draw(st.sampled_from(KINDS))
    positions = st.lists(st.integers(0, 9) | st.integers(0, 60), max_size=7)
    cards = ",".join(map(str, draw(positions)))
    index = draw(st.integers(0, 5) | st.integers(0, 254))
    if kind in ("play", "discard") or kind.startswith("rearrange"):
        return f"{kind} {cards}".strip()
    if kind in ("use", "buy_and_use", "pick"):
        return f"{kind} {index}" + (f" on {cards}" if cards else "")
    if kind == "sort_hand":
        return f"{kind} {draw(st.sampled_from(['rank', 'suit']))}"
    if kind.startswith(("sell", "buy")):
        return f"{kind} {index}"
    return kind


def ordered(action: Any) -> tuple[str, int, tuple[int, ...]]:
    return action.kind, action.index, tuple(sorted(action.cards))


@PROPERTY
@given(games(), NUMBERS)
def test_every_legal_action_applies(game: Game, number: int) -> None:
    actions = game.legal_actions()
    assert bool(actions) != game.over
    assert len(set(actions)) == len(actions)
    before = game.to_bytes()
    for action in sample(actions, number, 120):
        assert game.is_legal(action)
        assert game.why_illegal(str(action)) is None
        copy = game.clone()
        copy.apply(action)
        assert copy.phase in PHASES
    assert game.to_bytes() == before


@PROPERTY
@given(games(), st.lists(action_texts(), min_size=20, max_size=40))
def test_an_illegal_action_is_refused_and_changes_nothing(game: Game, texts: list[str]) -> None:
    legal = {ordered(a) for a in game.legal_actions()}
    before, transcript = game.to_bytes(), game.transcript
    for text in texts:
        action = _core.Action(text)
        reason = game.why_illegal(text)
        assert game.is_legal(text) == (reason is None) == game.is_legal(action)
        if not action.kind.startswith("rearrange"):
            assert (ordered(action) in legal) == (reason is None), text
        if reason is None:
            game.clone().apply(text)
            continue
        with pytest.raises(IllegalAction) as refusal:
            game.apply(text)
        message = str(refusal.value)
        assert str(action) in message
        assert game.phase in message
        assert reason in message
        assert len(reason) > 5
    assert game.to_bytes() == before
    assert game.transcript == transcript


@PROPERTY
@given(games(), NUMBERS, NUMBERS)
def test_a_clone_is_independent(game: Game, one: int, two: int) -> None:
    clone, before = game.clone(), game.to_bytes()
    assert clone == game
    assert clone.to_bytes() == before
    play(clone, one, 20)
    assert game.to_bytes() == before
    after = clone.to_bytes()
    play(game, two, 20)
    assert clone.to_bytes() == after


@PROPERTY
@given(games(), NUMBERS)
def test_the_same_action_gives_the_same_bytes(game: Game, number: int) -> None:
    one, two = game.clone(), Game.from_bytes(game.to_bytes())
    play(one, number, 15)
    play(two, number, 15)
    assert one.to_bytes() == two.to_bytes()


@PROPERTY
@given(options(), NUMBERS)
def test_the_same_seed_gives_the_same_bytes(run: dict[str, Any], number: int) -> None:
    one, two = (play(Game(**run), number, 80) for _ in range(2))
    assert one.to_bytes() == two.to_bytes()
    assert one.transcript == two.transcript


@PROPERTY
@given(games(), NUMBERS)
def test_saves_and_notations_read_back(game: Game, number: int) -> None:
    saved, text = game.to_bytes(), game.notation()
    loaded, read = Game.from_bytes(saved), Game.from_notation(text)
    assert loaded.to_bytes() == saved
    assert read.notation() == text
    assert "\n" not in text
    assert read == loaded == game
    assert read.observe() == game.observe()
    play(game, number, 10)
    assert play(read, number, 10) == game
    assert play(loaded, number, 10) == game


@PROPERTY
@given(games())
def test_a_transcript_replays(game: Game) -> None:
    again = Game.replay(game.transcript)
    assert again.to_bytes() == game.to_bytes()
    assert again.transcript == game.transcript


@PROPERTY
@given(games(), NUMBERS)
def test_a_score_touches_nothing_and_comes_true(game: Game, number: int) -> None:
    before = game.to_bytes()
    plays = [a for a in game.legal_actions() if a.kind == "play"]
    for action in sample(plays, number, 25):
        score = game.score(action.cards)
        assert game.to_bytes() == before
        assert all(str(event) for event in score.events)
        assert score.exact <= (not score.rolls)
        if not score.exact:
            continue
        copy = game.clone()
        copy.apply(action)
        assert copy.round_score - game.round_score == pytest.approx(score.score, rel=0, abs=0, nan_ok=True)


@PROPERTY
@given(games(most=250))
def test_what_a_player_sees_is_consistent(game: Game) -> None:
    seen = game.observe()
    assert seen == game.clone().observe()
    assert repr(game).startswith("<Game seed ")
    assert game.phase in repr(game)
    assert len(game.full_deck) == game.draw_pile_size + len(game.hand) + len(game.reveal().discard_pile)
    hidden = sum(card.face_down for card in game.hand)
    assert len(game.draw_pile) == game.draw_pile_size + hidden
    assert len({card.number for card in game.full_deck}) == len(game.full_deck)


def test_every_phase_has_a_repr() -> None:
    shown: dict[str, str] = {}
    for number in itertools.count():
        game = Game(seed=f"PHASE{number}", one_chip=True)
        while not game.over and number < 5:
            shown.setdefault(game.phase, repr(game))
            play(game, number + len(game.transcript), 1)
        shown.setdefault(game.phase, repr(game))
        if len(shown) == len(PHASES):
            break
        assert number < 5
    for phase, text in shown.items():
        assert phase in text


@pytest.mark.parametrize("one_chip", [False, True])
@pytest.mark.parametrize("all_content", [False, True])
def test_the_number_of_threads_changes_nothing(one_chip: bool, all_content: bool) -> None:
    results = []
    for threads in (1, 2, 3):
        result = _core.playouts(60, first=7, threads=threads, one_chip=one_chip, all_content=all_content)
        del result["seconds"]
        results.append(result)
    assert results[0] == results[1] == results[2]
    assert results[0]["games"] == 60


def test_one_call_plays_a_bounded_number_of_games() -> None:
    for games in (_core.MAX_PLAYOUTS + 1, 2**64 - 1):
        with pytest.raises(ValueError, match=f"games is {games}; 0 to 1000000 is allowed in one call"):
            _core.playouts(games)


@PROPERTY
@given(NUMBERS)
def test_generated_seeds_are_seeds(number: int) -> None:
    seed = _core.seed_from_number(number)
    assert re.fullmatch(r"[1-9A-NP-Z]{8}", seed)
    assert Game(seed=seed).seed == seed
    assert re.fullmatch(r"[1-9A-NP-Z]{8}", random_seed())


@PROPERTY
@given(SEEDS)
def test_every_printable_seed_is_kept(seed: str) -> None:
    game = Game(seed=seed)
    assert game.seed == seed
    assert Game.from_notation(game.notation()).seed == seed
    assert Game.replay(game.transcript).seed == seed


def test_a_new_game_has_a_new_seed() -> None:
    assert len({Game().seed for _ in range(20)}) == 20
