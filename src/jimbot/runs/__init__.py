"""What every kind of run leaves behind and is kept from: folders, locks, manifests, worker processes."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.runs.provenance import commit, lock_folder, made_with, sha256
else:
    __getattr__ = lazy(
        __name__,
        {
            "provenance": ("commit", "lock_folder", "made_with", "sha256"),
        },
    )

__all__ = [
    "commit",
    "lock_folder",
    "made_with",
    "sha256",
]
