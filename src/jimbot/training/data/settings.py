"""What the programs of datasets are told: options, their defaults and their help.

Nothing here loads a library: help is told before anything is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from jimbot.runs.arguments import option

EPISODES = 20  # of a rollout that names neither games nor seeds
MOST_STEPS = 3000  # of one game; experts need some 200


@dataclass(frozen=True, kw_only=True)
class RolloutSettings:
    """Rollout: games of an expert, written as records or as shards.

    ``--out NAME.jsonl`` (or ``.jsonl.zst``) writes RecordV1, ``--out FOLDER`` writes shards. Native
    experts (heuristic, search, greedy) play on the simulator in native threads; every other agent, and
    every game behind the protocol, has a worker process of its own. Run the same command again to go on
    after an interruption.
    """

    example: ClassVar[str] = "--episodes 500 --out runs/games"
    out: Path = option(help="NAME.jsonl, NAME.jsonl.zst, or a folder for shards")
    backend: str = option("sim", "sim, or real: games behind the balatrobot protocol")
    episodes: int | None = option(None, f"games to play; default: all of --seeds, else {EPISODES}")
    workers: int = option(0, "sim: threads, or processes; real: one per URL; 0: as many as fit")
    agent: str = option("heuristic", "who plays and labels", also=("--expert",))
    deck: str = option("red", "deck, or several in turn: a,b*2 or all")
    stake: str = option("white", "stake, or several in turn: a,b*2 or all")
    seed: int = option(0, "number of the first train seed, and the agent's own seed")
    seed_prefix: str = option("", "make seeds of this and a number, in place of train seeds")
    seeds: str = option("", "a seed list such as train-500@1000, or a file with one seed per line")
    max_steps_per_episode: int = option(MOST_STEPS, "decisions after which a game is given up")
    include_obs_raw: bool = option(False, "also write the whole position (state_v1)")
    base_urls: str = option("http://127.0.0.1:12346", "real: URLs, separated by commas", also=("--base-url",))
    timeout_sec: float = option(0.0, "real: seconds until a call fails; 0: the client's own")
    idle_sleep: float = option(0.05, "real: pause after a lost connection")
    restart_on_fail: bool = option(False, "real: start a game anew after a failure")
    max_consecutive_failures: int = option(3, "real: failures in a row after which a URL is given up")
    launch_instances: bool = option(False, "real: start the games of the URLs")
    launcher: str = option("uvx", "real: uvx or direct")
    uvx_path: str = option("uvx", "real: the uvx program")
    balatrobot_cmd: str = option("balatrobot", "real: with --launcher direct, the command")
    love_path: str = option("", "real: the game's executable")
    lovely_path: str = option("", "real: the Lovely library")
    headless: bool = option(False, "real: no window")
    fast: bool = option(False, "real: full speed")
    stagger_start: float = option(2.0, "real: seconds between two starts")
    quiet: bool = option(False, "print only errors")

    def __post_init__(self) -> None:
        if self.backend not in ("sim", "real"):
            raise ValueError(f"--backend is {self.backend!r}; sim or real is allowed")
        for name in ("episodes", "max_steps_per_episode", "max_consecutive_failures"):
            given = getattr(self, name)
            if given is not None and given < 1:
                raise ValueError(f"--{name.replace('_', '-')} is {given}; 1 or more is allowed")
        if self.episodes is None and not self.seeds:
            object.__setattr__(self, "episodes", EPISODES)
        if self.workers < 0:
            raise ValueError(f"--workers is {self.workers}; 0 or more is allowed")
        if self.backend == "real" and self.workers > len(self.urls):
            raise ValueError(
                f"--workers {self.workers} needs as many games, but --base-urls names"
                f" {len(self.urls)}; each worker plays a game of its own"
            )

    @property
    def urls(self) -> list[str]:
        return [url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip()]

    def run(self) -> dict[str, Any]:
        """What a file of this rollout holds: another rollout is refused there."""
        same = ("backend", "episodes", "agent", "deck", "stake", "seed", "seed_prefix", "seeds")
        return {name: getattr(self, name) for name in (*same, "max_steps_per_episode", "include_obs_raw")}


@dataclass(frozen=True, kw_only=True)
class DatasetSettings:
    """Look into a dataset, check it, or write it in another form."""

    example: ClassVar[str] = "--path runs/games --summary"
    path: Path = option(help="records (.jsonl, .jsonl.zst), a shard or a folder of shards")
    summary: bool = option(False, "tell what it holds")
    validate: bool = option(False, "check every record, and play every game again")
    convert: Path | None = option(None, "write it here: NAME.jsonl, NAME.jsonl.zst, or a folder for shards")
