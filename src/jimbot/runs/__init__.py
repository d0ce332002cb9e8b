"""What every kind of run shares: its folder and lock, what it was made with, worker processes."""

from jimbot.runs.folder import LoggedFolder, Manifest, RunFolder, whole_lines
from jimbot.runs.lock import holder, lock_file, lock_folder
from jimbot.runs.provenance import commit, made_with, sha256
from jimbot.runs.workers import Died, Team, Worker, share_out

__all__ = [
    "Died",
    "LoggedFolder",
    "Manifest",
    "RunFolder",
    "Team",
    "Worker",
    "commit",
    "holder",
    "lock_file",
    "lock_folder",
    "made_with",
    "sha256",
    "share_out",
    "whole_lines",
]
