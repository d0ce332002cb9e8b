"""`jimbot judge`: the judge and the constants of the heuristic agent, learned, tuned and looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.table import Table

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.jokers import ANTES, AnteView, JokerJudge, jokers_at, shops
from jimbot.agents.judge.learn import Learning, in_words, within
from jimbot.agents.judge.network import BLINDS
from jimbot.agents.judge.settings import JudgeLearning
from jimbot.apps.cli import options
from jimbot.game.content import content
from jimbot.game.records import percent
from jimbot.game.seeds import read_seeds
from jimbot.release.gates.calibration import by_stake
from jimbot.runs.commands import from_settings
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import write_whole
from jimbot.training.tune_agent import ConstantTuning, Tuning

app = options.group(
    "Learn the judge of the heuristic agent, tune its constants, or see how it rates jokers.\n\n"
    "Example: jimbot judge learn --out runs/judge"
)
OwnJudge = Annotated[
    str | None,
    options.text("FILE", "Your own weights file; default: the one in the package.", "--model", "--judge"),
]


@app.command()
@from_settings
def learn(
    settings: JudgeLearning,
    out: Annotated[Path, options.text("DIR", "Folder for all results; continues if it has some.")],
    start: Annotated[
        Path | None,
        options.text("FILE", "Weights to start with; default: new weights.", "--model", "--start"),
    ] = None,
    iterations: Annotated[
        int, options.whole("Number of iterations, including earlier calls.", 1, 10_000)
    ] = 20,
    minutes: Annotated[float | None, options.real("Stop before an iteration would end later.", 0)] = None,
    workers: options.Workers = options.CORES,
    device: Annotated[Literal["cpu", "cuda"], typer.Option(help="Device to fit on.")] = "cpu",
    change: Annotated[bool, options.flag("--change", "Continue with other settings or code.")] = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn a judge: play games, fit the judge to their results, and repeat.

    DIR/weights.npz is the mean of the last iterations; play with it as heuristic:judge=DIR/weights.npz. After
    an interruption, run the same command again; at most one iteration is repeated. The wins and blinds shown
    are from games without curiosity on Red Deck and White Stake.

    Example: jimbot judge learn --out runs/judge --games 4000 --iterations 10
    """
    options.need("torch", "train", "judge learn")
    with Learning(out, settings, start, workers, device, change) as learning:
        if learning.done and not quiet:
            typer.echo(f"{learning.done} of {iterations} iterations are done")
        for _ in within(learning, iterations, minutes):
            line = _iterate(learning, iterations, quiet)
            if not quiet:
                typer.echo(in_words(line))
    if not quiet:
        typer.echo(f"play with it: jimbot eval --agent heuristic:judge={out}/weights.npz --seeds dev-300")


def _iterate(learning: Learning, iterations: int, quiet: bool) -> dict[str, Any]:
    games, mixture = learning.settings.games, learning.settings.mixture()
    done = plain = wins = 0
    with progress(f"iteration {learning.done + 1} of {iterations}", games, quiet) as advance:

        def each(game: Examples) -> None:
            nonlocal done, plain, wins
            done += 1
            is_plain = mixture.is_plain(int(game.game[0]))
            plain += is_plain
            wins += is_plain and int(game.end[-1]) == BLINDS
            advance(1, f"{percent(wins / max(plain, 1))} won" if done < games else "fitting")

        return learning.iterate(each)


@app.command()
@from_settings
def tune(
    settings: ConstantTuning,
    out: Annotated[Path, options.text("DIR", "Folder for everything; an existing one is continued.")],
    iterations: Annotated[int, options.whole("Iterations in all, including those of earlier calls.", 1)] = 30,
    start: Annotated[
        Path | None,
        options.text("FILE", "Constants to begin with; default: the built-in ones.", "--model", "--start"),
    ] = None,
    workers: options.Workers = options.CORES,
    as_json: options.Json = False,
) -> None:
    """Tune the constants of the heuristic agent on train seeds.

    Each iteration moves all constants at once in both directions, plays the same games with both and follows
    the difference. DIR/log.jsonl has a line per iteration; DIR/tuning.json has the mean of the last ones, for
    heuristic:tuning=DIR/tuning.json. Check the result with `jimbot compare` on other seeds. After an
    interruption the same command continues; at most one iteration is played again.

    Example: jimbot judge tune --out runs/tune-agent --games 1000 --iterations 40 --only hand_bonus+close
    """
    with Tuning(out, settings, workers, start) as tuning:
        while tuning.done < iterations:
            label = f"iteration {tuning.done + 1} of {iterations}"
            with progress(label, 2 * settings.games, as_json) as advance:
                line = tuning.iterate(lambda _, advance=advance: advance(1))  # type: ignore[misc]
            if not as_json:
                typer.echo(
                    f"{label}: {line['plus']:.3f} and {line['minus']:.3f} "
                    f"(difference {line['plus'] - line['minus']:+.3f} ± {line['error']:.3f})"
                )
        result = tuning.result()
    if as_json:
        print_json({"iterations": iterations, "tuning": result})
    else:
        typer.echo(f"{out / 'tuning.json'} has the constants")


