"""What a dataset holds: shown, checked, or written in another form."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jimbot.training.data.dataset import is_records, open_lessons
from jimbot.training.data.lessons import played
from jimbot.training.data.parquet import SUFFIX as PARQUET
from jimbot.training.data.parquet import write_parquet
from jimbot.training.data.record_files import RecordWriter, ends_whole, read_records
from jimbot.training.data.records import records_of
from jimbot.training.data.settings import DatasetSettings
from jimbot.training.data.shards import write_shard

GAMES_PER_SHARD = 1000
NEEDED = {"phase", "reward", "episode_id", "done"}  # of a record, to sum it up


def look(settings: DatasetSettings) -> dict[str, Any]:
    if not settings.path.exists():
        raise ValueError(f"there is no dataset {settings.path}")
    out: dict[str, Any] = {"path": str(settings.path)}
    if is_records(settings.path) and (settings.summary or settings.replay):
        out |= _records(settings.path, settings.replay)
    if not is_records(settings.path) or settings.replay or settings.convert is not None:
        began = time.perf_counter()
        lessons = open_lessons(settings.path)
        games = [played(lesson) for lesson in lessons]
        out |= {
            "games": len(games),
            "decisions": sum(game.steps for game in games),
            "wins": sum(game.won for game in games),
            "mean_blinds": sum(game.furthest for game in games) / len(games),
            "bytes_per_decision": sum(map(len, lessons)) / max(1, sum(game.steps for game in games)),
            "seconds_played_again": time.perf_counter() - began,
        }
        if settings.convert is not None:
            _write(lessons, settings.convert)
            out["written"] = str(settings.convert)
    return out


def _records(path: Path, validate: bool) -> dict[str, Any]:
    phases: Counter[str] = Counter()
    rewards = 0.0
    episodes, ended = set(), 0
    for number, record in enumerate(read_records(path, validate), 1):
        if not record.keys() >= NEEDED:
            raise ValueError(f"{path}, record {number}: no {', '.join(sorted(NEEDED - record.keys()))}")
        phases[record["phase"]] += 1
        rewards += record["reward"]
        episodes.add(record["episode_id"])
        ended += record["done"]
    half = path.suffix == ".jsonl" and not ends_whole(path)
    return {
        "records": sum(phases.values()),
        "episodes": len(episodes),
        "complete_episodes": ended,
        "phases": dict(phases.most_common()),
        "mean_episode_reward": rewards / max(1, len(episodes)),
        "half_a_line_at_the_end": half,
        "valid": True if validate else None,
    }


def _write(lessons: Sequence[bytes], out: Path) -> None:
    if is_records(out):
        writer = RecordWriter(out, {"converted": len(lessons)})
        for i, lesson in enumerate(lessons):
            if f"ep-{i:07d}" not in writer.done:
                writer.write(records_of(lesson, f"ep-{i:07d}"))
        writer.close()
        return
    if out.suffix == PARQUET:
        write_parquet(lessons, out)
        return
    if out.suffix:
        raise ValueError(
            f"{out} names a file; NAME.jsonl, NAME.jsonl.zst, NAME.parquet or a folder for shards is needed"
        )
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise ValueError(f"{out} is not empty; choose another folder")
    for first in range(0, len(lessons), GAMES_PER_SHARD):
        write_shard(out / f"shard-{first:06d}.safetensors", lessons[first : first + GAMES_PER_SHARD], {})
