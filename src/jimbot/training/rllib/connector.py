"""FragmentsToBatch: the whole way from what runners hand over to a training batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from ray.rllib.connectors.connector_v2 import ConnectorV2
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.evaluation.postprocessing import Postprocessing

from jimbot.training.rllib.rollout import Fragment


class FragmentsToBatch(ConnectorV2):
    """In the place of RLlib's learner pipeline: columns are joined, nothing is done per step."""

    def __call__(  # type: ignore[override]
        self, *, rl_module: Any, episodes: list[Fragment], **_: Any
    ) -> dict[str, Any]:
        parts = sorted(episodes, key=lambda fragment: fragment.place)  # they arrive as runners are done
        columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
        gains = columns[Postprocessing.ADVANTAGES]
        columns[Postprocessing.ADVANTAGES] = (gains - gains.mean()) / max(1e-4, float(gains.std()))
        device = next(rl_module[DEFAULT_MODULE_ID].parameters()).device
        tensors = {name: torch.from_numpy(column).to(device) for name, column in columns.items()}
        return {DEFAULT_MODULE_ID: tensors}
