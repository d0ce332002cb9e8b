"""The ante-cap curriculum: counted in episodes, judged by the cap, shared by environments and processes."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from jimbot import Game
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.wrappers import Curriculum, CurriculumWrapper, Promotion

from .episodes import FORMS, per_env, play

SOON_WON = Start(one_chip=True)
both_forms = pytest.mark.parametrize("form", FORMS)


@both_forms
def test_the_cap_rises_by_episodes_and_their_successes(form: str) -> None:
    """The caps follow from the list of episodes alone, by the rule written a second time."""
    settings = {"initial_max_ante": 1, "ante_increment": 2, "success_threshold": 0.6, "eval_interval": 7}
    env = CurriculumWrapper(FORMS[form](starts=SOON_WON), **settings)
    cap, window, episodes, history = 1, [], 0, []
    for moment in play(env, episodes=90):
        assert set(per_env(moment.info["max_ante"]).tolist()) == {cap}
        under = cap
        for i in np.flatnonzero(moment.ended):
            limited = bool(per_env(moment.info["curriculum_limited"])[i])
            won = bool(per_env(moment.info["won"])[i])
            furthest = per_env(moment.info["furthest_blind"])[i]
            assert limited == (moment.truncated[i] and furthest >= 3 * under)
            assert won == (furthest == 24)
            episodes += 1
            if under != cap:
                continue
            window.append(limited or won)
            if len(window) == 7:
                rate = sum(window) / 7
                if rate >= 0.6 and cap < 8:
                    history.append(Promotion(episodes, cap, min(cap + 2, 8), rate))
                    cap = min(cap + 2, 8)
                window = []
    assert history[0].old_cap == 1
    assert len(history) >= 2
    assert env.curriculum.history == history
    assert (env.curriculum.cap, env.curriculum.episodes) == (cap, episodes)


@both_forms
def test_a_failing_player_stays(form: str) -> None:
    env = CurriculumWrapper(FORMS[form](), initial_max_ante=2, eval_interval=5)
    for moment in play(env, episodes=30):
        assert not per_env(moment.info["curriculum_limited"]).any()
    assert (env.curriculum.cap, env.curriculum.history) == (2, [])
    assert env.curriculum.success_rate == 0


@both_forms
def test_at_the_last_ante_the_game_is_whole(form: str) -> None:
    env = CurriculumWrapper(FORMS[form](starts=SOON_WON), initial_max_ante=8, eval_interval=8)
    won: list[bool] = []
    for moment in play(env, episodes=8):
        assert not per_env(moment.info["curriculum_limited"]).any()
        assert set(per_env(moment.info["max_ante"]).tolist()) == {8}
        won += per_env(moment.info["won"])[moment.ended].tolist()
    assert env.curriculum.success_rate == sum(won[:8]) / 8 > 0
    assert env.batch.max_ante is None
    assert env.curriculum.history == []


def test_every_setting_counts() -> None:
    def caps(**settings: object) -> list[int]:
        curriculum = Curriculum(**settings)
        for success in [True, True, False, True] * 20:
            curriculum.record(curriculum.cap, [success])
        return [settings.get("initial_max_ante", 2), *(p.new_cap for p in curriculum.history)]

    base = {"eval_interval": 10, "success_threshold": 0.7}
    assert caps(**base) == [2, 3, 4, 5, 6, 7, 8]
    assert caps(**base, initial_max_ante=5) == [5, 6, 7, 8]
    assert caps(**base, ante_increment=4) == [2, 6, 8]
    assert caps(**base, max_ante=4) == [2, 3, 4]
    assert caps(eval_interval=40, success_threshold=0.7) == [2, 3, 4]
    assert caps(eval_interval=20, success_threshold=0.75) == [2, 3, 4, 5, 6]
    assert caps(eval_interval=20, success_threshold=0.76) == [2]


def test_an_episode_that_ended_under_an_older_cap_is_not_judged() -> None:
    curriculum = Curriculum(eval_interval=2, success_threshold=0.5)
    assert curriculum.record(2, [True, True, True, True, True]) == 3
    assert curriculum.episodes == 5
    assert curriculum.record(2, [True, True]) == 3
    assert curriculum.record(3, [True, True]) == 4
    assert [p.episode for p in curriculum.history] == [2, 9]


def test_a_running_episode_goes_on_to_the_new_cap() -> None:
    further = 0
    for seed in range(5):
        env = CurriculumWrapper(
            BalatroVectorEnv(2, starts=SOON_WON),
            initial_max_ante=1,
            ante_increment=7,
            eval_interval=1,
            success_threshold=0,
        )
        moments = play(env, episodes=6, seed=seed)
        first = next(m for m in moments if m.ended.any())
        other = int(np.argmin(first.ended))
        if not first.ended.all():
            end = next((m for m in moments if m.ended[other]), first)
            further += end.info["furthest_blind"][other] > 3
    assert further > 0


def test_an_abandoned_episode_is_not_counted() -> None:
    env = CurriculumWrapper(BalatroEnv(starts=SOON_WON), eval_interval=1, success_threshold=0)
    for _ in range(5):
        for _ in play(env, steps=10):
            pass
    assert env.curriculum.episodes == 0


def test_a_position_past_the_cap_is_not_counted() -> None:
    late = Game(seed="LATE").edited("ante=6")
    env = CurriculumWrapper(BalatroEnv(starts=Start(position=late)), eval_interval=1)
    for moment in play(env, episodes=3):
        assert moment.info["curriculum_limited"]
    assert (env.curriculum.cap, env.curriculum.episodes) == (2, 0)


def test_environments_of_one_process_share_a_curriculum() -> None:
    curriculum = Curriculum(initial_max_ante=1, eval_interval=6, success_threshold=0.5)
    envs = [CurriculumWrapper(FORMS[form](starts=SOON_WON), curriculum) for form in ("single", "vector")]
    seen = 0
    for env in envs:
        for moment in play(env, episodes=6):
            seen += int(moment.ended.sum())
    assert curriculum.episodes == seen
    assert curriculum.history
    for env in envs:
        env.reset()
        assert env.batch.max_ante == curriculum.cap > 1


@both_forms
def test_a_raised_cap_is_seen_at_the_next_reset(form: str) -> None:
    curriculum = Curriculum(eval_interval=1)
    env = CurriculumWrapper(FORMS[form](), curriculum)
    curriculum.record(2, [True])
    _, info = env.reset(seed=0)
    assert set(per_env(info["max_ante"]).tolist()) == {env.batch.max_ante} == {3}
    assert not per_env(info["curriculum_limited"]).any()


def test_a_state_can_be_resumed() -> None:
    settings = {"eval_interval": 3, "success_threshold": 0.5}
    first = Curriculum(**settings)
    first.record(2, [True] * 4)
    second = Curriculum(**settings)
    second.load_state_dict(json.loads(json.dumps(first.state_dict())))
    for curriculum in (first, second):
        curriculum.record(3, [True] * 3)
    assert second.state_dict() == first.state_dict()
    assert second.history == [Promotion(3, 2, 3, 1.0), Promotion(7, 3, 4, 1.0)]
    with pytest.raises(ValueError, match="history"):
        second.load_state_dict({"cap": 3})


WORKER = """
import sys
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Start
from jimbot.envs.wrappers import Curriculum, CurriculumWrapper
path, number = sys.argv[1], int(sys.argv[2])
curriculum = Curriculum(1, eval_interval=25, success_threshold=0.3, path=path)
base = BalatroVectorEnv(4, starts=Start(one_chip=True)) if number else BalatroEnv(starts=Start(one_chip=True))
env = CurriculumWrapper(base, curriculum)
env.reset(seed=number)
ends = 0
caps = []
while ends < 60:
    _, _, terminated, truncated, info = env.step(env.action_space.sample())
    ended = terminated | truncated
    if number:
        ends += int(ended.sum())
    elif ended:
        ends += 1
        env.reset()
    caps.append(env.batch.max_ante or 8)
