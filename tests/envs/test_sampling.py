"""Decks and stakes with a floor, starts that fail more often, starts from positions of a run."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from jimbot import Game
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.wrappers import StartSampler, positions_of, sample_starts
from jimbot.envs.wrappers.sampling import with_floor
from jimbot.game.content import content

from .episodes import FORMS, play

both_forms = pytest.mark.parametrize("form", FORMS)


def shares(starts: list[Start]) -> list[float]:
    total = sum(s.weight for s in starts)
    return [s.weight / total for s in starts]


def test_all_decks_and_stakes() -> None:
    starts = sample_starts("all", "all", floor=0.0)
    assert {(s.deck, s.stake) for s in starts} == {
        (deck, stake) for deck in content()["deck"] for stake in content()["stake"]
    }
    assert shares(starts) == pytest.approx([1 / 120] * 120)
    assert [s.deck for s in sample_starts()] == list(content()["deck"])


def test_weights_and_floor() -> None:
    weights = {("red", "white"): 8.0, ("blue", "white"): 1.0, ("b_red", 8): 1.0}
    starts = sample_starts(["red", "blue"], ["white", "gold"], weights, floor=0.05)
    assert [(s.deck, s.stake) for s in starts] == [
        ("red", "white"),
        ("red", "gold"),
        ("blue", "white"),
        ("blue", "gold"),
    ]
    assert shares(starts) == pytest.approx([0.76, 0.095, 0.095, 0.05])
    exact = sample_starts(["red", "blue"], "white", {("red", "white"): 7, ("blue", "white"): 3})
    assert shares(exact) == pytest.approx([0.7, 0.3])


def test_the_floor_holds_whatever_the_weights() -> None:
    rng = np.random.default_rng(0)
    for _ in range(300):
        n = int(rng.integers(1, 12))
        weights = rng.random(n) ** rng.integers(1, 30) * (rng.random(n) < 0.7)
        weights[0] += 0.01
        floor = rng.random() / n
        out = with_floor(weights, floor)
        assert out.sum() == pytest.approx(1)
        assert (out >= floor - 1e-12).all()
        above = out > floor + 1e-9
        assert out[above] * weights[above].sum() == pytest.approx(weights[above] * out[above].sum())


def test_episodes_are_drawn_by_the_shares() -> None:
    starts = sample_starts(["red", "blue", "green"], weights={("red", "white"): 1}, floor=0.1)
    env = BalatroVectorEnv(500, starts=starts, threads=1)
    env.reset(seed=1)
    seen = Counter(env.batch.game(i).deck for i in range(500))
    assert seen["b_red"] / 500 == pytest.approx(0.8, abs=0.06)
    assert min(seen["b_blue"], seen["b_green"]) >= 25


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"decks": "all", "stakes": "all"}, ["floor is 0.02", "120 starts", "0.008333"]),
        ({"floor": -0.1}, ["floor is -0.1", "0 to 1"]),
        ({"decks": ["pink"]}, ["unknown deck 'pink'", "b_red"]),
        ({"stakes": [9]}, ["unknown stake 9", "stake_white"]),
        ({"decks": []}, ["no starts"]),
        ({"decks": ["red", "b_red"]}, ["twice"]),
        ({"decks": "red", "weights": {("blue", "white"): 1}}, ["('blue', 'white')"]),
        ({"decks": "red", "weights": {("red", "white"): -1}}, ["-1.0", "at least 0"]),
        ({"decks": "red", "weights": {}}, ["not all 0"]),
    ],
)
def test_bad_values_are_named(options, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        sample_starts(**options)
    assert all(word in str(error.value) for word in words)


WON_AND_LOST = [Start("red", one_chip=True), Start("plasma"), Start(challenge="c_omelette_1", one_chip=True)]


@both_forms
def test_starts_that_fail_are_drawn_more_often(form: str) -> None:
    env = StartSampler(FORMS[form](), WON_AND_LOST, floor=0.1, window=30, interval=10)
    assert env.shares == pytest.approx([1 / 3] * 3)
    for _ in play(env, episodes=60):
        pass
    assert env.shares[1] == max(env.shares)
    assert env.shares[1] > 0.45
    assert (env.shares >= 0.1 - 1e-9).all()
    assert [s.weight for s in env.batch.starts] == pytest.approx(env.shares.tolist())


@both_forms
def test_episodes_count_for_the_start_they_began_with(form: str) -> None:
    env = StartSampler(FORMS[form](), WON_AND_LOST, floor=0.0, interval=1, window=1000)
    env.reset(seed=0)
    n = env.batch.num_envs
    running = [""] * n
    seen: dict[str, list[float]] = {"b_red": [], "b_plasma": [], "c_omelette_1": []}
    games = play(env, episodes=40)
    for moment in games:
        for i in range(n):
            if moment.ended[i] and running[i]:
                seen[running[i]].append(float(env.batch.facts["furthest_blind"][i]))
            game = env.batch.game(i)
            running[i] = game.challenge or game.deck
            if moment.ended[i] and form == "single":
                running[i] = ""  # the next episode begins at the reset
    expected = np.array([1 - np.mean(values) / 24 for values in seen.values()])
    assert all(seen.values())
    assert env.shares == pytest.approx(expected / expected.sum())


def test_settings_of_the_sampler() -> None:
    env = StartSampler(BalatroEnv(), WON_AND_LOST, floor=0.0, window=2, interval=4)
    before = env.shares
    ends = 0
    for moment in play(env, episodes=4):
        ends += int(moment.ended[0])
        assert (env.shares is before) == (ends < 4)
    assert max(len(recent) for recent in env.state_dict()["recent"]) <= 2
    weighted = StartSampler(BalatroEnv(), [Start("red", weight=3), Start("blue", weight=1)], floor=0)
    assert weighted.shares == pytest.approx([0.75, 0.25])


def test_without_starts_those_of_the_environment() -> None:
    env = StartSampler(BalatroEnv(starts=[Start("red"), Start("blue")]))
    assert [s.deck for s in env.starts] == ["red", "blue"]


def test_a_run_named_at_reset_counts_for_no_start() -> None:
    env = StartSampler(BalatroEnv(), [Start("red"), Start("blue")])
    env.reset(seed=0, options={"deck": "green"})
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = env.step(env.action_space.sample())
    assert env.state_dict() == {"recent": [[], []]}


def test_a_sampler_can_be_resumed() -> None:
    env = StartSampler(FORMS["vector"](), WON_AND_LOST, interval=1)
    for _ in play(env, episodes=20):
        pass
    other = StartSampler(FORMS["vector"](), WON_AND_LOST)
    other.load_state_dict(env.state_dict())
    assert other.shares == pytest.approx(env.shares)
    with pytest.raises(ValueError, match="2 starts; there are 3"):
        other.load_state_dict({"recent": [[], []]})


def test_starts_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="starts 0 and 2 have the same deck"):
        StartSampler(BalatroEnv(), [Start("red"), Start("blue"), Start("b_red", one_chip=True)])
    with pytest.raises(ValueError, match="start 1 is a saved position"):
        StartSampler(BalatroEnv(), [Start("red"), Start(position=Game(seed="A"))])
    with pytest.raises(ValueError, match="both set starts"):
        StartSampler(StartSampler(BalatroEnv()))


def a_run(skip_first: bool = False) -> Game:
    game = Game(seed="POSITIONS", one_chip=True)
    if skip_first:
        game.apply("skip_blind")
    while game.ante < 3 and not game.over:
        kinds = ("buy_pack", "pick", "skip_pack", "leave_shop", "select_blind", "play", "cash_out")
        legal = [a for a in game.legal_actions() if a.kind in kinds]
        game.apply(min(legal, key=lambda a: kinds.index(a.kind)))
    return game


@pytest.mark.parametrize("phase", ["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP"])
def test_positions_of_a_run(phase: str) -> None:
    game = a_run()
    starts = positions_of(game, every=phase.lower())
    positions = [start.position for start in starts]
    assert {p.phase for p in positions} == {phase}
    rounds = [p.round for p in positions]
    assert rounds == sorted(set(rounds))
    assert len(rounds) == (5 if phase == "SHOP" else 6)  # the run stops with the boss of ante 2 beaten
    again = [s.position for s in positions_of(game.transcript, every=phase)]
    assert [p.notation() for p in again] == [p.notation() for p in positions]


def test_every_blind_offered_is_a_position() -> None:
    skipped = positions_of(a_run(skip_first=True))
    assert [s.position.blind.name for s in skipped[:2]] == ["Small Blind", "Big Blind"]


def test_errors_of_positions() -> None:
    with pytest.raises(ValueError, match=r"unknown phase 'LUNCH'.*BLIND_SELECT"):
        positions_of(Game(seed="A"), every="lunch")
    with pytest.raises(ValueError, match="line 3 of the transcript"):
        positions_of("jimbot-run seed=ABC\nselect_blind\ncash_out\n")
    with pytest.raises(ValueError, match="not played from the start"):
        positions_of(Game(seed="A").edited("money=5"))


@both_forms
def test_the_hidden_part_of_a_position_is_drawn_anew(form: str) -> None:
    """The same position every time, but not the same future."""
    start = positions_of(a_run(), every="SELECTING_HAND")[3]
    env = FORMS[form](starts=start)
    env.reset(seed=0)
    seen, futures = set(), set()
    for moment in play(env, episodes=8):
        if moment.ended[0]:
            if form == "single":
                env.reset()
            game = env.batch.game(0)
            seen.add(str(game.observe()))
            game.apply("discard 0,1,2,3,4")
            futures.add(" ".join(card.code for card in game.hand))
    assert seen == {str(start.position.observe())}
    assert len(futures) > 1
