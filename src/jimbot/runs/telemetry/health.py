"""How this process and its machine are: memory, processor time, GPU."""

from __future__ import annotations

import os
import sys
import time


def health() -> dict[str, float]:
    """What can be known here without waiting; the rest is left out."""
    return {"cpu_seconds": time.process_time()} | _memory() | _gpu()


def _memory() -> dict[str, float]:
    try:
        with open("/proc/self/statm") as file:
            pages = int(file.read().split()[1])
        with open("/proc/meminfo") as file:
            machine = {line.split(":")[0]: int(line.split()[1]) for line in file}
    except OSError:  # no Linux
        return {}
    used = 1 - machine["MemAvailable"] / machine["MemTotal"]
    return {"memory_bytes": pages * os.sysconf("SC_PAGE_SIZE"), "machine_memory_share": used}


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
