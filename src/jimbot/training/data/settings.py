"""Settings of the programs that make datasets and look into them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from jimbot.runs.settings import Count, Positive, Real, Settings, setting

GAMES = 20  # of a rollout that names neither games nor seeds
MAX_STEPS = 3000  # of one game; experts need some 200
LAUNCHED = (
    *("launcher", "uvx_path", "balatrobot_cmd", "love_path", "lovely_path"),
    *("headless", "fast", "stagger_start"),
)
REAL = (
    *("base_urls", "timeout_sec", "idle_sleep", "restart_on_fail", "max_consecutive_failures"),
    *("launch_instances", *LAUNCHED),
)


class RolloutSettings(Settings):
    """Rollout: games of an expert, written as records or as shards.

    ``--out NAME.jsonl`` (or ``.jsonl.zst``) writes RecordV1, ``--out FOLDER`` writes shards. Native
    experts (heuristic, search, greedy) play on the simulator in native threads; every other agent, and
    every game behind the protocol, has a worker process of its own. Run the same command again to go on
    after an interruption.
    """

    example: ClassVar[str] = "--games 500 --out runs/games"
    renamed: ClassVar[Mapping[str, str]] = {"episodes": "games"}
    out: Path = setting(help="NAME.jsonl, NAME.jsonl.zst, or a folder for shards")
    backend: Literal["sim", "real"] = setting("sim", "real: games behind the balatrobot protocol")
    games: Positive | None = setting(
        None, f"games to play; default: all of --seeds, else {GAMES}", also=("--episodes",)
    )
    workers: Count = setting(0, "games played at once; 0: one per core, or per URL")
    agent: str = setting("heuristic", "who plays and labels", also=("--expert",))
    deck: str = setting("red", "deck, or several in turn: a,b*2 or all")
    stake: str = setting("white", "stake, or several in turn: a,b*2 or all")
    seed: Count = setting(0, "number of the first train seed, and the agent's own seed")
    seed_prefix: str = setting("", "make seeds of this and a number, in place of train seeds")
    seeds: str = setting("", "a seed list such as train-500@1000, or a file with one seed per line")
    max_steps_per_episode: Positive = setting(MAX_STEPS, "decisions after which a game is given up")
    include_obs_raw: bool = setting(False, "also write the whole position (state_v1)")
    base_urls: str = setting(
        "http://127.0.0.1:12346", "real: URLs, separated by commas", also=("--base-url",)
    )
    timeout_sec: Real = setting(0.0, "real: seconds until a call fails; 0: the client's own")
    idle_sleep: Real = setting(0.05, "real: pause after a lost connection")
    restart_on_fail: bool = setting(False, "real: start a game again after a failure")
    max_consecutive_failures: Positive = setting(3, "real: failures in a row after which a URL is given up")
    launch_instances: bool = setting(False, "real: start the games of the URLs")
    launcher: Literal["uvx", "direct"] = setting("uvx", "real: how games are started")
    uvx_path: str = setting("uvx", "real: the uvx program")
    balatrobot_cmd: str = setting("balatrobot", "real: with --launcher direct, the command")
    love_path: str = setting("", "real: the game's executable")
    lovely_path: str = setting("", "real: the Lovely library")
    headless: bool = setting(False, "real: no window")
    fast: bool = setting(False, "real: full speed")
    stagger_start: Real = setting(2.0, "real: seconds between two starts")
    quiet: bool = setting(False, "print only errors")

    @model_validator(mode="before")
    @classmethod
    def _some_games(cls, values: dict[str, Any]) -> dict[str, Any]:
        if values.get("games") is None and not values.get("seeds"):
            return values | {"games": GAMES}
        return values

    @model_validator(mode="after")
    def _enough_games(self) -> Self:
        if self.backend == "sim":
            self.refuse_given(REAL, "with backend sim")
        elif not self.launch_instances:
            self.refuse_given(LAUNCHED, "without launch_instances")
        if self.seeds:
            self.refuse_given(("seed_prefix",), "with seeds")
        if self.backend == "real" and self.workers > len(self.urls):
            raise ValueError(
                f"--workers {self.workers} needs as many games, but --base-urls names"
                f" {len(self.urls)}; each worker plays a game of its own"
            )
        return self

    @property
    def urls(self) -> list[str]:
        return [url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip()]

    def run(self) -> dict[str, Any]:
        """What a file of this rollout holds: another rollout is refused there."""
        same = ("backend", "games", "agent", "deck", "stake", "seed", "seed_prefix", "seeds")
        return {name: getattr(self, name) for name in (*same, "max_steps_per_episode", "include_obs_raw")}


class DatasetSettings(Settings):
    """Look into a dataset, check it, or write it in another form."""

    example: ClassVar[str] = "--path runs/games --summary"
    path: Path = setting(help="records (.jsonl, .jsonl.zst, .parquet), a shard or a folder of shards")
    summary: bool = setting(False, "show what it holds")
    replay: bool = setting(False, "check every record, and play every game again", also=("--validate",))
    convert: Path | None = setting(
        None, "write it here: NAME.jsonl, NAME.jsonl.zst, NAME.parquet, or a folder for shards"
    )
