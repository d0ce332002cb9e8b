"""`jimbot judge`: the strategist's judge, learned and looked at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import Workers
from jimbot.game.records import percent
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import cores

if TYPE_CHECKING:
    from jimbot.agents.judge.examples import Examples
    from jimbot.agents.judge.jokers import AnteView
    from jimbot.agents.judge.learn import Learning

app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def _judge(context: typer.Context) -> None:
    """Learn the judge of the heuristic agent, or see how it rates jokers.

    Example: jimbot judge learn --out runs/judge
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _whole(low: int, high: int | None, text: str) -> Any:
    return typer.Option(parser=options.whole(low, high), metavar="N", help=text)


def _number(text: str, most: float | None = None) -> Any:
    return typer.Option(min=0, max=most, metavar="X", help=text)


@app.command("learn")
def learn(
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Folder for all results; continues if it has some.")
    ],
    start: Annotated[
        str | None, typer.Option(metavar="FILE", help="Weights to start with; default: new weights.")
    ] = None,
    iterations: Annotated[int, _whole(1, 10_000, "Number of iterations, including earlier calls.")] = 20,
    minutes: Annotated[float | None, _number("Stop before an iteration would end later.")] = None,
    games: Annotated[int, _whole(19, None, "Games per iteration.")] = 8000,
    first: Annotated[int, _whole(0, 10**9, "Number of the first train seed.")] = 0,
    hidden: Annotated[str, typer.Option(metavar="N,N", help="Units of the hidden layers.")] = "256,64",
    curiosity: Annotated[float, _number("Random spread of the chances to win, to try other actions.")] = 0.04,
    daring: Annotated[float, _number("Chance of any action at all, to learn what it brings.", 1)] = 0.08,
    plain: Annotated[float, _number("Share of games with Red Deck, White Stake.", 1)] = 0.25,
    high: Annotated[float, _number("Share with any deck, one of the three highest stakes.", 1)] = 0.375,
    challenge: Annotated[float, _number("Share of challenges.", 1)] = 0.0,
    replay: Annotated[int, _whole(1, 1000, "Number of last iterations whose games are used.")] = 10,
    average: Annotated[int, _whole(1, 1000, "Number of last iterations to average.")] = 4,
    uses: Annotated[float, _number("How often each example is used in all.")] = 2.0,
    batch: Annotated[int, _whole(1, None, "Examples per step.")] = 1024,
    rate: Annotated[float, _number("Highest learning rate.")] = 5e-4,
    decay: Annotated[float, _number("Weight decay.")] = 0.3,
    dropout: Annotated[float, _number("Share of hidden units left out.", 1)] = 0.2,
    trace: Annotated[float, _number("1: fit to results only; less: also to later predictions.", 1)] = 0.98,
    ahead: Annotated[int, _whole(0, None, "Games of an iteration played during the fit before it.")] = 400,
    workers: Workers = None,
    device: Annotated[str, typer.Option(metavar="cpu|cuda", help="Device to fit on.")] = "cpu",
    change: Annotated[bool, typer.Option("--change", help="Continue with other settings or code.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only errors.")] = False,
) -> None:
    """Learn a judge: play games, fit the judge to their results, and repeat.

    DIR/weights.npz is the mean of the last iterations; play with it as heuristic:judge=DIR/weights.npz. After
    an interruption, run the same command again; at most one iteration is repeated. The wins and blinds shown
    are from games without curiosity on Red Deck and White Stake. `python -m jimbot.agents.judge` does the
    same where only numpy and torch are installed.

    Example: jimbot judge learn --out runs/judge --games 4000 --iterations 10
    """
    options.need("torch", "train", "judge learn")
    if device not in ("cpu", "cuda"):
        options.fail(f"--device must be cpu or cuda, not {device!r}")
    from jimbot.agents.judge.learn import Learning, Settings, told, units, within

    with options.bad_input():
        settings = Settings(
            games=games,
            first=first,
            hidden=units(hidden),
            curiosity=curiosity,
            daring=daring,
            plain=plain,
            high=high,
            challenge=challenge,
            replay=replay,
            average=average,
            uses=uses,
            batch=batch,
            rate=rate,
            decay=decay,
            dropout=dropout,
            trace=trace,
            ahead=ahead,
        )
        begin = Path(start) if start is not None else None
        with Learning(Path(out), settings, begin, workers or cores(), device, change) as learning:
            if learning.done and not quiet:
                typer.echo(f"{learning.done} of {iterations} iterations are done")
            for _ in within(learning, iterations, minutes):
                line = _iterate(learning, iterations, quiet)
                if not quiet:
                    typer.echo(told(line))
    if not quiet:
        typer.echo(f"play with it: jimbot eval --agent heuristic:judge={out}/weights.npz --seeds dev-300")


