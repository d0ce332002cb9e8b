"""What an evaluation leaves to read: report.md, and report.html with charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jimbot.evaluation.figures import deck_text, figures
from jimbot.evaluation.folder import ResultFolder, transcript_path
from jimbot.evaluation.page import evaluation_page
from jimbot.evaluation.runs import Record


def write_report(
    folder: ResultFolder, manifest: dict[str, Any], result: dict[str, Any], records: Sequence[Record]
) -> None:
    folder.write("report.html", evaluation_page(folder.path, manifest, result, records))
    folder.write("report.md", markdown(manifest, result, records))


def markdown(manifest: dict[str, Any], result: dict[str, Any], records: Sequence[Record]) -> str:
    commit = f", commit {manifest['commit']}" if manifest["commit"] else ""
    lines = [
        f"# {manifest['agent']} on {manifest['seed_source']}",
        "",
        f"{deck_text(manifest)}. Agent seed {manifest['agent_seed']}, "
        f"jimbot {manifest['versions']['jimbot']}{commit}, started {manifest['started']}.",
        "",
        "| figure | value |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in figures(result).items()),
        "",
        "Charts: [report.html](report.html).",
        "",
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
