"""A report of what was recorded: how much, how fast, how well, at what cost."""

from __future__ import annotations

from jimbot.runs.telemetry.store import Row, Store

PARTS = {
    "recorded": """
        SELECT measure, count(*) AS points, count(DISTINCT run) AS runs,
          strftime(min(time), '%m-%d %H:%M:%S') AS first,
          strftime(max(time), '%m-%d %H:%M:%S') AS last
        FROM points GROUP BY measure ORDER BY measure""",
    "decisions": """
        SELECT agent, phase, sum("count")::BIGINT AS decisions, 1000 * sum(seconds) / sum("count") AS mean_ms,
          1000 * max(most) AS max_ms, sum(slow)::BIGINT AS above_500_ms
        FROM decision GROUP BY ALL ORDER BY agent, phase""",
    "games": """
        SELECT agent, deck, stake, count(*) AS games, avg(won) AS wins, avg(blinds) AS blinds,
          avg(seconds) AS seconds, sum(failed)::BIGINT AS failed
        FROM game GROUP BY ALL ORDER BY agent, deck, stake""",
    "training": """
        SELECT run, trainer, max(steps)::BIGINT AS steps, arg_max(blinds, time) AS blinds,
          arg_max(wins, time) AS wins, avg(steps_per_second) AS steps_per_second
        FROM training GROUP BY ALL ORDER BY run""",
    "calls": """
        SELECT method, count(*) AS calls, 1000 * median(seconds) AS median_ms, 1000 * max(seconds) AS max_ms,
          sum(failed)::BIGINT AS refused
        FROM call GROUP BY method ORDER BY method""",
    "adviser": """
        SELECT provider, outcome, count(*) AS times, avg(seconds) AS seconds, sum(dollars) AS dollars
        FROM advisor GROUP BY ALL ORDER BY provider, outcome""",
    "graph": """
        SELECT question, engine, count(*) AS times, 1000 * median(seconds) AS median_ms,
          1000 * max(seconds) AS max_ms, sum(failed)::BIGINT AS refused
        FROM graph GROUP BY ALL ORDER BY question, engine""",
    "processes": """
        SELECT run, count(DISTINCT process) AS processes, max(memory_bytes) / 1e6 AS max_mb,
          sum(points_dropped)::BIGINT AS dropped
        FROM (
          SELECT run, process, max(memory_bytes) AS memory_bytes, max(dropped) AS points_dropped
          FROM health GROUP BY ALL)
        GROUP BY run ORDER BY run""",
}  # fmt: skip


def report(store: Store) -> dict[str, list[Row]]:
    """Tables by name, without those that nothing was recorded for."""
    found = {name: store.query(sql) for name, sql in PARTS.items()}
    return {name: rows for name, rows in found.items() if rows}