@app.command()
def jokers(
    ante: Annotated[int | None, options.whole("Show only this ante; default: 1, 3, 5 and 7.", 1, 8)] = None,
    judge: OwnJudge = None,
    positions: Annotated[int, options.whole("Shops per ante.", 2, 10_000)] = 48,
    as_json: options.Json = False,
) -> None:
    """Show how the judge rates each joker.

    The figure is how many percentage points the chance to win changes if the joker is put into a free slot
    with the money unchanged, averaged over shops from games of the heuristic agent on train seeds.

    Example: jimbot judge jokers --ante 3
    """
    antes = ANTES if ante is None else (ante,)
    with options.bad_input(), progress("judge jokers", 2 * positions * len(antes), as_json) as advance:

        def each() -> None:
            advance(1)

        found = shops(antes, positions, judge, each)
        own = JokerJudge(judge)
        views = [jokers_at(own, a, found[a], each) for a in antes]
    rows = _rows(views)
    if as_json:
        facts = [{"ante": v.ante, "positions": v.positions, "win_chance": v.win_chance} for v in views]
        print_json({"antes": facts, "jokers": rows})
    else:
        _print(views, rows)


@app.command()
def calibrate(
    seeds: options.Seeds = "dev-100",
    judge: OwnJudge = None,
    png: Annotated[
        Path | None, options.text("FILE", "Also draw predicted and real wins, a panel per stake.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Compare the judge's win probabilities with the results of the games, stake by stake.

    The heuristic agent plays the seeds on Red Deck at all eight stakes. Every chance that it gives between
    hands counts; decisions of one game end alike, so intervals are over games.

    Example: jimbot judge calibrate --seeds dev-100@50000 --png calibration.png
    """
    if png is not None:
        options.need("matplotlib", "report", "--png")
    names = {key: row["name"] for key, row in content()["stake"].items()}
    with options.bad_input():
        played = read_seeds(seeds or "")
        agent = "heuristic:trust=0" if judge is None else f"heuristic:judge={judge}"
        with progress("judge calibrate", len(played) * len(names), as_json) as advance:
            found = by_stake(agent, played, list(names), lambda: advance(1))
        if png is not None:
            from jimbot.evaluation.pages.charts import figure_bytes
            from jimbot.evaluation.pages.plots import Reliability

            panels = {
                f"{names[key]}: ECE {percent(table['ece'])}": table["bins"] for key, table in found.items()
            }
            write_whole(png, figure_bytes(Reliability(panels)))
    if as_json:
        print_json({"agent": agent, "seeds": seeds, "stakes": found})
    else:
        _print_calibration(names, found)


def _print_calibration(names: dict[str, str], found: dict[str, dict[str, Any]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("stake")
    for name in ("probabilities", "ECE", "95 % interval", "Brier"):
        table.add_column(name, justify="right")
    for key, row in found.items():
        low, high = row["ece_interval"]
        interval = f"{percent(low)} to {percent(high)}"
        table.add_row(names[key], f"{row['n']:,}", f"{percent(row['ece'])}", interval, f"{row['brier']:.3f}")
    console().print(table)


def _rows(views: list[AnteView]) -> list[dict[str, Any]]:
    """One per joker, the best first, by the mean over the antes."""

    def of(key: str) -> list[dict[str, Any]]:
        return [
            {"ante": v.ante, "change": v.change[key], "error": v.error[key]} for v in views if key in v.change
        ]

    rows = [{"key": key, "name": row["name"], "antes": of(key)} for key, row in content()["joker"].items()]
    return sorted(rows, key=lambda row: -sum(a["change"] for a in row["antes"]) / max(1, len(row["antes"])))


def _print(views: list[AnteView], rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("joker")
    for view in views:
        table.add_column(f"ante {view.ante}", justify="right")
    table.add_row(
        "chance to win without it", *(f"{100 * view.win_chance:.1f}" for view in views), style="dim"
    )
    for row in rows:
        by_ante = {part["ante"]: part["change"] for part in row["antes"]}
        cells = (f"{100 * by_ante[v.ante]:+.1f}" if v.ante in by_ante else "" for v in views)
        table.add_row(row["name"], *cells)
    console().print(table)
    errors = [e for view in views for e in view.error.values()]
    middle = sorted(errors)[len(errors) // 2]
    note = f"half of the figures have a standard error below {100 * middle:.1f}"
    console().print(f"{views[0].positions} shops per ante; {note}")
