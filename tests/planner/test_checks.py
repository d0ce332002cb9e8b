"""The planner proved on recorded games: no sure clear is missed, probabilities hold, choices hold against brute force."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from jimbot import Game
from jimbot.agents import View
from jimbot.game.content import content
from jimbot.game.planner import TIERS, PlannerOptions, clear_chance, plan, plan_hand, play_round

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools" / "studies"))
import planner_checks as checks


def ignore(done: int, note: str = "") -> None:
    pass


def at_hand(tokens: str, seed: str = "CHECKS") -> Game:
    return Game.from_notation(f"jimbot1 seed={seed} phase=SELECTING_HAND {tokens}")


def cleared(games: list[Game], target: float, worlds: int) -> float:
    """How often redrawn rounds reach the target."""
    count = 0
    for number, game in enumerate(games):
        for world in range(number * worlds, (number + 1) * worlds):
            copy = game.determinize(world).edited(f"target={target:.0f}")
            play_round(copy, "lite", world)
            count += copy.round_score >= target
    return count / (len(games) * worlds)


# -- the record ---------------------------------------------------------------------------------------------


def test_the_recorded_positions_are_many_and_varied() -> None:
    positions = checks.recorded()
    assert len(positions) > 3000
    assert checks.rounds() > 900
    games = [position.game for position in positions[:1000]]
    assert {game.ante for game in games} >= set(range(1, 9))
    assert {game.blind.key for game in games} == set(content()["blind"])
    assert {game.deck for game in games} == set(content()["deck"])
    assert len({joker.key for game in games for joker in game.jokers}) > 90
    assert max(Counter(game.seed for game in games).values()) < 50
    assert all(game.phase == "SELECTING_HAND" for game in games)
    assert checks.GAMES.stat().st_size < 200_000


# -- a sure clear -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("positions", [250, pytest.param(1000, marks=pytest.mark.deep)])
def test_no_sure_clear_is_missed_in_recorded_positions(positions: int) -> None:
    for row in checks.missed_clears(positions, ("lite", "default"), ignore):
        assert row["positions"] > positions
        assert row["missed"] == 0


def test_brute_force_looks_at_every_play() -> None:
    game = at_hand("")
    plays = {f"play {','.join(map(str, c))}" for n in range(1, 6) for c in combinations(range(8), n)}
    assert set(checks.sure_scores(game)) == plays
    assert len(checks.candidates(game)) > len(plays)


# What makes a score uncertain, with a play that is then not sure, and one that is.
UNCERTAIN = {
    "The Hook takes held Kings": (
        "on_deck=boss boss=bl_hook jokers=[j_baron] hand=[S_K,H_A,D_A,C_9,S_7,H_5,D_4,C_2]",
        "play 1,2",
        "play 0",
    ),
    "The Hook takes nothing that counts": (
        "on_deck=boss boss=bl_hook jokers=[j_joker] hand=[S_K,H_A,D_A,C_9,S_7,H_5,D_4,C_2]",
        None,
        "play 1,2",
    ),
    "a held card that counts lies face down": (
        "on_deck=boss boss=bl_wheel jokers=[j_raised_fist] hand=[S_K/f,H_A,D_A,C_9,S_7,H_5,D_4,C_3]",
        "play 1,2",
        None,
    ),
    "a held card that does not count lies face down": (
        "on_deck=boss boss=bl_mark hand=[S_K/f,H_A,D_A,C_9,S_7,H_5,D_4,C_2]",
        "play 0",
        "play 1,2",
    ),
    "Amber Acorn, order matters": (
        "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker/f,j_cavendish/f]",
        "play 0",
        None,
    ),
    "Amber Acorn, order does not matter": (
        "on_deck=boss boss=bl_final_acorn ante=8 jokers=[j_joker/f,j_banner/f]",
        None,
        "play 0",
    ),
    "rolls": ("hand=[S_A/e:LUCKY,H_K,D_9,C_7,S_6,H_4,D_3,C_2]", "play 0", "play 1"),
}


@pytest.mark.parametrize("name", UNCERTAIN)
def test_what_counts_as_sure(name: str) -> None:
    tokens, unsure, sure = UNCERTAIN[name]
    game = at_hand(tokens)
    scores = checks.sure_scores(game)
    assert unsure not in scores
    if sure is None:
        assert not scores
        return
    assert sure in scores
    best = int(max(scores.values()))
    game = game.edited(f"target={best}")
    for tier in TIERS:
        after = game.clone()
        after.apply(plan_hand(game, tier))
        assert after.round_score >= best


# -- probabilities ------------------------------------------------------------------------------------------------


def test_a_plan_is_the_decision_with_its_chance() -> None:
    for number, position in enumerate(checks.recorded()[:60]):
        game = position.game
        for tier in ("lite", "default", PlannerOptions(6, 8)):
            planned = plan(game, tier, number)
            assert str(planned.action) == str(plan_hand(game, tier, number))
            assert 0 <= planned.clear_chance <= 1
            assert planned.clear_chance == clear_chance(game, str(planned.action), tier, number)
            assert planned.clear_chance == plan(game.determinize(number), tier, number).clear_chance
            view = View(game, number)
            assert plan(view, tier, number).clear_chance == planned.clear_chance


def test_a_chance_is_reported_for_any_legal_hand() -> None:
    for position in checks.recorded()[:8]:
        for action in position.game.legal_actions():
            if action.kind in ("play", "discard"):
                assert 0 <= clear_chance(position.game, action, "default") <= 1
    game = at_hand("on_deck=boss boss=bl_house")
    assert all(card.face_down for card in game.hand)
    assert 0 < clear_chance(game, "play 0,1,2") < clear_chance(game, "discard 0,1,2,3,4")
    with pytest.raises(ValueError, match="legal"):
        clear_chance(game, "play 0,9")
    with pytest.raises(ValueError, match="a play or a discard"):
        clear_chance(game, "sell_joker 0")
    with pytest.raises(ValueError, match="SELECTING_HAND"):
        clear_chance(Game(seed="CHECKS"), "play 0")


def test_higher_targets_are_less_likely() -> None:
    probabilities = [
        plan(at_hand(f"target={target}")).clear_chance for target in (1, 300, 600, 1000, 2000, 10**6)
    ]
    assert probabilities == sorted(probabilities, reverse=True)
    assert probabilities[0] == 1
    assert probabilities[-1] < 0.02


def test_a_round_that_was_played_out_is_in_the_transcript() -> None:
    game = Game(seed="CHECKS")
    game.apply("select_blind")
    play_round(game, "lite")
    assert game.phase == "ROUND_EVAL" or game.over
    assert Game.replay(game.transcript) == game


# What changes within a round: counters that grow or wear out, discards left, types played, cards face down.
CHANGES = {
    "nothing": "",
    "Card Sharp": "jokers=[j_card_sharp]",
    "Banner": "jokers=[j_banner,j_joker]",
    "Mystic Summit": "jokers=[j_mystic_summit]",
    "Blue Joker": "jokers=[j_blue_joker]",
    "Green Joker": "jokers=[j_green_joker:6]",
    "Ice Cream": "jokers=[j_ice_cream:40]",
    "Ramen": "jokers=[j_ramen:2]",
    "Spare Trousers": "jokers=[j_trousers:4]",
    "Runner": "jokers=[j_runner:30]",
    "Four Fingers": "jokers=[j_four_fingers]",
    "Shortcut": "jokers=[j_shortcut]",
    "Blackboard": "jokers=[j_blackboard]",
    "Supernova": "jokers=[j_supernova]",
    "Space Joker": "jokers=[j_space]",
    "Hit the Road": "jokers=[j_hit_the_road:1]",
    "Acrobat": "jokers=[j_acrobat]",
    "The Fish": "on_deck=boss boss=bl_fish jokers=[j_joker]",
    "The Mark": "on_deck=boss boss=bl_mark jokers=[j_joker]",
    "The Wheel": "on_deck=boss boss=bl_wheel jokers=[j_joker]",
    "The House": "on_deck=boss boss=bl_house jokers=[j_joker]",
    "The Mouth": "on_deck=boss boss=bl_mouth jokers=[j_joker]",
    "The Eye": "on_deck=boss boss=bl_eye jokers=[j_joker]",
    "The Arm": "on_deck=boss boss=bl_arm hands=[pair:6:0:0,two_pair:6:0:0,flush:6:0:0]",
    "The Hook": "on_deck=boss boss=bl_hook jokers=[j_joker]",
}


@pytest.mark.parametrize("name", CHANGES)
def test_probabilities_know_what_changes_in_a_round(name: str) -> None:
    """At a target that is reached in about half of the rounds; 0.025 is the standard error of the 400 rounds."""
    games = [at_hand(CHANGES[name], f"DEAL{number}") for number in range(40)]
    target = 300.0
    while cleared(games, target, 2) > 0.5:
        target *= 1.2
    shown = [plan(game.edited(f"target={target:.0f}"), "lite").clear_chance for game in games]
    assert abs(sum(shown) / len(shown) - cleared(games, target, 10)) < 0.1


@pytest.mark.parametrize(("count", "unsure"), [(80, 50), pytest.param(200, 150, marks=pytest.mark.deep)])
def test_probabilities_hold_in_recorded_rounds(count: int, unsure: int) -> None:
    """By ten bins within 0.05 and three standard errors; in the middle bins together within 0.06."""
    for tier in ("lite", "default"):
        rows = checks.calibration(count, tier, ignore)
        assert sum(row["rounds"] for row in rows) == 4 * count
        for row in rows:
            allowed = 0.05 + 3 * max(row["standard_error"], 0.5 / (row["rounds"] * row["worlds"]) ** 0.5)
            assert abs(row["predicted"] - row["actual"]) < allowed, row
        middle = [row for row in rows if 0.1 <= row["from"] < 0.9]
        rounds = sum(row["rounds"] for row in middle)
        error = sum(row["rounds"] * (row["actual"] - row["predicted"]) for row in middle) / rounds
        assert rounds > unsure
        assert abs(error) < 0.06, (tier, error)


# -- choices ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("positions", [15, pytest.param(50, marks=pytest.mark.deep)])
def test_choices_stand_brute_force_in_recorded_positions(positions: int) -> None:
    row = checks.regrets(positions, "default", ignore, share=0.4)
    assert row["mean_candidates"] > 200
    assert row["within_noise"] >= 0.9
    assert row["mean_loss_of_chance"] < 0.02 + 2 * row["standard_error"]


def test_brute_force_sees_a_bad_choice() -> None:
    """Throwing away a hand that nearly clears: the check would notice."""
    game = at_hand("target=420 hands_left=2 discards_left=1 hand=[S_A,H_A,D_A,C_A,S_K,H_9,D_6,C_2]")
    best, worst = "play 0,1,2,3", "discard 0,1,2,3"
    outcomes = [
        [checks.outcome(game, action, "lite", world).cleared for world in range(60)]
        for action in (best, worst)
    ]
    assert sum(outcomes[0]) == 60
    assert sum(outcomes[1]) < 40
    assert checks.regret(game, "default", 1, share=0.3).chance <= 0
