"""The figures of an evaluation in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jimbot.game.content import content
from jimbot.game.records import percent


def figures(result: Mapping[str, Any]) -> dict[str, str]:
    """The figures in words."""
    of_all = "" if result.get("endless") else "of 24 "
    out = {
        "games": str(result["n"]),
        "wins": f"{result['wins']} ({percent(result['win_rate'])}, "
        f"95 % interval {percent(result['win_rate_low'])} to {percent(result['win_rate_high'])})",
        "furthest blind, mean": f"{result['mean_blinds']:.2f} {of_all}"
        f"({result['mean_blinds_low']:.2f} to {result['mean_blinds_high']:.2f})",
        "furthest ante, mean": f"{result['mean_ante']:.2f}",
        "decisions per game": f"{result['decisions_per_game']:.0f}",
        "seconds per game": f"{result['seconds_per_game']:.3g}",
    }
    if result["money_at_death"]:
        money, jokers = result["money_at_death"], result["jokers_at_death"]
        out["money at death"] = f"${money['mean']:.1f} (median ${money['median']:g})"
        out["jokers at death"] = f"{jokers['mean']:.1f}"
    if result["truncated"]:
        out["ended at a limit of the engine"] = str(result["truncated"])
    if result["failures"]:
        out["failures of the agent"] = str(len(result["failures"]))
    return out


def deck_text(manifest: Mapping[str, Any]) -> str:
    challenge = manifest.get("challenge")
    kinds = ("deck", "stake") if challenge is None else ("challenge",)
    return ", ".join(content()[kind][manifest[kind]]["name"] for kind in kinds)
