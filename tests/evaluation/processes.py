"""The processes that a process started, as Linux lists them."""

from pathlib import Path


def children(pid: int | str = "self") -> set[int]:
    """Those that have not ended."""
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            found.update(map(int, (task / "children").read_text().split()))
        except (FileNotFoundError, ProcessLookupError):  # this thread ended after it was listed
            continue
    return found
