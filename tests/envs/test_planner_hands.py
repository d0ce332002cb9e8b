"""hands="planner": the built-in planner plays the cards, the learner decides the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jimbot import Game, IllegalAction
from jimbot.envs import BalatroEnv, Batch, Start
from jimbot.envs.spec import move_id, move_name
from jimbot.game.planner import PlannerOptions, plan_hand

from .play import STARTS, Rules, column, legal_ids, name_of, play_to


def planned(**options: Any) -> BalatroEnv:
    return BalatroEnv(hands="planner", **({"planner": "lite"} | options))


def usable(game: Game) -> bool:
    """One of the consumables that have an id can be used now."""
    return any(i < 8 for i in game.legal_indices("use"))


def check_choice(env: BalatroEnv) -> None:
    """In a round: going on, or what Rules allow with consumables and jokers; elsewhere all as always."""
    rules = Rules(env.game)
    rules.picked = [i for i in env.batch.picked() if i not in rules.forced()]
    names = {move_name(move) for move in legal_ids(env)}
    if rules.game.phase != "SELECTING_HAND":
        expected = {move_name(move) for move in rules.legal()}
        swaps = {name for name in expected | names if name.startswith("swap")}
        assert names - swaps == expected - swaps
        return
    assert usable(rules.game)
    assert "discard" not in names
    assert ("play" in names) == (not rules.picked)
    here = tuple(rules.picked)
    uses = {
        move_name(path[len(here)])
        for path in rules.paths()
        if path[: len(here)] == here and move_name(path[-1]).startswith("use ")
    }
    kept = {name for name in names if not name.startswith(("play", "swap", "sell"))}
    assert kept == uses


@pytest.mark.parametrize("start", STARTS, ids=name_of)
def test_the_learner_never_plays_or_discards(start: Start) -> None:
    env = planned(starts=start)
    rng = np.random.default_rng(STARTS.index(start))
    env.reset(seed=STARTS.index(start))
    for _, (_, _, terminated, truncated, _) in play_to(env, rng, 80):
        if not (terminated or truncated):
            check_choice(env)


def test_selecting_a_blind_plays_it_to_its_end() -> None:
    env = planned(starts=Start(one_chip=True))
    env.reset(seed=2)
    _, _, terminated, _, info = env.step(move_id("select_blind"))
    assert not terminated
    assert env.game.phase == "ROUND_EVAL"
    assert (info["blinds_beaten"], info["episode_length"], info["decisions"]) == (1, 1, 2)
    assert info["best_hand"] == info["score"] > 0


HAND = "S_2,H_3,C_4,D_5,S_9,H_J,C_Q,D_A"
TAROTS = f"jimbot1 seed=PLAN phase=SELECTING_HAND target=100000 hand=[{HAND}] consumables=[c_death,c_pluto]"


def test_while_a_consumable_can_be_used_play_goes_on_by_one_decision() -> None:
    env = planned()
    env.reset(options={"position": Game.from_notation(TAROTS)})
    expected = ["select 0", "select 1", "select 2", "select 3", "select 4", "select 5", "select 6"]
    expected += ["play", "use 1", "sell_consumable 0", "sell_consumable 1"]
    assert [move_name(m) for m in legal_ids(env)] == expected
    before = env.game
    _, _, _, _, info = env.step(move_id("play"))
    after = env.game
    assert info["decisions"] == 1
    assert after.phase == "SELECTING_HAND"
    assert after.hands_played + after.discards_used == before.hands_played + before.discards_used + 1


def test_cards_are_picked_for_consumables() -> None:
    env = planned()
    env.reset(options={"position": Game.from_notation(TAROTS)})
    env.step(move_id("select 0"))
    with pytest.raises(IllegalAction, match="hand planner"):
        env.step(move_id("play"))
    with pytest.raises(IllegalAction, match="hand planner"):
        env.step(move_id("discard"))
    env.step(move_id("select 7"))
    env.step(move_id("use 0"))
    assert [c.key for c in env.game.consumables] == ["c_pluto"]
    assert env.batch.picked() == []


def test_using_or_selling_the_last_consumable_lets_the_planner_go_on() -> None:
    for move in ("use 0", "sell_consumable 0"):
        env = planned()
        env.reset(
            options={
                "position": Game.from_notation(
                    f"jimbot1 seed=PLAN phase=SELECTING_HAND hand=[{HAND}] one_chip=1 target=1 consumables=[c_pluto]"
                )
            }
        )
        env.step(move_id(move))
        assert env.game.phase == "ROUND_EVAL"


def test_a_position_within_a_round_goes_on_when_asked() -> None:
    env = planned()
    game = Game.from_notation(f"jimbot1 seed=PLAN phase=SELECTING_HAND hand=[{HAND}] target=1")
    observation, _ = env.reset(options={"position": game})
    assert [move_name(m) for m in legal_ids(env)] == ["play"]
    assert column(observation, "globals", "phase") == 2
    env.step(move_id("play"))
    assert env.game.phase == "ROUND_EVAL"


def episodes(batch: Batch, steps: int) -> list[tuple[float, ...]]:
    out = []
    for step in range(steps):
        batch.step(batch.random_moves(step))
        for i in np.flatnonzero(batch.terminated | batch.truncated):
            out.append(
                tuple(float(batch.facts[n][i]) for n in ("blinds_beaten", "best_hand", "episode_length"))
            )
    return out


@pytest.mark.parametrize("planner", ["lite", "default"])
def test_planned_games_are_reproducible(planner: str) -> None:
    runs = []
    for threads in (1, 2):
        batch = Batch(12, threads=threads, hands="planner", planner=planner, starts=STARTS)
        batch.reset(range(12))
        runs.append(
            (episodes(batch, 60), batch.rows.tobytes(), [batch.game(i).to_bytes() for i in range(12)])
        )
    assert runs[0] == runs[1]
    assert runs[0][0]


def test_the_planner_does_not_read_hidden_facts() -> None:
    """Its next decision is the same in games that look alike."""
    for number in range(10):
        game = Game(seed=f"FAIR{number}")
        game.apply("select_blind")
        decisions = {str(plan_hand(game.determinize(n), "lite", 5)) for n in range(5)}
        assert decisions == {str(plan_hand(game, "lite", 5))}


def test_every_option_of_strength_plays() -> None:
    for planner in ("lite", "default", PlannerOptions(2, 2), PlannerOptions(0, 0)):
        env = planned(planner=planner)
        env.reset(seed=1)
        env.step(move_id("select_blind"))
        assert env.game.phase in ("ROUND_EVAL", "GAME_OVER")


def mean_blinds(hands: str, games: int, planner: str = "lite") -> float:
    """Blinds beaten per episode by random moves."""
    beaten = []
    for number in range(games):
        batch = Batch(1, hands=hands, planner=planner, autoreset=False)
        batch.reset([number])
        step = 0
        while not (batch.terminated[0] or batch.truncated[0]):
            batch.step(batch.random_moves(number * 100_003 + step))
            step += 1
        beaten.append(batch.facts["blinds_beaten"][0])
    return float(np.mean(beaten))


def test_planned_hands_beat_random_cards() -> None:
    cards = mean_blinds("cards", 60)
    lite = mean_blinds("planner", 60, planner="lite")
    assert lite > cards + 1, (lite, cards)


@pytest.mark.deep
def test_looking_ahead_is_stronger() -> None:
    lite = mean_blinds("planner", 400, planner="lite")
    default = mean_blinds("planner", 400, planner="default")
    assert default > lite, (lite, default)
