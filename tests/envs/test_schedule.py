"""The schedule of difficulties by timesteps."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.wrappers import (
    DIFFICULTIES,
    CurriculumWrapper,
    Difficulty,
    Schedule,
    ScheduleWrapper,
)

from .episodes import FORMS, per_env, play

SOON_WON = Start(one_chip=True)
both_forms = pytest.mark.parametrize("form", FORMS)


@both_forms
def test_the_difficulty_follows_the_steps_of_all_environments(form: str) -> None:
    env = ScheduleWrapper(FORMS[form](starts=SOON_WON), {0: "easy", 1000: "medium", 3000: "hard"})
    steps = 0
    ends: dict[str, set[bool]] = {"easy": set(), "medium": set(), "hard": set()}
    furthest = dict.fromkeys(ends, 0)
    for moment in play(env, steps=9000 // env.batch.num_envs):
        expected = "easy" if steps < 1000 else "medium" if steps < 3000 else "hard"
        assert set(per_env(moment.info["difficulty"]).tolist()) == {expected}
        steps += env.batch.num_envs
        assert env.timesteps == steps
        ends[expected] |= set(per_env(moment.info["capped"])[moment.ended].tolist())
        furthest[expected] = max(furthest[expected], *per_env(moment.info["furthest_blind"])[moment.ended], 0)
    assert (furthest["easy"], furthest["medium"], furthest["hard"]) == (6, 12, 24)
    assert True in ends["easy"]
    assert True in ends["medium"]
    assert ends["hard"] == {False}


def test_what_the_names_mean() -> None:
    table = {d.name: (d.max_ante, d.stake, d.starts) for d in DIFFICULTIES.values()}
    assert table == {
        "easy": (2, None, None),
        "medium": (4, None, None),
        "hard": (None, None, None),
        "gold": (None, "gold", None),
    }
    assert all(name == d.name and d.meaning for name, d in DIFFICULTIES.items())


@both_forms
def test_gold_is_played_at_gold_stake_with_the_decks_of_the_environment(form: str) -> None:
    env = ScheduleWrapper(FORMS[form](deck="blue"), {0: "hard", 60: "gold"})
    stakes = []
    for _ in play(env, steps=300):
        game = env.batch.game(0)
        assert game.deck == "b_blue"
        if not stakes or stakes[-1] != game.stake:
            stakes.append(game.stake)
    assert stakes == ["stake_white", "stake_gold"]


def test_a_difficulty_of_your_own() -> None:
    own = Difficulty("plasma", max_ante=1, starts=(Start("plasma", one_chip=True),))
    env = ScheduleWrapper(BalatroEnv(), {0: own})
    for moment in play(env, episodes=5):
        assert env.batch.game().deck == "b_plasma"
        assert moment.info["difficulty"] == "plasma"
        assert moment.info["furthest_blind"] <= 3


def test_text_keys_as_json_has_them() -> None:
    assert list(Schedule({"500": "hard", "0": "easy"}).stages) == [0, 500]


@both_forms
def test_resuming(form: str) -> None:
    stages = {0: "easy", 100: "hard"}
    first = ScheduleWrapper(FORMS[form](), stages)
    for _ in play(first, steps=100):
        pass
    second = ScheduleWrapper(FORMS[form](), stages)
    assert second.batch.max_ante == 2
    second.load_state_dict(first.state_dict())
    assert second.timesteps == first.timesteps == 100 * first.batch.num_envs
    assert second.batch.max_ante is None
    with pytest.raises(ValueError, match=r"'steps'.*timesteps"):
        second.load_state_dict({"steps": 3})


def test_environments_of_one_process_share_a_schedule() -> None:
    schedule = Schedule({0: "easy", 100: "hard"})
    envs = [ScheduleWrapper(BalatroEnv(), schedule) for _ in range(2)]
    for env in envs:
        for _ in play(env, steps=60):
            pass
    assert schedule.timesteps == 120
    envs[0].reset()
    assert [env.difficulty.name for env in envs] == ["hard", "hard"]


def test_processes_share_a_schedule_through_a_file(tmp_path) -> None:
    path = tmp_path / "schedule.json"
    code = """if True:
        import sys
        from jimbot.envs import BalatroVectorEnv, Start
        from jimbot.envs.wrappers import ScheduleWrapper
        env = ScheduleWrapper(BalatroVectorEnv(2), {0: "easy", 900: "hard"}, path=sys.argv[1])
        env.reset(seed=1)
        for _ in range(300):
            env.step(env.action_space.sample())
        env.reset()
        assert env.timesteps >= 600
    """
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    workers = [subprocess.Popen([sys.executable, "-c", code, str(path)], env=environment) for _ in range(2)]
    assert [worker.wait(timeout=60) for worker in workers] == [0, 0]
    schedule = Schedule({0: "easy", 900: "hard"}, path=path)
    assert schedule.timesteps == 2 * 2 * 300
    assert schedule.difficulty.name == "hard"
    assert pickle.loads(pickle.dumps(schedule)).timesteps == schedule.timesteps


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ({}, ["timestep 0", "none"]),
        ({100: "easy"}, ["timestep 0", "100"]),
        ({0: "easy", 500: "insane"}, ["'insane'", "500", "easy, medium, hard, gold", "Difficulty"]),
        ({0: "easy", -5: "hard"}, ["-5", "0 or more"]),
        ({0: Difficulty("a"), 5: Difficulty("a", max_ante=3)}, ["two difficulties", "'a'"]),
    ],
)
def test_bad_schedules_are_named(stages, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        ScheduleWrapper(BalatroEnv(), stages)
    assert all(word in str(error.value) for word in words)


def test_bad_types_are_named() -> None:
    with pytest.raises(TypeError, match=r"1\.5"):
        Schedule({0: "easy", 1.5: "hard"})
    with pytest.raises(TypeError, match="'easy'"):
        Schedule("easy")


def test_contradictions_are_refused() -> None:
    with pytest.raises(ValueError, match="CurriculumWrapper and ScheduleWrapper both set max_ante"):
        ScheduleWrapper(CurriculumWrapper(BalatroVectorEnv(2)), {0: "easy"})
    with pytest.raises(ValueError, match="ScheduleWrapper and ScheduleWrapper both set max_ante"):
        ScheduleWrapper(ScheduleWrapper(BalatroEnv(), {0: "gold"}), {0: "gold"})
    with pytest.raises(ValueError, match="stake and starts"):
        Difficulty("x", stake="gold", starts=(Start(),))
    with pytest.raises(ValueError, match="own path"):
        ScheduleWrapper(BalatroEnv(), Schedule({0: "easy"}), path="x.json")
