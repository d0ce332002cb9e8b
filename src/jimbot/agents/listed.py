"""What a network of decisions is asked, as plain arrays: for runtimes that are not ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.models.inputs import CHOICE_COLUMNS, POSITION_COLUMNS

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Listed:
    """The choices of a decision, and what a network is shown: a row for the position, one for each choice."""

    actions: list[tuple[Action, Action | None]]  # the second one follows where the first made room for it
    position: NDArray[np.float32]  # (1, POSITION_COLUMNS)
    choices: NDArray[np.float32]  # (choices, CHOICE_COLUMNS)

    @staticmethod
    def of(view: View, redraws: int = 0, rounds: int = 0) -> Listed:
        """``redraws`` and ``rounds`` are those of the network's shape: what it is given beside the rows."""
        actions, rows = _core.choices(view.engine(), redraws, rounds, view.draw_seed)

        def dense(name: str, columns: int) -> NDArray[np.float32]:
            ends = rows[f"{name}_end"].astype(np.int64)
            found = np.zeros((len(ends), columns), np.float32)
            row = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
            np.add.at(found, (row, rows[f"{name}_index"]), rows[f"{name}_value"].astype(np.float32))
            return found

        return Listed(actions, dense("position", POSITION_COLUMNS), dense("choice", CHOICE_COLUMNS))

    @property
    def inputs(self) -> Arrays:
        return joined([self])


def columns() -> dict[str, list[tuple[str, int, int]]]:
    """What the columns of ``position`` and ``choices`` are: name, first column, columns."""
    return {"position": _core.position_columns(), "choices": _core.choice_columns()}


def joined(decisions: Sequence[Listed]) -> Arrays:
    """Inputs of an exported network for several decisions at once."""
    return {
        "position": np.concatenate([each.position for each in decisions]),
        "choices": np.concatenate([each.choices for each in decisions]),
        "decision": np.repeat(np.arange(len(decisions)), [len(each.choices) for each in decisions]),
    }
