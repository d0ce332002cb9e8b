"""An evaluation as a page to read, with pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jimbot.evaluation.charts import columns, rows
from jimbot.evaluation.folder import ResultFolder, transcript_path
from jimbot.evaluation.runs import Record
from jimbot.game import content
from jimbot.picture.encode import png
from jimbot.records import number, percent

MONEY_STEP, MONEY_MOST = 5, 100


def write_report(
    folder: ResultFolder, manifest: dict[str, Any], result: dict[str, Any], records: Sequence[Record]
) -> None:
    """report.md and its pictures."""
    drawn = pictures(records, result)
    for name, image in drawn.items():
        folder.write(f"{name}.png", png(image))
    folder.write("report.md", markdown(manifest, result, records, list(drawn)))


def markdown(
    manifest: dict[str, Any], result: dict[str, Any], records: Sequence[Record], pictures: Sequence[str] = ()
) -> str:
    commit = f", commit {manifest['commit']}" if manifest["commit"] else ""
    lines = [
        f"# {manifest['agent']} on {manifest['seed_source']}",
        "",
        f"{_deck(manifest)}. Agent seed {manifest['agent_seed']}, "
        f"jimbot {manifest['versions']['jimbot']}{commit}, started {manifest['started']}.",
        "",
        "| figure | value |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in figures(result).items()),
        "",
        *(line for name in pictures for line in (f"![{name}]({name}.png)", "")),
        "## Deaths",
        "",
        "| ante | " + " | ".join(result["deaths"]["ante"]) + " |",
        "|---|" + "---|" * len(result["deaths"]["ante"]),
        "| runs | " + " | ".join(map(str, result["deaths"]["ante"].values())) + " |",
        "",
        ", ".join(f"{count} to the {name} blind" for name, count in result["deaths"]["blind"].items()) + ".",
        "",
        *_failures(result),
        *_examples(records),
    ]
    return "\n".join(lines) + "\n"


def figures(result: dict[str, Any]) -> dict[str, str]:
    """The figures in words."""
    out = {
        "games": str(result["n"]),
        "wins": f"{result['wins']} ({percent(result['win_rate'])}, "
        f"95 % interval {percent(result['win_rate_low'])} to {percent(result['win_rate_high'])})",
        "furthest blind, mean": f"{result['mean_blinds']:.2f} of 24 "
        f"({result['mean_blinds_low']:.2f} to {result['mean_blinds_high']:.2f})",
        "furthest ante, mean": f"{result['mean_ante']:.2f}",
        "decisions per game": number(round(result["decisions_per_game"])),
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


def _deck(manifest: dict[str, Any]) -> str:
    challenge = manifest.get("challenge")
    kinds = ("deck", "stake") if challenge is None else ("challenge",)
    return ", ".join(content()[kind][manifest[kind]]["name"] for kind in kinds)


def pictures(records: Sequence[Record], result: dict[str, Any]) -> dict[str, Any]:
    reached = [sum(record.blinds == blind for record in records) for blind in range(25)]
    out = {"blinds": columns("Runs by furthest blind beaten (24: won)", list(map(str, range(25))), reached)}
    bosses = result["deaths"]["boss"]
    if bosses:
        names = [content()["blind"][key]["name"] for key in bosses]
        out["bosses"] = rows("Runs lost to a boss", names, list(bosses.values()))
    money = [min(max(record.money, 0), MONEY_MOST) // MONEY_STEP for record in records if record.death]
    if money:
        bins = range(max(money) + 1)
        labels = [str(i * MONEY_STEP) for i in bins]
        out["money"] = columns("Runs by dollars left at death", labels, [money.count(i) for i in bins])
    return out


def _failures(result: dict[str, Any]) -> list[str]:
    if not result["failures"]:
        return []
    lines = [f"- seed {f['seed']}, decision {f['step']}: {f['reason']}" for f in result["failures"]]
    return ["## Failures of the agent", "", "Counted as lost.", "", *lines, ""]


def _examples(records: Sequence[Record]) -> list[str]:
    """The best and the worst run, to look at."""
    played = [record for record in records if record.transcript or record.decisions]
    if not played:
        return []
    best, worst = (choose(played, key=lambda r: (r.won, r.blinds)) for choose in (max, min))
    return [
        "## To look at",
        "",
        f"- furthest: `jimbot replay {transcript_path(best.seed)}`",
        f"- shortest: `jimbot replay {transcript_path(worst.seed)}`",
    ]