def _iterate(learning: Learning, iterations: int, quiet: bool) -> dict[str, Any]:
    from jimbot.agents.judge.network import BLINDS

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


@app.command("jokers")
def jokers(
    ante: Annotated[
        int | None,
        typer.Option(
            parser=options.whole(1, 8), metavar="N", help="Show only this ante; default: 1, 3, 5 and 7."
        ),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Your own weights file; default: the one in the package."),
    ] = None,
    positions: Annotated[int, _whole(2, 10_000, "Shops per ante.")] = 48,
    as_json: options.Json = False,
) -> None:
    """Show how the judge rates each joker.

    The figure is how many percentage points the chance to win changes if the joker is put into a free slot
    with the money unchanged, averaged over shops from games of the heuristic agent on train seeds.

    Example: jimbot judge jokers --ante 3
    """
    from jimbot.agents.judge.jokers import ANTES, Judge, jokers_at, shops

    antes = ANTES if ante is None else (ante,)
    with options.bad_input(), progress("judge jokers", 2 * positions * len(antes), as_json) as advance:

        def each() -> None:
            advance(1)

        found = shops(antes, positions, judge, each)
        own = Judge(judge)
        views = [jokers_at(own, a, found[a], each) for a in antes]
    rows = _rows(views)
    if as_json:
        facts = [{"ante": v.ante, "positions": v.positions, "win_chance": v.win_chance} for v in views]
        print_json({"antes": facts, "jokers": rows})
    else:
        _print(views, rows)


@app.command("calibrate")
def calibrate(
    seeds: Annotated[
        str, typer.Option(metavar="SEEDS", help="Seed list, played at every stake.")
    ] = "dev-100",
    judge: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Your own weights file; default: the one in the package."),
    ] = None,
    png: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also draw predicted and real wins, a panel per stake.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Compare the judge's chances to win with what became of the games, stake by stake.

    The heuristic agent plays the seeds on Red Deck at all eight stakes. Every chance that it tells between
    hands counts; decisions of one game end alike, so intervals are over games.

    Example: jimbot judge calibrate --seeds dev-100@50000 --png calibration.png
    """
    from jimbot.game.content import content
    from jimbot.game.seeds import read_seeds
    from jimbot.release.gates.calibration import by_stake
    from jimbot.runs.machine import write_whole

    if png is not None:
        options.need("matplotlib", "report", "--png")
    names = {key: row["name"] for key, row in content()["stake"].items()}
    with options.bad_input():
        played = read_seeds(seeds)
        agent = "heuristic:trust=0" if judge is None else f"heuristic:judge={judge}"
        with progress("judge calibrate", len(played) * len(names), as_json) as advance:
            found = by_stake(agent, played, list(names), lambda: advance(1))
        if png is not None:
            from jimbot.evaluation.pages.charts import figure_bytes
            from jimbot.evaluation.pages.plots import Reliability

            panels = {
                f"{names[key]}: ECE {percent(table['ece'])}": table["bins"] for key, table in found.items()
            }
            write_whole(Path(png), figure_bytes(Reliability(panels)))
    if as_json:
        print_json({"agent": agent, "seeds": seeds, "stakes": found})
    else:
        _print_calibration(names, found)


def _print_calibration(names: dict[str, str], found: dict[str, dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("stake")
    for name in ("chances told", "ECE", "95 % interval", "Brier"):
        table.add_column(name, justify="right")
    for key, row in found.items():
        low, high = row["ece_interval"]
        interval = f"{percent(low)} to {percent(high)}"
        table.add_row(names[key], f"{row['n']:,}", f"{percent(row['ece'])}", interval, f"{row['brier']:.3f}")
    console().print(table)


def _rows(views: list[AnteView]) -> list[dict[str, Any]]:
    """One per joker, the best first, by the mean over the antes."""
    from jimbot.game.content import content

    def of(key: str) -> list[dict[str, Any]]:
        return [
            {"ante": v.ante, "change": v.change[key], "error": v.error[key]} for v in views if key in v.change
        ]

    rows = [{"key": key, "name": row["name"], "antes": of(key)} for key, row in content()["joker"].items()]
    return sorted(rows, key=lambda row: -sum(a["change"] for a in row["antes"]) / max(1, len(row["antes"])))


def _print(views: list[AnteView], rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

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