env.reset()
assert caps == sorted(caps)
print(ends, env.batch.max_ante or 8)
"""


@pytest.mark.slow
def test_processes_share_a_curriculum_through_a_file(tmp_path) -> None:
    path = tmp_path / "curriculum.json"
    command = [sys.executable, "-c", WORKER, str(path)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    workers = [
        subprocess.Popen([*command, str(i)], stdout=subprocess.PIPE, text=True, env=environment)
        for i in range(3)
    ]
    results = [worker.communicate(timeout=60)[0].split() for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0, 0]
    curriculum = Curriculum(1, eval_interval=25, success_threshold=0.3, path=path)
    assert curriculum.episodes == sum(int(ends) for ends, _ in results)
    history = curriculum.history
    assert [p.old_cap for p in history] == list(range(1, 1 + len(history)))
    assert history
    assert max(int(cap) for _, cap in results) == curriculum.cap
    # an interval is 25 episodes at least: none was counted twice
    assert all(b.episode - a.episode >= 25 for a, b in itertools.pairwise(history))


@pytest.mark.slow
def test_counting_at_once_loses_nothing(tmp_path) -> None:
    path = tmp_path / "curriculum.json"
    code = (
        "import sys; from jimbot.envs.wrappers import Curriculum\n"
        "c = Curriculum(8, path=sys.argv[1])\n"
        "for _ in range(400): c.record(8, [True, False])"
    )
    workers = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(3)]
    assert [worker.wait(timeout=60) for worker in workers] == [0, 0, 0]
    assert Curriculum(8, path=path).episodes == 3 * 400 * 2
    assert sorted(p.name for p in tmp_path.iterdir()) == ["curriculum.json", "curriculum.json.lock"]


def test_pickled_by_path_or_not_at_all(tmp_path) -> None:
    shared = Curriculum(path=tmp_path / "c.json")
    shared.record(2, [True])
    other = pickle.loads(pickle.dumps(shared))
    other.record(2, [True])
    assert shared.episodes == other.episodes == 2
    with pytest.raises(TypeError, match="path="):
        pickle.dumps(Curriculum())


def test_a_file_of_other_settings_or_content_is_refused(tmp_path) -> None:
    path = tmp_path / "c.json"
    Curriculum(path=path)
    with pytest.raises(
        ValueError, match=r"c\.json was made with .*'eval_interval': 100.*'eval_interval': 50"
    ):
        Curriculum(eval_interval=50, path=path)
    path.write_text("[]")
    with pytest.raises(ValueError, match=r"c\.json holds no shared state"):
        Curriculum(path=path)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"initial_max_ante": 0}, ["initial_max_ante is 0", "1 to 8"]),
        ({"initial_max_ante": 5, "max_ante": 4}, ["initial_max_ante is 5", "1 to 4"]),
        ({"max_ante": 9}, ["max_ante is 9", "1 to 8"]),
        ({"ante_increment": 0}, ["ante_increment is 0", "1 or more"]),
        ({"success_threshold": 80}, ["success_threshold is 80", "0 to 1"]),
        ({"eval_interval": 0}, ["eval_interval is 0", "1 or more"]),
    ],
)
def test_bad_settings_are_named(settings: dict[str, int], words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        CurriculumWrapper(BalatroEnv(), **settings)
    assert all(word in str(error.value) for word in words)


def test_contradictions_are_refused() -> None:
    with pytest.raises(ValueError, match="eval_interval"):
        CurriculumWrapper(BalatroEnv(), Curriculum(), eval_interval=5)
    with pytest.raises(ValueError, match="max_ante=3"):
        CurriculumWrapper(BalatroEnv(max_ante=3))
    with pytest.raises(ValueError, match="both set max_ante"):
        CurriculumWrapper(CurriculumWrapper(BalatroEnv()))
