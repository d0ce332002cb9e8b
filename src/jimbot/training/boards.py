"""TensorBoard, where it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def summary_writer(folder: Path, goes_on_at: int | None = None) -> Any:
    """A SummaryWriter, or None. What an earlier run wrote beyond the step is hidden."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=goes_on_at)
