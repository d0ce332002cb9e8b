"""How this process and its machine are: memory, processor time, GPU."""

from __future__ import annotations

import sys
import time


def health() -> dict[str, float]:
    """What can be known here without waiting; the rest is left out."""
    return {"cpu_seconds": time.process_time()} | _memory() | _gpu()


def _memory() -> dict[str, float]:
    import psutil  # not before anything is recorded

    return {
        "memory_bytes": psutil.Process().memory_info().rss,
        "machine_memory_share": psutil.virtual_memory().percent / 100,
    }


def _gpu() -> dict[str, float]:
    """Of the GPU that this process uses, if any. The share of time that it works needs nvidia-ml-py."""
    torch = sys.modules.get("torch")
    if torch is None or not getattr(torch, "cuda", None) or not torch.cuda.is_initialized():
        return {}
    found = {"gpu_memory_bytes": float(torch.cuda.memory_reserved())}
    try:
        found["gpu_share"] = torch.cuda.utilization() / 100
    except (ImportError, RuntimeError):
        pass
    return found
