"""What an evaluation leaves to read: report.md, and report.html with charts of blinds, deaths, money, jokers
and, from the transcripts, of what runs were like on their way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from jimbot.evaluation.folder import ResultFolder, transcript_path
from jimbot.evaluation.pages import drawing, html_table, note, page
from jimbot.evaluation.pages.plots import BAR, WON, Columns, Curves, Dot, Dots, Line, LyingBars
from jimbot.evaluation.runs import Record, blind_played
from jimbot.evaluation.summary import deck_text, figures
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.game.records import counted, percent
from jimbot.runs.reading import read_text
from jimbot.runs.statistics import wilson

BLINDS = 24
MONEY_STEP, MAX_MONEY = 5, 100
MAX_JOKERS = 20
FEWEST_WITH = 5  # runs that held a joker before its wins are shown
MAX_GAMES = 120  # replayed at most, evenly chosen: more change no picture

T = TypeVar("T")


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


# -- report.html ------------------------------------------------------------------------------------------


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
    """Charts of what the records alone hold."""
    if not records:
        return [note("No game has ended yet.")]
    out = [
        drawing("Runs that beat at least this many blinds, 95 % intervals", survival({"": records})),
        drawing("Runs by furthest blind beaten", furthest(records)),
    ]
    bosses = result["deaths"]["boss"]
    if bosses:
        names = [content()["blind"][key]["name"] for key in bosses]
        out.append(drawing("Runs lost to a boss", LyingBars(names, list(bosses.values()))))
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
    money = [min(max(record.money, 0), MAX_MONEY) // MONEY_STEP for record in records if record.death]
    bins = range(max(money) + 1)
    return Columns([str(i * MONEY_STEP) for i in bins], [money.count(i) for i in bins])


def joker_use(records: Sequence[Record]) -> list[tuple[str, float, int, int]]:
    """Jokers that most runs ended with: name, share of the runs, runs, wins."""
    names, held = content()["joker"], held_and_won(records)
    return [
        (names[key]["name"], n / len(records), n, won)
        for key, (n, won) in sorted(held.items(), key=lambda item: -item[1][0])[:MAX_JOKERS]
        if n >= FEWEST_WITH and key in names
    ]


def held_and_won(records: Sequence[Record]) -> dict[str, tuple[int, int]]:
    """The runs that ended with each joker, and the wins among them."""
    held = Counter(key for record in records for key in set(record.jokers))
    won = Counter(key for record in records if record.won for key in set(record.jokers))
    return {key: (n, won[key]) for key, n in held.items()}


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
    about = f"Middle and quarters of {counted(len(runs), 'run')} that beat a blind, from their transcripts."
    return [note(about), f'<div class="two">{"".join(drawn)}</div>']


def _timeline(runs: Sequence[Sequence[Stop]], figure: str, label: str) -> Curves:
    found = band(runs, figure)
    line = Line(found.blinds, found.middle, found.low, found.high)
    return Curves({"": line}, "blind", label, is_log=figure == "over")


def _stops(folder: Path, record: Record) -> list[Stop]:
    file = folder / transcript_path(record.seed)
    try:
        return stops(read_text(file))
    except (OSError, ValueError):  # not kept, or of another engine: the other runs are enough
        return []


@dataclass(frozen=True)
class Stop:
    """A blind that was beaten: its number from 1, and what the player had then."""

    blind: int
    money: int
    jokers: int
    over: float  # score of the round, in targets


@dataclass(frozen=True)
class Band:
    """Of each blind: how many runs beat it, the middle and the quarters of a figure."""

    blinds: tuple[int, ...]
    low: tuple[float, ...]
    middle: tuple[float, ...]
    high: tuple[float, ...]


def stops(transcript: str) -> list[Stop]:
    """The blinds that a run has beaten. ValueError where the text is no transcript."""
    lines = transcript.splitlines()
    game = Game.replay("\n".join(lines[:1]))
    found = []
    for line in lines[1:]:
        if not line or line.startswith("#"):
            continue
        blind = blind_played(game)
        target = game.target if blind else 0.0
        game.apply(line)
        if blind and (game.phase == "ROUND_EVAL" or game.won):
            over = game.round_score / target if target else 0.0
            found.append(Stop(blind, game.money, len(game.jokers), over))
    return found


def band(runs: Iterable[Sequence[Stop]], figure: str) -> Band:
    """A figure of the runs blind by blind; antes above 8 are left out."""
    values: dict[int, list[float]] = {}
    for run in runs:
        for stop in run:
            if 1 <= stop.blind <= 24:
                values.setdefault(stop.blind, []).append(float(getattr(stop, figure)))
    blinds = tuple(sorted(values))
    low, middle, high = (
        tuple(float(np.quantile(values[blind], share)) for blind in blinds) for share in (0.25, 0.5, 0.75)
    )
    return Band(blinds, low, middle, high)


def chosen(games: Sequence[T], most: int = MAX_GAMES) -> list[T]:
    """At most this many, evenly spread."""
    if len(games) <= most:
        return list(games)
    return [games[int(i)] for i in np.linspace(0, len(games) - 1, most).round()]
