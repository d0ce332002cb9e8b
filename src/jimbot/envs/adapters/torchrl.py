"""BalatroTorchRLEnv: many games as one batched environment of TorchRL."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from jimbot.envs.batch import Batch
from jimbot.envs.spec import FLAT_SIZE, MASK, MOVE_COUNT, TABLES


class BalatroTorchRLEnv(EnvBase):  # type: ignore[misc]
    """``num_envs`` games stepped by one native call on ``threads`` threads, with a batch size of that number.

    ``observation`` is flat (one row under ``observation``) or dict (a tensor for each table); the mask of
    legal moves is under ``action_mask``, as ``torchrl.envs.transforms.ActionMask`` takes it, and an illegal
    move is an error. ``options`` are those of ``Batch``. A game that has ended waits until it is reset, as
    TorchRL does on its own; a game that goes on is left alone by that.
    """

    def __init__(
        self,
        num_envs: int = 64,
        *,
        observation: str = "flat",
        seed: int | None = None,
        device: Any = "cpu",
        **options: Any,
    ) -> None:
        super().__init__(device=device, batch_size=[num_envs])
        if observation not in ("flat", "dict"):
            raise ValueError(f"unknown observation {observation!r}; one of dict, flat")
        self.batch = Batch(num_envs, flat=observation == "flat", autoreset=False, **options)
        self.is_flat = observation == "flat"
        tables: dict[str, Any] = {}
        if self.is_flat:
            tables["observation"] = Unbounded((num_envs, FLAT_SIZE), dtype=torch.float32, device=device)
        else:
            for table in TABLES:
                kind = torch.from_numpy(np.zeros(1, table.dtype)).dtype
                tables[table.name] = Unbounded((num_envs, *table.shape), dtype=kind, device=device)
        tables[MASK] = Binary(MOVE_COUNT, shape=(num_envs, MOVE_COUNT), dtype=torch.bool, device=device)
        self.observation_spec = Composite(**tables, shape=(num_envs,), device=device)
        self.action_spec = Categorical(MOVE_COUNT, shape=(num_envs,), dtype=torch.int64, device=device)
        self.reward_spec = Unbounded((num_envs, 1), dtype=torch.float32, device=device)
        ends = {
            name: Binary(1, shape=(num_envs, 1), dtype=torch.bool, device=device)
            for name in ("done", "terminated", "truncated")
        }
        self.done_spec = Composite(**ends, shape=(num_envs,), device=device)
        self._set_seed(seed)

    def _set_seed(self, seed: int | None) -> None:
        """The sequences of episodes that the games play from their next reset on."""
        self._seeds: list[int] | None = (
            np.random.SeedSequence(seed).generate_state(self.batch.num_envs, np.uint64).tolist()
        )

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        which = np.ones(self.batch.num_envs, bool) if asked is None else asked.cpu().numpy().reshape(-1)
        for i in np.flatnonzero(which).tolist():
            self.batch.reset_one(i, None if self._seeds is None else self._seeds[i])
        if which.all():
            self._seeds = None
        return self._seen(self._ends(np.zeros((2, self.batch.num_envs), bool)))

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self.batch.step(tensordict["action"].cpu().numpy())
        rewards = torch.from_numpy(self.batch.rewards.astype(np.float32)).unsqueeze(1)
        ends = self._ends(np.stack([self.batch.terminated, self.batch.truncated]).astype(bool))
        return self._seen({"reward": rewards, **ends})

    def _ends(self, ends: NDArray[np.bool_]) -> dict[str, torch.Tensor]:
        terminated, truncated = torch.from_numpy(ends).unsqueeze(2)
        return {"terminated": terminated, "truncated": truncated, "done": terminated | truncated}

    def _seen(self, more: dict[str, torch.Tensor]) -> TensorDictBase:
        batch = self.batch
        shown = batch.observations if batch.flat is None else {"observation": batch.flat}
        seen = {name: torch.from_numpy(table.copy()) for name, table in shown.items()}
        seen[MASK] = torch.from_numpy(batch.mask.astype(bool))
        self.action_spec.update_mask(seen[MASK].to(self.device))  # what rand_action draws from
        return TensorDict({**seen, **more}, batch_size=self.batch_size, device=self.device)
