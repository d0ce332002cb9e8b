"""The hand planner: legal, fair, never blind to a sure clear, and better the further it looks."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot import Game, _core
from jimbot.game.content import content
from jimbot.game.planner import TIERS, PlannerOptions, plan_hand

ROUND = {"BLIND_SELECT": "select_blind", "ROUND_EVAL": "cash_out", "SHOP": "leave_shop", "PACK": "skip_pack"}
BOSSES = list(content()["blind"])[2:]
DECKS, CHALLENGES = list(content()["deck"]), list(content()["challenge"])
# Boards on which cards that do not score, held cards or rolls matter.
BOARDS = (
    "",
    "jokers=[j_half,j_square]",
    "jokers=[j_baron,j_mime,j_raised_fist]",
    "jokers=[j_splash,j_hanging_chad,j_photograph]",
    "jokers=[j_four_fingers,j_shortcut,j_smeared]",
    "jokers=[j_bloodstone,j_lusty_joker,j_business]",
    "jokers=[j_blackboard,j_dna,j_hologram]",
    "jokers=[j_vampire,j_midas_mask,j_hiker,j_wee]",
    "jokers=[j_acrobat,j_dusk,j_banner,j_mystic_summit]",
    "jokers=[j_blueprint,j_brainstorm,j_duo,j_supernova]",
)


def seed_of(number: int) -> str:
    return _core.seed_from_number(1_000_000 + number)


def at_hand(tokens: str, seed: str = "PLANNER") -> Game:
    return Game.from_notation(f"jimbot1 seed={seed} phase=SELECTING_HAND {tokens}")


def play_game(game: Game, tier: str | PlannerOptions, shop: int | None = None, most: int = 400) -> int:
    """Blinds beaten; without `shop` nothing is bought, else everything but hands is decided at random."""
    beaten = 0
    for i in range(most):
        if game.over:
            break
        if game.phase == "SELECTING_HAND":
            action = plan_hand(game, tier, seed=i)
            assert game.is_legal(action), (game, action, game.why_illegal(action))
            assert str(action).split()[0] in ("play", "discard")
            game.apply(action)
        elif shop is None or game.phase == "BLIND_SELECT":
            beaten += game.phase == "ROUND_EVAL"
            game.apply(ROUND[game.phase])
        else:
            game.apply(_core.random_decision(game.reveal(), shop + i))
    return beaten + game.won


def sure_clears(game: Game) -> set[str]:
    clears = set()
    for action in game.legal_actions():
        if action.kind == "play":
            score = game.score(action.cards)
            if score.exact and score.score is not None and game.round_score + score.score >= game.target:
                clears.add(str(action))
    return clears


@pytest.mark.parametrize("tier", ["lite", "default"])
@pytest.mark.parametrize("number", range(12))
def test_whole_games_are_legal(tier: str, number: int) -> None:
    run: dict[str, Any] = {"deck": DECKS[number], "stake": 1 + number % 8}
    play_game(Game(seed=seed_of(number), **run), tier, shop=number * 1000)
    play_game(Game(seed=seed_of(number), challenge=CHALLENGES[number]), tier, shop=number)


@pytest.mark.parametrize("challenge", CHALLENGES[12:])
def test_challenges_are_legal(challenge: str) -> None:
    play_game(Game(seed="CHALLENG", challenge=challenge), PlannerOptions(4, 4), shop=7)


@pytest.mark.parametrize("boss", BOSSES)
def test_rounds_against_bosses_are_legal(boss: str) -> None:
    for number, board in enumerate(BOARDS):
        for tier in ("lite", PlannerOptions(6, 4)):
            game = at_hand(f"on_deck=boss boss={boss} ante=3 {board}", f"BOSS{number}")
            play_game(game, tier, most=12)


@pytest.mark.parametrize("board", BOARDS)
def test_a_sure_clear_is_never_missed(board: str) -> None:
    found = 0
    for number, boss in enumerate(BOSSES):
        game = at_hand(f"on_deck=boss boss={boss} money=12 hands_left=2 {board}", f"CLEAR{number}")
        scores = sorted(
            {s.score for a in game.legal_actions() if a.kind == "play" and (s := game.score(a.cards)).exact}
            - {None}
        )
        if not scores:
            continue
        for wanted in (scores[-1], scores[-1] + 1, scores[len(scores) // 2]):
            game = at_hand(
                f"on_deck=boss boss={boss} money=12 hands_left=2 target={wanted:.0f} {board}",
                f"CLEAR{number}",
            )
            clears = sure_clears(game)
            found += bool(clears)
            action = plan_hand(game, PlannerOptions(4, 2))
            if clears:
                game.apply(action)
                assert game.phase == "ROUND_EVAL", (boss, board, action, clears)
    assert found > 20


# Every way to hide something (compare tests/property/test_hidden.py), with jokers that would read it.
HIDDEN = {
    "The Wheel": "on_deck=boss boss=bl_wheel jokers=[j_raised_fist,j_baron]",
    "The House": "on_deck=boss boss=bl_house jokers=[j_shoot_the_moon,j_blackboard]",
    "The Mark": "on_deck=boss boss=bl_mark jokers=[j_reserved_parking,j_mime]",
    "The Fish": "on_deck=boss boss=bl_fish jokers=[j_raised_fist]",
    "The Pillar": "on_deck=boss boss=bl_pillar",
    "The Hook": "on_deck=boss boss=bl_hook jokers=[j_baron]",
    "Cerulean Bell": "on_deck=boss boss=bl_final_bell ante=8",
    "Amber Acorn": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker,j_half,j_duo,j_cavendish,j_blueprint]",
    "Amber Acorn, Brainstorm": "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_brainstorm,j_duo,j_runner]",
    "X-ray Vision": "challenge=xray jokers=[j_raised_fist,j_baron]",
    "X-ray Vision, Cerulean Bell": "challenge=xray on_deck=boss boss=bl_final_bell ante=8",
    "X-ray Vision, The Plant": "challenge=xray on_deck=boss boss=bl_plant",
    "targets not owned": "jokers=[j_misprint,j_bloodstone]",
    "nothing": "",
}


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_facts_do_not_change_the_decision(name: str) -> None:
    for number in range(4):
        game = at_hand(HIDDEN[name], f"HIDE{number}")
        for text in ("", "discard 0,1", "play 2,3,4", "play 0,1"):
            if text and not game.is_legal(text):
                continue
            if text:
                game.apply(text)
            if game.phase != "SELECTING_HAND":
                break
            for options in ("lite", PlannerOptions(8, 6), PlannerOptions(6, 32)):
                decisions = {
                    str(plan_hand(g, options, seed=number))
                    for g in (game, game.determinize(number), game.determinize(number + 100))
                }
                assert len(decisions) == 1, (game, options)


@pytest.mark.parametrize("number", range(24))
def test_hidden_facts_do_not_change_decisions_of_whole_games(number: int) -> None:
    run: dict[str, Any] = {"one_chip": number % 2 == 0}
    run |= {"challenge": "xray"} if number % 3 == 0 else {"deck": DECKS[number % len(DECKS)]}
    game = Game(seed=seed_of(number), **run)
    compared = 0
    for i in range(150):
        if game.over:
            break
        if game.phase == "SELECTING_HAND":
            for options in ("lite", PlannerOptions(6, 8)):
                decisions = {str(plan_hand(g, options, seed=i)) for g in (game, game.determinize(i))}
                assert len(decisions) == 1, game
            compared += 1
        game.apply(_core.random_decision(game.reveal(), number * 1000 + i))
    assert compared


def test_the_same_seed_gives_the_same_answer_and_leaves_the_game_alone() -> None:
    game = Game(seed="SAMESEED")
    game.apply("select_blind")
    before = game.to_bytes()
    for tier in TIERS:
        assert str(plan_hand(game, tier, seed=5)) == str(plan_hand(game, tier, seed=5))
    assert game.to_bytes() == before


def test_looking_ahead_beats_not_looking() -> None:
    def blinds(tier: str) -> int:
        return sum(play_game(Game(seed=seed_of(n)), tier) for n in range(120))

    lite, default = blinds("lite"), blinds("default")
    assert lite > 3.2 * 120
    assert default > lite + 0.25 * 120


def test_a_pair_of_face_down_cards_is_no_pair() -> None:
    """The House hides the whole opening hand: it is thrown away, not played."""
    game = at_hand("on_deck=boss boss=bl_house")
    assert all(card.face_down for card in game.hand)
    for tier in TIERS:
        assert plan_hand(game, tier).kind == "discard"


@pytest.mark.parametrize("target", ["1", "1e30", "1e300"])
def test_any_target_will_do(target: str) -> None:
    for board in ("jokers=[j_baron,j_cavendish]", "jokers=[j_caino:1000000,j_blueprint,j_triboulet]"):
        game = at_hand(f"target={target} {board}")
        for tier in TIERS:
            assert game.is_legal(plan_hand(game, tier))


def test_glass_is_kept_when_something_else_clears() -> None:
    game = at_hand("target=10 hand=[S_A/e:GLASS,H_K,D_9,C_7,C_5,D_4,S_3,H_2]")
    for tier in TIERS:
        action = plan_hand(game, tier)
        assert action.kind == "play"
        assert 0 not in action.cards


def test_wrong_input() -> None:
    game = Game(seed="WRONG")
    with pytest.raises(ValueError, match="SELECTING_HAND"):
        plan_hand(game)
    game.apply("select_blind")
    with pytest.raises(ValueError, match=r"'brute'.*lite, default, deep"):
        plan_hand(game, "brute")
    for options in (PlannerOptions(-1, 4), PlannerOptions(4, -1)):
        with pytest.raises(ValueError, match=r"-1; 0 to 1000000 is allowed"):
            plan_hand(game, options)
    assert plan_hand(game, PlannerOptions(0, 8)).kind in ("play", "discard")
    assert plan_hand(game, PlannerOptions(8, 0)).kind in ("play", "discard")
