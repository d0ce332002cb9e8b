"""An evaluation as parts of an HTML page: figures, blinds beaten, deaths, money, jokers, timelines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jimbot.evaluation.figures import deck_text, figures
from jimbot.evaluation.folder import transcript_path
from jimbot.evaluation.pages import drawing, html_table, note, page
from jimbot.evaluation.pages.plots import BAR, WON, Columns, Curves, Dot, Dots, Line, Rows
from jimbot.evaluation.runs import Record
from jimbot.evaluation.timelines import Stop, band, chosen, stops
from jimbot.game.content import content
from jimbot.game.records import percent
from jimbot.runs.statistics import wilson

BLINDS = 24
MONEY_STEP, MONEY_MOST = 5, 100
MOST_JOKERS = 20
FEWEST_WITH = 5  # runs that held a joker before its wins are told


def evaluation_page(
    folder: Path | None, manifest: Mapping[str, Any], result: Mapping[str, Any], records: Sequence[Record]
) -> str:
    title = f"{manifest['agent']} on {manifest['seed_source']}"
    return page(title, evaluation_parts(folder, manifest, result, records))


def evaluation_parts(
    folder: Path | None, manifest: Mapping[str, Any], result: Mapping[str, Any], records: Sequence[Record]
) -> list[str]:
    """``folder`` is where transcripts lie; without one there are no timelines."""
    commit = f", commit {manifest['commit']}" if manifest.get("commit") else ""
    about = (
        f"{deck_text(manifest)}. Agent seed {manifest['agent_seed']}, jimbot"
        f" {manifest['versions']['jimbot']}{commit}, started {manifest['started']}."
    )
    parts = [note(about), html_table(["figure", "value"], list(figures(result).items()))]
    return parts + games_parts(records, result) + (timeline_parts(folder, records) if folder else [])


def games_parts(records: Sequence[Record], result: Mapping[str, Any]) -> list[str]:
    """Charts of what the records alone tell."""
    if not records:
        return [note("No game has ended yet.")]
    out = [
        drawing("Runs that beat at least so many blinds, 95 % intervals", survival({"": records})),
        drawing("Runs by furthest blind beaten", furthest(records)),
    ]
    bosses = result["deaths"]["boss"]
    if bosses:
        names = [content()["blind"][key]["name"] for key in bosses]
        out.append(drawing("Runs lost to a boss", Rows(names, list(bosses.values()))))
    if any(record.death for record in records):
        out.append(drawing("Runs by dollars left at death", money_at_death(records)))
    used = joker_use(records)
    if used:
        names = [f"{name} ({percent(share, 0)} of runs)" for name, share, *_ in used]
        title = "Wins of the runs that ended with a joker, 95 % intervals"
        out.append(drawing(title, _wins(names, used)))
    return [f'<div class="two">{"".join(out)}</div>']


def survival_line(records: Sequence[Record]) -> Line:
    """The share of runs that beat at least 1, 2, ... 24 blinds, with Wilson's interval."""
    blinds = list(range(1, BLINDS + 1))
    found = [wilson(sum(record.blinds >= blind for record in records), len(records)) for blind in blinds]
    return Line(blinds, *([getattr(one, name) for one in found] for name in ("value", "low", "high")))


def survival(runs: Mapping[str, Sequence[Record]]) -> Curves:
    lines = {name: survival_line(records) for name, records in runs.items()}
    ticks = range(3, BLINDS + 1, 3)
    return Curves(lines, "blind (24: won)", "share of runs", bounds=(0, 1.02), ticks=ticks)


def furthest(records: Sequence[Record]) -> Columns:
    counts = Counter(record.blinds for record in records)
    colours = [BAR] * BLINDS + [WON]
    return Columns([str(i) for i in range(BLINDS + 1)], [counts[i] for i in range(BLINDS + 1)], colours)


def money_at_death(records: Sequence[Record]) -> Columns:
    money = [min(max(record.money, 0), MONEY_MOST) // MONEY_STEP for record in records if record.death]
    bins = range(max(money) + 1)
    return Columns([str(i * MONEY_STEP) for i in bins], [money.count(i) for i in bins])


def joker_use(records: Sequence[Record]) -> list[tuple[str, float, int, int]]:
    """Jokers that most runs ended with: name, share of the runs, runs, wins."""
    held = Counter(key for record in records for key in set(record.jokers))
    won = Counter(key for record in records if record.won for key in set(record.jokers))
    names = content()["joker"]
    return [
        (names[key]["name"], n / len(records), n, won[key])
        for key, n in held.most_common(MOST_JOKERS)
        if n >= FEWEST_WITH and key in names
    ]


def _wins(names: list[str], used: list[tuple[str, float, int, int]]) -> Dots:
    found = [wilson(won, n) for _, _, n, won in used]
    return Dots(names, [Dot(one.value, one.low, one.high) for one in found], "share of these runs won")


def timeline_parts(folder: Path, records: Sequence[Record]) -> list[str]:
    """Money, jokers and scores on the way, from the transcripts."""
    runs = [run for record in chosen(records) if (run := _stops(folder, record))]
    if not runs:
        return []
    figures = {
        "Money when a blind is beaten": ("money", "dollars"),
        "Jokers when a blind is beaten": ("jokers", "jokers"),
        "Score of the round in targets": ("over", "targets (1: just enough)"),
    }
    drawn = [drawing(title, _timeline(runs, *names)) for title, names in figures.items()]
    about = f"Middle and quarters of {len(runs)} runs that beat a blind, from their transcripts."
    return [note(about), f'<div class="two">{"".join(drawn)}</div>']


def _timeline(runs: Sequence[Sequence[Stop]], figure: str, label: str) -> Curves:
    found = band(runs, figure)
    line = Line(found.blinds, found.middle, found.low, found.high)
    return Curves({"": line}, "blind", label, is_log=figure == "over")


def _stops(folder: Path, record: Record) -> list[Stop]:
    file = folder / transcript_path(record.seed)
    try:
        return stops(file.read_text())
    except (OSError, ValueError):  # not kept, or of another engine: the other runs tell enough
        return []
