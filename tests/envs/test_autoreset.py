"""Masks are sound in every way in which a vector environment may begin the next episode."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

import jimbot
from jimbot.envs import BalatroEnv, BalatroVectorEnv, move_id
from jimbot.envs.spec import MOVE_COUNT

N = 4


def softmax(mask: np.ndarray) -> np.ndarray:
    """Of scores of 0, with what is not allowed left out."""
    powers = np.exp(np.where(mask, 0.0, -np.inf))
    return powers / powers.sum(-1, keepdims=True)


def environment(mode: AutoresetMode | None) -> VectorEnv:
    if mode is None:
        return BalatroVectorEnv(N, max_blind_steps=15)
    return SyncVectorEnv([lambda: BalatroEnv(max_blind_steps=15)] * N, autoreset_mode=mode)


@pytest.mark.parametrize("mode", [None, *AutoresetMode], ids=lambda mode: getattr(mode, "name", "native"))
def test_a_masked_policy_plays_on_over_the_ends_of_episodes(mode: AutoresetMode | None) -> None:
    env, rng = environment(mode), np.random.default_rng(1)
    seen, info = env.reset(seed=5)
    ends, ended = {"terminated": 0, "truncated": 0}, np.zeros(N, bool)
    with np.errstate(all="raise"):
        for _ in range(400):
            masks = seen["action_mask"]
            assert masks.any(axis=1).all()
            if mode is not None:
                masks_of_info = np.stack(info["action_mask"])
                assert masks_of_info.dtype == bool
                assert np.array_equal(masks_of_info, masks)
            probabilities = softmax(masks)
            moves = np.array([rng.choice(MOVE_COUNT, p=each) for each in probabilities])
            if mode == AutoresetMode.DISABLED and ended.any():
                seen, info = env.reset(options={"reset_mask": ended.copy()})
                info = {"action_mask": [e.action_masks() for e in env.envs]}
                ended[:] = False
                continue
            seen, _, terminated, truncated, info = env.step(moves)
            ended = terminated | truncated
            ends["terminated"] += int(terminated.sum())
            ends["truncated"] += int(truncated.sum())
            if mode in (AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED):
                over = seen["action_mask"][terminated]
                assert (np.flatnonzero(over.any(0)) == [move_id("select_blind")]).all()
                assert (softmax(over).max(1, initial=1.0) == 1.0).all()
    assert min(ends.values()) > 0, ends
    env.close()


def test_a_mask_of_info_may_be_given_to_the_space() -> None:
    env = BalatroEnv()
    _, info = env.reset(seed=1)
    for _ in range(50):
        assert info["action_mask"].dtype == env.action_masks().dtype == bool
        move = env.action_space.sample(mask=info["action_mask"])
        assert info["action_mask"][move]
        _, _, terminated, truncated, info = env.step(move)
        if terminated or truncated:
            env.reset()
            info = {"action_mask": env.action_masks()}


IMPORTS = ["import jimbot, gymnasium", "import gymnasium, jimbot", "import gymnasium; import jimbot.envs"]


@pytest.mark.parametrize("imports", IMPORTS)
@pytest.mark.parametrize(
    "make", ["make('jimbot/Balatro-v1')", "make_vec('jimbot/BalatroFlat-v1', num_envs=2)"]
)
def test_gymnasium_knows_the_ids_once_jimbot_is_imported(imports: str, make: str) -> None:
    code = f"{imports}\nenv = gymnasium.{make}\nenv.reset(seed=1)\nprint(type(env.unwrapped).__module__)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("jimbot.envs.")


def test_importing_jimbot_loads_no_library_of_learners() -> None:
    heavy = ("gymnasium", "numpy", "torch", "jimbot.envs")
    code = f"import sys, jimbot\nprint([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"
    assert gymnasium.spec("jimbot/Balatro-v1").entry_point == "jimbot.envs.single:BalatroEnv"
    assert jimbot.__version__
