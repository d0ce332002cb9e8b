"""`jimbot parity`: the engine against recordings of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from jimbot.apps.cli import options, parity_fixtures, parity_record, parity_report
from jimbot.game.records import counted
from jimbot.live.parity.recordings import find_recordings, read_recording
from jimbot.live.parity.replay import replay as replay_one
from jimbot.live.parity.scenarios import read_scenarios, run_scenario
from jimbot.live.parity.summary import summary
from jimbot.runs.console import console, print_json, progress

app = options.group(
    "Compare the engine with recordings of the real game.\n\nExample: jimbot parity replay ../shared/oracle"
)
app.command()(parity_record.record)
app.command()(parity_report.report)
app.command()(parity_fixtures.fixtures)


@app.command()
def replay(
    traces: Annotated[list[Path], typer.Argument(metavar="TRACE...", help="Recordings, or folders of them.")],
    strict: Annotated[
        bool,
        options.flag("--strict", "Take nothing from the recording: stop a run where its money is wrong."),
    ] = False,
    show: Annotated[int, options.whole("Number of unexplained differences to show.", 0)] = 10,
    as_json: options.Json = False,
) -> None:
    """Replay recorded runs from their seed and compare the state after every call.

    Takes recordings of the real game and traces of 'jimbot parity record'. Nothing is copied from a
    recording except money: where the recorded build is at fault, money is corrected after the comparison,
    and every correction is counted. The exit code is 1 if there is an unexplained difference.

    Example: jimbot parity replay ../shared/oracle --json
    """
    with options.bad_input():
        paths = find_recordings(traces)
        replays = []
        with progress("replaying", len(paths), quiet=as_json) as advance:
            for path in paths:
                replays.append(replay_one(read_recording(path), strict))
                advance(1)
    found = summary(replays, strict, show)
    options.show(found, as_json, _print)
    if found["unexplained"]:
        raise typer.Exit(1)


def _print(found: dict[str, Any]) -> None:
    out = console()
    recorded = ", ".join(f"{count} from {name}" for name, count in found["recorded_by"].items())
    runs, calls, fields = (counted(found[f"{noun}s"], noun) for noun in ("run", "call", "field"))
    out.print(f"{runs} ({recorded}), {calls}, {fields} compared")
    out.print(f"plays with equal score: {found['plays_matched']} of {found['plays']}\n")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("scope", "steps", "matched", "identical"):
        table.add_column(name, justify="left" if name == "scope" else "right")
    for scope, tally in found["scopes"].items():
        table.add_row(scope, str(tally.steps), str(tally.steps_matched), str(tally.steps_identical))
    out.print(table)
    for title in ("explained", "corrections"):
        if found[title]:
            out.print(f"\n{title}")
            for why, count in found[title].items():
                out.print(f"  {count:5}  {why}")
    if found["stopped"]:
        out.print("\nstopped")
        for run in found["stopped"]:
            out.print(f"  {run['run']} after {run['calls']} calls: {run['why']}", soft_wrap=True)
    out.print(f"\nunexplained: {found['unexplained']}")
    for row in found["first_unexplained"]:
        out.print(f"  {row['run']} step {row['step']}, {row['call']}: {row['field']}")
        for name in ("ours", "recorded", "before"):
            out.print(f"    {name:9} {row[name]}", soft_wrap=True)


@app.command()
def scenarios(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Single recorded steps, as JSON lines.")],
    as_json: options.Json = False,
) -> None:
    """Run single recorded steps and compare the state after each.

    The exit code is 1 if a scenario differs.

    Example: jimbot parity scenarios ../shared/oracle/runs2/scenarios.jsonl.gz --json
    """
    with options.bad_input():
        rows = read_scenarios(file)
        differing = {str(row["scenario"]): run_scenario(row) for row in rows}
    mismatches = [
        {"scenario": name, "field": f.name, "ours": f.ours, "recorded": f.theirs}
        for name, fields in differing.items()
        for f in fields
    ]
    matched = sum(not fields for fields in differing.values())
    found = {"scenarios": len(rows), "scenarios_matched": matched, "mismatches": mismatches}
    if as_json:
        print_json(found)
    else:
        out = console()
        out.print(f"{matched} of {len(rows)} scenarios matched")
        for row in mismatches:
            out.print(
                f"  {row['scenario']} {row['field']}: ours {row['ours']!r}, recorded {row['recorded']!r}"
            )
    if mismatches:
        raise typer.Exit(1)
