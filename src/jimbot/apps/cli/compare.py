"""`jimbot compare`: two agents on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import play
from jimbot.evaluation import compare as compare_records
from jimbot.evaluation.experiments.report import comparison_page
from jimbot.evaluation.folder import read_folder
from jimbot.evaluation.runs import Record
from jimbot.game.records import number, percent
from jimbot.game.seeds import read_seeds
from jimbot.runs.console import console, print_json
from jimbot.runs.machine import write_whole

SETTING = ("deck", "stake")
SIDE = "A folder written by jimbot eval, or an agent."

app = options.group()


@app.command()
def compare(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="A", help=SIDE)],
    second: Annotated[str, typer.Argument(metavar="B", help=SIDE)],
    seeds: options.Seeds = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    workers: options.Workers = options.CORES,
    agent_seed: options.AgentSeed = 0,
    page: Annotated[
        Path | None, options.text("FILE", "Also write the comparison as an HTML page with charts.", "--html")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Compare two agents on the same seeds.

    Shows paired differences with bootstrap intervals. A folder is compared by its saved games. An agent is
    played now: on --seeds, or on the seeds of the folder it is compared with.

    Example: jimbot compare planner:lite planner:deep --seeds dev-300
    """
    with options.bad_input():
        folders = {
            side: read_folder(Path(side))
            for side in (first, second)
            if (Path(side) / "manifest.json").exists()
        }
        if len(folders) == 2:
            options.refuse_given(context, ("workers", "agent_seed"), "on two folders: nothing is played")
        setting = _setting(folders, deck, stake, seeds)
        source, chosen = _seeds(folders, seeds)
        chosen = read_seeds(source) if chosen is None else chosen
    games: dict[str, Sequence[Record]] = {}
    for side in (first, second):
        if side in folders:
            games[side] = folders[side][1]
        else:
            how = {"deck": setting[0], "stake": setting[1], "agent_seed": agent_seed, "source": source}
            games[side] = play(side, chosen, as_json, workers=workers, **how).records
    with options.bad_input():
        result = {"first": first, "second": second, **compare_records(games[first], games[second])}
    if page is not None:
        with options.bad_input():
            write_whole(page, comparison_page(first, second, result, games))
    notes = [_unfinished(side, *folder) for side, folder in folders.items()]
    if as_json:
        print_json(result | {"notes": [note for note in notes if note]})
    else:
        _print(result, [note for note in notes if note])


Folders = dict[str, tuple[dict[str, Any], list[Record]]]


def _setting(folders: Folders, deck: str | None, stake: str | None, seeds: str | None) -> tuple[str, str]:
    """The deck and stake that both play. Folders have theirs."""
    if not folders:
        if seeds is None:
            raise ValueError(
                "neither A nor B is a folder of jimbot eval; add --seeds, such as --seeds dev-300"
            )
        return deck or "red", stake or "white"
    if deck or stake or seeds:
        raise ValueError("a folder has its own seeds, deck and stake; leave out --seeds, --deck and --stake")
    settings = {tuple(manifest[name] for name in SETTING) for manifest, _ in folders.values()}
    if len(settings) > 1:
        raise ValueError(
            f"the folders have different decks or stakes: {' and '.join(map(' '.join, settings))}"
        )
    ((own_deck, own_stake),) = settings
    return own_deck, own_stake


def _seeds(folders: Folders, seeds: str | None) -> tuple[str, list[str] | None]:
    """What agents play: all seeds of a folder, so that each keeps its number, or the list that was named."""
    for manifest, _ in folders.values():
        return manifest["seed_source"], manifest["seeds"]
    return seeds or "", None


def _unfinished(side: str, manifest: dict[str, Any], records: list[Record]) -> str | None:
    total = len(manifest["seeds"])
    return f"{side} has played {len(records)} of its {total} seeds" if len(records) < total else None


def _print(result: dict[str, Any], notes: list[str]) -> None:
    wins, blinds = result["win_rate"], result["blinds"]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("", "A", "B", "A - B", "95 % interval"):
        table.add_column(name)
    table.add_row(
        "wins",
        str(result["wins_first"]),
        str(result["wins_second"]),
        percent(wins["difference"], signed=True),
        f"{percent(wins['low'], signed=True)} to {percent(wins['high'], signed=True)}",
    )
    table.add_row(
        "furthest blind",
        f"{result['blinds_first']:.2f}",
        f"{result['blinds_second']:.2f}",
        f"{blinds['difference']:+.2f}",
        f"{blinds['low']:+.2f} to {blinds['high']:+.2f}",
    )
    out = console()
    out.print(f"A: {result['first']}\nB: {result['second']}")
    alone = f"A alone wins {result['only_first_wins']}, B alone {result['only_second_wins']}"
    out.print(f"{result['n']} seeds in common; {alone}")
    out.print(table)
    for name, part, shown in (("wins", wins, lambda x: percent(x, 0)), ("blinds", blinds, number)):
        out.print(f"{name}: {part['verdict']}")
        needed = [f"{number(count)} for {shown(float(x))}" for x, count in part["seeds_needed_for"].items()]
        if needed:
            out.print(f"  seeds needed to show a difference 8 times out of 10: {', '.join(needed)}")
    for note in notes:
        out.print(f"note: {note}")
