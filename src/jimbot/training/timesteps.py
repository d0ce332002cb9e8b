"""A bound on trainings from outside, for smoke runs."""

from __future__ import annotations

import os

MAX_TIMESTEPS = "JIMBOT_MAX_TIMESTEPS"


def timesteps_allowed(wanted: int) -> int:
    """``wanted``, or fewer where the environment variable JIMBOT_MAX_TIMESTEPS says so, for smoke runs.
    It also caps evaluation and expert games."""
    text = os.environ.get(MAX_TIMESTEPS)
    if not text:
        return wanted
    if not text.isdigit() or int(text) < 1:
        raise ValueError(f"{MAX_TIMESTEPS} is {text!r}; a whole number of 1 or more is allowed")
    return min(wanted, int(text))
